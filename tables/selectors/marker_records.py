"""What accounting alone has of markers: every event of one, from the streams of its tables and the cage (T-106)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from tables.domain import markers, permissions
from tables.domain.actors import Actor
from tables.selectors import markers as marker_reads
from tables.selectors.markers import MarkerView
from tables.selectors.slip_records import Recorded

_EVENTS = """
SELECT s.key, e.seq, e.type, encode(e.hash, 'hex'), e.body
FROM tables_stream s
JOIN tables_event e ON e.stream_id = s.id AND e.type = ANY(%(types)s) AND e.round IS NULL
WHERE s.casino_id = %(casino)s AND s.kind IN ('table', 'cage') AND e.gaming_day >= %(since)s
      AND e.body::jsonb #>> '{data,slip}' = %(slip)s
"""


@dataclass(frozen=True, slots=True)
class MarkerRecord:
    """The marker, and every event that made it what it is, in the order in which the database recorded them."""

    marker: MarkerView
    events: Sequence[Recorded]


def restricted_copy(actor: Actor, slip: str) -> MarkerRecord:
    """The marker as the log has it, from all streams. Refused: ``not_permitted``, ``no_such_marker``."""
    permissions.require(actor, "read_restricted_copy")
    view = marker_reads.one(actor, slip)
    wanted: dict[str, Any] = {
        "casino": actor.casino_id,
        "types": list(markers.ALL_EVENTS),
        "slip": view.slip,
        "since": view.gaming_day,
    }
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, wanted)
        events = [Recorded(*row) for row in cursor.fetchall()]
    return MarkerRecord(view, sorted(events, key=lambda event: (json.loads(event.body)["recorded_at"], event.seq)))
