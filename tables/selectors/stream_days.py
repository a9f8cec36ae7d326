"""In which gaming days given stretches of the log lie, so that a query names them and reads no other partition.

A stream's days never go back (``services.log``), so what lies between two numbers lies between their two days. A query
takes the days as values: PostgreSQL leaves out partitions when it plans, and plans each that it cannot leave out
(docs/adr/0031-history-by-gaming-day.md).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.db import connection

_OF = """
SELECT min(coalesce(begun.gaming_day, '0001-01-01')),
       max(coalesce(ended.gaming_day, '9999-12-31'))
FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[]) AS w(id, first, last)
LEFT JOIN LATERAL (
    SELECT d.gaming_day FROM tables_streamday d WHERE d.stream_id = w.id AND d.first_seq <= w.first
    ORDER BY d.first_seq DESC LIMIT 1
) begun ON true
LEFT JOIN LATERAL (
    SELECT d.gaming_day FROM tables_streamday d WHERE d.stream_id = w.id AND d.first_seq <= w.last
    ORDER BY d.first_seq DESC LIMIT 1
) ended ON true
"""
# An opening that was undone leaves events before the one that stands, so the round before is what bounds a round.
_BEFORE = """
SELECT s.id, coalesce((
    SELECT r.opened_seq FROM tables_round r WHERE r.table_id = s.table_id AND r.number < w.number
    ORDER BY r.number DESC LIMIT 1
), 1)
FROM unnest(%s::bigint[], %s::bigint[]) AS w(table_id, number) JOIN tables_stream s ON s.table_id = w.table_id
"""
_WITHIN = """
SELECT DISTINCT d.gaming_day FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[]) AS w(id, first, last)
JOIN tables_streamday d ON d.stream_id = w.id AND d.first_seq <= w.last AND d.gaming_day >= (
    SELECT b.gaming_day FROM tables_streamday b WHERE b.stream_id = w.id AND b.first_seq <= w.first
    ORDER BY b.first_seq DESC LIMIT 1
)
"""
_DAYS = """
SELECT w.id, on_day.gaming_day FROM unnest(%s::bigint[], %s::bigint[]) AS w(id, seq) JOIN LATERAL (
    SELECT d.gaming_day FROM tables_streamday d WHERE d.stream_id = w.id AND d.first_seq <= w.seq
    ORDER BY d.first_seq DESC LIMIT 1
) on_day ON true
"""
_CROWD = """
SELECT r.stream_id, min(d.first_seq) FROM tables_crowdround r
JOIN tables_streamday d ON d.stream_id = r.stream_id AND d.gaming_day >= r.gaming_day
WHERE r.stream_id = ANY(%s) AND r.round = %s GROUP BY r.stream_id
"""
_NEWEST = "SELECT max(head_day) FROM tables_stream WHERE table_id = ANY(%s)"
_BEGINS = """
SELECT w.id, min(d.first_seq) FROM unnest(%s::bigint[]) AS w(id)
JOIN tables_streamday d ON d.stream_id = w.id AND d.gaming_day >= %s GROUP BY w.id
"""
# A round that was claimed about has no end: rulings come whenever they come.
_ROUND = """
SELECT s.id, coalesce(before.opened_seq, 1), coalesce(ended.closed_seq, s.head_seq)
FROM tables_stream s LEFT JOIN LATERAL (
    SELECT b.opened_seq FROM tables_round b WHERE b.table_id = s.table_id AND b.number < %s
    ORDER BY b.number DESC LIMIT 1
) before ON true
LEFT JOIN LATERAL (
    SELECT p.closed_seq FROM tables_round r JOIN tables_bankperiod p ON p.id = r.period_id AND p.table_id = r.table_id
    WHERE r.table_id = s.table_id AND r.number = %s
          AND NOT EXISTS (SELECT FROM tables_dispute d WHERE d.round_id = r.id)
) ended ON true
WHERE s.id = %s AND s.table_id IS NOT NULL
"""
WIDER = 4
"""How many times as many days a stretch has as the one before, when those that were read are not enough."""
Span = tuple[int, int, int]
"""A stream, and the first and last number of a stretch of it."""


class Days(NamedTuple):
    """The first and the last gaming day of something; 0001-01-01 or 9999-12-31 where there is no bound."""

    first: date
    last: date

    def both(self, others: "Days") -> "Days":
        """What is in both; a last day before the first one when nothing is."""
        return Days(max(self.first, others.first), min(self.last, others.last))


EVER = Days(date.min, date.max)
NEVER = Days(date.max, date.min)
LAST = 2**63 - 1
"""As a number: the head of a stream, wherever it is."""


def of(spans: Iterable[Span]) -> Days:
    """The days that hold all of ``spans`` of the log as it is now; what is appended later may be of a later day."""
    columns = list(zip(*spans, strict=True))
    if not columns:
        return NEVER
    with connection.cursor() as cursor:
        cursor.execute(_OF, [list(column) for column in columns])
        first, last = cursor.fetchone() or EVER
    return Days(first, last)


def within(spans: Iterable[Span]) -> list[date]:
    """Every day that holds some of ``spans``: for streams that may have gone on at very different times."""
    columns = list(zip(*spans, strict=True))
    if not columns:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_WITHIN, [list(column) for column in columns])
        return [day for (day,) in cursor.fetchall()]


def of_events(places: Iterable[tuple[int, int]]) -> list[date]:
    """The days of events that are given as (stream, number)."""
    return within((stream, seq, seq) for stream, seq in places)


def days(events: Mapping[int, int]) -> dict[int, date]:
    """Stream -> the day of its event of that number."""
    with connection.cursor() as cursor:
        cursor.execute(_DAYS, [list(events), list(events.values())])
        return dict(cursor.fetchall())


def begins(streams: Sequence[int], day: date) -> dict[int, int]:
    """Stream -> its first event of the gaming day or a later one; a stream that has none is left out."""
    with connection.cursor() as cursor:
        cursor.execute(_BEGINS, [list(streams), day])
        return dict(cursor.fetchall())


def since(stream_id: int, seq: int) -> Days:
    """The days of an event and of all later ones of its stream."""
    return of([(stream_id, seq, LAST)])


def forward(days: Days) -> Iterator[Days]:
    """The days cut into stretches, each longer than the one before: for who stops when he has enough."""
    first, width = days.first, 1
    while first <= days.last:
        last = days.last if (days.last - first).days < width else first + timedelta(days=width - 1)
        yield Days(first, last)
        if last == days.last:
            return
        first, width = last + timedelta(days=1), width * WIDER


def newest(tables: Sequence[int]) -> date:
    """The newest day of any of the tables' streams; none is written to for a later one yet."""
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST, [list(tables)])
        ((day,),) = cursor.fetchall()
    return day or date.min


