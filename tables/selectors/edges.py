"""The house edges that were set, as the log tells it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor

_HISTORY = """
SELECT e.body
FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind = 'house' AND e.type = 'edge_set' AND e.round IS NULL
ORDER BY e.seq DESC LIMIT %s
"""
_IN_FORCE = """
SELECT (e.body::jsonb -> 'data' ->> 'edge')::int
FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind = 'house' AND e.type = 'edge_set' AND e.round IS NULL
      AND e.body::jsonb -> 'data' ->> 'game' = %s AND e.body::jsonb -> 'data' ->> 'effective_from' <= %s
ORDER BY e.body::jsonb -> 'data' ->> 'effective_from' DESC, e.seq DESC LIMIT 1
"""
MOST_HISTORY = 200


@dataclass(frozen=True, slots=True)
class EdgeSet:
    """One act of setting; ``edge`` in parts per million, days and moments as they stand in the log."""

    seq: int
    game: str
    edge: int
    effective_from: str
    set_by: str
    set_at: str


def history(actor: Actor) -> Sequence[EdgeSet]:
    """The newest edges of the actor's house, newest first. Refused: ``not_permitted``."""
    permissions.require(actor, "read_reports")
    with connection.cursor() as cursor:
        cursor.execute(_HISTORY, [actor.casino_id, MOST_HISTORY])
        events = [json.loads(body) for (body,) in cursor.fetchall()]
    return [
        EdgeSet(
            event["seq"],
            event["data"]["game"],
            event["data"]["edge"],
            event["data"]["effective_from"],
            event["actor"],
            event["occurred_at"],
        )
        for event in events
    ]


def in_force(casino_id: int, game: str, day: date) -> int | None:
    """The edge of a game on a gaming day, in parts per million; None where the house had set none by then."""
    with connection.cursor() as cursor:
        cursor.execute(_IN_FORCE, [casino_id, game, day.isoformat()])
        (edge,) = cursor.fetchone() or (None,)
    return edge
