"""Statistical review against the figures that domain.md §1.4 worked out, and its traps T-61 and T-62."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting.domain import statistics
from accounting.domain.statistics import Basis, Expected, Model, Span, Spread, Staked, Trigger, Verdict, Won
from tables.domain.rule_packs import shipped
from tables.domain.rule_packs.words import StatisticsBase, StatisticsMeasure

USUAL, FELL = Won(100_000_00, 18_500_00), Won(100_000_00, 15_600_00)
POINTS = Trigger(StatisticsMeasure.POINTS, 300, 10_000_00)
RELATIVE = Trigger(StatisticsMeasure.RELATIVE, 400, 10_000_00)
INTERVAL = Trigger(StatisticsMeasure.INTERVAL, 9_500, 10_000_00)
TEXTBOOK = Model(Fraction(75, 10_000), Fraction(114, 100) ** 2, frozenset({"main"}))
"""The edge and the sigma of domain.md's example."""
PRIOR_YEAR, ROLLING = StatisticsBase.PRIOR_BUSINESS_YEAR, StatisticsBase.ROLLING_30_VS_LIFETIME
MARCH = Span(date(2026, 3, 1), date(2026, 3, 31))


def whole(range_: Expected) -> tuple[int, int, int, int]:
    """A range in whole units of money, as the page prints it."""
    return tuple(round(Fraction(value, 100)) for value in range_)  # type: ignore[return-value]


def test_2_9_points_are_not_flagged_at_3_points() -> None:
    judged = statistics.judge(FELL, USUAL, POINTS)
    assert (judged.verdict, judged.points) == (Verdict.WITHIN, Fraction(-29, 10))


def test_the_same_fall_is_15_7_percent_and_flagged_relative() -> None:
    judged = statistics.judge(FELL, USUAL, RELATIVE)
    assert judged.verdict is Verdict.FLAGGED
    assert judged.relative == Fraction(-2_900, 185)
    assert round(judged.relative, 1) == Fraction(-157, 10)


def test_what_is_exactly_the_tolerance_is_not_flagged() -> None:
    assert statistics.judge(Won(100_000_00, 15_500_00), USUAL, POINTS).verdict is Verdict.WITHIN
    assert statistics.judge(Won(100_000_00, 15_499_99), USUAL, POINTS).verdict is Verdict.FLAGGED
    assert statistics.judge(Won(100_000_00, 21_500_01), USUAL, POINTS).verdict is Verdict.FLAGGED


@pytest.mark.parametrize(
    ("pack", "won", "verdict"),
    [
        ("nevada-like", 17_000_00, Verdict.WITHIN),  # 3 points of 100,000 are 3,000
        ("nevada-like", 16_999_99, Verdict.FLAGGED),
        ("nevada-like", 23_000_00, Verdict.WITHIN),
        ("nevada-like", 23_000_01, Verdict.FLAGGED),
        ("french-like", 19_200_00, Verdict.WITHIN),  # 4 % of 20,000 are 800
        ("french-like", 19_199_99, Verdict.FLAGGED),
        ("french-like", 20_800_00, Verdict.WITHIN),
        ("french-like", 20_800_01, Verdict.FLAGGED),
        ("new-jersey-like", 19_998_04, Verdict.WITHIN),  # 95 % of four days of 0.50 around it: 1.96 x 2 x 0.50
        ("new-jersey-like", 19_998_03, Verdict.FLAGGED),
        ("new-jersey-like", 20_001_96, Verdict.WITHIN),
        ("new-jersey-like", 20_001_97, Verdict.FLAGGED),
    ],
)
def test_the_bound_of_each_rule_pack_lies_within(pack: str, won: int, verdict: Verdict) -> None:
    """The base is 20 % of 100,000; the pack's own measure and tolerance, both ways, to the last unit."""
    values = shipped.pack(pack, 1, 2)
    trigger = Trigger(values.statistics_measure, values.statistics_tolerance, values.statistics_minimum_drop)
    spread = Spread(Fraction(50**2), 60)
    judged = statistics.judge(Won(100_000_00, won), Won(100_000_00, 20_000_00), trigger, days=4, spread=spread)
    assert judged.verdict is verdict


def test_a_base_below_nought_is_compared_by_its_size() -> None:
    judged = statistics.judge(Won(100_000_00, 10_000_00), Won(100_000_00, -5_000_00), RELATIVE)
    assert (judged.points, judged.relative) == (Fraction(15), Fraction(300))
    assert judged.verdict is Verdict.FLAGGED


