"""Certified reports: each says what its event says, and is made again, byte for byte, from the log it names."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db import connection

from accounting.models.reports import ShiftReport
from accounting.selectors import heads
from accounting.selectors.heads import Heads
from accounting.services import reports
from accounting.services.reports import Certificate
from accounting.services.streams import StreamInfo
from accounting.services.verify.findings import Finding
from tables.domain.actors import instant

_CERTIFIED = """
SELECT seq, body FROM tables_event WHERE stream_id = %s AND type = 'shift_certified' AND seq <= %s ORDER BY seq
"""


def check(house: StreamInfo) -> Iterator[Finding]:
    """What of a casino's reports does not follow from its log. Inside one snapshot of the database."""
    rows = {row.seq: row for row in ShiftReport.objects.filter(stream_id=house.id)}
    with connection.cursor() as cursor:
        cursor.execute(_CERTIFIED, [house.id, house.head_seq])
        events = [json.loads(body) for _, body in cursor.fetchall()]
    for event in events:
        row = rows.pop(event["seq"], None)
        wrong = "the certified report is missing" if row is None else _wrong(house, event, row)
        if wrong:
            yield Finding(house.key, wrong, event["seq"], "shift_certified")
    for seq in sorted(rows):
        yield Finding(house.key, "a report that no event has certified", seq)


def restore(house: StreamInfo) -> int:
    """Make again the reports whose rows are lost; how many. Raises ValueError when one is not what was certified."""
    with connection.cursor() as cursor:
        cursor.execute(_CERTIFIED, [house.id, house.head_seq])
        events = [json.loads(body) for _, body in cursor.fetchall()]
    there = set(ShiftReport.objects.filter(stream_id=house.id).values_list("seq", flat=True))
    lost = [row_of(house, event) for event in events if event["seq"] not in there]
    for row, event in zip(lost, [event for event in events if event["seq"] not in there], strict=True):
        if row.sha256 != event["data"]["sha256"]:
            raise ValueError(f"{house.key} #{row.seq}: the report is not the one that was certified")
    ShiftReport.objects.bulk_create(lost)
    return len(lost)


def row_of(house: StreamInfo, event: dict[str, Any]) -> ShiftReport:
    """The report that an event certified, made again from the log up to the heads that the event names."""
    data = event["data"]
    casino, gaming_day = house.key.split("/", 1)[0], date.fromisoformat(data["gaming_day"])
    seen: Heads = heads.at(house.casino_id, data["heads"])
    body = reports.content(casino, gaming_day, data["shift"], seen)
    certificate = Certificate(
        casino=casino,
        gaming_day=gaming_day,
        shift=data["shift"],
        version=data["version"],
        supersedes=data["supersedes"],
        certified_by=event["actor"],
        certified_at=event["occurred_at"],
    )
    frozen = reports.text(certificate, seen, body)
    return ShiftReport(
        stream_id=house.id,
        seq=event["seq"],
        casino_id=house.casino_id,
        gaming_day=gaming_day,
        shift=data["shift"],
        version=data["version"],
        state=body["state"],
        certified_by=event["actor"],
        certified_at=event["occurred_at"],
        supersedes=data["supersedes"],
        sha256=reports.sha256(frozen),
        text=frozen,
    )


def _wrong(house: StreamInfo, event: dict[str, Any], row: ShiftReport) -> str:
    """What is wrong with a report's row; empty when nothing is."""
    if reports.sha256(row.text) != event["data"]["sha256"]:
        return "the report's text is not what was certified"
    right = row_of(house, event)
    if right.text != row.text:
        return "the report does not follow from the log any more"
    for name in ("casino_id", "gaming_day", "shift", "version", "state", "certified_by", "supersedes", "sha256"):
        if getattr(right, name) != getattr(row, name):
            return f"the report's {name} is not what was certified"
    if instant(row.certified_at) != event["occurred_at"]:
        return "the report's certified_at is not what was certified"
    return ""
