"""The count of cage and vault at the change of shift: blind, by two cashiers, differences alone."""

from datetime import timedelta
from typing import Any

import pytest

from tables.domain import cage_papers, canonical, chips
from tables.domain.cage import CagePlace
from tables.domain.errors import Invalid, NotAllowed, NotFound
from tables.domain.notes import NoteCount
from tables.models import cage
from tables.services import cage_counts
from tests import builders, cages, custody
from tests.builders import STOCK, House
from tests.cages import NOTES, counted
from tests.custody import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A house with chips and cash in its drawers."""
    return cages.with_cash(builders.house())


def test_a_count_that_agrees_changes_nothing(house: House) -> None:
    answer = cages.count(house, counted({"MAIN": STOCK}, NOTES))
    assert answer == {
        "place": "cage",
        "gaming_day": "2026-03-04",
        "shift": "day",
        "sets": {"MAIN": chips.as_data(STOCK)},
        "chips": chips.as_data(STOCK),
        "chips_total": 43_100_000,
        "promotional_total": 0,
        "notes": chips.as_data(NOTES),
        "cash_total": 5_000_000,
        "note": "",
        "chips_difference": 0,
        "promotional_difference": 0,
        "cash_difference": 0,
        "correction": {"chips": {}, "notes": {}},
        "seq": 4,
    }
    assert (cages.stock_of(house), cages.stock_of(house, "cage", None)) == (STOCK, NOTES)


def test_outgoing_and_incoming_cashier_sign_what_they_counted(house: House) -> None:
    found = counted({"MAIN": STOCK}, NOTES)
    cages.count(house, found)
    (event,) = custody.facts(house, "cage_counted", "cage")
    assert [(signed["badge"], signed["role"]) for signed in event["signatures"]] == [
        ("cass", "cashier"),
        ("cleo", "cashier"),
    ]
    content = canonical.content_hash(cage_papers.cage_count_sheet("DEMO", "cage", found))
    assert {signed["content"] for signed in event["signatures"]} == {content}


def test_what_is_missing_is_a_variance_and_the_stock_is_what_was_counted(house: House) -> None:
    found = {"MAIN": chips.less(STOCK, {500: 2})}
    answer = cages.count(house, counted(found, chips.add(NOTES, {2_000: 1}), "looked everywhere"))
    assert (answer["chips_difference"], answer["cash_difference"]) == (-1_000, 2_000)
    assert answer["correction"] == {"chips": {"MAIN": {"500": -2}}, "notes": {"2000": 1}}
    assert answer["note"] == "looked everywhere"
    assert cages.stock_of(house)[500] == 4_998
    assert cages.stock_of(house, "cage", None)[2_000] == 501


def test_the_count_is_blind(house: House) -> None:
    """A refusal says that the count differs, and neither by how much nor in what."""
    with refused(house, Invalid, "count_differs"):
        cages.count(house, counted({"MAIN": chips.less(STOCK, {500: 2})}, NOTES))
    with refused(house, Invalid, "count_differs"):
        cages.count(house, counted({"MAIN": STOCK}, {}))


def test_another_mix_of_the_same_value_needs_no_note(house: House) -> None:
    """T-32: five 1.00s for a 5.00; the stock takes the mix that was counted."""
    answer = cages.count(house, counted({"MAIN": chips.add(STOCK, {100: 5, 500: -1})}, NOTES))
    assert (answer["chips_difference"], answer["note"]) == (0, "")
    assert answer["correction"] == {"chips": {"MAIN": {"100": 5, "500": -1}}, "notes": {}}
    assert (cages.stock_of(house)[100], cages.stock_of(house)[500]) == (5_005, 4_999)


def test_a_place_that_was_left_out_is_not_there(house: House) -> None:
    """A set that is on no line of the sheet was counted as nothing."""
    answer = cages.count(house, counted({}, NOTES, "the drawers were empty"))
    assert answer["chips_difference"] == -43_100_000
    assert cages.stock_of(house) == {}


def test_the_vault_is_counted_by_itself(house: House) -> None:
    cages.move_vault(house, "cage", cages.lot({100: 10}), {})
    answer = cages.count(house, counted({"MAIN": {100: 10}}, {}), "vault")
    assert (answer["place"], answer["chips_difference"]) == ("vault", 0)
    assert cages.stock_of(house) == chips.less(STOCK, {100: 10})


def test_t08_a_count_before_the_change_belongs_to_the_shift_that_it_begins(house: House) -> None:
    """The day shift ends at 14:00, two hours after the house's noon; from 13:00 on a count begins the swing shift."""
    assert cages.count(house, counted({"MAIN": STOCK}, NOTES), at=house.at + timedelta(minutes=59))["shift"] == "day"
    assert cages.count(house, counted({"MAIN": STOCK}, NOTES), at=house.at + timedelta(minutes=61))["shift"] == "swing"


