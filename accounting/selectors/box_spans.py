"""Whose drop a counted box is: the gaming day and the shifts of the bank periods that it covered."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db import connection

from tables.domain.actors import Actor

_SPANS = """
SELECT b."table", b.box, p.gaming_day, p.shift FROM unnest(%s::text[], %s::int[]) AS b("table", box)
JOIN tables_stream s ON s.casino_id = %s AND s.key = %s || '/table/' || b."table"
JOIN accounting_boxremoval r ON r.stream_id = s.id AND r.box = b.box
JOIN accounting_periodresult p ON p.stream_id = s.id AND p.number = ANY(string_to_array(r.periods, ',')::int[])
ORDER BY p.number
"""
Spans = Mapping[tuple[str, int], Mapping[date, list[str]]]
"""(table, box) -> gaming day -> its shifts, in the order of the bank periods."""


def of_boxes(actor: Actor, boxes: Iterable[tuple[str, int]]) -> Spans:
    """The spans of some boxes that have left their tables. Whoever calls has asked whether the actor reads counts."""
    wanted = list(boxes)
    given: list[Any] = [[table for table, _ in wanted], [box for _, box in wanted], actor.casino_id, actor.casino]
    found: dict[tuple[str, int], dict[date, list[str]]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_SPANS, given)
        for table, box, day, shift in cursor.fetchall():
            shifts = found.setdefault((table, box), {}).setdefault(day, [])
            if shift not in shifts:
                shifts.append(shift)
    return found
