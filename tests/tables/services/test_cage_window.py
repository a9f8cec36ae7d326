"""The cage's window: chips for cash, cash for chips, and chips that are no money."""

from typing import Any

import pytest

from tables.domain import chips
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.services import chip_sets
from tests import builders, cages, custody
from tests.builders import STOCK, House
from tests.cages import NOTES, lot
from tests.custody import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A house with chips and cash in its drawers."""
    return cages.with_cash(builders.house())


def test_a_patron_buys_chips(house: House) -> None:
    answer = cages.sell(house, lot({2_500: 2, 10_000: 1}), {5_000: 3})
    data = {
        "patron": "Mr Lee",
        "notes": {"5000": 3},
        "cash": 15_000,
        "chip_set": "MAIN",
        "chips": {"2500": 2, "10000": 1},
    }
    assert answer == {**data, "seq": 4}
    assert custody.facts(house, "chips_sold", "cage") == [data]
    assert cages.stock_of(house) == chips.less(STOCK, {2_500: 2, 10_000: 1})
    assert cages.stock_of(house, "cage", None) == chips.add(NOTES, {5_000: 3})


def test_a_patron_has_chips_redeemed(house: House) -> None:
    answer = cages.redeem(house, lot({10_000: 2}), {5_000: 4})
    data = {
        "patron": "Mr Lee",
        "chip_set": "MAIN",
        "chips": {"10000": 2},
        "total": 20_000,
        "notes": {"5000": 4},
        "cash": 20_000,
    }
    assert answer == {**data, "seq": 4}
    assert custody.facts(house, "chips_redeemed", "cage") == [data]
    assert cages.stock_of(house) == chips.add(STOCK, {10_000: 2})
    assert cages.stock_of(house, "cage", None) == chips.less(NOTES, {5_000: 4})


def test_a_sale_repeated_is_one_sale(house: House) -> None:
    first = cages.sell(house, lot({2_500: 2}), {5_000: 1}, key="sale-001")
    assert cages.sell(house, lot({2_500: 2}), {5_000: 1}, key="sale-001") == first
    assert len(custody.facts(house, "chips_sold", "cage")) == 1


@pytest.mark.parametrize(
    ("sold", "cash", "family", "code", "detail"),
    [
        (lot({100_000: 101}), {10_000: 1_010}, Conflict, "cage_short", {"place": "cage", "denomination": 100_000}),
        (lot({100: 50}), {10_000: 1}, Invalid, "total_mismatch", {"given": 10_000, "counted": 5_000}),
        (lot({100: 20}, total=2_100), {100: 21}, Invalid, "total_mismatch", {"given": 2_100, "counted": 2_000}),
        (lot({2_000: 1}), {2_000: 1}, Invalid, "unknown_denomination", {"denomination": 2_000}),
        (lot({}), {}, Invalid, "no_chips", {}),
        (lot({100: 1}, "NONE"), {100: 1}, NotFound, "no_such_chip_set", {}),
    ],
)
def test_a_sale_that_is_not_right_is_refused(
    house: House, sold: Any, cash: dict[int, int], family: Any, code: str, detail: dict[str, Any]
) -> None:
    with refused(house, family, code, **detail):
        cages.sell(house, sold, cash)


def test_the_window_pays_only_with_notes_that_it_has(house: House) -> None:
    with refused(house, Conflict, "cash_short", place="cage", note=50_000):
        cages.redeem(house, lot({50_000: 1}), {50_000: 1})


@pytest.mark.parametrize("patron", ["", " ", "a" * 81, "Mr\nLee"])
def test_somebody_stands_at_the_window(house: House, patron: str) -> None:
    with refused(house, Invalid, "bad_patron"):
        cages.sell(house, lot({100: 1}), {100: 1}, patron=patron)
    with refused(house, Invalid, "bad_patron"):
        cages.redeem(house, lot({100: 1}), {100: 1}, patron=patron)


# ---------------------------------------------------------------------------------------------------------- other chips
def test_t34_a_retired_chip_comes_in_and_does_not_go_out(house: House) -> None:
    """The house still pays what stands on it, gives it to nobody, and can destroy it."""
    chip_sets.retire_denominations(actor=house.hana, at=house.at, chip_set="MAIN", denominations=[2_500])
    with refused(house, Invalid, "unknown_denomination", denomination=2_500):
        cages.sell(house, lot({2_500: 2}), {5_000: 1})
    with refused(house, Invalid, "unknown_denomination", denomination=2_500):
        builders.receive_chips({2_500: 10}, house.at)
    with refused(house, Invalid, "unknown_denomination", denomination=2_500):
        custody.issue_bank(house, {2_500: 10})
    assert cages.redeem(house, lot({2_500: 2}), {5_000: 1})["chips"] == {"2500": 2}
    cages.move_vault(house, "cage", lot({2_500: 4_002}), {})
    assert 2_500 not in cages.stock_of(house)
    cages.move_vault(house, "vault", lot({2_500: 4_002}), {})
    assert cages.withdraw(house, lot({2_500: 4_002}))["total"] == 10_005_000


def test_t41_promotional_chips_are_given_and_neither_sold_nor_redeemed(house: House) -> None:
    cages.promotional_set(house)
    given = cages.give_promotional(house, lot({500: 4}, "PROMO"))
    assert given == {
        "patron": "Mr Lee",
        "chip_set": "PROMO",
        "kind": "promotional",
        "chips": {"500": 4},
        "total": 2_000,
        "reason": "birthday",
        "seq": 5,
    }
    assert cages.stock_of(house, "cage", "PROMO") == {500: 96, 2_500: 40}
    with refused(house, Invalid, "not_value_chips"):
        cages.sell(house, lot({500: 4}, "PROMO"), {2_000: 1})
    with refused(house, Invalid, "not_redeemable"):
        cages.redeem(house, lot({500: 4}, "PROMO"), {2_000: 1})


def test_t41_only_promotional_chips_are_given_away(house: House) -> None:
    with refused(house, Invalid, "not_promotional"):
        cages.give_promotional(house, lot({500: 4}))
    cages.promotional_set(house)
    with refused(house, Conflict, "cage_short", place="cage", denomination=500):
        cages.give_promotional(house, lot({500: 101}, "PROMO"))
    with refused(house, NotAllowed, "role_not_held", role="house_manager"):
        cages.give_promotional(house, lot({500: 1}, "PROMO"), manager=house.sign("ada"))
    with refused(house, Invalid, "bad_reason"):
        cages.give_promotional(house, lot({500: 1}, "PROMO"), reason="")


def test_t42_colours_without_a_value_are_not_redeemed(house: House) -> None:
    """Nor sold: for money they exist at their table only, with a marker button."""
    cages.colour_set(house)
    with refused(house, Invalid, "not_redeemable"):
        cages.redeem(house, lot({1: 1}, "COLOURS"), {1: 1})
    with refused(house, Invalid, "not_value_chips"):
        cages.sell(house, lot({1: 1}, "COLOURS"), {1: 1})
