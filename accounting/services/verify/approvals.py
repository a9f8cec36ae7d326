"""Approvals of a table against its log: every word has its act right behind it, and the rows say what the log says."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify.findings import UNREADABLE, Finding, compared
from accounting.services.verify.rounds import Wrong
from tables.domain import approvals
from tables.domain.approvals import ApprovalStatus

_AT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
_EVENTS = """
SELECT e.seq, e.type, e.body, coalesce(n.type, ''), coalesce(n.body, '{"data":{}}')
FROM tables_event e LEFT JOIN tables_event n ON n.stream_id = e.stream_id AND n.seq = e.seq + 1
WHERE e.stream_id = %s AND e.type = ANY(%s) AND e.round IS NULL AND e.seq <= %s ORDER BY e.seq
"""
_ROWS = f"""
SELECT a.number, json_build_object(
    'kind', a.kind, 'status', a.status, 'content', a.content, 'asked_by', m.badge, 'asked_at', {_AT.format("a.asked_at")},
    'decided_by', d.badge, 'decided_at', {_AT.format("a.decided_at")}, 'reason', a.reason
)::text
FROM tables_approval a
JOIN tables_stream s ON s.table_id = a.table_id
LEFT JOIN tables_staffmember m ON m.id = a.asked_by_id
LEFT JOIN tables_staffmember d ON d.id = a.decided_by_id
WHERE s.id = %s
"""  # noqa: S608, E501 - forms of our own columns
_EXPLAINED = "SELECT seq, body FROM tables_event WHERE stream_id = %s AND type = %s AND round IS NULL AND seq <= %s"
_EXPLANATIONS = f"""
SELECT p.number, json_build_object(
    'amount', p.opener_variance, 'cause', o.cause, 'explanation', o.explanation, 'by', m.badge,
    'at', {_AT.format("o.explained_at")}, 'seq', o.seq
)::text
FROM tables_openerexplained o
JOIN tables_bankperiod p ON p.id = o.period_id
JOIN tables_stream s ON s.table_id = p.table_id
LEFT JOIN tables_staffmember m ON m.id = o.explained_by_id
WHERE s.id = %s
"""  # noqa: S608
_TYPES: Mapping[str, ApprovalStatus] = {
    "approval_asked": ApprovalStatus.ASKED,
    "approval_given": ApprovalStatus.GIVEN,
    "approval_refused": ApprovalStatus.REFUSED,
    "approval_withdrawn": ApprovalStatus.WITHDRAWN,
}
Row = dict[str, Any]


def _lifted(content: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    told = data.get("input", data)
    return bool(told["player"] == content["player"] and told.get("max", told.get("maximum")) == content["maximum"])


_SAYS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], bool]] = {
    approvals.LIFT: _lifted,
    approvals.VOID: lambda content, data: bool(data["round"] == content["number"]),
    approvals.FILL: lambda content, data: bool((data["chips"], data["total"]) == (content["chips"], content["total"])),
}
"""Kind -> whether the act behind the word is what was asked for."""


def check(table: StreamInfo) -> Iterator[Finding]:
    """What of a table's approvals does not follow from its log. Inside one snapshot of the database."""
    made: dict[int, Row] = {}
    for seq, type_, event, next_type, next_data in _events(table):
        try:
            _take(made, type_, event, next_type, next_data)
        except Wrong as wrong:
            yield Finding(table.key, wrong.args[0], seq, type_)
        except UNREADABLE as error:
            yield Finding(table.key, f"does not fit: {type(error).__name__}", seq, type_)
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [table.id])
        found = {number: json.loads(row) for number, row in cursor.fetchall()}
    yield from compared(table.key, "approval", made, found)


def check_openers(table: StreamInfo) -> Iterator[Finding]:
    """The explanations of a table's opener variances, each with the amount that its period has."""
    with connection.cursor() as cursor:
        cursor.execute(_EXPLAINED, [table.id, "opener_variance_explained", table.head_seq])
        events = [(seq, json.loads(body)) for seq, body in cursor.fetchall()]
        cursor.execute(_EXPLANATIONS, [table.id])
        found = {number: json.loads(row) for number, row in cursor.fetchall()}
    made: dict[int, Row] = {}
    for seq, event in events:
        told = {name: event["data"][name] for name in ("amount", "cause", "explanation")}
        made[event["data"]["period"]] = {**told, "by": event["actor"], "at": event["occurred_at"], "seq": seq}
    yield from compared(table.key, "explained opener of period", made, found)


def _events(table: StreamInfo) -> list[tuple[int, str, Row, str, Row]]:
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [table.id, list(_TYPES), table.head_seq])
        return [
            (seq, type_, json.loads(body), next_type, json.loads(next_body)["data"])
            for seq, type_, body, next_type, next_body in cursor.fetchall()
        ]


def _take(made: dict[int, Row], type_: str, event: Row, next_type: str, next_data: Row) -> None:
    """The next event of an approval. Raises Wrong when it does not fit what came before or comes after."""
    data, status = event["data"], _TYPES[type_]
    number = data["approval"]
    if status == ApprovalStatus.ASKED:
        if number != len(made) + 1:
            raise Wrong(f"approval {number} stands where {len(made) + 1} should be")
        made[number] = {
            "kind": data["kind"],
            "status": status.value,
            "content": data["content"],
            "asked_by": event["actor"],
            "asked_at": event["occurred_at"],
            "decided_by": None,
            "decided_at": None,
            "reason": "",
        }
        return
    row = made.get(number)
    if row is None or row["status"] != ApprovalStatus.ASKED or row["kind"] != data["kind"]:
        raise Wrong("decides what was not asked, or was decided before")
    row |= {"status": status.value, "decided_by": event["actor"], "decided_at": event["occurred_at"]}
    row["reason"] = data.get("reason", "")
    if status == ApprovalStatus.WITHDRAWN:
        return
    if row["asked_by"] == event["actor"]:
        raise Wrong("is decided by who asked for it")
    if status == ApprovalStatus.GIVEN and not (
        next_type in approvals.EFFECTS[row["kind"]] and _SAYS[row["kind"]](row["content"], next_data)
    ):
        raise Wrong("is given without its act")
