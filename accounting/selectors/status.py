"""How the system stands: how far the books follow each stream, what reports wait, and what the database says of itself.

Only the reader's own house is told stream by stream; the database serves all houses, and says nothing of any of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from accounting.models.report_jobs import RUNNING, WAITING, ReportJob
from accounting.selectors import progress
from tables.domain import permissions
from tables.domain.actors import Actor

_STREAMS = """
SELECT s.id, s.key, s.head_seq, coalesce(c.seq, 0), coalesce(c.error, '')
FROM tables_stream s
LEFT JOIN accounting_cursor c ON c.stream_id = s.id
WHERE s.casino_id = %s ORDER BY s.head_seq = coalesce(c.seq, 0), s.key
"""
_DATABASE = """
SELECT current_setting('server_version'), pg_postmaster_start_time(), pg_database_size(current_database()),
       (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()),
       current_setting('max_connections')::int,
       (SELECT last_archived_time FROM pg_stat_archiver), (SELECT last_failed_time FROM pg_stat_archiver)
"""


@dataclass(frozen=True, slots=True)
class StreamState:
    """A stream and how far the books follow it; ``since`` is when the first event was recorded that they lack."""

    key: str
    head: int
    followed: int
    since: datetime | None
    error: str

    @property
    def behind(self) -> int:
        """How many events the books lack."""
        return self.head - self.followed


@dataclass(frozen=True, slots=True)
class Database:
    """What PostgreSQL says of itself. ``archived_at`` is when a segment of its log was last put away, if it does so."""

    version: str
    started_at: datetime
    size: int
    connections: int
    most_connections: int
    archived_at: datetime | None
    archive_failed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Reports:
    """Reports that are being made, of the reader's house; ``since`` is when the oldest was asked for."""

    waiting: int
    running: int
    since: datetime | None


def streams(actor: Actor) -> Sequence[StreamState]:
    """Every stream of the house, those that the books lag behind first. Refused: ``not_permitted``."""
    permissions.require(actor, "read_books")
    with connection.cursor() as cursor:
        cursor.execute(_STREAMS, [actor.casino_id])
        found = cursor.fetchall()
    since = progress.recorded([(stream, seq + 1) for stream, _, head, seq, _ in found if head > seq])
    return [StreamState(key, head, seq, since.get(stream), error) for stream, key, head, seq, error in found]


def database(actor: Actor) -> Database:
    """The database that serves this page. Refused: ``not_permitted``."""
    permissions.require(actor, "read_books")
    with connection.cursor() as cursor:
        cursor.execute(_DATABASE)
        return Database(*cursor.fetchone())


def reports(actor: Actor) -> Reports:
    """How many reports wait or are being made. Refused: ``not_permitted``."""
    permissions.require(actor, "read_books")
    rows = ReportJob.objects.filter(casino_id=actor.casino_id, status__in=(WAITING, RUNNING)).order_by("asked_at")
    told = list(rows.values_list("status", "asked_at"))
    states = [status for status, _asked_at in told]
    return Reports(states.count(WAITING), states.count(RUNNING), told[0][1] if told else None)
