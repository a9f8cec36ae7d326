"""Totals of a gaming day and to date, from the day's own periods and the totals of the day locked before.

Only sums are kept; drop, win and hold are made of them by ``figures``, so that a ratio to date is one of sums (T-55).
A box that covers more than a span makes the span's drop unknown (V-08). It is known again as soon as the span holds
all of the box: a box of Monday and Tuesday leaves both days without a win, and the month with one from Tuesday on.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from accounting.domain import figures
from accounting.domain.days import Effect
from accounting.domain.figures import Inputs, Theory
from accounting.domain.shift_lines import NO_CROWD, PERCENT_PLACES, Boxes, CrowdSums, Line, Period, PeriodKey, Place


class Span(StrEnum):
    DAY = "day"
    MONTH = "month"
    YEAR = "year"


class Kind(StrEnum):
    TABLE = "table"
    SHIFT = "shift"
    PIT = "pit"
    GAME = "game"
    HOUSE = "house"


class Scope(NamedTuple):
    """What is added up. Banked games and pot games are never added to each other."""

    kind: str
    code: str
    banked: bool
    pit: str = ""
    game: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """Sums in minor units; the names are those of ``DayTotal``'s columns."""

    opener: int = 0
    closer: int = 0
    box: int = 0
    fills: int = 0
    credits: int = 0
    markers_issued: int = 0
    markers_paid_cash: int = 0
    markers_paid_chips: int = 0
    house_net: int = 0
    handle: int = 0
    rounds: int = 0
    hands: int = 0
    buy_in_cash: int = 0
    rake: int = 0
    rake_booked: int = 0
    adjusted_drop: int = 0
    adjusted_win: int = 0
    adjusted_rake: int = 0
    began_before: int = 0
    reach_past: int = 0
    staked_by_edge: int = 0
    edge_known: int = 0
    edge_unknown: int = 0
    promotional: int = 0
    crowd_bets: int = 0
    crowd_stakes: int = 0
    crowd_paid: int = 0

    def __add__(self, other: "Total") -> "Total":
        return Total(*(getattr(self, name) + getattr(other, name) for name in COLUMNS))

    @classmethod
    def read(cls, columns: Sequence[int]) -> "Total":
        """From a row's columns; sums that outgrow 64 bits come out of the database as decimals."""
        return cls(*map(int, columns))

    @property
    def theory(self) -> Theory:
        """What the theoretical win is made of."""
        return Theory(self.staked_by_edge, self.edge_known, self.edge_unknown)

    @property
    def inputs(self) -> Inputs:
        """The counted figures; no box where one is only partly of this span."""
        known = not self.began_before and not self.reach_past
        return Inputs(
            opener=self.opener,
            closer=self.closer,
            box=self.box if known else None,
            fills=self.fills,
            credits=self.credits,
            markers_issued=self.markers_issued,
            markers_paid_cash=self.markers_paid_cash,
            markers_paid_chips=self.markers_paid_chips,
        )


COLUMNS = tuple(field.name for field in fields(Total))
Totals = Mapping[Scope, Total]


def of_day(
    periods: Sequence[Period],
    boxes: Boxes,
    adjusted: Iterable[tuple[Place, Effect]],
    crowd: Mapping[PeriodKey, CrowdSums],
) -> dict[Scope, Total]:
    """Tables and shifts of a gaming day; ``periods`` are all of the day. ``summed`` adds the other scopes."""
    found: dict[Scope, Total] = {}
    tables: dict[Place, list[Period]] = {}
    for period in periods:
        tables.setdefault(period.place, []).append(period)
    for place, own in sorted(tables.items()):
        found[_table(place)] = _counted(own, boxes) + _of_crowd(own, crowd)
        for shift in sorted({period.result.shift for period in own}):
            scope = Scope(Kind.SHIFT, shift, place.banked)
            theirs = [period for period in own if period.result.shift == shift]
            found[scope] = found.get(scope, Total()) + _counted(theirs, boxes) + _of_crowd(theirs, crowd)
    for place, effect in adjusted:
        learnt = Total(adjusted_drop=effect.drop, adjusted_win=effect.win, adjusted_rake=effect.rake)
        found[_table(place)] = found.get(_table(place), Total()) + learnt
    return found


def to_date(before: Totals, today: Totals) -> dict[Scope, Total]:
    """A span up to and with today. ``before`` are its tables and shifts up to the day locked before; empty if none."""
    found = {scope: total for scope, total in before.items() if scope.kind in (Kind.TABLE, Kind.SHIFT)}
    for scope, total in today.items():
        if scope.kind == Kind.SHIFT:
            found[scope] = found.get(scope, Total()) + total
        elif scope.kind == Kind.TABLE:
            found[scope] = _continued(found.get(scope), total)
    return found