def before_rounds(rounds: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Stream of a table -> a number on or before the first event of the round that is given as (table, number)."""
    columns = list(zip(*rounds, strict=True))
    if not columns:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_BEFORE, [list(column) for column in columns])
        return dict(cursor.fetchall())


def before_crowd(streams: Sequence[int], number: int) -> dict[int, int]:
    """Stream of a crowd -> a number on or before the first event of the table's round; without its bets: left out."""
    with connection.cursor() as cursor:
        cursor.execute(_CROWD, [list(streams), number])
        return dict(cursor.fetchall())


def since_rounds(rounds: Iterable[tuple[int, int]]) -> Days:
    """From a day on or before the first event of any of the rounds, given as (table, number), to the newest day."""
    return of((stream, seq, LAST) for stream, seq in before_rounds(rounds).items())


def of_round(stream_id: int, number: int) -> Days:
    """The days that hold all events of a round of a table's stream.

    A round is played and called off within its bank period; only a dispute comes later. Of a stream that is no table's
    nothing is known: ``EVER``.
    """
    spans = _round(stream_id, number)
    return of(spans) if spans else EVER


def since_round(stream_id: int, number: int) -> Days:
    """As ``of_round``, but to the stream's newest day: for who must not rely on what the floor says of the round."""
    spans = _round(stream_id, number)
    return of((stream, first, LAST) for stream, first, _ in spans) if spans else EVER


def _round(stream_id: int, number: int) -> list[Span]:
    with connection.cursor() as cursor:
        cursor.execute(_ROUND, [number, number, stream_id])
        return list(cursor.fetchall())
