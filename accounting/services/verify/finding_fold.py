"""The register of audit findings as the house's log tells it, and its rows made again where they are lost."""

import json
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django.db import connection

from accounting.domain.audit_findings import FindingStatus
from accounting.models.audit_findings import AuditFinding
from accounting.services.streams import StreamInfo
from accounting.services.verify.findings import UNREADABLE, Finding, compared

_EVENTS = """
SELECT seq, type, body FROM tables_event
WHERE stream_id = %s AND type IN ('finding_recorded', 'finding_answered', 'finding_closed') AND round IS NULL
      AND seq <= %s
ORDER BY seq
"""
_TOLD = ("area", "cause", "explanation", "gaming_day", "about", "owner", "repeat_of", "occurrence")
Row = dict[str, Any]


def check(house: StreamInfo) -> Iterator[Finding]:
    """What of a casino's register does not follow from its log. Inside one snapshot of the database."""
    made: dict[int, Row] = {}
    for seq, type_, event in _events(house):
        try:
            if wrong := _take(made, seq, type_, event):
                yield Finding(house.key, wrong, seq, type_)
        except UNREADABLE as error:
            yield Finding(house.key, f"does not fit: {type(error).__name__}", seq, type_)
    rows = AuditFinding.objects.filter(casino_id=house.casino_id)
    yield from compared(house.key, "finding", made, {row.number: _found(row) for row in rows})


def restore(house: StreamInfo) -> int:
    """Make again the findings whose rows are lost; how many."""
    made: dict[int, Row] = {}
    for seq, type_, event in _events(house):
        _take(made, seq, type_, event)
    there = set(AuditFinding.objects.filter(casino_id=house.casino_id).values_list("number", flat=True))
    lost = [
        AuditFinding(casino_id=house.casino_id, number=number, **row)
        for number, row in made.items()
        if number not in there
    ]
    AuditFinding.objects.bulk_create(lost)
    return len(lost)


def _events(house: StreamInfo) -> list[tuple[int, str, dict[str, Any]]]:
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [house.id, house.head_seq])
        return [(seq, type_, json.loads(body)) for seq, type_, body in cursor.fetchall()]


def _take(made: dict[int, Row], seq: int, type_: str, event: dict[str, Any]) -> str:
    """The next event of the register; what is wrong with it, or nothing."""
    data, at = event["data"], datetime.fromisoformat(event["occurred_at"])
    signers = [signature["badge"] for signature in data["signatures"]]
    if type_ == "finding_recorded":
        if data["finding"] != len(made) + 1:
            return f"finding {data['finding']} stands where {len(made) + 1} should be"
        told = {**{name: data[name] for name in _TOLD}, "gaming_day": date.fromisoformat(data["gaming_day"])}
        recorded = {"recorded_at": at, "recorded_by": signers[0], "recorded_seq": seq}
        made[data["finding"]] = {"status": FindingStatus.OPEN.value, **told, **recorded, **_UNANSWERED}
        first = data["repeat_of"]
        before = [row for row in made.values() if first is not None and row["repeat_of"] == first]
        return "" if data["occurrence"] == len(before) + 1 else "the repeats are not counted right"
    row = made[data["finding"]]
    if type_ == "finding_answered":
        row |= {"status": FindingStatus.ANSWERED.value, "answer": data["answer"]}
        row |= {"answered_at": at, "answered_by": signers[0]}
    else:
        row |= {"status": FindingStatus.CLOSED.value, "remark": data["remark"], "closed_at": at}
        row |= {"closed_by": signers[0], "seconded_by": signers[1]}
    return ""


_UNANSWERED: Row = {
    "answer": "",
    "answered_at": None,
    "answered_by": "",
    "remark": "",
    "closed_at": None,
    "closed_by": "",
    "seconded_by": "",
}


def _found(row: AuditFinding) -> Row:
    names = ("status", *_TOLD, "recorded_at", "recorded_by", "recorded_seq", *_UNANSWERED)
    return {name: getattr(row, name) for name in names}
