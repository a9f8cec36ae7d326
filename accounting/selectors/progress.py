"""How far the books are behind the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import connection

from accounting.domain.streams import MANNER
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.selectors import stream_days

_BEHIND = """
SELECT s.id FROM tables_stream s LEFT JOIN accounting_cursor c ON c.stream_id = s.id
WHERE s.head_seq > coalesce(c.seq, 0) AND (%(casino)s::bigint IS NULL OR s.casino_id = %(casino)s)
ORDER BY s.kind <> 'table', s.id
"""
_OVERDUE = """
SELECT s.id, coalesce(c.seq, 0) + 1, s.kind <> 'table'
FROM tables_stream s LEFT JOIN accounting_cursor c ON c.stream_id = s.id
WHERE s.head_seq > coalesce(c.seq, 0)
"""
_WAITING = """
SELECT s.id, coalesce(c.seq, 0) + 1, s.head_seq - coalesce(c.seq, 0), coalesce(c.error, '')
FROM tables_stream s
LEFT JOIN accounting_cursor c ON c.stream_id = s.id
WHERE s.head_seq > coalesce(c.seq, 0) AND (%(casino)s::bigint IS NULL OR s.casino_id = %(casino)s)
ORDER BY s.key
"""
_SINCE = """
SELECT e.stream_id, (e.body::json ->> 'recorded_at')::timestamptz
FROM unnest(%s::bigint[], %s::bigint[]) AS w(id, seq)
JOIN tables_event e ON e.stream_id = w.id AND e.seq = w.seq AND e.gaming_day = ANY(%s::date[])
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
    """The streams of which the oldest event that the books lack is older than this, tables and the oldest first.

    A stream that lacks that event itself is told at once: who follows it says so, and the others are not held up.
    """
    with connection.cursor() as cursor:
        cursor.execute(_OVERDUE)
        waiting = cursor.fetchall()
        cursor.execute("SELECT clock_timestamp()")
        ((now,),) = cursor.fetchall()
    since = recorded([(stream, seq) for stream, seq, _ in waiting])
    before, ever = now - timedelta(seconds=seconds), datetime.min.replace(tzinfo=UTC)
    old = sorted((later, since.get(stream, ever), stream) for stream, _, later in waiting)
    return [stream for _, recorded_at, stream in old if recorded_at < before]


def lag(casino_id: int | None = None) -> Lag:
    """How far the books are behind, for one casino or for all."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, {"casino": casino_id})
        waiting = cursor.fetchall()
    since = recorded([(stream, seq) for stream, seq, _, _ in waiting])
    stopped = tuple(error for _, _, _, error in waiting if error)
    return Lag(len(waiting), sum(events for _, _, events, _ in waiting), min(since.values(), default=None), stopped)


def recorded(places: Sequence[tuple[int, int]]) -> dict[int, datetime]:
    """Stream -> when its event of this number was recorded, for at most one event a stream."""
    if not places:
        return {}
    streams, seqs = [stream for stream, _ in places], [seq for _, seq in places]
    days = stream_days.of_events(places)
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, [streams, seqs, days])
        return dict(cursor.fetchall())


def lag_seen_by(actor: Actor) -> Lag:
    """How far the books are behind in the reader's casino. Refused: ``not_permitted``."""
    permissions.require(actor, "read_pit")
    return lag(actor.casino_id)
