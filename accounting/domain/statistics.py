"""Statistical review: hold against its base, and win against what the dealt rounds let expect (domain.md §1.4).

The rule pack says how hold is compared and from when on the difference has to be investigated. Beside it always stands
the range in which the win should lie by chance alone, from the stakes of the rounds that were dealt. Exact integers
and fractions; money in minor units.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from math import erf, isqrt, sqrt
from typing import Final, NamedTuple

from accounting.domain import day_totals, figures
from tables.domain.rule_packs.words import StatisticsBase, StatisticsMeasure

CONFIDENCE: Final = 9_500
"""Of the expected range, in hundredths of a percent."""
ROLLING_DAYS: Final = 30
WHOLE: Final = 10_000
"""Hundredths of a percent in all of it."""


class Verdict(StrEnum):
    """What a comparison came to. Only FLAGGED has to be investigated; the others below it judge nothing."""

    WITHIN = "within"
    FLAGGED = "flagged"
    DROP_TOO_SMALL = "drop_too_small"
    NOT_COUNTED = "not_counted"
    NO_BASE = "no_base"
    NO_SPREAD = "no_spread"


class Model(NamedTuple):
    """What chance does to a unit of opening stake: the house's share of it, and the variance of the player's result.

    ``kinds`` are the bets that open a hand; what is laid on later (doubles, splits) is inside the variance of a unit.
    """

    edge: Fraction
    variance: Fraction
    kinds: frozenset[str]


MODELS: Final[Mapping[str, Model]] = {
    "blackjack": Model(Fraction(49, 10_000), Fraction(114, 100) ** 2, frozenset({"main", "back"})),
}
"""Games with the house as bank: edge by rules.md §6, sigma 1.14 a hand by domain.md §1.4."""


def model(game: str, edge: int | None) -> Model:
    """What chance does at ``game``: by the edge that the house has set (parts per million), else by the game's own."""
    own = MODELS[game]
    return own if edge is None else own._replace(edge=Fraction(edge, figures.MILLION))


class Staked(NamedTuple):
    """Opening stakes that were decided, and the sum of their squares; both grow a bet at a time."""

    stakes: int
    squares: int

    def plus(self, other: "Staked") -> "Staked":
        """Both together."""
        return Staked(self.stakes + other.stakes, self.squares + other.squares)


NOTHING: Final = Staked(0, 0)
VOID: Final = "void"
"""The outcome of a bet that was given back: chance has not worked on it."""


class Expected(NamedTuple):
    """Theoretical win and the range around it, in minor units, rounded to the nearest."""

    win: int
    low: int
    high: int
    deviation: int


class Won(NamedTuple):
    """Drop and win of a scope over some days; None while a box is not counted or reaches beyond the days."""

    drop: int | None
    win: int | None


class Trigger(NamedTuple):
    """The rule pack's values; ``tolerance`` as there, ``minimum_drop`` in minor units."""

    measure: StatisticsMeasure
    tolerance: int
    minimum_drop: int


class Spread(NamedTuple):
    """How the days of the base lay around its hold: the variance of a day's win beside hold x drop, over ``days``."""

    variance: Fraction
    days: int


class Judged(NamedTuple):
    """A comparison. ``points`` and ``relative`` are percentage points and percent, exact; None where unknown."""

    verdict: Verdict
    hold: Fraction | None
    base: Fraction | None
    points: Fraction | None
    relative: Fraction | None


