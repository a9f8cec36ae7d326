"""Papers that were printed, against the house's log: every copy in its turn, of an event that is a paper (T-26)."""

import json
from collections.abc import Iterator
from typing import Any

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify.findings import UNREADABLE, Finding, compared
from accounting.services.verify.rounds import Wrong
from tables.reports import papers

_AT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
_EVENTS = """
SELECT e.seq, e.body, coalesce(p.type, '')
FROM tables_event e
LEFT JOIN tables_stream s ON s.casino_id = %s AND s.key = e.body::jsonb #>> '{data,stream}'
LEFT JOIN tables_event p
    ON p.stream_id = s.id AND p.round IS NULL AND p.seq = (e.body::jsonb #>> '{data,seq}')::bigint
WHERE e.stream_id = %s AND e.type = 'paper_printed' AND e.round IS NULL AND e.seq <= %s
ORDER BY e.seq
"""
_ROWS = f"""
SELECT p.seq, json_build_object(
    'stream', s.key, 'paper', p.paper_seq, 'copy', p.copy, 'reason', p.reason, 'by', m.badge,
    'at', {_AT.format("p.printed_at")}
)::text
FROM tables_paperprint p
LEFT JOIN tables_stream s ON s.id = p.stream_id AND s.casino_id = p.casino_id
LEFT JOIN tables_staffmember m ON m.id = p.printed_by_id AND m.casino_id = p.casino_id
WHERE p.casino_id = %s
"""  # noqa: S608 - forms of our own columns
Row = dict[str, Any]


def check(house: StreamInfo) -> Iterator[Finding]:
    """What of a casino's prints does not follow from its log. Inside one snapshot of the database."""
    made: dict[int, Row] = {}
    copies: dict[tuple[str, int], int] = {}
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [house.casino_id, house.id, house.head_seq])
        events = [(seq, json.loads(body), type_) for seq, body, type_ in cursor.fetchall()]
        cursor.execute(_ROWS, [house.casino_id])
        found = {seq: json.loads(row) for seq, row in cursor.fetchall()}
    for seq, event, type_ in events:
        try:
            made[seq] = _row(event, type_, copies)
        except Wrong as wrong:
            yield Finding(house.key, wrong.args[0], seq, "paper_printed")
        except UNREADABLE as error:
            yield Finding(house.key, f"does not fit: {type(error).__name__}", seq, "paper_printed")
    yield from compared(house.key, "print", made, found)


def _row(event: Row, type_: str, copies: dict[tuple[str, int], int]) -> Row:
    """The row of a print. Raises Wrong when it is of no paper, out of its turn, or a copy without a reason."""
    data = event["data"]
    place = data["stream"], data["seq"]
    if type_ not in papers.READERS:
        raise Wrong(f"{place[0]} #{place[1]} is no paper")
    turn = copies.get(place, 0)
    copies[place] = turn + 1
    if data["copy"] != turn:
        raise Wrong(f"copy {data['copy']} stands where {turn} should be")
    if turn and not data["reason"]:
        raise Wrong("a copy has no reason")
    named = {"stream": place[0], "paper": place[1], "copy": turn, "reason": data["reason"]}
    return {**named, "by": event["actor"], "at": event["occurred_at"]}
