"""In which gaming days given stretches of the log lie, so that a query names them and reads no other partition.

A stream's days never go back (``services.log``), so what lies between two numbers lies between their two days. A query
takes the days as values: PostgreSQL leaves out partitions when it plans, and plans each that it cannot leave out
(docs/adr/0031-history-by-gaming-day.md).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
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
_BEGINS = """
SELECT w.id, min(d.first_seq) FROM unnest(%s::bigint[]) AS w(id)
JOIN tables_streamday d ON d.stream_id = w.id AND d.gaming_day >= %s GROUP BY w.id
"""
_TABLE = "SELECT table_id FROM tables_stream WHERE id = %s"
Span = tuple[int, int, int]
"""A stream, and the first and last number of a stretch of it."""


class Days(NamedTuple):
    """The first and the last gaming day of something; 0001-01-01 or 9999-12-31 where there is no bound."""

    first: date
    last: date


EVER = Days(date.min, date.max)


def of(spans: Iterable[Span]) -> Days:
    """The days that hold all of ``spans`` of the log as it is now; what is appended later may be of a later day."""
    columns = list(zip(*spans, strict=True))
    if not columns:
        return EVER
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


def since(stream_id: int, seq: int) -> date:
    """The day of an event; all later ones of the stream are of it or of later days."""
    return of([(stream_id, seq, seq)]).first


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


def since_rounds(rounds: Sequence[tuple[int, int]]) -> date:
    """A day on or before the first event of any of the rounds, given as (table, number)."""
    places = before_rounds(rounds)
    return of((stream, seq, seq) for stream, seq in places.items()).first if rounds else date.max


def since_round(stream_id: int, number: int) -> date:
    """A day on or before the first event of a round of a table's stream."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLE, [stream_id])
        (table,) = cursor.fetchone() or (None,)
    return since_rounds([(table, number)]) if table is not None else date.min