def test_a_base_of_nought_has_no_relative_distance() -> None:
    judged = statistics.judge(FELL, Won(100_000_00, 0), RELATIVE)
    assert judged.relative is None
    assert judged.verdict is Verdict.NO_BASE


def test_t_61_below_the_minimum_drop_nothing_is_judged() -> None:
    """T-61: points against relative above, and here the drop from which on a hold says something."""
    thin = Won(9_999_99, -9_000_00)
    assert statistics.judge(thin, USUAL, POINTS).verdict is Verdict.DROP_TOO_SMALL
    assert statistics.judge(FELL, thin, POINTS).verdict is Verdict.NO_BASE
    assert statistics.judge(Won(0, 0), USUAL, POINTS._replace(minimum_drop=0)).verdict is Verdict.DROP_TOO_SMALL
    just_enough = Won(10_000_00, 1_850_00)
    assert statistics.judge(just_enough, USUAL, POINTS).verdict is Verdict.WITHIN
    assert statistics.judge(USUAL, just_enough, POINTS).verdict is Verdict.WITHIN


def test_t_50_what_is_not_counted_is_not_judged() -> None:
    judged = statistics.judge(Won(None, None), USUAL, POINTS)
    assert (judged.verdict, judged.hold, judged.points) == (Verdict.NOT_COUNTED, None, None)
    assert statistics.judge(FELL, Won(None, None), POINTS).verdict is Verdict.NO_BASE
    assert statistics.judge(FELL, None, POINTS).verdict is Verdict.NO_BASE


def test_one_table_of_16_800_hands_may_well_lose() -> None:
    staked = Staked(16_800 * 25_00, 16_800 * 25_00**2)
    assert whole(statistics.expected([(staked, TEXTBOOK)])) == (3_150, -4_090, 10_390, 3_694)


def test_ten_such_tables_do_not() -> None:
    staked = Staked(168_000 * 25_00, 168_000 * 25_00**2)
    assert whole(statistics.expected([(staked, TEXTBOOK)]))[:3] == (31_500, 8_604, 54_396)


def test_two_games_add_their_means_and_their_variances() -> None:
    half = Staked(84_000 * 25_00, 84_000 * 25_00**2)
    assert whole(statistics.expected([(half, TEXTBOOK), (half, TEXTBOOK)]))[:3] == (31_500, 8_604, 54_396)


def test_no_round_lets_nothing_be_expected() -> None:
    assert statistics.expected([]) == (0, 0, 0, 0)


def test_the_products_own_blackjack_has_the_edge_of_its_rules() -> None:
    model = statistics.MODELS["blackjack"]
    assert (model.edge, model.variance) == (Fraction(49, 10_000), Fraction(12_996, 10_000))


def test_an_edge_that_the_house_has_set_is_in_parts_per_million() -> None:
    """0.75 % of 4,200.00 laid are 31.50; the variance stays the game's."""
    model = statistics.model("blackjack", 7_500)
    assert (model.edge, model.variance) == (Fraction(75, 10_000), statistics.MODELS["blackjack"].variance)
    assert statistics.expected([(Staked(4_200_00, 4_200_00 * 25_00), model)]).win == 31_50


@pytest.mark.parametrize(("confidence", "reach"), [(9_500, "1.96"), (9_000, "1.64"), (9_900, "2.58"), (6_827, "1.00")])
def test_how_far_a_confidence_reaches(confidence: int, reach: str) -> None:
    assert statistics.normal_reach(confidence) == Fraction(reach)


@pytest.mark.parametrize("confidence", [0, 10_000])
def test_certainty_reaches_nowhere(confidence: int) -> None:
    with pytest.raises(ValueError, match="certainty"):
        statistics.normal_reach(confidence)


def test_stakes_of_bets_that_open_a_hand() -> None:
    assert statistics.opening("blackjack", "main", "won", 25_00) == (25_00, 6_250_000)
    assert statistics.opening("blackjack", "back", "push", 10_00) == (10_00, 1_000_000)


@pytest.mark.parametrize(
    ("game", "kind", "outcome"),
    [("blackjack", "double", "won"), ("blackjack", "insurance", "lost"), ("blackjack", "main", "void"),
     ("scarney", "ante", "lost")],
)  # fmt: skip
def test_what_is_no_opening_stake(game: str, kind: str, outcome: str) -> None:
    assert statistics.opening(game, kind, outcome, 25_00) == (0, 0)


