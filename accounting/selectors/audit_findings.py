"""The register of audit findings: for those who audit all of it, for an owner what he has to answer for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet

from accounting.domain.audit_findings import FindingStatus
from accounting.models.audit_findings import AuditFinding
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding as it stands. ``repeat_of`` is the first of its kind, ``occurrence`` the how manieth this one is."""

    number: int
    status: str
    area: str
    cause: str
    explanation: str
    gaming_day: date
    about: Sequence[Mapping[str, Any]]
    owner: str
    repeat_of: int | None
    occurrence: int
    recorded_at: datetime
    recorded_by: str
    answer: str
    answered_at: datetime | None
    answered_by: str
    remark: str
    closed_at: datetime | None
    closed_by: str
    seconded_by: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """Something that was found more than once: the first finding, and how often and until when it was seen."""

    finding: int
    area: str
    cause: str
    explanation: str
    occurrences: int
    first_day: date
    last_day: date
    open: int


def listed(
    actor: Actor, *, status: str = "", area: str = "", cause: str = "", before: int | None = None, limit: int = 50
) -> list[FindingView]:
    """Findings, the newest first. Refused: ``not_permitted``."""
    rows = _visible(actor)
    exact = {"status": status, "area": area, "cause": cause}
    rows = rows.filter(**{name: value for name, value in exact.items() if value})
    if before is not None:
        rows = rows.filter(number__lt=before)
    return [_view(row) for row in rows.order_by("-number")[:limit]]


def finding(actor: Actor, number: int) -> FindingView:
    """One finding. Refused: ``not_permitted``; ``no_such_finding``, also for one that is not his to see."""
    row = _visible(actor).filter(number=number).first()
    if row is None:
        raise NotFound("no_such_finding")
    return _view(row)


def repeated(actor: Actor) -> list[Repeated]:
    """What was found again, the most often found first. Refused: ``not_permitted``."""
    permissions.require(actor, "read_audit")
    rows = AuditFinding.objects.filter(casino_id=actor.casino_id)
    again = (
        rows.filter(repeat_of__isnull=False)
        .values("repeat_of")
        .annotate(
            times=Count("number"),
            last=Max("gaming_day"),
            first=Min("gaming_day"),
            unclosed=Count("number", filter=~Q(status=FindingStatus.CLOSED)),
        )
    )
    told = {line["repeat_of"]: line for line in again if line["repeat_of"] is not None}
    found = [
        Repeated(
            finding=row.number,
            area=row.area,
            cause=row.cause,
            explanation=row.explanation,
            occurrences=told[row.number]["times"] + 1,
            first_day=min(row.gaming_day, told[row.number]["first"]),
            last_day=max(row.gaming_day, told[row.number]["last"]),
            open=told[row.number]["unclosed"] + (row.status != FindingStatus.CLOSED),
        )
        for row in rows.filter(number__in=told)
    ]
    return sorted(found, key=lambda line: (-line.occurrences, line.finding))


def _visible(actor: Actor) -> QuerySet[AuditFinding]:
    rows = AuditFinding.objects.filter(casino_id=actor.casino_id)
    if permissions.may(actor, "read_audit"):
        return rows
    permissions.require(actor, "answer_finding")
    return rows.filter(owner=actor.badge)


def _view(row: AuditFinding) -> FindingView:
    return FindingView(**{name: getattr(row, name) for name in FindingView.__dataclass_fields__})
