"""Slips, markers, the cage and the vault: each posting rule against an example worked by hand."""

from typing import Any

import pytest

from accounting.domain.drafts import DraftError
from tests.accounting.domain.test_posting import posted

TWENTY_GREEN = {"2500": 20}
"""Twenty 25.00 chips: 500.00."""


def test_a_fill_is_in_transit_between_cage_and_rack() -> None:
    """T-20: the cage has given, the table has not received."""
    slip = {"chips": TWENTY_GREEN, "total": 50_000}
    assert posted("fill_issued", slip, "") == {("cage", "chips"): -50_000, ("in_transit", "chips"): 50_000}
    assert posted("fill_accepted", {**slip, "counted": TWENTY_GREEN, "counted_total": 50_000}) == {
        ("in_transit", "chips"): -50_000,
        ("rack/BJ-01", "chips"): 50_000,
    }


def test_a_fill_that_is_short_shows_the_missing_chip_alone() -> None:
    """T-21 where the rule pack lets the table take what came."""
    slip = {"chips": TWENTY_GREEN, "total": 50_000, "counted": {"2500": 19}, "counted_total": 47_500}
    assert posted("fill_accepted", slip) == {
        ("in_transit", "chips"): -50_000,
        ("rack/BJ-01", "chips"): 47_500,
        ("variance/transit", "chips"): 2_500,
    }


def test_a_declined_fill_comes_back_as_the_cashier_counts_it() -> None:
    assert posted("fill_returned", {"total": 50_000, "counted": {"2500": 19}, "counted_total": 47_500}, "") == {
        ("cage", "chips"): 47_500,
        ("in_transit", "chips"): -50_000,
        ("variance/transit", "chips"): 2_500,
    }


def test_a_credit_leaves_the_rack_before_the_cage_has_it() -> None:
    assert posted("credit_counted_out", {"chips": TWENTY_GREEN, "total": 50_000}) == {
        ("rack/BJ-01", "chips"): -50_000,
        ("in_transit", "chips"): 50_000,
    }
    came = {"total": 50_000, "counted": TWENTY_GREEN, "counted_total": 50_000}
    assert posted("credit_received", came, "") == {("cage", "chips"): 50_000, ("in_transit", "chips"): -50_000}


def test_an_even_exchange_moves_no_value_at_the_table() -> None:
    """T-32: 500.00 in fives for 500.00 in greens."""
    even = {"given": {"500": 100}, "taken": TWENTY_GREEN, "total": 50_000}
    assert posted("exchange_issued", even, "") == {("cage", "chips"): -50_000, ("in_transit", "chips"): 50_000}
    assert posted("exchange_made", even) == {}
    back = {"total": 50_000, "counted": {"500": 100}, "counted_total": 50_000}
    assert posted("exchange_received", back, "") == {("cage", "chips"): 50_000, ("in_transit", "chips"): -50_000}


@pytest.mark.parametrize("type_", ["exchange_issued", "exchange_made"])
def test_an_uneven_exchange_stops_the_books(type_: str) -> None:
    with pytest.raises(DraftError, match="50000 written for 49500 in chips"):
        posted(type_, {"given": {"500": 99}, "taken": TWENTY_GREEN, "total": 50_000})


def test_a_void_gives_back_what_was_set_apart() -> None:
    """T-23: before the chips are carried. A credit slip had moved nothing."""
    assert posted("slip_voided", {"kind": "fill", "total": 50_000}, "") == {
        ("in_transit", "chips"): -50_000,
        ("cage", "chips"): 50_000,
    }
    assert posted("slip_voided", {"kind": "credit", "total": 50_000}, "") == {}


@pytest.mark.parametrize("type_", ["fill_issued", "credit_counted_out"])
def test_quantity_and_value_must_agree(type_: str) -> None:
    """T-31: 20 x 25.00 is not 525.00."""
    with pytest.raises(DraftError, match="52500 written for 50000 in chips"):
        posted(type_, {"chips": TWENTY_GREEN, "total": 52_500})


