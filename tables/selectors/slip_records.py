"""What accounting alone has of slips: the restricted copy, which nobody can change (domain.md §1.1, T-106)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import connection

from tables.domain import permissions, slips
from tables.domain.actors import Actor
from tables.selectors import slips as slip_reads
from tables.selectors.slips import SlipView

_EVENTS = """
SELECT s.key, e.seq, e.type, encode(e.hash, 'hex'), e.body
FROM tables_gamingtable t
JOIN tables_stream s ON s.casino_id = t.casino_id AND (s.table_id = t.id OR s.kind = 'cage')
JOIN tables_event e ON e.stream_id = s.id AND e.type = ANY(%(types)s) AND e.round IS NULL
WHERE t.casino_id = %(casino)s AND t.code = %(table)s AND e.gaming_day >= %(since)s
      AND (s.kind = 'table' OR e.body::jsonb #>> '{data,table}' = t.code)
      AND e.body::jsonb #>> '{data,request}' = %(request)s
"""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event of the slip, word for word: where it stands in the log, its hash, and the text that was hashed."""

    stream: str
    seq: int
    type: str
    hash: str
    body: str


@dataclass(frozen=True, slots=True)
class RestrictedCopy:
    """The slip, and every event that made it what it is, in the order in which the database recorded them."""

    slip: SlipView
    events: Sequence[Recorded]


def restricted_copy(actor: Actor, slip: str) -> RestrictedCopy:
    """The slip as the log has it, from both streams. Refused: ``not_permitted``, ``no_such_slip``."""
    permissions.require(actor, "read_restricted_copy")
    view = slip_reads.one(actor, slip)
    wanted: dict[str, Any] = {
        "casino": actor.casino_id,
        "table": view.table,
        "types": list(slips.EVENTS),
        "request": str(view.request),
        "since": view.requested_at.date() - timedelta(days=1),  # a gaming day begins at most a day before its events
    }
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, wanted)
        events = [Recorded(*row) for row in cursor.fetchall()]
    return RestrictedCopy(view, sorted(events, key=lambda event: (json.loads(event.body)["recorded_at"], event.seq)))
