"""Locked days: each report is made again from the log it names, each total from the day's rows and the lock before."""

import json
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any

from django.db import connection, transaction

from accounting.models.days import DayAdjustment, DayLock, DayTotal, ExceptionExplained
from accounting.models.guards import REBUILDING
from accounting.selectors import day_rows, heads
from accounting.services import day_reports, days, reports
from accounting.services.day_reports import Locking
from accounting.services.streams import StreamInfo
from accounting.services.verify.findings import UNREADABLE, Finding, differences
from tables.domain.canonical import content_hash

_EVENTS = """
SELECT body FROM tables_event
WHERE stream_id = %s AND type IN ('exception_explained', 'day_adjusted', 'day_locked') AND round IS NULL AND seq <= %s
ORDER BY seq
"""
Row = ExceptionExplained | DayAdjustment | DayLock
MODELS: Mapping[str, type[Row]] = {
    "exception_explained": ExceptionExplained,
    "day_adjusted": DayAdjustment,
    "day_locked": DayLock,
}


def check(house: StreamInfo) -> Iterator[Finding]:
    """What of a casino's days does not follow from its log. Inside one snapshot of the database."""
    there = {
        type_: {row.seq: row for row in model.objects.filter(stream_id=house.id)} for type_, model in MODELS.items()
    }
    locked = []
    for event in _events(house):
        seq, type_ = event["seq"], event["type"]
        found = there[type_].pop(seq, None)
        try:
            made = _simple(house, event) if type_ != "day_locked" else None
            if type_ == "day_locked":
                locked.append(seq)
                yield from _lock(house, event, found, locked)
            elif found is None:
                yield Finding(house.key, "its row is missing", seq, type_)
            elif made is not None and (wrong := _different(made, found)):
                yield Finding(house.key, wrong, seq, type_)
        except UNREADABLE as error:
            yield Finding(house.key, f"does not fit: {type(error).__name__}", seq, type_)
    for type_, rows in there.items():
        for seq in sorted(rows):
            yield Finding(house.key, f"a row of {type_} that no event tells of", seq)
    if DayTotal.objects.filter(stream_id=house.id).exclude(seq__in=locked).exists():
        yield Finding(house.key, "totals of a day that no event has locked")
    strange = DayTotal.objects.filter(casino_id=house.casino_id).exclude(stream_id=house.id)
    if strange.exists():
        yield Finding(house.key, "totals that belong to another house's stream")


def restore(house: StreamInfo) -> int:
    """Make lost rows again, and all totals; how many rows. Raises ValueError when a day is not what was locked."""
    made = 0
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config(%s, 'on', true)", [REBUILDING])
            cursor.execute("DELETE FROM accounting_daytotal WHERE casino_id = %s", [house.casino_id])
            cursor.execute("SELECT set_config(%s, 'off', true)", [REBUILDING])
        for event in _events(house):
            model = MODELS[event["type"]]
            lost = not model.objects.filter(stream_id=house.id, seq=event["seq"]).exists()
            if event["type"] == "day_locked":
                row, totals = _made(house, event)
                if row.sha256 != event["data"]["sha256"]:
                    raise ValueError(f"{house.key} #{row.seq}: the report is not the one that was locked")
                DayTotal.objects.bulk_create(totals)
            else:
                row = _simple(house, event)
            if lost:
                row.save(force_insert=True)
                made += 1
    return made


def _events(house: StreamInfo) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [house.id, house.head_seq])
        return [json.loads(body) for (body,) in cursor.fetchall()]


def _simple(house: StreamInfo, event: Mapping[str, Any]) -> Any:
    """The row of an explanation or of an adjustment."""
    data, at = event["data"], datetime.fromisoformat(event["occurred_at"])
    signers = [signature["badge"] for signature in data["signatures"]]
    base = {"stream_id": house.id, "seq": event["seq"], "casino_id": house.casino_id}
    of_day = date.fromisoformat(data["gaming_day"])
    if event["type"] == "exception_explained":
        told = {name: data[name] for name in ("exception", "cause", "explanation")}
        return ExceptionExplained(**base, gaming_day=of_day, **told, explained_by=signers[0], explained_at=at)
    told = {name: data[name] for name in ("table", "figure", "amount", "reason")}
    who = {"made_by": signers[0], "approved_by": signers[1]}
    return DayAdjustment(
        **base, gaming_day=of_day, made_on=date.fromisoformat(event["gaming_day"]), **told, **who, made_at=at
    )


