"""What the pit's bosses acknowledged and handed over, against the house's log."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify.findings import UNREADABLE, Finding, compared
from accounting.services.verify.rounds import Wrong
from tables.domain import handovers
from tables.domain.canonical import content_hash

_AT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
_EVENTS = """
SELECT seq, type, body FROM tables_event
WHERE stream_id = %s AND type = ANY(%s) AND round IS NULL AND seq <= %s ORDER BY seq
"""
_ACKNOWLEDGED = f"""
SELECT a.seq, json_build_object(
    'pit', p.code, 'table', t.code, 'alert', a.alert, 'mark', a.mark, 'by', m.badge, 'at', {_AT.format("a.at")}
)::text
FROM tables_alertacknowledgement a
LEFT JOIN tables_gamingtable t ON t.id = a.table_id AND t.casino_id = a.casino_id
LEFT JOIN tables_pit p ON p.id = t.pit_id
LEFT JOIN tables_staffmember m ON m.id = a.staff_id AND m.casino_id = a.casino_id
WHERE a.casino_id = %s
"""  # noqa: S608 - forms of our own columns
_HANDED_OVER = f"""
SELECT h.seq, json_build_object(
    'pit', p.code, 'handover', h.number, 'gaming_day', h.gaming_day::text, 'shift', h.shift, 'outgoing', o.badge,
    'incoming', i.badge, 'figures', h.figures, 'messages', h.messages, 'sha256', h.sha256,
    'signatures', h.signatures, 'at', {_AT.format("h.handed_over_at")}
)::text
FROM tables_shifthandover h
LEFT JOIN tables_pit p ON p.id = h.pit_id AND p.casino_id = h.casino_id
LEFT JOIN tables_staffmember o ON o.id = h.outgoing_id AND o.casino_id = h.casino_id
LEFT JOIN tables_staffmember i ON i.id = h.incoming_id AND i.casino_id = h.casino_id
WHERE h.casino_id = %s
"""  # noqa: S608
_QUERIES: Mapping[str, str] = {"alert_acknowledged": _ACKNOWLEDGED, "shift_handed_over": _HANDED_OVER}
Row = dict[str, Any]


def check(house: StreamInfo) -> Iterator[Finding]:
    """What of acknowledgements and handovers does not follow from a casino's log. Inside one snapshot."""
    made: dict[str, dict[int, Row]] = {type_: {} for type_ in _QUERIES}
    last: dict[str, int] = {}
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [house.id, list(_QUERIES), house.head_seq])
        events = [(seq, type_, json.loads(body)) for seq, type_, body in cursor.fetchall()]
    for seq, type_, event in events:
        try:
            made[type_][seq] = (
                _acknowledged(event) if type_ == "alert_acknowledged" else _handed_over(house, event, last)
            )
        except Wrong as wrong:
            yield Finding(house.key, wrong.args[0], seq, type_)
        except UNREADABLE as error:
            yield Finding(house.key, f"does not fit: {type(error).__name__}", seq, type_)
    for type_, query in _QUERIES.items():
        with connection.cursor() as cursor:
            cursor.execute(query, [house.casino_id])
            found = {seq: json.loads(row) for seq, row in cursor.fetchall()}
        yield from compared(house.key, type_, made[type_], found)


def _acknowledged(event: Row) -> Row:
    names = ("pit", "table", "alert", "mark")
    return {**{name: event["data"][name] for name in names}, "by": event["actor"], "at": event["occurred_at"]}


def _handed_over(house: StreamInfo, event: Row, last: dict[str, int]) -> Row:
    """The row of a handover. Raises Wrong when its paper is not what was signed, or by one person only."""
    data = event["data"]
    number = last.get(data["pit"], 0) + 1
    last[data["pit"]] = number
    if data["handover"] != number:
        raise Wrong(f"handover {data['handover']} stands where {number} should be")
    casino, day = house.key.split("/", 1)[0], date.fromisoformat(data["gaming_day"])
    paper = handovers.handover(casino, data["pit"], day, data["shift"], data["figures"], data["messages"])
    signed = {(signature["badge"], signature["content"]) for signature in data["signatures"]}
    digest = content_hash(paper)
    if data["sha256"] != digest or signed != {(data["outgoing"], digest), (data["incoming"], digest)}:
        raise Wrong("what was signed is not what was handed over")
    if data["outgoing"] == data["incoming"]:
        raise Wrong("is handed from a person to himself")
    names = ("pit", "handover", "gaming_day", "shift", "outgoing", "incoming", "figures", "messages", "sha256")
    return {**{name: data[name] for name in (*names, "signatures")}, "at": event["occurred_at"]}
