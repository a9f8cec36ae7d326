"""The lines of a shift report: periods added up to tables, pits, games and the house (domain.md §1.3, §1.6).

A drop belongs to the periods that its box covers. Where a box covers periods beyond a line, the line's drop and win
are unknown and stay null (V-08); they are not shared out. Pot games earn rake only: they have no win and no hold, and
their figures are never added to those of banked games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from accounting.domain import figures
from accounting.domain.figures import Inputs
from accounting.domain.rows import PeriodResult

PERCENT_PLACES = 2

Line = dict[str, Any]


class Place(NamedTuple):
    """A table, and what reports group it by. ``banked``: the house is the bank of the game."""

    table: str
    pit: str
    game: str
    banked: bool


@dataclass(frozen=True, slots=True)
class Period:
    """A closed bank period at its place; ``edge`` is what the house set for the game on its day, if anything."""

    place: Place
    result: PeriodResult
    edge: int | None = None

    @property
    def boxes(self) -> tuple[int, ...]:
        """The boxes that stood on the table in this period."""
        return numbers(self.result.boxes)


PeriodKey = tuple[int, int]
"""(stream, number) of a bank period."""


class CrowdSums(NamedTuple):
    """Onlookers' settled bets: how many, their stakes, and what was paid back of them (minor units)."""

    bets: int
    stakes: int
    paid: int


NO_CROWD = CrowdSums(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Box:
    """A drop box, and the rake that was taken while it stood on its table.

    ``periods``, ``expected`` and ``rake`` are None while it is there, ``counted`` and ``rake_counted`` until a closed
    count has counted them. ``promotional`` is what the rule pack adds to its drop (T-41); ``missing`` says why no
    count got it yet, ``differed`` that two counts did and a verifier decided.
    """

    table: str
    number: int
    periods: tuple[int, ...] | None
    expected: int | None
    counted: int | None
    rake: int | None = 0
    rake_counted: int | None = None
    promotional: int = 0
    differed: bool = False
    missing_papers: tuple[str, ...] = ()
    missing: str = ""
    rake_booked: int | None = None

    @property
    def drop(self) -> int | None:
        """X of the formulas: cash, and what the rule pack adds to it. None until counted."""
        return None if self.counted is None else self.counted + self.promotional

    @property
    def booked(self) -> int:
        """What the house answers for: by its count as it was booked, until then what is expected."""
        if self.rake_booked is not None:
            return self.rake_booked
        return figures.booked(self.rake or 0, self.rake_counted or 0)

    @property
    def complete(self) -> bool:
        """Whether nothing of it is left to be counted. Where no rake was taken there is none to count."""
        return self.counted is not None and (self.rake_counted is not None or not self.rake)


def numbers(text: str) -> tuple[int, ...]:
    """Numbers that stand with commas between them."""
    return tuple(int(number) for number in text.split(",") if number)


Boxes = Mapping[tuple[str, int], Box]
"""(table, number) -> box, for every box of the periods at hand."""


class Added(NamedTuple):
    """Some periods added up: counted figures, and the variance of their boxes (None until all are counted)."""

    inputs: Inputs
    drop_variance: int | None


def of_table(periods: Sequence[Period], boxes: Boxes) -> Added:
    """The counted figures of some periods of one table."""
    covered = {period.result.number for period in periods}
    theirs = {boxes[period.place.table, number] for period in periods for number in period.boxes}
    known = all(box.counted is not None and covered.issuperset(box.periods or ()) for box in theirs)
    inputs = Inputs(
        opener=sum(period.result.opener for period in periods),
        closer=sum(period.result.closer for period in periods),
        box=sum(box.drop or 0 for box in theirs) if known else None,
        fills=sum(period.result.fills for period in periods),
        credits=sum(period.result.credits for period in periods),
        markers_issued=sum(period.result.markers_issued for period in periods),
        markers_paid_cash=sum(period.result.markers_paid_cash for period in periods),
        markers_paid_chips=sum(period.result.markers_paid_chips for period in periods),
        rulings=sum(period.result.rulings_paid - period.result.rulings_taken for period in periods),
    )
    return Added(inputs, sum((box.counted or 0) - (box.expected or 0) for box in theirs) if known else None)


def line(periods: Sequence[Period], added: Iterable[Added], *, banked: bool) -> Line:
    """The figures of a line. ``difference`` is win by counts less win by rounds: it is shown, never hidden.

    What rulings cost is no part of the rounds: it stands by itself, and the difference is what neither explains.

    A pot game's ``rake`` is what the rounds took and seats were charged; what was counted stands in ``pot_lines``.
    """
    parts = tuple(added)
    inputs = figures.together(part.inputs for part in parts)
    variances = [part.drop_variance for part in parts]
    results = [period.result for period in periods]
    counted, dropped = figures.win(inputs), figures.drop(inputs)
    engine = sum(result.house_net for result in results)
    # Rake lies in its own place: the bank of a pot game must come out even by itself.
    difference = None if counted is None else counted - (engine if banked else 0) + inputs.rulings
    return {
        "opener": inputs.opener,
        "fills": inputs.fills,
        "credits": inputs.credits,
        **_markers(inputs),
        **_rulings(results),
        "closer": inputs.closer,
        "chip_result": figures.chip_result(inputs),
        "drop": dropped,
        "win": counted if banked else None,
        "hold": _hold(counted, dropped) if banked else None,
        "rake": None if banked else engine + sum(result.time_charges for result in results),
        "engine_net": engine,
        "difference": difference,
        "handle": sum(result.handle for result in results),
        "rounds": sum(result.rounds for result in results),
        "hands": sum(result.hands for result in results),
        "buy_ins": sum(result.buy_ins for result in results),
        "buy_in_cash": sum(result.buy_in_cash for result in results),
        "box_cash_by_log": sum(result.box_cash for result in results),
        "opener_variance": sum(result.opener_variance for result in results),
        "closer_difference": sum(result.closer_difference for result in results),
        **(_theoretical(periods) if banked else {}),
        "drop_variance": None if None in variances else sum(v for v in variances if v is not None),
        "shuffles": sum(result.shuffles for result in results),
    }


def _theoretical(periods: Sequence[Period]) -> Line:
    """Only where an edge is set, so that lines of a house without one read as they always did."""
    theory = figures.theory((period.result.staked, period.edge) for period in periods)
    return {"theoretical_win": figures.theoretical_win(theory)} if theory.known else {}


def _markers(inputs: Inputs) -> Line:
    """Only where there were any, so that other lines read as they always did."""
    told = {
        "issued": inputs.markers_issued,
        "paid_cash": inputs.markers_paid_cash,
        "paid_chips": inputs.markers_paid_chips,
    }
    return {"markers": told} if any(told.values()) else {}


def _rulings(results: Iterable[PeriodResult]) -> Line:
    """Only where there were any, as with markers."""
    paid, taken = 0, 0
    for result in results:
        paid, taken = paid + result.rulings_paid, taken + result.rulings_taken
    return {"rulings_cost": {"paid": paid, "taken": taken, "cost": paid - taken}} if paid or taken else {}


def _hold(won: int | None, dropped: int | None) -> Line | None:
    ratio = figures.hold(won, dropped)
    if ratio is None:
        return None
    return {
        "numerator": ratio.numerator,
        "denominator": ratio.denominator,
        "percent": figures.percent(ratio, PERCENT_PLACES),
    }
