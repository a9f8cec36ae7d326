"""The formulas against the field's own vectors (domain.md §1.3, V-01 to V-12) and traps."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting.domain import figures
from accounting.domain.figures import Inputs, Ratio
from tables.domain.rule_packs.words import RakeShortfall

WHOLE = 100
"""Vectors are in whole units of money; figures are in minor units."""


def inputs(**values: int | None) -> Inputs:
    """Inputs from whole units of money."""
    return Inputs(**{name: None if value is None else value * WHOLE for name, value in values.items()})  # type: ignore[arg-type]


def test_v_01_win_and_hold() -> None:
    shift = inputs(opener=20_000, fills=5_000, credits=2_000, closer=18_000, box=9_000)
    won, dropped = figures.win(shift), figures.drop(shift)
    assert (won, dropped) == (4_000_00, 9_000_00)
    ratio = figures.hold(won, dropped)
    assert ratio == (400_000, 900_000)
    assert figures.percent(Ratio(*ratio), 2) == "44.44"


def test_v_02_win_with_fills_and_credits() -> None:
    assert figures.win(inputs(opener=100_000, fills=50_000, credits=30_000, closer=120_000, box=80_000)) == 80_000_00


def test_v_04_hold_of_a_month() -> None:
    ratio = figures.hold(2_670_759, 23_498_432)
    assert ratio is not None
    assert figures.percent(ratio, 1) == "11.4"
    assert figures.percent(ratio, 4) == "11.3657"


V_05 = {"BJ": (5_500, 50_000), "bac": (-18_000, 320_000), "roul": (6_400, 80_000), "craps": (3_600, 120_000)}


def test_v_05_ratio_of_sums_not_mean_of_ratios() -> None:
    holds = {game: figures.hold(won, dropped) for game, (won, dropped) in V_05.items()}
    assert {game: figures.percent(ratio, 3) for game, ratio in holds.items() if ratio} == {
        "BJ": "11.000",
        "bac": "-5.625",
        "roul": "8.000",
        "craps": "3.000",
    }
    pit = figures.hold(sum(won for won, _ in V_05.values()), sum(dropped for _, dropped in V_05.values()))
    assert pit == (-2_500, 570_000)
    assert figures.percent(Ratio(*pit), 2) == "-0.44"
    mean = sum((Fraction(won, dropped) for won, dropped in V_05.values()), Fraction(0)) / 4
    assert figures.percent(Ratio(mean.numerator, mean.denominator), 2) == "4.09"  # the wrong sign


def test_v_06_markers_issued() -> None:
    shift = inputs(opener=20_000, markers_issued=5_000, box=3_000, closer=16_000)
    assert (figures.drop(shift), figures.win(shift)) == (8_000_00, 4_000_00)
    assert figures.hold(figures.win(shift), figures.drop(shift)) == (400_000, 800_000)


def test_v_07_chips_paid_on_a_marker_are_no_win() -> None:
    shift = inputs(
        opener=20_000, markers_issued=5_000, box=5_000, closer=17_000, markers_paid_cash=2_000, markers_paid_chips=1_000
    )
    assert figures.win(shift) == 4_000_00
    without = inputs(opener=20_000, markers_issued=5_000, box=5_000, closer=17_000, markers_paid_cash=2_000)
    assert figures.win(without) == 5_000_00  # T-58: too much by just the chips paid


def test_v_08_shifts_of_one_box_add_up_to_the_day() -> None:
    shifts = [
        inputs(opener=20_000, fills=3_000, closer=17_500, box=None),
        inputs(opener=17_500, credits=4_000, closer=21_000, box=None),
        inputs(opener=21_000, fills=2_000, closer=19_000, box=None),
    ]
    assert [figures.chip_result(shift) for shift in shifts] == [-5_500_00, 7_500_00, -4_000_00]
    assert [figures.win(shift) for shift in shifts] == [None, None, None]
    day = figures.together(shifts)
    assert figures.win(day) is None
    assert figures.win(inputs(opener=58_500, fills=5_000, credits=4_000, closer=57_500, box=15_000)) == 13_000_00


def test_v_09_nothing_counted_is_not_zero() -> None:
    table = inputs(opener=20_000, closer=18_000, box=None)
    assert (figures.win(table), figures.drop(table), figures.hold(None, None)) == (None, None, None)


def test_v12_a_hold_is_no_edge() -> None:
    """V-12: of a drop of 1,000 the wheel holds 20 %; its edge of 5.26 % is of stakes, each dollar laid 3.8 times."""
    assert figures.theoretical_win(figures.theory([(3_802_28, 52_600)])) == 200_00
    held = figures.hold(200_00, 1_000_00)
    assert held == Ratio(200_00, 1_000_00)
    assert figures.percent(held, 2) == "20.00"
    assert figures.written(Ratio(3_802_28, 1_000_00), 1) == "3.8"


def test_t_20_a_fill_counts_where_it_was_accepted() -> None:
    day = inputs(opener=15_000, closer=12_000, box=8_000)
    assert figures.win(day) == 5_000_00
    dated_by_issue = inputs(opener=15_000, closer=12_000, box=8_000, fills=6_000)
    assert figures.win(dated_by_issue) == -1_000_00  # the cage has given, the table has not received


def test_t_57_a_marker_issued_at_one_table_and_paid_at_another() -> None:
    issued = inputs(opener=20_000, closer=15_000, box=0, markers_issued=5_000)
    paid = inputs(opener=20_000, closer=20_000, box=5_000, markers_paid_cash=5_000)
    assert [(figures.drop(table), figures.win(table)) for table in (issued, paid)] == [(5_000_00, 0), (0, 0)]
    pit = figures.together([issued, paid])
    assert (figures.drop(pit), figures.win(pit)) == (5_000_00, 0)


def test_t_50_a_table_without_a_closer_has_no_win() -> None:
    table = inputs(opener=20_000, closer=None, box=5_000)
    assert (figures.chip_result(table), figures.win(table), figures.drop(table)) == (None, None, 5_000_00)


def test_t_54_an_empty_box_is_a_drop_of_zero_and_gives_no_hold() -> None:
    table = inputs(opener=20_000, closer=20_100, box=0)
    assert (figures.drop(table), figures.win(table)) == (0, 100_00)
    assert figures.hold(figures.win(table), figures.drop(table)) is None


def test_t_56_win_above_drop_is_not_clipped() -> None:
    ratio = figures.hold(150, 100)
    assert ratio is not None
    assert figures.percent(ratio, 1) == "150.0"


def test_t55_a_loss_is_a_hold_below_nought_and_no_drop_is_none() -> None:
    """T-55: a loss of 250 on a drop of 1,000 is -25.0 %; win without a drop has no hold at all."""
    lost = figures.hold(-250, 1_000)
    assert lost == Ratio(-250, 1_000)
    assert figures.percent(lost, 1) == "-25.0"
    assert (figures.hold(250, 0), figures.hold(0, 0)) == (None, None)


def test_t55_more_marker_cash_than_was_dropped_is_a_drop_below_nought() -> None:
    """T-55: only a drop of 0 has no hold; 200 in the box less 700 paid for markers of other tables are -500."""
    given = inputs(opener=1_000, closer=1_600, box=200, markers_paid_cash=700)
    assert (figures.drop(given), figures.win(given)) == (-500 * WHOLE, 100 * WHOLE)
    assert figures.hold(figures.win(given), figures.drop(given)) == Ratio(100 * WHOLE, -500 * WHOLE)
    assert figures.percent(Ratio(100, -500), 2) == "-20.00"


@pytest.mark.parametrize(
    ("rule", "expected", "counted", "booked"),
    [
        (RakeShortfall.HIGHER_OF_BOTH, 1_000, 970, 1_000),
        (RakeShortfall.HIGHER_OF_BOTH, 1_000, 1_030, 1_030),
        (RakeShortfall.AS_COUNTED, 1_000, 970, 970),
        (RakeShortfall.AS_COUNTED, 1_000, 1_030, 1_030),
    ],
)
def test_rake_is_booked_by_the_rule_pack(rule: RakeShortfall, expected: int, counted: int, booked: int) -> None:
    """A shortfall of 0.30 is the house's where the higher is booked, and nobody's where the count is."""
    assert figures.booked(expected, counted, rule) == booked


@pytest.mark.parametrize(
    ("rounding", "told"),
    [
        (figures.HALF_UP, ["0.13", "-0.13", "0.38"]),
        (figures.HALF_EVEN, ["0.12", "-0.12", "0.38"]),
        (figures.DOWN, ["0.12", "-0.12", "0.37"]),
    ],
)
def test_ties_are_rounded_as_asked(rounding: str, told: list[str]) -> None:
    ties = [Ratio(125, 1000), Ratio(-125, 1000), Ratio(375, 1000)]
    assert [figures.written(tie, 2, rounding) for tie in ties] == told


def test_unknown_rounding_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="unknown rounding 'up'"):
        figures.written(Ratio(1, 3), 2, "up")


def test_whole_numbers_have_no_point() -> None:
    assert figures.written(Ratio(-7, 2), 0) == "-4"


_AMOUNT = st.integers(0, 10**12)
_KNOWN = st.builds(Inputs, *[_AMOUNT] * 8)


@given(st.lists(_KNOWN, min_size=1, max_size=6))
def test_win_of_the_sum_is_the_sum_of_wins(parts: list[Inputs]) -> None:
    assert figures.win(figures.together(parts)) == sum(figures.win(part) or 0 for part in parts)


@given(st.lists(_KNOWN, max_size=4), _AMOUNT)
def test_one_uncounted_box_leaves_the_sum_unknown(parts: list[Inputs], opener: int) -> None:
    assert figures.win(figures.together([*parts, Inputs(opener, 0, None)])) is None


@given(st.integers(-(10**15), 10**15), st.integers(1, 10**15), st.integers(0, 6))
def test_half_up_is_within_half_a_unit(numerator: int, denominator: int, places: int) -> None:
    text = figures.written(Ratio(numerator, denominator), places)
    assert abs(Fraction(text) - Fraction(numerator, denominator)) <= Fraction(1, 2 * 10**places)


def test_theoretical_win_is_a_sum_of_stakes_before_it_is_rounded() -> None:
    """Three periods of 0.333 each are 1, and not three noughts; 4,900 parts per million are 0.49 %."""
    parts = [(333, 1_000)] * 3
    assert figures.theoretical_win(figures.theory(parts)) == 1
    assert [figures.theoretical_win(figures.theory([part])) for part in parts] == [0, 0, 0]
    assert figures.theoretical_win(figures.theory([(16_800 * 2_500, 4_900)])) == 205_800


def test_theoretical_win_of_a_void_after_midnight_is_taken_back() -> None:
    assert figures.theoretical_win(figures.theory([(10_000, 5_000), (-10_000, 5_000)])) == 0


def test_t_50_a_part_without_an_edge_leaves_theoretical_win_unknown() -> None:
    assert figures.theoretical_win(figures.theory([])) is None
    assert figures.theoretical_win(figures.theory([(1_000, None)])) is None
    assert figures.theoretical_win(figures.theory([(1_000, 4_900), (0, None)])) is None
