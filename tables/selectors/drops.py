"""Closed counts whose money has not come into the vault yet."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor

_CLOSED = """
SELECT e.body FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %(casino)s AND s.kind = 'count' AND e.round IS NULL AND e.type = 'count_closed'
      AND (%(session)s::bigint IS NULL OR (e.body::jsonb #>> '{data,session}')::bigint = %(session)s)
      AND NOT EXISTS (
          SELECT 1 FROM tables_event t JOIN tables_stream c ON c.id = t.stream_id
          WHERE c.casino_id = s.casino_id AND c.kind = 'cage' AND t.round IS NULL AND t.type = 'drop_taken_over'
                AND t.body::jsonb #>> '{data,session}' = e.body::jsonb #>> '{data,session}'
      )
ORDER BY e.seq
"""


@dataclass(frozen=True, slots=True)
class WaitingDrop:
    """The money of a closed count, minor units; chips are the counted rake."""

    session: int
    gaming_day: str
    closed_at: datetime
    cash_total: int
    chips_total: int


def waiting(actor: Actor) -> list[WaitingDrop]:
    """What the cage has still to take over, the oldest first. Refused: ``not_permitted``.

    Nothing shows here before its count is closed.
    """
    if not permissions.may(actor, "read_cage"):
        permissions.require(actor, "take_over_drop")
    return [_drop(event) for event in _closed(actor.casino_id, None)]


def of_session(casino_id: int, session: int) -> WaitingDrop | None:
    """The money of one count, unless it is not closed yet or was taken over."""
    found = _closed(casino_id, session)
    return _drop(found[0]) if found else None


def _closed(casino_id: int, session: int | None) -> list[Mapping[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(_CLOSED, {"casino": casino_id, "session": session})
        return [json.loads(body) for (body,) in cursor.fetchall()]


def _drop(event: Mapping[str, Any]) -> WaitingDrop:
    data = event["data"]
    return WaitingDrop(
        data["session"],
        data["gaming_day"],
        datetime.fromisoformat(event["occurred_at"]),
        data["cash_total"],
        data["chips_total"],
    )
