"""Reports that were asked for: how far they are, and what came of them.

A job is seen by people of its casino who hold a role in which its asker could read it: what an auditor had made is not
a pit boss's to open, though both may read reports.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from accounting.models.report_jobs import UNFINISHED, ReportFile, ReportJob
from tables.documents import data
from tables.documents.model import Document
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, NotFound

MOST = 200


@dataclass(frozen=True, slots=True)
class JobView:
    """A job as doors show it. ``message`` is a stage while it runs and a code when it failed; ``files`` are forms."""

    number: int
    kind: str
    parameters: Mapping[str, Any]
    language: str
    asked_by: str
    asked_at: datetime
    status: str
    percent: int
    message: str
    finished_at: datetime | None
    sha256: str
    files: tuple[str, ...]

    @property
    def unfinished(self) -> bool:
        """Whether looking again may tell more."""
        return self.status in UNFINISHED


def listed(actor: Actor, *, before: int | None = None, limit: int = 50) -> list[JobView]:
    """The jobs that the actor may see, the last asked for first. Refused: ``not_permitted``."""
    found = _visible(actor)
    rows = (found if before is None else found.filter(number__lt=before)).order_by("-number")[: min(limit, MOST) + 1]
    return _views(list(rows.select_related("asked_by").defer("document")))[:limit]


def job(actor: Actor, number: int) -> JobView:
    """One job. Refused: ``not_permitted``, ``no_such_report_job``."""
    return _views([_one(_visible(actor).defer("document"), number)])[0]


def document(actor: Actor, number: int) -> Document:
    """The report that a job made. Refused as ``job`` does, and ``report_not_ready``."""
    return data.document_of(_finished(actor, number).document)


def file(actor: Actor, number: int, form: str) -> ReportFile:
    """A file of a job. Refused as ``document`` does, and ``no_such_report_file``."""
    found = ReportFile.objects.filter(job=_finished(actor, number), form=form).first()
    if found is None:
        raise NotFound("no_such_report_file")
    return found


def _visible(actor: Actor) -> QuerySet[ReportJob]:
    permissions.require(actor, "read_report_jobs")
    return ReportJob.objects.filter(casino_id=actor.casino_id, asked_as__overlap=sorted(actor.roles))


def _one(jobs: QuerySet[ReportJob], number: int) -> ReportJob:
    found = jobs.select_related("asked_by").filter(number=number).first()
    if found is None:
        raise NotFound("no_such_report_job")
    return found


def _finished(actor: Actor, number: int) -> ReportJob:
    found = _one(_visible(actor), number)
    if not found.document:
        raise Conflict("report_not_ready", status=found.status)
    return found


def _views(rows: Sequence[ReportJob]) -> list[JobView]:
    files: dict[int, list[str]] = {}
    for job_id, form in ReportFile.objects.filter(job__in=rows).order_by("pk").values_list("job_id", "form"):
        files.setdefault(job_id, []).append(form)
    return [
        JobView(
            number=row.number,
            kind=row.kind,
            parameters=row.parameters,
            language=row.language,
            asked_by=row.asked_by.badge,
            asked_at=row.asked_at,
            status=row.status,
            percent=row.percent,
            message=row.message,
            finished_at=row.finished_at,
            sha256=row.sha256,
            files=tuple(files.get(row.pk, ())),
        )
        for row in rows
    ]
