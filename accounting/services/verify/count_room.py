"""The rows of the count room against its log, the papers that boxes should hold, and what the cage took over."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify import cage, walking
from accounting.services.verify.count_fold import CountFold
from accounting.services.verify.findings import Finding, compared
from accounting.services.verify.rounds import Wrong
from accounting.services.verify.table_fold import Told
from tables.domain.table_states import CountStatus
from tables.selectors import box_papers

_AT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
_EVENTS = b"SELECT seq, type, body, sealed FROM tables_event WHERE stream_id = %s AND seq <= %s ORDER BY seq"
_TAKEN = """
SELECT e.seq, e.body FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind = 'cage' AND e.round IS NULL AND e.type = 'drop_taken_over' AND e.seq <= s.head_seq
ORDER BY e.seq
"""
_SESSIONS = f"""
SELECT number, gaming_day::text AS gaming_day, shift, status, team::text AS team,
       {_AT.format("opened_at")} AS opened_at, {_AT.format("closed_at")} AS closed_at,
       verified::text AS verified, totals::text AS totals,
       missing::text AS missing, note, {_AT.format("taken_over_at")} AS taken_over_at
FROM tables_countsession WHERE casino_id = %s
"""  # noqa: S608 - forms of our own columns
_SHEETS = f"""
SELECT t.code AS "table", b.number AS box, c.part, s.number AS session, {_AT.format("c.accepted_at")} AS accepted_at,
       c.status, f.badge AS first_by, c.first_seq, z.badge AS second_by, c.second_seq, v.badge AS verified_by,
       {_AT.format("c.counted_at")} AS counted_at, c.counted_seq, c.contents::text AS contents
FROM tables_countsheet c
JOIN tables_countsession s ON s.id = c.session_id
JOIN tables_dropbox b ON b.id = c.box_id
JOIN tables_gamingtable t ON t.id = b.table_id
LEFT JOIN tables_staffmember f ON f.id = c.first_by_id
LEFT JOIN tables_staffmember z ON z.id = c.second_by_id
LEFT JOIN tables_staffmember v ON v.id = c.verified_by_id
WHERE s.casino_id = %s
"""  # noqa: S608
_BOXES = f"""
SELECT t.code AS "table", b.number AS box, b.status, b.missing, {_AT.format("b.counted_at")} AS counted_at,
       b.counted_total, {_AT.format("b.rake_counted_at")} AS rake_counted_at, b.rake_counted_total
FROM tables_dropbox b JOIN tables_gamingtable t ON t.id = b.table_id
WHERE t.casino_id = %s AND (b.status NOT IN ('on_table', 'removed') OR b.missing <> '' OR b.counted_at IS NOT NULL
      OR b.rake_counted_at IS NOT NULL OR b.rake_counted_total IS NOT NULL)
"""  # noqa: S608
_TABLES = "SELECT code, id FROM tables_gamingtable WHERE casino_id = %s"
_OF_SESSION = ("team", "verified", "totals", "missing")


def check(room: StreamInfo) -> Iterator[Finding]:
    """What of a casino's count room does not follow from its log. Inside one snapshot of the database."""
    fold = CountFold(room.key.split("/", 1)[0], cage.table_sets(room.casino_id))
    tables = _tables(room.casino_id)
    for event in _events(room):
        try:
            fold.take(event)
            if event.type == "box_counted":
                _require_papers(tables, event.data)
        except Wrong as wrong:
            yield Finding(room.key, wrong.args[0], event.seq, event.type)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            yield Finding(room.key, f"does not fit: {type(error).__name__}", event.seq, event.type)
            return
    yield from _taken_over(room, fold)
    sessions = _rows(_SESSIONS, room.casino_id, ("number",), _OF_SESSION)
    sheets = _rows(_SHEETS, room.casino_id, ("table", "box", "part"), ("contents",))
    yield from compared(room.key, "count", fold.sessions, sessions)
    yield from compared(room.key, "sheet", fold.sheets, sheets)
    yield from compared(room.key, "box", fold.boxes, _rows(_BOXES, room.casino_id, ("table", "box")))


def _require_papers(tables: Mapping[str, int], data: Mapping[str, Any]) -> None:
    """Raise Wrong unless the missing papers are those of the table's own log."""
    due = box_papers.due(tables[data["table"]], data["box"])
    missing = [number for number in due if number not in data["papers"]]
    stray = [number for number in data["papers"] if number not in due]
    if (data["missing_papers"], data["stray_papers"]) != (missing, stray):
        raise Wrong("the papers are not compared with those of the table")


def _taken_over(room: StreamInfo, fold: CountFold) -> Iterator[Finding]:
    """What the cage took over is what a closed count had found, once."""
    cage_key = f"{fold.casino}/cage"
    with connection.cursor() as cursor:
        cursor.execute(_TAKEN, [room.casino_id])
        found = [(seq, json.loads(body)) for seq, body in cursor.fetchall()]
    for seq, event in found:
        data = event["data"]
        session = fold.sessions.get(data["session"])
        if session is None or session["status"] != CountStatus.CLOSED or session["taken_over_at"] is not None:
            yield Finding(cage_key, "takes over what no closed count had", seq, event["type"])
            continue
        session["taken_over_at"] = event["occurred_at"]
        given = {name: data[name] for name in ("cash_total", "chips_total", "promotional_total")}
        if given != {name: session["totals"][name] for name in given}:
            yield Finding(cage_key, "takes over something else than was counted", seq, event["type"])


def _events(room: StreamInfo) -> Iterator[Told]:
    for rows in walking.chunks("verify_count", _EVENTS, [room.id, room.head_seq]):
        for seq, type_, body, sealed in rows:
            event = json.loads(body)
            yield Told(seq, type_, event["occurred_at"], event["actor"], event["data"], sealed)


def _tables(casino_id: int) -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(_TABLES, [casino_id])
        return dict(cursor.fetchall())


def _rows(query: str, casino_id: int, key: Sequence[str], packed: Collection[str] = ()) -> dict[Any, dict[str, Any]]:
    """Rows by their key, a single column by itself; ``packed`` are the columns that hold JSON."""
    with connection.cursor() as cursor:
        cursor.execute(query, [casino_id])
        names = [column.name for column in cursor.description]
        found = {}
        for line in cursor.fetchall():
            row = dict(zip(names, line, strict=True))
            row |= {name: json.loads(row[name]) for name in packed if row[name] is not None}
            where = tuple(row.pop(name) for name in key)
            found[where if len(key) > 1 else where[0]] = row
    return found
