"""No chip of a house is ever made or lost: proven at every event of all its streams, in the order of writing (T-45).

Nothing but the log is asked. What was issued is at every moment what lies in cage, vault, racks, layouts, pots, rake
boxes and the count room, is in transit or in players' hands, and what counts have found missing.
"""

import heapq
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import connection

from accounting.services import streams
from accounting.services.streams import StreamInfo
from accounting.services.verify import walking
from accounting.services.verify.chips_fold import FOLDS, ISSUED, HouseChips
from accounting.services.verify.findings import Finding
from accounting.services.verify.rounds import Wrong
from tables.domain.events import StreamKind

_EVENTS = b"""
SELECT seq, type, body FROM tables_event
WHERE stream_id = %s AND seq <= %s AND (type = ANY(%s) OR body LIKE '%%"transfers":[[%%')
ORDER BY seq
"""
_LISTED = """
SELECT e.body::jsonb -> 'data' FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind = 'house' AND e.round IS NULL AND e.type = %s
"""
AT_ONCE = 200
"""So many events of each stream are held at a time: all streams are read side by side."""


class _Written(NamedTuple):
    """An event in its place among those of all streams."""

    at: str
    stream: str
    seq: int
    type: str
    table: str
    data: dict[str, Any]


def check(casino_id: int) -> Iterator[Finding]:
    """The first event at which chips do not add up. Inside one snapshot of the database.

    After it nothing can be said: what follows builds on it.
    """
    sets = {listed["table"]: listed["chip_set"] for listed in _listed(casino_id, "table_added")}
    kinds = {listed["chip_set"]: listed.get("kind", "value") for listed in _listed(casino_id, "chip_set_added")}
    house = HouseChips(sets, kinds)
    event = None
    for event in _in_order(casino_id):
        try:
            house.take(event.table, event.type, event.data)
        except Wrong as wrong:
            yield Finding(event.stream, wrong.args[0], event.seq, event.type)
            return
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            yield Finding(
                event.stream, f"does not tell where chips went: {type(error).__name__}", event.seq, event.type
            )
            return
    if event is not None and house.places.get(ISSUED, 0) + house.elsewhere:
        yield Finding(event.stream, f"{-house.places.get(ISSUED, 0)} were issued, {house.elsewhere} are somewhere")


def _in_order(casino_id: int) -> Iterator[_Written]:
    """Every event of a casino that moves chips, in the order in which they were written."""
    moving = [stream for stream in streams.in_order(casino_id) if stream.kind != StreamKind.HOUSE]
    return heapq.merge(*(_of(stream) for stream in moving))


def _of(stream: StreamInfo) -> Iterator[_Written]:
    given = [stream.id, stream.head_seq, list(FOLDS)]
    for rows in walking.chunks(f"verify_chips_{stream.id}", _EVENTS, given, AT_ONCE):
        for seq, type_, body in rows:
            event = json.loads(body)
            yield _Written(event["recorded_at"], stream.key, seq, type_, stream.table, event["data"])


def _listed(casino_id: int, type_: str) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(_LISTED, [casino_id, type_])
        return [json.loads(data) if isinstance(data, str) else data for (data,) in cursor.fetchall()]
