"""Exports of the log that were made, as the log itself tells them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound

_EXPORTS = """
SELECT e.seq, e.body FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %(casino)s AND s.kind = 'house' AND e.type = 'log_exported' AND e.round IS NULL
      AND (%(number)s::bigint IS NULL OR (e.body::json -> 'data' ->> 'export')::bigint = %(number)s)
      AND (%(before)s::bigint IS NULL OR (e.body::json -> 'data' ->> 'export')::bigint < %(before)s)
ORDER BY e.seq DESC LIMIT %(limit)s
"""
_COUNT = "SELECT count(*) FROM tables_event WHERE stream_id = %s AND type = 'log_exported' AND round IS NULL"


@dataclass(frozen=True, slots=True)
class LogExport:
    """One export: the log up to ``heads``. ``number`` counts those of the house, ``seq`` is the event's."""

    number: int
    seq: int
    exported_at: str
    exported_by: str
    heads: Mapping[str, int]
    root: str
    whole: bool

    @property
    def events(self) -> int:
        """How many events it holds: streams begin at 1 and have no gaps."""
        return sum(self.heads.values())


def listed(actor: Actor, before: int | None = None, limit: int = 50) -> list[LogExport]:
    """The exports of the actor's house, the newest first. Refused: ``not_permitted``."""
    permissions.require(actor, "export_log")
    return _read(actor, None, before, limit)


def export(actor: Actor, number: int) -> LogExport:
    """One export. Refused: ``not_permitted``, ``no_such_export``."""
    permissions.require(actor, "export_log")
    found = _read(actor, number, None, 1)
    if not found:
        raise NotFound("no_such_export")
    return found[0]


def _read(actor: Actor, number: int | None, before: int | None, limit: int) -> list[LogExport]:
    given = {"casino": actor.casino_id, "number": number, "before": before, "limit": limit}
    with connection.cursor() as cursor:
        cursor.execute(_EXPORTS, given)
        return [_export(seq, json.loads(body)) for seq, body in cursor.fetchall()]


def count(stream_id: int) -> int:
    """How many exports the house's stream tells of. Under the stream's lock the next one's number is one more."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [stream_id])
        return int(cursor.fetchone()[0])


def _export(seq: int, event: Mapping[str, Any]) -> LogExport:
    data = event["data"]
    return LogExport(
        number=data["export"],
        seq=seq,
        exported_at=event["occurred_at"],
        exported_by=event["actor"],
        heads=data["heads"],
        root=data["root"],
        whole=data["whole"],
    )
