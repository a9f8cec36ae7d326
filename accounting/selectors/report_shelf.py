"""The shelf of reports: certified shifts, locked days, and whatever was made on request, looked through in one place.

What was certified or locked is for ever; what was made on request is kept for a month and can be made again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db.models import BooleanField, CharField, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from accounting.models.days import DayLock
from accounting.models.report_jobs import DONE, EXPIRED, FAILED, ReportJob
from accounting.models.reports import ShiftReport
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Invalid

SHIFT, DAY = "shift", "day"
SUPERSEDED, LOCKED = "superseded", "locked"
STATES: Final = ("preliminary", "final", SUPERSEDED, LOCKED, DONE, FAILED, EXPIRED)
MOST: Final = 200

_PLAYED = """
EXISTS (SELECT FROM accounting_periodresult p JOIN tables_stream s ON s.id = p.stream_id
JOIN tables_gamingtable t ON t.id = s.table_id JOIN tables_pit i ON i.id = t.pit_id
WHERE s.casino_id = {row}.casino_id AND p.gaming_day = {row}.gaming_day {shift}
AND (%s = '' OR t.code = %s) AND (%s = '' OR i.code = %s))
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; what is empty does not narrow. ``first`` and ``last`` are gaming days, both included.

    ``table`` and ``pit`` find the reports of shifts and days in which they were open.
    """

    kind: str = ""
    first: date | None = None
    last: date | None = None
    shift: str = ""
    table: str = ""
    pit: str = ""
    version: int | None = None
    state: str = ""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A report on the shelf. ``kind`` is ``shift``, ``day`` or that of a report made on request, ``number`` its job.

    ``newest``: no later version stands in its place. ``words`` are the parameters of one made on request.
    """

    kind: str
    gaming_day: date | None
    shift: str
    version: int | None
    state: str
    by: str
    at: datetime
    sha256: str
    newest: bool = True
    number: int | None = None
    words: str = ""


def found(actor: Actor, wanted: Wanted, *, before: datetime | None = None, limit: int = 50) -> list[Shelved]:
    """What the reader may read, the last made first, of what was made before ``before``.

    Refused: ``not_permitted``, ``bad_days``.
    """
    permissions.require(actor, "read_reports")
    if wanted.first and wanted.last and wanted.first > wanted.last:
        raise Invalid("bad_days")
    most = min(limit, MOST)
    sources = [_shifts(actor, wanted, before, most)] if wanted.kind in ("", SHIFT) else []
    if wanted.kind in ("", DAY) and permissions.may(actor, "read_books"):
        sources.append(_days(actor, wanted, before, most))
    if wanted.kind not in (SHIFT, DAY) and not wanted.version:
        sources.append(_made(actor, wanted, before, most))
    every = (line for source in sources for line in source)
    return sorted(every, key=lambda line: line.at, reverse=True)[:most]


def shifts_of(actor: Actor) -> list[str]:
    """The names of shifts that have reports. Refused: ``not_permitted``."""
    permissions.require(actor, "read_reports")
    rows = ShiftReport.objects.filter(casino_id=actor.casino_id)
    return sorted(rows.values_list("shift", flat=True).distinct())


def _shifts(actor: Actor, wanted: Wanted, before: datetime | None, most: int) -> Iterator[Shelved]:
    if wanted.state and wanted.state not in ("preliminary", "final", SUPERSEDED):
        return
    rows: QuerySet[Any] = ShiftReport.objects.filter(casino_id=actor.casino_id).defer("text")
    later = ShiftReport.objects.filter(
        casino_id=actor.casino_id,
        gaming_day=OuterRef("gaming_day"),
        shift=OuterRef("shift"),
        version__gt=OuterRef("version"),
    )
    rows = _of_days(rows.annotate(superseded=Exists(later)), wanted)
    if wanted.shift:
        rows = rows.filter(shift=wanted.shift)
    if wanted.version:
        rows = rows.filter(version=wanted.version)
    if wanted.state:
        rows = (
            rows.filter(superseded=True)
            if wanted.state == SUPERSEDED
            else rows.filter(state=wanted.state, superseded=False)
        )
    rows = _where_open(rows, wanted, "accounting_shiftreport", "AND p.shift = accounting_shiftreport.shift")
    if before is not None:
        rows = rows.filter(certified_at__lt=before)
    for row in rows.order_by("-certified_at", "-seq")[:most]:
        yield Shelved(
            SHIFT,
            row.gaming_day,
            row.shift,
            row.version,
            row.state,
            row.certified_by,
            row.certified_at,
            row.sha256,
            newest=not row.superseded,
        )