def test_v07_t57_a_marker_is_an_asset_of_its_own() -> None:
    """V-07: paid in part by 2,000.00 in cash and 1,000.00 in chips, at another table (T-57)."""
    assert posted("marker_issued", {"amount": 500_000, "chips": {"10000": 50}}, "A") == {
        ("rack/A", "chips"): -500_000,
        ("players", "chips"): 500_000,
        ("patrons", "markers"): -500_000,
        ("markers/A", "markers"): 500_000,
    }
    paid = {"table": "A", "cash": 200_000, "chips": {"10000": 10}, "chips_total": 100_000}
    assert posted("marker_paid", paid, "B") == {
        ("patrons", "cash"): -200_000,
        ("box/B", "cash"): 200_000,
        ("players", "chips"): -100_000,
        ("rack/B", "chips"): 100_000,
        ("markers/A", "markers"): -300_000,
        ("patrons", "markers"): 300_000,
    }


def test_a_marker_goes_to_the_cage_and_is_settled_there() -> None:
    assert posted("marker_transferred", {"table": "A", "amount": 200_000}, "") == {
        ("markers/A", "markers"): -200_000,
        ("cage", "markers"): 200_000,
    }
    paid = {"notes": {"10000": 15}, "cash": 150_000, "chips": {"10000": 5}, "chips_total": 50_000}
    assert posted("marker_settled", paid, "") == {
        ("patrons", "cash"): -150_000,
        ("cage", "cash"): 150_000,
        ("players", "chips"): -50_000,
        ("cage", "chips"): 50_000,
        ("cage", "markers"): -200_000,
        ("patrons", "markers"): 200_000,
    }


def test_a_voided_marker_brings_its_chips_back() -> None:
    assert posted("marker_voided", {"amount": 500_000, "chips": {"10000": 50}}, "A") == {
        ("rack/A", "chips"): 500_000,
        ("players", "chips"): -500_000,
        ("patrons", "markers"): 500_000,
        ("markers/A", "markers"): -500_000,
    }


def test_a_payment_of_nothing_stops_the_books() -> None:
    with pytest.raises(DraftError, match="a payment of nothing"):
        posted("marker_paid", {"table": "A", "cash": 0, "chips": {}, "chips_total": 0}, "B")


def test_a_corrected_buy_in_moves_the_difference_alone() -> None:
    """V-25: 12,000.00 was keyed for 1,200.00."""
    assert posted("buy_in_corrected", {"cash": -1_080_000, "chips": {"10000": -108}}) == {
        ("patrons", "cash"): 1_080_000,
        ("box/BJ-01", "cash"): -1_080_000,
        ("rack/BJ-01", "chips"): 1_080_000,
        ("players", "chips"): -1_080_000,
    }


def test_the_cage_sells_and_redeems_chips() -> None:
    sold = {"notes": {"10000": 3}, "cash": 30_000, "chips": {"2500": 12}}
    assert posted("chips_sold", sold, "") == {
        ("patrons", "cash"): -30_000,
        ("cage", "cash"): 30_000,
        ("cage", "chips"): -30_000,
        ("players", "chips"): 30_000,
    }
    redeemed = {"chips": {"2500": 12}, "total": 30_000, "notes": {"10000": 3}, "cash": 30_000}
    assert posted("chips_redeemed", redeemed, "") == {
        ("patrons", "cash"): 30_000,
        ("cage", "cash"): -30_000,
        ("cage", "chips"): 30_000,
        ("players", "chips"): -30_000,
    }