def _made(house: StreamInfo, event: Mapping[str, Any]) -> tuple[DayLock, list[DayTotal]]:
    """The lock that an event tells of, made again from the log up to the heads that it names."""
    data, casino = event["data"], house.key.split("/", 1)[0]
    of_day = date.fromisoformat(data["gaming_day"])
    accountant, second = (signature["badge"] for signature in data["signatures"])
    seen = heads.at(house.casino_id, data["heads"])
    before = day_rows.lock_before(house.casino_id, event["seq"])
    composed = day_reports.compose(house.casino_id, casino, of_day, seen, before)
    previous = day_reports.previous(before)
    locking = Locking(casino, of_day, accountant, second, event["occurred_at"], previous)
    frozen = day_reports.text(locking, seen, composed.body)
    row = DayLock(
        stream_id=house.id,
        seq=event["seq"],
        casino_id=house.casino_id,
        gaming_day=of_day,
        locked_on=date.fromisoformat(event["gaming_day"]),
        locked_by=accountant,
        seconded_by=second,
        locked_at=datetime.fromisoformat(event["occurred_at"]),
        previous=before.sha256 if before else "",
        root=content_hash(day_reports.told(seen)),
        sha256=reports.sha256(frozen),
        text=frozen,
    )
    return row, days.total_rows(house.id, event["seq"], house.casino_id, of_day, composed.totals)


def _lock(house: StreamInfo, event: Mapping[str, Any], found: Any, locked: list[int]) -> Iterator[Finding]:
    """What is wrong with one lock: its row, the day it follows, its text to the byte, its totals row by row."""
    seq, data = event["seq"], event["data"]
    if found is None:
        yield Finding(house.key, "the locked day's report is missing", seq, "day_locked")
    elif reports.sha256(found.text) != data["sha256"]:
        yield Finding(
            house.key, f"the report's text is not what was locked: {_where(found.text, data)}", seq, "day_locked"
        )
    made, totals = _made(house, event)
    if data["previous"] != json.loads(made.text)["previous"]:
        yield Finding(house.key, "does not name the day that was locked before", seq, "day_locked")
    if data["root"] != made.root:
        yield Finding(house.key, "the root is not that of the heads", seq, "day_locked")
    if data["sha256"] != made.sha256:
        yield Finding(house.key, "the report does not follow from the log any more", seq, "day_locked")
    elif found is not None and (wrong := _different(made, found)):
        yield Finding(house.key, wrong, seq, "day_locked")
    yield from _totals(house, seq, totals)


def _totals(house: StreamInfo, seq: int, made: list[DayTotal]) -> Iterator[Finding]:
    names = [field.attname for field in DayTotal._meta.concrete_fields if field.attname != "id"]
    key_names = ("gaming_day", "span", "kind", "code", "banked")
    rows = DayTotal.objects.filter(stream_id=house.id, seq=seq)
    there = {tuple(getattr(row, name) for name in key_names): row for row in rows}
    right = {tuple(getattr(row, name) for name in key_names): row for row in made}
    for key in sorted(right.keys() | there.keys()):
        name = f"total {'/'.join(str(part) for part in key[:4])}"
        if key not in there:
            yield Finding(house.key, f"{name} is missing", seq, "day_locked")
        elif key not in right:
            yield Finding(house.key, f"{name} does not follow from the log", seq, "day_locked")
        else:
            values = [[getattr(row, column) for column in names] for row in (right[key], there[key])]
            if values[0] != values[1]:
                yield Finding(house.key, f"{name}: {differences(names, *values)}", seq, "day_locked")


def _different(made: Any, found: Any) -> str:
    """Which columns of a row are not what its event says; empty when all are."""
    names = [field.attname for field in made._meta.concrete_fields]
    values = [[getattr(row, name) for name in names] for row in (made, found)]
    return differences(names, *values) if values[0] != values[1] else ""


def _where(text: str, data: Mapping[str, Any]) -> str:
    """Says which day it is, so that whoever holds the paper knows which to fetch."""
    return f"{data['gaming_day']}, {len(text)} signs"
