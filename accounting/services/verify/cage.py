"""The rows of cage and vault against the log: the cage's stream, and the banks that tables got by their own."""

import json
from collections.abc import Iterator
from typing import Any

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify import walking
from accounting.services.verify.cage_fold import FOLDS, CageFold, Line
from accounting.services.verify.findings import Finding, compared
from accounting.services.verify.rounds import Wrong

_EVENTS = b"""
SELECT s.id, e.seq, e.type, e.body, e.body::jsonb ->> 'recorded_at' AS written
FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind IN ('cage', 'table') AND e.round IS NULL AND e.type = ANY(%s)
ORDER BY written, s.id, e.seq
"""
_SETS = """
SELECT e.body::jsonb -> 'data' ->> 'table', e.body::jsonb -> 'data' ->> 'chip_set'
FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind = 'house' AND e.round IS NULL AND e.type = 'table_added'
"""
_ROWS = """
SELECT r.place, coalesce(c.code, ''), r.value, r.count, r.target, r.asset
FROM tables_cagestock r LEFT JOIN tables_chipset c ON c.id = r.chip_set_id AND c.casino_id = r.casino_id
WHERE r.casino_id = %s
"""
"""A line with nothing in it and no target is left out: nothing would be different without it."""


def check(cage: StreamInfo) -> Iterator[Finding]:
    """What of the stock does not follow from the log. Inside one snapshot of the database.

    Movements are taken in the order in which they were written, so that a place is never left by more than was there.
    """
    fold = CageFold(table_sets(cage.casino_id))
    for stream, type_, seq, data in _events(cage):
        try:
            fold.take(type_, data)
        except Wrong as wrong:
            yield Finding(stream, wrong.args[0], seq, type_)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            yield Finding(stream, f"does not fit: {type(error).__name__}", seq, type_)
            return
    made = {
        line: {"count": fold.stock.get(line, 0), "target": fold.targets.get(line, 0), "asset": _asset(line)}
        for line in fold.stock.keys() | fold.targets.keys()
        if fold.stock.get(line, 0) or fold.targets.get(line, 0)
    }
    yield from compared(cage.key, "stock", made, _rows(cage.casino_id))


def _asset(line: Line) -> str:
    return "chips" if line.chip_set else "cash"


def table_sets(casino_id: int) -> dict[str, str]:
    """Table -> the chip set that it was listed with."""
    with connection.cursor() as cursor:
        cursor.execute(_SETS, [casino_id])
        return dict(cursor.fetchall())


def _events(cage: StreamInfo) -> Iterator[tuple[str, str, int, Any]]:
    """Stream key, type, sequence number and data of every event that touches the stock."""
    for rows in walking.chunks("verify_cage", _EVENTS, [cage.casino_id, list(FOLDS)]):
        for _, seq, type_, body, _ in rows:
            event = json.loads(body)
            table = event["stream"].rpartition("/")[2]  # of the stream, where it is a table's
            yield event["stream"], type_, seq, {"table": table, **event["data"]}


def _rows(casino_id: int) -> dict[Line, dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [casino_id])
        return {
            Line(place, chip_set, value): {"count": count, "target": target, "asset": asset}
            for place, chip_set, value, count, target, asset in cursor.fetchall()
            if count or target
        }