def test_the_spread_of_days_around_their_hold() -> None:
    """Hold 20 %: the days lie 10 above and 10 below, so the variance is 200 over one degree of freedom."""
    assert statistics.spread([Won(100, 30), Won(100, 10)]) == Spread(Fraction(200), 2)


def test_the_hold_that_days_lie_around_is_a_ratio_of_sums() -> None:
    """V-05: 40 of 400 are 10 %, so the days lie 20 above and 20 below; the mean of 30 % and 3.33 % is not asked."""
    assert statistics.spread([Won(100, 30), Won(300, 10)]) == Spread(Fraction(800), 2)


def test_days_without_a_count_or_a_drop_are_no_spread() -> None:
    assert statistics.spread([Won(100, 30), Won(None, None), Won(0, 0)]) is None


@pytest.mark.parametrize(("win", "verdict"), [(72_40, Verdict.WITHIN), (72_41, Verdict.FLAGGED)])
def test_outside_the_interval_of_the_base(win: int, verdict: Verdict) -> None:
    """A day's deviation is 1,847.00: over four days 95 % reach 1.96 x 2 x 1,847.00 = 7,240.24."""
    spread, base = Spread(Fraction(1_847_00**2), 60), Won(100_000_00, 20_000_00)
    actual = Won(100_000_00, 20_000_00 + win * 100)
    assert statistics.judge(actual, base, INTERVAL, days=4, spread=spread).verdict is verdict


def test_an_interval_needs_days_to_be_measured() -> None:
    assert statistics.judge(FELL, USUAL, INTERVAL, days=31).verdict is Verdict.NO_SPREAD
    assert statistics.judge(FELL, USUAL, INTERVAL, days=0, spread=Spread(Fraction(1), 60)).verdict is Verdict.NO_SPREAD


def test_an_interval_of_certainty_flags_nothing() -> None:
    spread = Spread(Fraction(1), 60)
    sure = INTERVAL._replace(tolerance=10_000)
    assert statistics.judge(FELL, USUAL, sure, days=31, spread=spread).verdict is Verdict.WITHIN


def test_t_62_first_year_is_compared_with_the_month_before() -> None:
    basis = statistics.basis(PRIOR_YEAR, MARCH, date(2026, 1, 10), 1)
    assert basis == Basis("prior_month", MARCH, Span(date(2026, 2, 1), date(2026, 2, 28)))
    for first_locked in (date(2026, 1, 1), date(2026, 2, 28)):
        assert statistics.basis(PRIOR_YEAR, MARCH, first_locked, 1) == basis


def test_t_62_january_of_year_two_switches_the_base() -> None:
    january = Span(date(2027, 1, 1), date(2027, 1, 31))
    basis = statistics.basis(PRIOR_YEAR, january, date(2026, 6, 1), 1)
    assert basis == Basis("prior_business_year", january, Span(date(2026, 1, 1), date(2026, 12, 31)))


def test_t_62_a_business_year_that_begins_in_november() -> None:
    november = Span(date(2026, 11, 1), date(2026, 11, 30))
    base = statistics.basis(PRIOR_YEAR, november, date(2026, 10, 1), 11).base
    assert base == Span(date(2025, 11, 1), date(2026, 10, 31))
    assert statistics.basis(PRIOR_YEAR, MARCH, date(2026, 2, 1), 11).kind == "prior_month"


def test_t_62_the_first_month_has_no_base() -> None:
    assert statistics.basis(PRIOR_YEAR, MARCH, date(2026, 3, 1), 1) == Basis("", MARCH, None)
    assert statistics.basis(PRIOR_YEAR, MARCH, None, 1) == Basis("", MARCH, None)
    assert statistics.basis(PRIOR_YEAR, MARCH, date(2025, 12, 31), 1).kind == "prior_business_year"


def test_thirty_days_against_the_lifetime() -> None:
    basis = statistics.basis(ROLLING, MARCH, date(2024, 5, 1), 1)
    assert basis.reviewed == Span(date(2026, 3, 2), date(2026, 3, 31))
    assert (basis.kind, basis.base) == ("lifetime", Span(date(2024, 5, 1), date(2026, 3, 31)))
    assert statistics.basis(ROLLING, MARCH, None, 1) == Basis("", basis.reviewed, None)


@given(st.integers(0, 10**12), st.integers(0, 10**24))
def test_a_range_lies_around_its_middle(stakes: int, squares: int) -> None:
    made = statistics.expected([(Staked(stakes, squares), TEXTBOOK)])
    assert made.low <= made.win <= made.high
    assert abs((made.high - made.win) - (made.win - made.low)) <= 1
