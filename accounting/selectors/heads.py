"""How far the books had followed every stream of a casino: the moment that a report speaks of."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import connection

from tables.selectors import stream_days, whole


class Head(NamedTuple):
    """A stream at a moment: its last event and that event's hash (hex)."""

    stream_id: int
    key: str
    seq: int
    hash: str


Heads = Mapping[str, Head]
"""Stream key -> head."""

_FOLLOWED = """
SELECT s.id, s.key, coalesce(c.seq, 0), encode(coalesce(c.hash, decode(repeat('00', 32), 'hex')), 'hex')
FROM tables_stream s LEFT JOIN accounting_cursor c ON c.stream_id = s.id WHERE s.casino_id = %s ORDER BY s.key
"""
_IDS = "SELECT id, key FROM tables_stream WHERE key = ANY(%s) AND casino_id = %s"
_AT = """
SELECT s.id, s.key, w.seq, encode(coalesce(e.hash, decode(repeat('00', 32), 'hex')), 'hex')
FROM unnest(%s::text[], %s::bigint[]) AS w(key, seq)
JOIN tables_stream s ON s.key = w.key AND s.casino_id = %s
LEFT JOIN tables_event e ON e.stream_id = s.id AND e.seq = w.seq AND e.gaming_day = ANY(%s::date[])
ORDER BY s.key
"""


def followed(casino_id: int) -> Heads:
    """Where the books stand now, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_FOLLOWED, [casino_id])
        return {head.key: head for head in (Head(*row) for row in cursor.fetchall())}


def at(casino_id: int, seqs: Mapping[str, int]) -> Heads:
    """The heads of an earlier moment, by key and number, with the hashes that the log has there."""
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_IDS, [list(seqs), casino_id])
        days = stream_days.of_events((stream, seqs[key]) for stream, key in cursor.fetchall())
        cursor.execute(_AT, [list(seqs), list(seqs.values()), casino_id, days])
        return {head.key: head for head in (Head(*row) for row in cursor.fetchall())}