def summed(totals: Totals) -> dict[Scope, Total]:
    """The same with pits, games and the house, each the sum of its tables."""
    found = dict(totals)
    for scope, total in sorted(totals.items()):
        if scope.kind == Kind.TABLE:
            for kind, code in ((Kind.PIT, scope.pit), (Kind.GAME, scope.game), (Kind.HOUSE, "")):
                wider = Scope(kind, code, scope.banked)
                found[wider] = found.get(wider, Total()) + total
    return found


def starts(span: Span, day: date, year_starts_month: int) -> date:
    """The first gaming day of the span that ``day`` lies in; a business year may begin with any month (T-62)."""
    if span is Span.DAY:
        return day
    if span is Span.MONTH:
        return day.replace(day=1)
    return date(day.year - (day.month < year_starts_month), year_starts_month, 1)


def line(scope: Scope, total: Total) -> Line:
    """The figures of a total as reports tell them. Nothing here is added up twice: ``figures`` makes each."""
    given = total.inputs
    dropped, won = figures.drop(given), figures.win(given)
    ratio = figures.hold(won, dropped) if scope.banked else None
    return {
        "chip_result": figures.chip_result(given),
        "fills": total.fills,
        "credits": total.credits,
        "drop": dropped,
        "win": won if scope.banked else None,
        "hold": ratio
        and {
            "numerator": ratio.numerator,
            "denominator": ratio.denominator,
            "percent": figures.percent(ratio, PERCENT_PLACES),
        },
        "engine_net": total.house_net,
        "handle": total.handle,
        "rounds": total.rounds,
        "hands": total.hands,
        "buy_in_cash": total.buy_in_cash,
        "rake": None if scope.banked else total.rake,
        "rake_booked": None if scope.banked else total.rake_booked,
        **_theoretical(scope, total),
        **_crowd(total),
        "adjusted": {"drop": total.adjusted_drop, "win": total.adjusted_win, "rake": total.adjusted_rake},
    }


def _theoretical(scope: Scope, total: Total) -> Line:
    """Only where an edge is set, so that lines of a house without one read as they always did."""
    told = scope.banked and total.edge_known
    return {"theoretical_win": figures.theoretical_win(total.theory)} if told else {}


def _crowd(total: Total) -> Line:
    """Only where onlookers bet, so that lines of a house without them read as they always did."""
    told = figures.crowd(total.crowd_bets, total.crowd_stakes, total.crowd_paid)
    return {"crowd": told} if any(told.values()) else {}


def _of_crowd(periods: Sequence[Period], crowd: Mapping[PeriodKey, CrowdSums]) -> Total:
    own = [crowd.get((period.result.stream_id, period.result.number), NO_CROWD) for period in periods]
    bets, stakes, paid = (sum(column) for column in zip(NO_CROWD, *own, strict=True))
    return Total(crowd_bets=bets, crowd_stakes=stakes, crowd_paid=paid)


def _table(place: Place) -> Scope:
    return Scope(Kind.TABLE, place.table, place.banked, place.pit, place.game)


def _continued(before: Total | None, today: Total) -> Total:
    """A table's span goes on: a box that reached past the day before is whole again if it ended within the span."""
    if before is None:
        return today
    joined = before + today
    inside = bool(before.reach_past)
    began = before.began_before + (0 if inside else today.began_before)
    played = today.rounds or today.opener or today.closer or today.box or today.began_before or today.reach_past
    return replace(joined, began_before=began, reach_past=today.reach_past if played else before.reach_past)


def _counted(periods: Sequence[Period], boxes: Boxes) -> Total:
    """The sums of some periods of one table. A box counts where the last of its periods is."""
    results = [period.result for period in periods]
    covered = {result.number for result in results}
    box = booked = before = past = promotional = 0
    for one in {boxes[period.place.table, number] for period in periods for number in period.boxes}:
        within = one.periods or ()
        before += any(number < min(covered) for number in within)
        if one.periods is None or any(number > max(covered) for number in within):
            past += 1
            continue
        box += one.drop or 0
        promotional += one.promotional
        booked += one.booked
    banked = [period for period in periods if period.place.banked]
    theory = figures.theory((period.result.staked, period.edge) for period in banked)
    return Total(
        opener=sum(result.opener for result in results),
        closer=sum(result.closer for result in results),
        box=box,
        fills=sum(result.fills for result in results),
        credits=sum(result.credits for result in results),
        markers_issued=sum(result.markers_issued for result in results),
        markers_paid_cash=sum(result.markers_paid_cash for result in results),
        markers_paid_chips=sum(result.markers_paid_chips for result in results),
        house_net=sum(result.house_net for result in results),
        handle=sum(result.handle for result in results),
        rounds=sum(result.rounds for result in results),
        hands=sum(result.hands for result in results),
        buy_in_cash=sum(result.buy_in_cash for result in results),
        rake=sum(0 if period.place.banked else period.result.house_net for period in periods)
        + sum(result.time_charges for result in results),
        rake_booked=booked,
        began_before=before,
        reach_past=past,
        staked_by_edge=theory.weighted,
        edge_known=theory.known,
        edge_unknown=theory.unknown,
        promotional=promotional,
    )