def _days(actor: Actor, wanted: Wanted, before: datetime | None, most: int) -> Iterator[Shelved]:
    if wanted.state not in ("", LOCKED) or wanted.shift or wanted.version:
        return
    rows = _of_days(DayLock.objects.filter(casino_id=actor.casino_id).defer("text"), wanted)
    rows = _where_open(rows, wanted, "accounting_daylock", "")
    if before is not None:
        rows = rows.filter(locked_at__lt=before)
    for row in rows.order_by("-locked_at", "-seq")[:most]:
        by = f"{row.locked_by}, {row.seconded_by}"
        yield Shelved(DAY, row.gaming_day, "", None, LOCKED, by, row.locked_at, row.sha256)


def _made(actor: Actor, wanted: Wanted, before: datetime | None, most: int) -> Iterator[Shelved]:
    """Reports made on request that the reader may open; their days are those that were asked for."""
    if not permissions.may(actor, "read_report_jobs") or wanted.table or wanted.pit:
        return
    rows: QuerySet[Any] = ReportJob.objects.filter(casino_id=actor.casino_id, asked_as__overlap=sorted(actor.roles))
    rows = rows.filter(status__in=[wanted.state] if wanted.state else [DONE, FAILED, EXPIRED])
    if wanted.kind:
        rows = rows.filter(kind=wanted.kind)
    if wanted.shift:
        rows = rows.filter(parameters__shift=wanted.shift)
    first, last = (KeyTextTransform(name, "parameters") for name in ("first", "last"))
    one = KeyTextTransform("gaming_day", "parameters")
    for bound, lookup, ends in ((wanted.first, "gte", last), (wanted.last, "lte", first)):
        if bound is not None:
            rows = rows.annotate(**{f"one_{lookup}": Cast(one, CharField()), f"end_{lookup}": Cast(ends, CharField())})
            day = bound.isoformat()
            rows = rows.filter(Q(**{f"one_{lookup}__{lookup}": day}) | Q(**{f"end_{lookup}__{lookup}": day}))
    if before is not None:
        rows = rows.filter(asked_at__lt=before)
    told = rows.select_related("asked_by").defer("document").order_by("-asked_at", "-number")[:most]
    for row in told:
        told_day = row.parameters.get("gaming_day")
        yield Shelved(
            row.kind,
            date.fromisoformat(told_day) if told_day else None,
            str(row.parameters.get("shift", "")),
            None,
            row.status,
            row.asked_by.badge,
            row.asked_at,
            row.sha256,
            number=row.number,
            words=" · ".join(str(row.parameters[name]) for name in _other(row.parameters)),
        )


def _other(parameters: Iterable[str]) -> list[str]:
    return [name for name in sorted(parameters) if name not in ("gaming_day", "shift")]


def _of_days(rows: QuerySet[Any], wanted: Wanted) -> QuerySet[Any]:
    if wanted.first:
        rows = rows.filter(gaming_day__gte=wanted.first)
    return rows.filter(gaming_day__lte=wanted.last) if wanted.last else rows


def _where_open(rows: QuerySet[Any], wanted: Wanted, row: str, shift: str) -> QuerySet[Any]:
    """Only where the table was open, or one of the pit."""
    if not wanted.table and not wanted.pit:
        return rows
    asked = [wanted.table, wanted.table, wanted.pit, wanted.pit]
    open_there = RawSQL(_PLAYED.format(row=row, shift=shift), asked, output_field=BooleanField())  # noqa: S611 - our own words, values apart
    there: QuerySet[Any] = rows.annotate(open_there=open_there).filter(open_there=True)
    return there
