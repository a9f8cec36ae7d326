"""Another version of its house rules for a table that is closed."""

import pytest

from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.models import log
from tables.services import house as house_service
from tables.services import table_rules
from tests import builders, custody, dealt
from tests.builders import AT, House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
HIT = {"dealer_soft_17": "hit"}


@pytest.fixture
def house() -> House:
    """BJ-01 by version 1; version 2 has another rule for the dealer."""
    made = builders.house(outsider=True)
    house_service.add_house_rules(actor=made.hana, at=AT, game="blackjack", values=HIT)
    return made


def test_a_closed_table_is_dealt_by_the_new_version_from_its_next_round_on(house: House) -> None:
    answer = table_rules.set_table_rules(actor=house.hana, at=AT, table="BJ-01", version=2, key="rules-0001")
    assert {name: answer[name] for name in ("table", "game", "version")} == {
        "table": "BJ-01",
        "game": "blackjack",
        "version": 2,
    }
    assert house.table().rules.values["dealer_soft_17"] == "hit"
    assert facts("table_rules_set") == [{"table": "BJ-01", "game": "blackjack", "version": 2}]
    dealt.press(dealt.ready(house), {"do": "open_round"})
    assert facts("round_opened")[-1]["rules_version"] == 2
    assert facts("round_opened")[-1]["rules"]["dealer_soft_17"] == "hit"


def test_the_same_key_changes_it_once(house: House) -> None:
    for _ in range(2):
        table_rules.set_table_rules(actor=house.hana, at=AT, table="BJ-01", version=2, key="rules-0001")
    assert log.Event.objects.filter(type="table_rules_set").count() == 1


def test_an_open_table_keeps_its_rules(house: House) -> None:
    custody.running(house)
    with refused("table_not_closed", Conflict):
        table_rules.set_table_rules(actor=house.hana, at=AT, table="BJ-01", version=2)
    custody.close_table(house)
    table_rules.set_table_rules(actor=house.hana, at=AT, table="BJ-01", version=2)


def test_only_another_version_of_the_same_game_of_the_same_house(house: House) -> None:
    with refused("same_house_rules", Conflict):
        table_rules.set_table_rules(actor=house.hana, at=AT, table="BJ-01", version=1)
    with refused("no_such_house_rules", NotFound):
        table_rules.set_table_rules(actor=house.hana, at=AT, table="BJ-01", version=3)
    with refused("no_such_table", NotFound):
        table_rules.set_table_rules(actor=house.otto, at=AT, table="BJ-01", version=2)


def test_only_the_house_manager_may(house: House) -> None:
    for name in ("dana", "petra", "cass", "ada", "axel"):
        with refused("not_permitted", NotAllowed):
            table_rules.set_table_rules(actor=house.people[name], at=AT, table="BJ-01", version=2)
