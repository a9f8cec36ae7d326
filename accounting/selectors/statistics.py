"""The statistical review of some gaming days: hold against its base, win against what the rounds let expect (§1.4).

Only locked days are read (T-61), from the totals that their locks left and from closed periods: what it costs grows
with the days, never with the rounds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.db import connection
from django.db.models import Max, Min

from accounting.domain import day_totals, figures, statistics
from accounting.domain.day_totals import COLUMNS, Kind, Scope, Total, Totals
from accounting.domain.statistics import Basis, Expected, Judged, Span, Spread, Staked, Trigger, Won
from accounting.models.days import DayLock, DayTotal
from accounting.selectors import heads, shift_rows
from accounting.selectors.shift_rows import Edges
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Invalid
from tables.domain.rule_packs.words import StatisticsMeasure
from tables.selectors import rule_packs

MOST_DAYS = 366
REVIEWED = (Kind.HOUSE, Kind.GAME, Kind.TABLE)

_STAKED = """
SELECT t.code, p.gaming_day, sum(p.staked)::bigint, sum(p.staked_squares), sum(p.hands)::bigint
FROM accounting_periodresult p
JOIN tables_stream s ON s.id = p.stream_id
JOIN tables_gamingtable t ON t.id = s.table_id
WHERE s.casino_id = %s AND p.gaming_day = ANY(%s) GROUP BY t.code, p.gaming_day
"""


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """A table, a game or all banked games (code "") over the days, beside its base and the range of chance.

    ``outside`` says that the win lies beyond that range; None where either is not known. Money in minor units.
    """

    kind: str
    code: str
    game: str
    won: Won
    base: Won | None
    judged: Judged
    hands: int
    staked: Staked
    expected: Expected | None

    @property
    def outside(self) -> bool | None:
        """Whether chance alone hardly explains the win."""
        if self.expected is None or self.won.win is None:
            return None
        return not self.expected.low <= self.won.win <= self.expected.high


@dataclass(frozen=True, slots=True)
class Review:
    """A review with the values it was made with. ``days`` are the locked ones among the reviewed.

    ``edges`` are what the house had set for its games by the last of them; a game without one is judged by its own.
    """

    basis: Basis
    pack: str
    pack_version: int
    trigger: Trigger
    days: int
    base_days: int
    edges: Edges
    lines: Sequence[ReviewLine]


def review(actor: Actor, first: date, last: date) -> Review:
    """The review of gaming days ``first`` to ``last`` by the rule pack of the last.

    Refused: ``not_permitted``, ``bad_days``.
    """
    permissions.require(actor, "read_books")
    if not timedelta(0) <= last - first < timedelta(days=MOST_DAYS):
        raise Invalid("bad_days", most=MOST_DAYS)
    return compute(actor.casino_id, actor.casino, first, last)


def compute(casino: int, code: str, first: date, last: date) -> Review:
    """The review of a casino (row id and code).

    Once ``last`` is locked it is the same for ever: days are locked in order, and neither a rule pack nor an edge is
    set for a day that is over.
    """
    pack = rule_packs.in_force(casino, last)
    began = DayLock.objects.filter(casino_id=casino).aggregate(first=Min("gaming_day"))["first"]
    starts = pack.business_year_starts_month
    basis = statistics.basis(pack.statistics_base, Span(first, last), began, starts)
    trigger = Trigger(pack.statistics_measure, pack.statistics_tolerance, pack.statistics_minimum_drop)
    days = _days(casino, basis.reviewed)
    base_days = _days(casino, basis.base) if basis.base else {}
    reviewed = _folded(days)
    base = _base(casino, basis, starts)
    spreads = _spreads(base_days) if trigger.measure is StatisticsMeasure.INTERVAL else {}
    edges = shift_rows.edges_of(code, heads.followed(casino)).until(last)
    staked = _staked(casino, sorted(days))
    lines = [
        _line(scope, total, reviewed, base, trigger, _counted_days(days, scope), spreads.get(scope), staked, edges)
        for scope, total in sorted(reviewed.items(), key=lambda item: (REVIEWED.index(Kind(item[0].kind)), item[0]))
    ]
    return Review(basis, pack.name, pack.version, trigger, len(days), len(base_days), edges, lines)


Days = Mapping[date, Totals]


def _days(casino_id: int, span: Span) -> dict[date, Totals]:
    """The totals of each locked day of the span."""
    locked = DayLock.objects.filter(casino_id=casino_id, gaming_day__range=(span.first, span.last))
    found: dict[date, dict[Scope, Total]] = {day: {} for day in locked.values_list("gaming_day", flat=True)}
    for day, scope, total in _totals(casino_id, day_totals.Span.DAY, found):
        found[day][scope] = total
    return dict(sorted(found.items()))


def _totals(casino_id: int, span: day_totals.Span, days: Mapping[date, object]) -> Iterator[tuple[date, Scope, Total]]:
    rows = DayTotal.objects.filter(casino_id=casino_id, span=span, gaming_day__in=list(days), banked=True)
    names = ("kind", "code", "banked", "pit", "game")
    for day, *row in rows.values_list("gaming_day", *names, *COLUMNS):
        yield day, Scope(*row[: len(names)]), Total.read(row[len(names) :])


def _folded(days: Days) -> Totals:
    """The days together; a box over several of them is whole again here."""
    together: Totals = {}
    for totals in days.values():
        together = day_totals.to_date(together, totals)
    found = day_totals.summed(together)
    return {scope: total for scope, total in found.items() if scope.kind in REVIEWED}


def _base(casino_id: int, basis: Basis, year_starts_month: int) -> Totals:
    """What the base's locks left to date: one row a scope and business year, or a month."""
    if basis.base is None:
        return {}
    span = day_totals.Span.MONTH if basis.kind == "prior_month" else day_totals.Span.YEAR
    ends: dict[date, date] = {}
    rows = DayLock.objects.filter(casino_id=casino_id, gaming_day__range=(basis.base.first, basis.base.last))
    for month in rows.values("gaming_day__year", "gaming_day__month").annotate(last=Max("gaming_day")):
        begins = day_totals.starts(span, month["last"], year_starts_month)
        ends[begins] = max(ends.get(begins, month["last"]), month["last"])
    by_day: dict[date, dict[Scope, Total]] = {day: {} for day in sorted(ends.values())}
    for day, scope, total in _totals(casino_id, span, by_day):
        by_day[day][scope] = total
    return _folded(by_day)


