"""How the house is furnished, as its manager and nobody else sees it."""

import pytest

from tables.domain.errors import NotAllowed, NotFound
from tables.domain.house_settings import ChipKind
from tables.selectors import furnishing
from tables.services import house as house_service
from tests import builders, custody
from tests.builders import AT
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_tables_with_their_rules_chips_and_par() -> None:
    house = custody.running(builders.house(tables=("BJ-01", "BJ-02")))
    first, second = furnishing.tables(house.hana)
    assert first == furnishing.Furnished(
        code="BJ-01",
        pit="P1",
        game="blackjack",
        rules_version=1,
        spots=7,
        chip_set="MAIN",
        card_source="reader",
        licensed_maximum=1_000_000,
        par=1_000_000,
        status="open",
    )
    assert (second.code, second.status) == ("BJ-02", "closed")
    assert furnishing.table(house.hana, "BJ-02") == second
    assert furnishing.pits(house.hana) == {"P1": "Pit 1"}


def test_versions_the_newest_first_with_the_tables_that_have_them() -> None:
    house = builders.house(tables=("BJ-01", "BJ-02"))
    house_service.add_house_rules(actor=house.hana, at=AT, game="blackjack", values={"dealer_soft_17": "hit"})
    newest, oldest = furnishing.house_rules(house.hana)
    assert (newest.key, newest.values["dealer_soft_17"], newest.tables) == ("blackjack:2", "hit", ())
    assert (oldest.key, oldest.tables) == ("blackjack:1", ("BJ-01", "BJ-02"))


def test_only_value_chips_are_for_tables() -> None:
    house = builders.house()
    house_service.add_chip_set(
        actor=house.hana, at=AT, code="PROMO", denominations=builders.CHIPS, kind=ChipKind.PROMOTIONAL
    )
    assert furnishing.chip_sets(house.hana) == ["MAIN"]


def test_nobody_else_looks_and_nobody_into_another_house() -> None:
    house = builders.house(outsider=True)
    for read in (furnishing.pits, furnishing.tables, furnishing.chip_sets, furnishing.house_rules):
        for name in ("dana", "petra", "cass", "ada", "axel"):
            with refused("not_permitted", NotAllowed):
                read(house.people[name])
        assert not read(house.otto)
    with refused("no_such_table", NotFound):
        furnishing.table(house.otto, "BJ-01")
