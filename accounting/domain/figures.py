"""Win, drop, hold and theo: the formulas of domain.md §1.3 on counted figures. Integers of the minor unit, exact.

None means "not counted yet" and is never 0 (T-50): what is computed from it is None as well. Percentages are ratios of
sums, never means of percentages (T-55); a ratio stays an exact fraction until it is written down.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import NamedTuple

from tables.domain.rule_packs.words import RakeShortfall

HALF_UP, HALF_EVEN, DOWN = "half_up", "half_even", "down"
MICROSECONDS_AN_HOUR = 3_600_000_000
MILLION = 1_000_000
"""An edge is told in parts of it."""


class Ratio(NamedTuple):
    """An exact fraction; the denominator is not 0."""

    numerator: int
    denominator: int


class Theory(NamedTuple):
    """Opening stakes times the edge of their game, added up, in millionths of the minor unit.

    ``known`` and ``unknown`` count the bank periods whose game had an edge on their day, and had none.
    """

    weighted: int = 0
    known: int = 0
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Inputs:
    """What was counted at a table (or at many) from opener to closer. All in minor units; None: not counted yet.

    ``rulings`` is what pit bosses' rulings gave players out of the rack, less what they had them give back (T-78): it
    lowers win like any other payment, and is known by itself.
    """

    opener: int
    closer: int | None
    box: int | None
    fills: int = 0
    credits: int = 0
    markers_issued: int = 0
    markers_paid_cash: int = 0
    markers_paid_chips: int = 0
    rulings: int = 0


def chip_result(given: Inputs) -> int | None:
    """C + K - O - F: what the rack says by itself. Known at the closer, long before the drop (V-08)."""
    if given.closer is None:
        return None
    return given.closer + given.credits - given.opener - given.fills


def drop(given: Inputs) -> int | None:
    """Statistical drop D = X + MI - MPc."""
    if given.box is None:
        return None
    return given.box + given.markers_issued - given.markers_paid_cash


def box_cash(dropped: int | None, markers_issued: int, markers_paid_cash: int) -> int | None:
    """X = D - MI + MPc: the cash of the boxes, where a line tells the drop."""
    return None if dropped is None else dropped - markers_issued + markers_paid_cash


def win(given: Inputs) -> int | None:
    """Accounting win W = C + K + X + MI - MPc - MPk - O - F. Chips paid on a marker (MPk) are no win (V-07)."""
    chips, dropped = chip_result(given), drop(given)
    if chips is None or dropped is None:
        return None
    return chips + dropped - given.markers_paid_chips


def hold(won: int | None, dropped: int | None) -> Ratio | None:
    """H = W / D; None when either is unknown or the drop is 0. May be negative or above 1 (T-56)."""
    if won is None or not dropped:
        return None
    return Ratio(won, dropped)


def bank_variance(given: Inputs) -> int | None:
    """B = C + K + X - O - F of a table without a house bank: chips only change for cash there, so it must be 0.

    What a ruling paid out of its rack is no error of the bank.
    """
    won = win(given)
    return None if won is None else won + given.rulings


def booked(expected: int, counted: int, rule: str = RakeShortfall.HIGHER_OF_BOTH) -> int:
    """The rake that goes into the books, by the rule pack: as counted, or the higher of both (domain.md §1.2).

    With the higher of both the house carries a shortfall. Opposite errors never cancel either way.
    """
    return counted if rule == RakeShortfall.AS_COUNTED else max(expected, counted)


def per_hour(amount: int, microseconds: int) -> int | None:
    """``amount`` an hour of open time, rounded half up to the minor unit here; None when there was no time."""
    return _rounded(amount * MICROSECONDS_AN_HOUR, microseconds, HALF_UP) if microseconds else None


def together(parts: Iterable[Inputs]) -> Inputs:
    """The sums over tables or periods; a figure that one part does not have yet, the sum does not have."""
    sums: dict[str, int | None] = {field.name: 0 for field in fields(Inputs)}
    for part in parts:
        for name, before in sums.items():
            more: int | None = getattr(part, name)
            sums[name] = None if before is None or more is None else before + more
    return Inputs(**sums)  # type: ignore[arg-type]


def theory(periods: Iterable[tuple[int, int | None]]) -> Theory:
    """Of bank periods: the opening stakes that chance decided, and the edge in force, parts per million."""
    found = Theory()
    for staked, edge in periods:
        weighted = 0 if edge is None else staked * edge
        known = int(edge is not None)
        found = Theory(found.weighted + weighted, found.known + known, found.unknown + 1 - known)
    return found


def theoretical_win(given: Theory) -> int | None:
    """T = sum of opening stakes x edge, which is average bet x rounds x edge (§1.3); this is the line that rounds.

    None where a part has no edge (T-50): a sum that left it out would look like a bad day of the others.
    """
    if given.unknown or not given.known:
        return None
    return _rounded(given.weighted, MILLION, HALF_UP)


def crowd(bets: int, stakes: int, paid: int) -> dict[str, int]:
    """What the house won of a crowd (negative: lost): stakes of settled bets less what was paid back of them."""
    return {"bets": bets, "stakes": stakes, "paid": paid, "result": stakes - paid}


def written(ratio: Ratio, places: int, rounding: str = HALF_UP) -> str:
    """A ratio as a decimal with ``places`` places; this is the line that rounds."""
    units = _rounded(ratio.numerator * 10**places, ratio.denominator, rounding)
    sign = "-" if units < 0 else ""
    whole, part = divmod(abs(units), 10**places)
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"


def percent(ratio: Ratio, places: int, rounding: str = HALF_UP) -> str:
    """A ratio in percent, without the sign for it."""
    return written(Ratio(ratio.numerator * 100, ratio.denominator), places, rounding)


def _rounded(numerator: int, denominator: int, rounding: str) -> int:
    """The quotient as a whole number: ties away from zero, to even, or everything towards zero."""
    if denominator < 0:
        numerator, denominator = -numerator, -denominator
    whole, rest = divmod(abs(numerator), denominator)
    if rounding == HALF_UP:
        whole += 2 * rest >= denominator
    elif rounding == HALF_EVEN:
        whole += 2 * rest > denominator or (2 * rest == denominator and whole % 2 == 1)
    elif rounding != DOWN:
        raise ValueError(f"unknown rounding {rounding!r}")
    return -whole if numerator < 0 else whole