def _spreads(days: Days) -> dict[Scope, Spread | None]:
    scopes = {scope for totals in days.values() for scope in totals}
    return {
        scope: statistics.spread([_won(totals[scope]) for totals in days.values() if scope in totals])
        for scope in scopes
    }


def _counted_days(days: Days, scope: Scope) -> int:
    return sum(1 for totals in days.values() if scope in totals and totals[scope].opener)


def _won(total: Total) -> Won:
    """Drop and win as counted, with what was learnt later, and without what is promotional (§1.4).

    Where the rule pack counts promotional chips and coupons as drop they are win as well: nobody paid for either, and
    they would move hold without a reason in the game.
    """
    dropped, won = figures.drop(total.inputs), figures.win(total.inputs)
    if dropped is None or won is None:
        return Won(None, None)
    given = total.promotional
    return Won(dropped + total.adjusted_drop - given, won + total.adjusted_win - given)


class DayStakes(NamedTuple):
    """The opening stakes of a table on one of the days, and its hands."""

    day: date
    staked: Staked
    hands: int


Stakes = Mapping[str, Sequence[DayStakes]]


def _staked(casino_id: int, days: Sequence[date]) -> Stakes:
    """Table -> its stakes, day by day: an edge may change between two of them."""
    found: dict[str, list[DayStakes]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_STAKED, [casino_id, list(days)])
        for table, day, stakes, squares, hands in cursor.fetchall():
            found.setdefault(table, []).append(DayStakes(day, Staked(stakes, int(squares)), hands))
    return found


def _line(
    scope: Scope,
    total: Total,
    reviewed: Totals,
    base: Totals,
    trigger: Trigger,
    days: int,
    spread: Spread | None,
    staked: Stakes,
    edges: Edges,
) -> ReviewLine:
    tables = [one for one in reviewed if one.kind == Kind.TABLE and _within(one, scope)]
    parts = [(one.game, of_day) for one in tables for of_day in staked.get(one.code, ())]
    stakes = statistics.NOTHING
    for _, of_day in parts:
        stakes = stakes.plus(of_day.staked)
    models = [
        (of_day.staked, statistics.model(game, edges.in_force(game, of_day.day)))
        for game, of_day in parts
        if game in statistics.MODELS
    ]
    known = all(one.game in statistics.MODELS for one in tables)
    won, usual = _won(total), _won(base[scope]) if scope in base else None
    return ReviewLine(
        kind=scope.kind,
        code=scope.code,
        game=scope.game or (scope.code if scope.kind == Kind.GAME else ""),
        won=won,
        base=usual,
        judged=statistics.judge(won, usual, trigger, days=days, spread=spread),
        hands=sum(of_day.hands for _, of_day in parts),
        staked=stakes,
        expected=statistics.expected(models) if known else None,
    )


def _within(table: Scope, scope: Scope) -> bool:
    """Whether a table is one of those that a line adds up."""
    if scope.kind == Kind.TABLE:
        return table == scope
    return scope.kind == Kind.HOUSE or table.game == scope.code
