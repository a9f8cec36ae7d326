"""What slips and markers add to a bank period, in the vectors of domain.md §1.3 (amounts in whole units there)."""

from typing import Any

import pytest

from accounting.domain.drafts import DraftError
from accounting.domain.rows import PeriodResult
from accounting.domain.shift_lines import Box, Line, Period, Place, line, of_table
from tests.accounting.domain.test_table_books import Table

TABLE = Place("A", "P1", "blackjack", True)


def closed(table: Table, closer: int) -> PeriodResult:
    """The table's period, ended by this closer."""
    table.take("table_closed", period=1, total=closer, difference=0)
    (result,) = table.rows.periods
    return result


def told(result: PeriodResult, box: int | None) -> Line:
    """The line of the period with so much counted in its box."""
    period = Period(TABLE, result._replace(boxes="1"))
    boxes = {("A", 1): Box("A", 1, (1,), box, box)}
    return line([period], [of_table([period], boxes)], banked=True)


def opened(opener: int) -> Table:
    """A table with this opener."""
    table = Table()
    table.take("box_placed", box=1)
    table.take(
        "table_opened", period=1, session=1, gaming_day="2026-03-04", shift="day", total=opener,
        previous_closer=None, variance=0, box=1,
    )  # fmt: skip
    return table


def test_v01_a_fill_and_a_credit() -> None:
    """V-01: O 20,000 F 5,000 K 2,000 C 18,000 X 9,000: W 4,000, H 44.44 %."""
    table = opened(20_000)
    table.take("fill_accepted", total=5_000, counted_total=5_000)
    table.take("credit_counted_out", total=2_000)
    figures = told(closed(table, 18_000), 9_000)
    assert (figures["fills"], figures["credits"], figures["win"], figures["hold"]["percent"]) == (
        5_000,
        2_000,
        4_000,
        "44.44",
    )


def test_v02_big_figures() -> None:
    """V-02: O 100,000 F 50,000 K 30,000 C 120,000 X 80,000: W 80,000."""
    table = opened(100_000)
    table.take("fill_accepted", total=50_000, counted_total=50_000)
    table.take("credit_counted_out", total=30_000)
    assert told(closed(table, 120_000), 80_000)["win"] == 80_000


def test_v06_a_marker_is_drop() -> None:
    """V-06: O 20,000, MI 5,000, X 3,000, C 16,000: D 8,000, W 4,000, H 50 %."""
    table = opened(20_000)
    table.take("marker_issued", amount=5_000)
    figures = told(closed(table, 16_000), 3_000)
    assert (figures["drop"], figures["win"], figures["hold"]["percent"]) == (8_000, 4_000, "50.00")


def test_v07_chips_for_a_marker_are_no_win() -> None:
    """V-07: V-06, then 2,000 in cash and 1,000 in chips are paid: X 5,000, C 17,000, W still 4,000."""
    table = opened(20_000)
    table.take("marker_issued", amount=5_000)
    table.take("marker_paid", patron="P-7", cash=2_000, chips_total=1_000)
    figures = told(closed(table, 17_000), 5_000)
    assert (figures["drop"], figures["win"]) == (8_000, 4_000)
    assert figures["markers"] == {"issued": 5_000, "paid_cash": 2_000, "paid_chips": 1_000}
    assert figures["box_cash_by_log"] == 2_000


def test_t57_a_marker_is_paid_at_another_table() -> None:
    """T-57: issued at A for 5,000, paid at B in 2,000 cash and 1,000 chips: both tables change, the pit is right."""
    first, second = opened(20_000), opened(10_000)
    first.take("marker_issued", amount=5_000)
    second.take("marker_paid", patron="P-7", cash=2_000, chips_total=1_000)
    issued, paid = told(closed(first, 15_000), 0), told(closed(second, 11_000), 2_000)
    assert (issued["drop"], issued["win"]) == (5_000, 0)
    assert (paid["drop"], paid["win"]) == (0, 0)


def test_t20_a_fill_in_transit_is_in_nobodys_rack() -> None:
    """T-20: opener 15,000, rack 12,000, box 8,000, 6,000 on its way: win 5,000 (by issue it were -1,000)."""
    assert told(closed(opened(15_000), 12_000), 8_000)["win"] == 5_000


def test_t21_the_rack_got_what_was_counted() -> None:
    """T-21: a fill of 6,000 that came as 5,900 adds 5,900."""
    table = opened(10_000)
    table.take("fill_accepted", total=6_000, counted_total=5_900)
    assert closed(table, 15_900).fills == 5_900


def test_a_voided_marker_leaves_nothing() -> None:
    table = opened(20_000)
    table.take("marker_issued", amount=5_000)
    table.take("marker_voided", amount=5_000)
    assert "markers" not in told(closed(table, 20_000), 0)


def test_v25_a_corrected_buy_in_keeps_the_original() -> None:
    """V-25: 12,000 keyed for 1,200; the correction stands beside it."""
    table = opened(20_000)
    table.take("buy_in_taken", player="anna", cash=12_000, box=1)
    table.take("buy_in_corrected", player="anna", corrects=3, cash=-10_800)
    result = closed(table, 18_800)
    assert (result.buy_ins, result.buy_in_cash, result.box_cash) == (1, 1_200, 1_200)


@pytest.mark.parametrize("type_", ["fill_accepted", "credit_counted_out", "marker_issued", "marker_paid"])
def test_nothing_of_it_happens_outside_a_period(type_: str) -> None:
    table = Table()
    data: dict[str, Any] = {"total": 1, "counted_total": 1, "amount": 1, "cash": 1, "chips_total": 0}
    with pytest.raises(DraftError, match=f"{type_} outside a bank period"):
        table.take(type_, **data)