def test_t41_promotional_and_valueless_chips_are_counted_and_are_no_money(house: House) -> None:
    cages.promotional_set(house)
    cages.colour_set(house)
    promo = {500: 99, 2_500: 40}
    found = counted({"MAIN": STOCK, "PROMO": promo}, NOTES, "one is gone", promotional_total=149_500)
    answer = cages.count(house, found)
    assert (answer["chips"], answer["chips_difference"]) == (chips.as_data(STOCK), 0)
    assert (answer["promotional_difference"], answer["promotional_total"]) == (-500, 149_500)
    assert cages.stock_of(house, "cage", "PROMO") == promo
    missing = counted({"COLOURS": {1: 300, 2: 299, 3: 300}}, {}, chips_total=0)
    with refused(house, Invalid, "count_differs"):
        cages.count(house, missing, "vault")
    missing = counted({"COLOURS": {1: 300, 2: 299, 3: 300}}, {}, "rolled away", chips_total=0)
    assert cages.count(house, missing, "vault")["chips_difference"] == 0
    assert cages.stock_of(house, "vault", "COLOURS") == {1: 300, 2: 299, 3: 300}


@pytest.mark.parametrize(
    ("found", "code", "detail"),
    [
        (counted({"MAIN": {2_000: 1}}, {}), "unknown_denomination", {"denomination": 2_000}),
        (counted({"MAIN": {100: -1}}, {}), "bad_quantity", {"denomination": 100}),
        (counted({"MAIN": {100: 1}}, {}, chips_total=99), "total_mismatch", {"given": 99, "counted": 100}),
        (counted({}, {}, promotional_total=1), "total_mismatch", {"given": 1, "counted": 0}),
        (counted({}, {}, notes=NoteCount({100: 1}, 2)), "total_mismatch", {"given": 2, "counted": 100}),
        (counted({}, {-5: 1}), "unknown_note", {"note": -5}),
        (counted({}, {}, "\u202eover"), "bad_note", {}),
    ],
)
def test_a_count_that_is_not_right_is_refused(house: House, found: Any, code: str, detail: dict[str, Any]) -> None:
    with refused(house, Invalid, code, **detail):
        cages.count(house, found)


def test_a_set_that_the_house_does_not_have_is_not_counted(house: House) -> None:
    with refused(house, NotFound, "no_such_chip_set", chip_set="NONE"):
        cages.count(house, counted({"NONE": {100: 1}}, {}, chips_total=100))


def test_two_cashiers_count(house: House) -> None:
    with refused(house, NotAllowed, "same_person"):
        cages.count(house, counted({"MAIN": STOCK}, NOTES), incoming=house.sign("cass"))
    with refused(house, NotAllowed, "role_not_held", role="cashier"):
        cages.count(house, counted({"MAIN": STOCK}, NOTES), incoming=house.sign("ada"))


# -------------------------------------------------------------------------------------------------------------- targets
def target_of(house: House, place: str = "cage") -> dict[int, int]:
    rows = cage.CageStock.objects.filter(casino=house.casino, place=place, target__gt=0)
    return dict(rows.values_list("value", "target"))


def test_the_house_manager_says_what_should_lie_where(house: House) -> None:
    def aim(target: dict[int, int], chip_set: str | None = "MAIN", place: CagePlace = CagePlace.CAGE) -> Any:
        return cage_counts.set_target(actor=house.hana, at=house.at, place=place, chip_set=chip_set, target=target)

    assert aim({100: 6_000, 500: 5_000}) == {
        "place": "cage",
        "chip_set": "MAIN",
        "target": {"100": 6_000, "500": 5_000},
        "seq": 4,
    }
    aim({100: 7_000})
    aim({10_000: 50}, None, CagePlace.VAULT)
    assert (target_of(house), target_of(house, "vault")) == ({100: 7_000}, {10_000: 50})
    assert cages.stock_of(house) == STOCK


@pytest.mark.parametrize(
    ("chip_set", "target", "family", "code", "detail"),
    [
        ("NONE", {100: 1}, NotFound, "no_such_chip_set", {}),
        ("MAIN", {2_000: 1}, Invalid, "unknown_denomination", {"denomination": 2_000}),
        ("MAIN", {100: -1}, Invalid, "bad_quantity", {"denomination": 100}),
        (None, {0: 1}, Invalid, "unknown_note", {"note": 0}),
    ],
)
def test_a_target_that_is_not_right_is_refused(
    house: House, chip_set: str | None, target: dict[int, int], family: Any, code: str, detail: dict[str, Any]
) -> None:
    with refused(house, family, code, **detail):
        cage_counts.set_target(actor=house.hana, at=house.at, place=CagePlace.CAGE, chip_set=chip_set, target=target)


@pytest.mark.parametrize("name", ["cass", "ada", "petra", "axel"])
def test_nobody_else_sets_a_target(house: House, name: str) -> None:
    with refused(house, NotAllowed, "not_permitted", permission="manage_house"):
        cage_counts.set_target(
            actor=builders.actor(name), at=house.at, place=CagePlace.CAGE, chip_set="MAIN", target={100: 1}
        )
