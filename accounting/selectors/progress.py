"""How far the books are behind the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from accounting.domain.streams import MANNER
from tables.domain import permissions
from tables.domain.actors import Actor

_BEHIND = """
SELECT s.id FROM tables_stream s LEFT JOIN accounting_cursor c ON c.stream_id = s.id
WHERE s.head_seq > coalesce(c.seq, 0) AND (%(casino)s::bigint IS NULL OR s.casino_id = %(casino)s)
ORDER BY s.kind <> 'table', s.id
"""
_OVERDUE = """
SELECT s.id FROM tables_stream s LEFT JOIN accounting_cursor c ON c.stream_id = s.id
JOIN tables_event e ON e.stream_id = s.id AND e.seq = coalesce(c.seq, 0) + 1
WHERE s.head_seq > coalesce(c.seq, 0)
AND (e.body::json ->> 'recorded_at')::timestamptz < clock_timestamp() - %s * interval '1 second'
ORDER BY s.kind <> 'table', (e.body::json ->> 'recorded_at')::timestamptz, s.id
"""
_LAG = """
SELECT count(*), coalesce(sum(s.head_seq - coalesce(c.seq, 0)), 0)::bigint,
       min((e.body::json ->> 'recorded_at')::timestamptz),
       array_remove(array_agg(nullif(c.error, '') ORDER BY s.key), NULL)
FROM tables_stream s
LEFT JOIN accounting_cursor c ON c.stream_id = s.id
LEFT JOIN tables_event e ON e.stream_id = s.id AND e.seq = coalesce(c.seq, 0) + 1
WHERE s.head_seq > coalesce(c.seq, 0) AND (%(casino)s::bigint IS NULL OR s.casino_id = %(casino)s)
"""


_OLDER = """
SELECT count(*) FROM accounting_cursor c JOIN tables_stream s ON s.id = c.stream_id
WHERE c.seq > 0 AND c.manner <> %(manner)s AND (%(casino)s::bigint IS NULL OR s.casino_id = %(casino)s)
"""


@dataclass(frozen=True, slots=True)
class Lag:
    """What the books have not followed yet. ``since`` is when the oldest such event was recorded.

    ``stopped`` are the events that the books cannot go past, as ``<stream> #<seq> <type>: <reason>``.
    """

    streams: int
    events: int
    since: datetime | None
    stopped: tuple[str, ...]

    @property
    def caught_up(self) -> bool:
        """Whether every event of the log is in the books."""
        return self.events == 0


def behind(casino_id: int | None = None) -> Sequence[int]:
    """The streams with events that the books have not followed, tables first (their boxes are counted after)."""
    with connection.cursor() as cursor:
        cursor.execute(_BEHIND, {"casino": casino_id})
        return [stream_id for (stream_id,) in cursor.fetchall()]


def older(casino_id: int | None = None) -> int:
    """How many streams have books that another version made, which ``rebuild_books`` writes anew; of all houses
    unless one is named."""
    with connection.cursor() as cursor:
        cursor.execute(_OLDER, {"casino": casino_id, "manner": MANNER})
        return int(cursor.fetchall()[0][0])


def overdue(seconds: float) -> Sequence[int]:
    """The streams of which the oldest event that the books lack is older than this, tables and the oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(_OVERDUE, [seconds])
        return [stream_id for (stream_id,) in cursor.fetchall()]


def lag(casino_id: int | None = None) -> Lag:
    """How far the books are behind, for one casino or for all."""
    with connection.cursor() as cursor:
        cursor.execute(_LAG, {"casino": casino_id})
        streams, events, since, stopped = cursor.fetchone()
    return Lag(streams, events, since, tuple(stopped or ()))


def lag_seen_by(actor: Actor) -> Lag:
    """How far the books are behind in the reader's casino. Refused: ``not_permitted``."""
    permissions.require(actor, "read_pit")
    return lag(actor.casino_id)