@dataclass(frozen=True, slots=True)
class Span:
    """Gaming days, both ends included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Basis:
    """What is compared with what. ``kind`` says which base it became, "" that there is none yet."""

    kind: str
    reviewed: Span
    base: Span | None


def opening(game: str, kind: str, outcome: str, stake: int) -> Staked:
    """What a decided bet adds to the stakes that chance worked on; nothing if it opened no hand or was void."""
    model = MODELS.get(game)
    if model is None or kind not in model.kinds or outcome == VOID:
        return NOTHING
    return Staked(stake, stake * stake)


def expected(parts: Iterable[tuple[Staked, Model]], confidence: int = CONFIDENCE) -> Expected:
    """The range in which the win of some games lies by chance with ``confidence``; hands are taken as independent."""
    mean, variance = Fraction(0), Fraction(0)
    for staked, model in parts:
        mean += staked.stakes * model.edge
        variance += staked.squares * model.variance
    reach = normal_reach(confidence)
    half = _root(variance * reach * reach * _FINE * _FINE)
    return Expected(
        win=_nearest(mean),
        low=_nearest(mean - Fraction(half, _FINE)),
        high=_nearest(mean + Fraction(half, _FINE)),
        deviation=_root(variance),
    )


def normal_reach(confidence: int) -> Fraction:
    """How many standard deviations a confidence reaches, to two places (95 %: 1.96). ValueError for all of it."""
    if not 0 < confidence < WHOLE:
        raise ValueError("a confidence lies between nothing and certainty")
    nearest = min(range(1, _FARTHEST), key=lambda reach: abs(erf(reach / 100 / sqrt(2)) - confidence / WHOLE))
    return Fraction(nearest, 100)


def judge(actual: Won, base: Won | None, trigger: Trigger, *, days: int = 0, spread: Spread | None = None) -> Judged:
    """Whether hold has left its base by more than the rule pack allows (T-61: from its minimum drop on).

    ``days`` with a box and ``spread`` of the base are needed for the measure INTERVAL alone.
    """
    hold, usual = _hold(actual), None if base is None else _hold(base)
    points = None if hold is None or usual is None else (hold - usual) * 100
    relative = None if points is None or not usual else points / abs(usual)
    verdict = _unjudged(actual, base, usual, trigger)
    if verdict is None and points is not None:
        verdict = _verdict(actual, usual, points, relative, trigger, days, spread)
    return Judged(verdict or Verdict.NO_BASE, hold, usual, points, relative)


def spread(days: Iterable[Won]) -> Spread | None:
    """How days with a counted drop lay around their common hold; None of fewer than two."""
    known = [(day.drop, day.win) for day in days if day.drop and day.win is not None]
    if len(known) < 2:
        return None
    hold = Fraction(sum(win for _, win in known), sum(drop for drop, _ in known))
    squares = sum(((win - hold * drop) ** 2 for drop, win in known), Fraction(0))
    return Spread(squares / (len(known) - 1), len(known))


def basis(base: StatisticsBase, reviewed: Span, first_locked: date | None, year_starts_month: int) -> Basis:
    """What a span is compared with.

    In the first business year it is the month before; the second has the first as its base, however short (T-62).
    """
    if base is StatisticsBase.ROLLING_30_VS_LIFETIME:
        rolling = Span(reviewed.last - timedelta(days=ROLLING_DAYS - 1), reviewed.last)
        since = None if first_locked is None else Span(first_locked, reviewed.last)
        return Basis("lifetime" if since else "", rolling, since)
    begins = day_totals.starts(day_totals.Span.YEAR, reviewed.first, year_starts_month)
    if first_locked is not None and first_locked < begins:
        year = Span(begins.replace(year=begins.year - 1), begins - timedelta(days=1))
        return Basis("prior_business_year", reviewed, year)
    last = reviewed.first.replace(day=1) - timedelta(days=1)
    before = Span(last.replace(day=1), last)
    known = first_locked is not None and first_locked <= before.last
    return Basis("prior_month" if known else "", reviewed, before if known else None)


_FARTHEST: Final = 600
"""Hundredths of a standard deviation; what lies beyond is less than any confidence that a rule pack can name."""
_FINE: Final = 1_000
"""Parts of a minor unit to which half the range is worked out before it is rounded."""


def _unjudged(actual: Won, base: Won | None, usual: Fraction | None, trigger: Trigger) -> Verdict | None:
    """Why nothing can be said, if nothing can."""
    if actual.drop is None or actual.win is None:
        return Verdict.NOT_COUNTED
    if actual.drop < max(trigger.minimum_drop, 1):
        return Verdict.DROP_TOO_SMALL
    if base is None or usual is None or (base.drop or 0) < trigger.minimum_drop:
        return Verdict.NO_BASE
    return None


def _verdict(
    actual: Won,
    usual: Fraction | None,
    points: Fraction,
    relative: Fraction | None,
    trigger: Trigger,
    days: int,
    spread: Spread | None,
) -> Verdict:
    tolerance = Fraction(trigger.tolerance, 100)
    if trigger.measure is StatisticsMeasure.POINTS:
        return _flag(abs(points) > tolerance)
    if trigger.measure is StatisticsMeasure.RELATIVE:
        return Verdict.NO_BASE if relative is None else _flag(abs(relative) > tolerance)
    if spread is None or not days:
        return Verdict.NO_SPREAD
    if trigger.tolerance >= WHOLE:
        return Verdict.WITHIN
    away = (actual.win or 0) - (usual or 0) * (actual.drop or 0)
    reach = normal_reach(trigger.tolerance)
    return _flag(away * away > reach * reach * days * spread.variance)


def _flag(outside: bool) -> Verdict:
    return Verdict.FLAGGED if outside else Verdict.WITHIN


def _hold(won: Won) -> Fraction | None:
    return Fraction(won.win, won.drop) if won.drop and won.win is not None else None


def _nearest(value: Fraction) -> int:
    """To the whole minor unit, halves away from nought."""
    whole = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return whole if value >= 0 else -whole


def _root(value: Fraction) -> int:
    """The square root of what is not below nought, to the nearest whole."""
    return (isqrt(4 * value.numerator // value.denominator) + 1) // 2
