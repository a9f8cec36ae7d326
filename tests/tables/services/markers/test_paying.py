"""What is paid on a marker: at its own table, at another one, in the cage."""

from datetime import timedelta
from typing import Any

import pytest

from tables.domain import chips
from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.selectors import markers as marker_reads
from tables.services import rule_packs
from tests import builders, cages, custody
from tests import markers as acts
from tests.builders import House
from tests.markers import CUT
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return acts.house()


def choose(house: House, pack: str) -> None:
    rule_packs.choose_rule_pack(actor=house.hana, at=house.at, name=pack, version=1, effective_from=builders.GAMING_DAY)


# -------------------------------------------------------------------------------------------------------- at a table
def test_a_marker_is_paid_in_parts(house: House) -> None:
    slip = acts.issue(house)["slip"]
    answer = acts.pay(house, slip, 200_000, {10_000: 10})
    assert (answer["status"], answer["left"]) == ("part_paid", 200_000)
    assert custody.rack_of(house) == chips.add(chips.less(builders.PAR, CUT), {10_000: 10})
    assert acts.pay(house, slip, 200_000)["status"] == "paid"
    row = acts.row(slip)
    assert [(line["where"], line["cash"], line["chips_total"], line["left"], line["box"]) for line in row.payments] == [
        ("BJ-01", 200_000, 100_000, 200_000, 1),
        ("BJ-01", 200_000, 0, 0, 1),
    ]
    with refused("marker_not_owed", Conflict):
        acts.pay(house, slip, 100)


@pytest.mark.parametrize(
    ("cash", "given", "changes", "code", "family"),
    [
        (0, {}, {}, "nothing_paid", Invalid),
        (-1, {}, {}, "bad_amount", Invalid),
        (500_001, {}, {}, "overpaid", Conflict),
        (0, {300: 1}, {}, "unknown_denomination", Invalid),
        (0, {10_000: 1}, {"given_total": 9_999}, "total_mismatch", Invalid),
        (100, {}, {"slip": "M-000002"}, "no_such_marker", NotFound),
    ],
)
def test_what_is_no_payment(
    house: House, cash: int, given: dict[int, int], changes: dict[str, Any], code: str, family: type[Any]
) -> None:
    slip = acts.issue(house)["slip"]
    with refused(code, family):
        acts.pay(house, **{"slip": slip, "cash": cash, "given": given, **changes})


def test_new_jersey_redeems_in_reverse_date_order(house: House) -> None:
    choose(house, "new-jersey-like")
    old = acts.issue(house, {10_000: 10})["slip"]
    new = acts.issue(house, {10_000: 10}, at=house.at + timedelta(minutes=5))["slip"]
    with refused("marker_out_of_order", Conflict):
        acts.pay(house, old, 100)
    acts.pay(house, new, 100_000)
    assert acts.pay(house, old, 100)["left"] == 99_900


def test_nevada_redeems_the_oldest_first(house: House) -> None:
    choose(house, "nevada-like")
    old = acts.issue(house, {10_000: 10})["slip"]
    new = acts.issue(house, {10_000: 10}, at=house.at + timedelta(minutes=5))["slip"]
    with refused("marker_out_of_order", Conflict):
        acts.pay(house, new, 100)
    assert acts.pay(house, old, 100)["left"] == 99_900


# ------------------------------------------------------------------------------------------------------------- the cage
def test_the_pit_hands_its_markers_to_the_cage(house: House) -> None:
    slip = acts.issue(house)["slip"]
    acts.pay(house, slip, 100_000)
    with refused("marker_at_table", Conflict):
        acts.settle(house, slip, {10_000: 1})
    with refused("marker_changed", Conflict):
        acts.transfer(house, {slip: 500_000})
    assert acts.transfer(house, {slip: 400_000}) == {"markers": [slip], "total": 400_000, "seq": 2}
    with refused("marker_in_cage", Conflict):
        acts.pay(house, slip, 100)
    with refused("marker_in_cage", Conflict):
        acts.transfer(house, {slip: 400_000})
    assert acts.row(slip).held == "cage"


def test_the_boss_in_charge_hands_over_and_a_cashier_takes(house: House) -> None:
    slip = acts.issue(house)["slip"]
    with refused("no_markers", Invalid):
        acts.transfer(house, {})
    with refused("not_permitted", NotAllowed):
        acts.transfer(house, {slip: 500_000}, actor=house.petra)
    custody.also(house, "cass", Role.PIT_BOSS)
    with refused("same_person", NotAllowed):
        acts.transfer(house, {slip: 500_000}, pit_boss=house.sign("cass"))
    with refused("not_in_charge", NotAllowed):
        acts.transfer(house, {slip: 500_000}, pit_boss=house.sign("cass"), cashier=house.sign("cleo"))


def test_t100_whoever_watched_the_marker_does_not_take_it_in_the_cage(house: House) -> None:
    """T-100: persons are compared over the whole life of a marker, not within one act of it."""
    slip = acts.issue(house)["slip"]
    custody.also(house, "petra", Role.CASHIER)
    acts.transfer(house, {slip: 500_000})
    with refused("same_person", NotAllowed):
        acts.settle(house, slip, {10_000: 1}, actor=builders.actor("petra"), cashier=house.sign("petra"))


def test_a_patron_settles_at_the_window_in_cash_and_chips(house: House) -> None:
    slip = acts.issue(house)["slip"]
    acts.transfer(house, {slip: 500_000})
    stock = cages.stock_of(house)
    answer = acts.settle(house, slip, {10_000: 20}, {10_000: 10})
    assert (answer["status"], answer["left"]) == ("transferred", 200_000)
    assert cages.stock_of(house, chip_set=None) == {10_000: 20}
    assert cages.stock_of(house) == chips.add(stock, {10_000: 10})
    with refused("overpaid", Conflict):
        acts.settle(house, slip, {10_000: 21})
    assert acts.settle(house, slip, {10_000: 20})["status"] == "paid"
    assert [line["where"] for line in acts.row(slip).payments] == ["cage", "cage"]


def test_what_the_window_does_not_take_for_a_marker(house: House) -> None:
    slip = acts.issue(house)["slip"]
    acts.transfer(house, {slip: 500_000})
    cages.promotional_set(house)
    with refused("nothing_paid", Invalid):
        acts.settle(house, slip)
    with refused("not_redeemable", Invalid):
        acts.settle(house, slip, lot=cages.lot({500: 1}, "PROMO"))
    with refused("not_permitted", NotAllowed):
        acts.settle(house, slip, {10_000: 1}, actor=house.petra)


def test_open_markers_are_listed_by_patron_table_and_age(house: House) -> None:
    slip = acts.issue(house)["slip"]
    later = house.at + timedelta(hours=5)
    acts.issue(house, {10_000: 10}, at=later)
    found = marker_reads.found(house.petra, marker_reads.Wanted(open_only=True))
    assert [(view.slip, view.patron, view.table, view.left) for view in found] == [
        ("M-000002", "P-7", "BJ-01", 100_000),
        (slip, "P-7", "BJ-01", 500_000),
    ]
    assert [view.slip for view in marker_reads.found(house.cass, marker_reads.Wanted(patron="P-8"))] == []
