"""The board of a pit is read once for all who look, and anew when the log went on."""

from datetime import timedelta

import pytest

from tables.domain.errors import NotAllowed, NotFound
from tables.domain.rule_packs import shipped
from tables.models import house as house_rows
from tables.selectors import pit_board
from tables.selectors.pit_board import PitBoard
from tables.services import calls, clock, pits
from tests import builders, custody, dealt, disputed
from tests.builders import AT, House
from tests.refusals import refused

pytestmark = pytest.mark.django_db
PACK = shipped.pack("nevada-like", 1, 2)


@pytest.fixture
def house() -> House:
    return custody.running(builders.house(outsider=True))


def seen(house: House, name: str = "petra", seconds: float = 0) -> PitBoard:
    actor = house.people[name]
    casino = house_rows.Casino.objects.get(pk=actor.casino_id)
    window = clock.window(casino.pk, casino.settings_version, AT)
    return pit_board.of_pit(actor, "P1", AT + timedelta(seconds=seconds), window, PACK)


def test_everybody_of_the_pit_gets_the_same_board(house: House) -> None:
    assert seen(house, "petra") is seen(house, "ada", 0.9)
    assert [view.code for view in seen(house).views] == ["BJ-01"]
    assert [charge.badge for charge in seen(house).in_charge] == ["petra"]


def test_it_is_read_anew_when_a_table_went_on_or_a_second_is_over(house: House) -> None:
    before = seen(house)
    assert seen(house, seconds=1) is not before
    calls.call_floor(actor=house.dana, at=AT, table="BJ-01", reason="Please")
    after = seen(house)
    assert [item.kind for item in before.items] == []
    assert [item.kind for item in after.items] == ["call"]


def test_what_is_to_decide_is_no_alert(house: House) -> None:
    dealt.shoe_ready(house)
    disputed.misdeal(house)
    board = seen(house)
    assert [item.kind for item in board.items] == ["stopped", "dispute"]
    assert ([item.kind for item in board.waiting], board.alerts) == (["dispute"], [])


def test_it_is_read_anew_when_the_house_went_on(house: House) -> None:
    before = seen(house)
    pits.relieve_pit_boss(actor=house.hana, at=AT, pit="P1", badge="petra")
    assert (len(before.in_charge), len(seen(house).in_charge)) == (1, 0)


@pytest.mark.parametrize("name", ["dana", "cass", "colin", "sam"])
def test_a_board_that_others_have_read_is_not_for_everybody(house: House, name: str) -> None:
    seen(house)
    with refused("not_permitted", NotAllowed):
        seen(house, name)


def test_another_house_has_another_pit(house: House) -> None:
    seen(house)
    with refused("no_such_pit", NotFound):
        seen(house, "otto")
