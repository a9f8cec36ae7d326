"""Chips that are given out no more, colours that have no value, and pieces that are not the table's."""

from datetime import timedelta
from typing import Any

import pytest

from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.foreign_chips import ForeignItem, ForeignKind
from tables.selectors import chip_sets as reads
from tables.selectors import impressments
from tables.selectors import racks as rack_reads
from tables.services import chip_sets, foreign_chips, pits
from tables.services import house as house_service
from tests import builders, cages, custody
from tests.builders import House
from tests.custody import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A house with chips in its cage."""
    return builders.house()


def retire(house: House, *denominations: int, **more: Any) -> dict[str, Any]:
    asked = {"actor": house.hana, "at": house.at, "chip_set": "MAIN", "denominations": denominations}
    return chip_sets.retire_denominations(**{**asked, **more})


# -------------------------------------------------------------------------------------------------------------- retired
def test_t34_a_denomination_is_retired(house: House) -> None:
    version = house.casino.settings_version
    assert retire(house, 500, 50) == {
        "chip_set": "MAIN",
        "denominations": [50, 500],
        "seq": custody.events(house, "house")[-1]["seq"],
    }
    known = reads.named(house.casino.pk, "MAIN")
    assert known.in_use == (100, 2_500, 10_000, 50_000, 100_000)
    assert known.ever == (50, 100, 500, 2_500, 10_000, 50_000, 100_000)
    house.casino.refresh_from_db()
    assert house.casino.settings_version > version


def test_t34_retired_chips_in_a_rack_are_counted_and_wanted_back(house: House) -> None:
    custody.issue_bank(house)
    retire(house, 500)
    assert custody.open_table(house)["variance"] == 0
    (line,) = [line for line in rack_reads.rack(house.petra, "BJ-01").lines if line.denomination == 500]
    assert (line.count, line.par, line.need) == (200, 0, -200)


@pytest.mark.parametrize(
    ("change", "family", "code", "detail"),
    [
        ({"chip_set": "NONE"}, NotFound, "no_such_chip_set", {}),
        ({"denominations": [2_000]}, Invalid, "unknown_denomination", {"denomination": 2_000}),
        ({"denominations": []}, Invalid, "no_chips", {}),
    ],
)
def test_what_is_not_there_is_not_retired(
    house: House, change: dict[str, Any], family: Any, code: str, detail: dict[str, Any]
) -> None:
    with refused(house, family, code, **detail):
        retire(house, 100, **change)


def test_a_denomination_is_retired_once(house: House) -> None:
    retire(house, 100)
    with refused(house, Invalid, "unknown_denomination", denomination=100):
        retire(house, 100)


def test_a_set_is_retired_when_no_table_plays_with_it(house: House) -> None:
    custody.issue_bank(house)
    custody.open_table(house)
    every = reads.named(house.casino.pk, "MAIN").in_use
    with refused(house, Conflict, "set_in_use", table="BJ-01"):
        retire(house, *every)
    custody.close_table(house)
    assert retire(house, *every)["denominations"] == list(every)
    assert reads.named(house.casino.pk, "MAIN").in_use == ()


@pytest.mark.parametrize("name", ["cass", "petra", "ada", "axel", "dana"])
def test_only_the_house_manager_retires_chips(house: House, name: str) -> None:
    with refused(house, NotAllowed, "not_permitted", permission="manage_house"):
        retire(house, 100, actor=builders.actor(name))


@pytest.mark.parametrize("furnish", [cages.promotional_set, cages.colour_set])
def test_t41_no_table_plays_with_chips_that_are_no_money(house: House, furnish: Any) -> None:
    furnish(house, "OTHERS")
    with refused(house, Invalid, "not_value_chips"):
        house_service.add_table(
            actor=house.hana, at=house.at, code="BJ-09", pit="P1", game="blackjack", rules_version=1, spots=7,
            chip_set="OTHERS", card_source="reader", licensed_maximum=1_000, par={},
        )  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ impressed
def impress(house: House, found: dict[int, int], note: str = "", **more: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, "chip_set": "COLOURS", "found": found, "note": note}
    asked |= {"cashier": house.sign("cass"), "accountant": house.sign("ada")}
    return chip_sets.impress_chips(**{**asked, **more})


def test_t42_colours_are_all_there(house: House) -> None:
    cages.colour_set(house)
    whole = {1: 300, 2: 300, 3: 300}
    assert impress(house, whole) == {
        "chip_set": "COLOURS",
        "chips": {"1": 300, "2": 300, "3": 300},
        "owned": {"1": 300, "2": 300, "3": 300},
        "missing": {},
        "note": "",
        "seq": 3,
    }


def test_t42_a_colour_that_is_missing_needs_a_word(house: House) -> None:
    cages.colour_set(house)
    with refused(house, Invalid, "count_differs"):
        impress(house, {1: 300, 2: 298, 3: 301})
    with refused(house, Invalid, "count_differs"):  # as many pieces as there should be, in other colours
        impress(house, {1: 300, 2: 299, 3: 301})
    told = impress(house, {1: 300, 2: 298, 3: 301}, "two were swept up")
    assert told["missing"] == {"2": 2, "3": -1}


def test_t42_the_count_of_colours_is_due_every_month(house: House) -> None:
    assert impressments.listed(house.ada) == []
    cages.colour_set(house)
    (never,) = impressments.due(house.ada, house.at)
    assert (never.chip_set, never.counted_at, never.due_at) == ("COLOURS", None, house.at)
    impress(house, {1: 300, 2: 300, 3: 300})
    month = timedelta(days=30)
    assert impressments.due(house.ada, house.at + month - timedelta(seconds=1)) == []
    (again,) = impressments.due(house.ada, house.at + month)
    assert (again.counted_at, again.due_at) == (house.at, house.at + month)
    assert again.owned == {1: 300, 2: 300, 3: 300}


def test_t42_colours_that_were_destroyed_are_owned_no_more(house: House) -> None:
    cages.colour_set(house)
    cages.move_vault(house, "vault", cages.lot({2: 100}, "COLOURS", 0), {})
    cages.withdraw(house, cages.lot({2: 100}, "COLOURS", 0))
    assert impressments.owned(house.casino.pk, "COLOURS") == {1: 300, 2: 200, 3: 300}
    assert impress(house, {1: 300, 2: 200, 3: 300})["missing"] == {}


def test_only_chips_without_a_value_are_impressed(house: House) -> None:
    with refused(house, Invalid, "not_valueless"):
        impress(house, {100: 5_000}, chip_set="MAIN")
    with refused(house, NotFound, "no_such_chip_set"):
        impress(house, {}, chip_set="NONE")
    with refused(house, NotAllowed, "not_permitted", permission="read_cage"):
        with custody.atomic():
            impressments.listed(house.petra)


# -------------------------------------------------------------------------------------------------------------- foreign
ITEMS = (
    ForeignItem(ForeignKind.FOREIGN, "Grand Palace", 2_500, 2),
    ForeignItem(ForeignKind.COUNTERFEIT, "looks like our 100", 10_000, 1),
    ForeignItem(ForeignKind.NON_VALUE, "yellow roulette colour", 0, 3),
)


def found(house: House, items: Any = ITEMS, **more: Any) -> dict[str, Any]:
    asked = {"actor": house.dana, "at": house.at, "table": "BJ-01", "items": items}
    asked |= {"dealer": house.sign("dana"), "pit_boss": house.sign("petra")}
    return foreign_chips.log_foreign_chips(**{**asked, **more})


def test_t40_foreign_chips_are_logged_go_into_the_box_and_are_no_rack_value(house: House) -> None:
    custody.running(house)
    before = custody.rack_of(house)
    answer = found(house)
    items = [
        {"kind": "foreign", "description": "Grand Palace", "value": 2_500, "pieces": 2},
        {"kind": "counterfeit", "description": "looks like our 100", "value": 10_000, "pieces": 1},
        {"kind": "non_value", "description": "yellow roulette colour", "value": 0, "pieces": 3},
    ]
    assert (answer["box"], answer["items"]) == (1, items)
    (fact,) = custody.facts(house, "foreign_chips_found")
    assert [(signed["badge"], signed["role"]) for signed in fact["signatures"]] == [
        ("dana", "dealer"),
        ("petra", "pit_boss"),
    ]
    assert custody.rack_of(house) == before


@pytest.mark.parametrize(
    ("items", "code", "detail"),
    [
        ((), "no_chips", {}),
        ((ForeignItem(ForeignKind.FOREIGN, "", 100, 1),), "bad_description", {}),
        ((ForeignItem(ForeignKind.FOREIGN, "Grand Palace", -1, 1),), "bad_amount", {}),
        ((ForeignItem(ForeignKind.FOREIGN, "Grand Palace", 100, 0),), "bad_quantity", {"denomination": 100}),
        (ITEMS * 17, "no_chips", {}),
    ],
)
def test_a_list_that_is_not_right_is_refused(house: House, items: Any, code: str, detail: dict[str, Any]) -> None:
    custody.running(house)
    with refused(house, Invalid, code, **detail):
        found(house, items)


def test_foreign_chips_need_a_box_and_the_boss_in_charge(house: House) -> None:
    with refused(house, Conflict, "no_box"):
        found(house)
    custody.running(house)
    with refused(house, NotAllowed, "not_permitted", permission="log_foreign_chips"):
        found(house, actor=house.cass)
    pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")
    with refused(house, NotAllowed, "not_in_charge"):
        found(house)
