"""Where cards and dice are as the cage's stream tells it, against the floor's rows."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify import walking
from accounting.services.verify.findings import Finding, compared
from tables.domain.equipment import Place

TYPES = ("equipment_received", "equipment_issued", "equipment_returned", "equipment_destroyed", "equipment_counted")
_EVENTS = b"""
SELECT seq, type, body FROM tables_event WHERE stream_id = %s AND round IS NULL AND type = ANY(%s) ORDER BY seq
"""
_ROWS = """
SELECT e.item, e.place, coalesce(t.code, ''), e.pieces
FROM tables_equipmentstock e LEFT JOIN tables_gamingtable t ON t.id = e.table_id AND t.casino_id = e.casino_id
WHERE e.casino_id = %s AND e.pieces <> 0
"""
Line = tuple[str, str, str]
"""Item, place, table (empty in the stores)."""


def check(cage: StreamInfo) -> Iterator[Finding]:
    """What does not follow, and the first event by which more left a place than was there."""
    made: dict[Line, int] = {}
    for rows in walking.chunks("verify_equipment", _EVENTS, [cage.id, list(TYPES)]):
        for seq, type_, body in rows:
            for line, pieces in _moves(type_, json.loads(body)["data"]):
                made[line] = made.get(line, 0) + pieces
                if made[line] < 0:
                    what = "/".join(filter(None, line))
                    yield Finding(cage.key, f"more left {what} than was there: {-made[line]}", seq, type_)
                    return
            if type_ == "equipment_counted" and (wrong := _not_counted(made, json.loads(body)["data"])):
                yield Finding(cage.key, wrong, seq, type_)
    there = {line: {"pieces": pieces} for line, pieces in made.items() if pieces}
    yield from compared(cage.key, "equipment", there, _rows(cage.casino_id))


def _moves(type_: str, data: Mapping[str, Any]) -> Iterator[tuple[Line, int]]:
    if type_ == "equipment_counted":
        for item, places in data["difference"].items():
            for place, pieces in places.items():
                yield (item, place, ""), pieces
        return
    item, pieces = data["item"], data["pieces"]
    new, used, table = (item, Place.NEW.value, ""), (item, Place.USED.value, ""), data.get("table", "")
    at_table = (item, Place.TABLE.value, table)
    if type_ == "equipment_received":
        yield new, pieces
    elif type_ == "equipment_issued":
        yield from ((new, -pieces), (at_table, pieces))
    elif type_ == "equipment_returned":
        yield from ((at_table, -pieces), (new, data["unused"]), (used, pieces - data["unused"]))
    else:
        yield (item, data["place"], ""), -pieces


def _not_counted(made: Mapping[Line, int], data: Mapping[str, Any]) -> str:
    """What the stores are after a count, where that is not what was counted."""
    for item, places in data["counted"].items():
        for place, pieces in places.items():
            if made.get((item, place, ""), 0) != pieces:
                return f"{item}/{place} is not what was counted"
    return ""


def _rows(casino_id: int) -> dict[Line, dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [casino_id])
        return {(item, place, table): {"pieces": pieces} for item, place, table, pieces in cursor.fetchall()}