def test_chips_and_cash_between_vault_bank_and_cage() -> None:
    between: dict[str, Any] = {"source": "vault", "target": "cage", "chips": {"500": 10}, "chips_total": 5_000}
    assert posted("vault_moved", {**between, "notes": {"2000": 4}, "cash_total": 8_000}, "") == {
        ("vault", "chips"): -5_000,
        ("cage", "chips"): 5_000,
        ("vault", "cash"): -8_000,
        ("cage", "cash"): 8_000,
    }
    notes = {"notes": {"10000": 50}, "total": 500_000}
    assert posted("cash_received", notes, "") == {("bank", "cash"): -500_000, ("vault", "cash"): 500_000}
    assert posted("cash_banked", notes, "") == {("bank", "cash"): 500_000, ("vault", "cash"): -500_000}
    gone = {"place": "vault", "chips": {"500": 10}, "total": 5_000}
    assert posted("chips_withdrawn", gone, "") == {("vault", "chips"): -5_000, ("issued", "chips"): 5_000}


def test_a_cage_count_shows_chips_and_cash_apart() -> None:
    count = {
        "place": "cage", "chips": {"500": 9}, "chips_total": 4_500, "chips_difference": -500,
        "notes": {"2000": 5}, "cash_total": 10_000, "cash_difference": 2_000,
    }  # fmt: skip
    assert posted("cage_counted", count, "") == {
        ("cage", "chips"): -500,
        ("variance/cage", "chips"): 500,
        ("cage", "cash"): 2_000,
        ("variance/cage", "cash"): -2_000,
    }


def test_the_vault_takes_over_a_closed_count() -> None:
    taken = {"notes": {"10000": 2}, "cash_total": 20_000, "chips": {"100": 7}, "chips_total": 700}
    assert posted("drop_taken_over", {**taken, "promotional_total": 500}, "") == {
        ("count_room", "promo"): -500,
        ("vault", "promo"): 500,
        ("count_room", "cash"): -20_000,
        ("vault", "cash"): 20_000,
        ("count_room", "chips"): -700,
        ("vault", "chips"): 700,
    }


def test_a_place_that_the_cage_does_not_have_stops_the_books() -> None:
    with pytest.raises(DraftError, match="no place rack in the cage"):
        posted("chips_withdrawn", {"place": "rack", "chips": {"500": 1}, "total": 500}, "")


def test_t41_promotional_chips_are_an_asset_of_their_own() -> None:
    lot = {"chip_set": "PROMO", "kind": "promotional", "chips": {"500": 4}, "total": 2_000}
    assert posted("chips_received", {**lot, "place": "vault"}, "") == {
        ("issued", "promo"): -2_000,
        ("vault", "promo"): 2_000,
    }
    moved = {"source": "vault", "target": "cage", **lot, "chips_total": 2_000, "notes": {}, "cash_total": 0}
    assert posted("vault_moved", moved, "") == {("vault", "promo"): -2_000, ("cage", "promo"): 2_000}
    assert posted("promotional_given", lot, "") == {("cage", "promo"): -2_000, ("patrons", "promo"): 2_000}
    assert posted("chips_withdrawn", {**lot, "place": "cage"}, "") == {
        ("cage", "promo"): -2_000,
        ("issued", "promo"): 2_000,
    }
    with pytest.raises(DraftError, match="only promotional chips are given"):
        posted("promotional_given", {**lot, "kind": "value"}, "")


def test_t41_a_missing_promotional_chip_is_no_missing_money() -> None:
    count = {
        "place": "cage", "chips": {}, "chips_total": 0, "chips_difference": 0, "promotional_difference": -500,
        "notes": {}, "cash_total": 0, "cash_difference": 0,
    }  # fmt: skip
    assert posted("cage_counted", count, "") == {("cage", "promo"): -500, ("variance/cage", "promo"): 500}


def test_t42_colours_without_a_value_move_nothing() -> None:
    lot = {"chip_set": "COLOURS", "kind": "non_value", "chips": {"1": 300}, "total": 0, "place": "vault"}
    assert posted("chips_received", lot, "") == {}
    assert posted("chips_withdrawn", lot, "") == {}
    with pytest.raises(DraftError, match="300 written for chips without a value"):
        posted("chips_received", {**lot, "total": 300}, "")
