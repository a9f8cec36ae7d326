"""Reports made in the background: asking for one, watching it being made, reading it, and fetching its files."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods

from accounting.reports import kinds
from accounting.reports.asking import ReportKind
from accounting.selectors import report_jobs
from accounting.selectors.report_jobs import JobView
from accounting.services import report_jobs as services
from tables.documents import csv
from tables.documents.drawing import SUFFIXES, File, Format
from tables.domain import permissions
from tables.domain.errors import Conflict, FloorError, NotFound
from tables.screens import documents, refusals
from tables.screens.downloads import download
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.services.languages import current_language

STATUSES: Final[Mapping[str, tuple[str, Promise | str]]] = {
    "waiting": ("warn", _("waits for a worker")),
    "running": ("warn", _("is being made")),
    "done": ("good", _("ready")),
    "failed": ("bad", _("failed")),
    "expired": ("", _("kept no longer")),
}
STAGES: Final[Mapping[str, Promise | str]] = {
    "building": _("Reading the books"),
    "drawing_pdf": _("Drawing the PDF"),
    "drawing_xlsx": _("Writing the workbook"),
    "drawing_csv": _("Writing CSV"),
    "drawing_json": _("Writing JSON"),
}
FILES: Final[Mapping[str, str]] = {Format.PDF: "PDF", Format.XLSX: "XLSX", Format.CSV: "CSV (ZIP)", Format.JSON: "JSON"}


@require_http_methods(["GET", "POST"])
@page
def listing(visit: Visit) -> HttpResponse:
    """What can be asked for, and what was. A POST asks, and leads to the report's own page."""
    permissions.require(visit.actor, "read_report_jobs")
    refusal: Refusal | None = None
    if visit.request.method == "POST":
        keyed = {name: value for name, value in visit.request.POST.items() if isinstance(value, str)}
        given = {name.removeprefix("p-"): value for name, value in keyed.items() if name.startswith("p-")}
        try:
            number = services.request_report(
                actor=visit.actor,
                at=visit.at,
                kind=keyed.get("kind", ""),
                parameters=given,
                language=current_language(),
                key=visit.key,
            )
        except FloorError as error:
            refusal = refusals.of(error, visit.house.exponent)
        else:
            return HttpResponseRedirect(reverse("report-job", args=[number]))
    found = report_jobs.listed(visit.actor)
    context = {
        "refusal": refusal,
        "kinds": kinds.offered(visit.actor),
        "jobs": [_line(job) for job in found],
        "unfinished": any(job.unfinished for job in found),
    }
    template = "reports/jobs_list.html" if visit.swaps else "reports/jobs.html"
    return visit.draw(template, context, status=refusal.status if refusal else 200)


@require_GET
@page
def job(visit: Visit, number: int) -> HttpResponse:
    """A report: how far it is, then itself. A page that waits asks again, and is loaded anew when there is news."""
    found = report_jobs.job(visit.actor, number)
    if visit.swaps:
        response = visit.draw("reports/job_progress.html", {"job": _line(found)})
        if not found.unfinished:
            response["HX-Refresh"] = "true"
        return response
    context: dict[str, Any] = {"job": _line(found)}
    if found.status == "done":
        document = report_jobs.document(visit.actor, number)
        context |= {
            "document": documents.shown(document),
            "tables": [(table.name, table.title or table.name) for table in document.tables],
            "provable": visit.may("read_books"),
            "reads_log": visit.may("read_audit") and visit.may("read_log"),
        }
    return visit.draw("reports/job.html", context)


@require_GET
@page
def as_file(visit: Visit, number: int, form: str) -> HttpResponse:
    """A file of the report, as it was drawn."""
    forms = {suffix: name for name, suffix in SUFFIXES.items()}
    found = report_jobs.file(visit.actor, number, forms.get(form, ""))
    return download(File(found.name, found.content_type, bytes(found.content)))


@require_GET
@page
def as_csv(visit: Visit, number: int, table: str) -> HttpResponse:
    """One table of the report. Refused: ``no_such_report_file`` for a table that it does not have."""
    document = report_jobs.document(visit.actor, number)
    if table not in {each.name for each in document.tables}:
        raise NotFound("no_such_report_file")
    return download(File(f"{document.name}-{number}-{table}.csv", csv.CONTENT_TYPE, csv.sheet(document, table)))


def _line(job: JobView) -> dict[str, Any]:
    """A job in words."""
    tone, status = STATUSES[job.status]
    known = kinds.KINDS.get(job.kind)
    return {
        "job": job,
        "title": known.title if known else job.kind,
        "said": _said(known, job.parameters),
        "tone": tone,
        "status": status,
        "stage": STAGES.get(job.message, ""),
        "why": _why(job) if job.status == "failed" else "",
        "files": [(FILES[form], SUFFIXES[Format(form)]) for form in job.files],
    }


def _said(kind: ReportKind | None, parameters: Mapping[str, Any]) -> str:
    """The parameters, in the kind's order."""
    names = [parameter.name for parameter in kind.parameters] if kind else list(parameters)
    return " · ".join(str(parameters[name]) for name in names if name in parameters)


def _why(job: JobView) -> str:
    if job.message in refusals.WORDS:
        return refusals.of(Conflict(job.message), 0).words
    return gettext("The report could not be made. Whoever runs the house finds the reason in its log.")
