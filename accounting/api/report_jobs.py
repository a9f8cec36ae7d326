"""Reports made in the background: the kinds there are, asking, looking how far they are, and fetching the files."""

from dataclasses import asdict
from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers, status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples
from accounting.reports import kinds
from accounting.reports.asking import ReportKind
from accounting.selectors import report_jobs
from accounting.selectors.report_jobs import JobView
from accounting.services import report_jobs as services
from tables.api import files, lists
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.shapes import StrictChoice, StrictSerializer, StrictText
from tables.documents import csv
from tables.documents.drawing import CONTENT_TYPES, SUFFIXES, File, Format
from tables.domain import permissions
from tables.domain.actors import instant
from tables.domain.errors import NotFound
from tables.services.languages import LANGUAGES, current_language

_TAG = "reports"
_FINISHED = {"not_permitted": 403, "no_such_report_job": 404, "no_such_report_file": 404, "report_not_ready": 409}


class ParameterLine(serializers.Serializer[Any]):
    """A parameter of a kind. `shape`: a `day` is `2026-03-04`, a `number` is whole and from 1 on."""

    name = serializers.CharField()
    title = serializers.CharField()
    shape = serializers.ChoiceField(["day", "text", "number", "choice"])
    optional = serializers.BooleanField()
    choices = serializers.ListField(child=serializers.CharField())


class KindLine(serializers.Serializer[Any]):
    """A kind of report that the reader may ask for."""

    kind = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField()
    parameters = ParameterLine(many=True)


class Kinds(serializers.Serializer[Any]):
    """All of them."""

    results = KindLine(many=True)


class AskShape(StrictSerializer):
    """The report that is wanted."""

    kind = StrictText(max_length=32)
    parameters = serializers.DictField(required=False, help_text="by name, as the kind says")
    language = StrictChoice(choices=list(LANGUAGES), required=False, help_text="without it, that of the request")


class Job(serializers.Serializer[Any]):
    """A report that was asked for. `message` is a stage while it runs, and a code when it failed."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    parameters = serializers.DictField()
    language = serializers.CharField()
    asked_by = serializers.CharField()
    asked_at = serializers.DateTimeField()
    status = serializers.ChoiceField(["waiting", "running", "done", "failed", "expired"])
    percent = serializers.IntegerField(max_value=100)
    message = serializers.CharField()
    finished_at = serializers.DateTimeField(allow_null=True)
    sha256 = serializers.CharField(help_text="as it is printed on the report; empty until it is done")
    files = serializers.ListField(
        child=serializers.ChoiceField([form.value for form in Format]),
        help_text="what `report.<form>` gives; too long a report has no PDF",
    )


class ReportKinds(FloorView):
    """What can be asked for."""

    @operation(
        "read_report_kinds",
        "Kinds of reports, with their parameters",
        tag=_TAG,
        answer=Kinds,
        told=examples.REPORT_KINDS,
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Only those that the reader may ask for; titles are in the language of the request."""
        self.require_parameters()
        permissions.require(self.actor, "read_report_jobs")
        return Response({"results": [_kind(kind) for kind in kinds.offered(self.actor)]})


class ReportJobs(FloorView):
    """Reports that were asked for."""

    @operation(
        "read_report_jobs",
        "Reports that were asked for, the last first",
        tag=_TAG,
        answer=lists.page_of(Job),
        told={"results": [examples.REPORT_JOB], "next": None},
        status=200,
        parameters=[LIMIT, query("before", OpenApiTypes.INT, "Only jobs with a lower number.")],
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """One's own, and those of colleagues in the same role."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        found = report_jobs.listed(self.actor, before=lists.optional_number(self, "before"), limit=limit + 1)
        return Response(lists.page([_job(job) for job in found], limit, "before", "number"))

    @operation(
        "request_report",
        "Ask for a report",
        tag=_TAG,
        request=AskShape,
        sent={"kind": "shift_report", "parameters": {"gaming_day": "2026-03-04", "shift": "day"}, "language": "en"},
        answer=Job,
        told=examples.REPORT_JOB,
        status=202,
        refusals={
            "not_permitted": 403,
            "no_such_report_kind": 404,
            "too_many_reports": 409,
            "idempotency_key_reused": 409,
            "bad_report_parameter": 422,
        },
    )
    def post(self, request: Request) -> Response:
        """It is made in the background: look at `GET /report-jobs/{number}` until its `status` is `done`.

        A repeat under the same key is answered with the same job, as it stands then.
        """
        asked = self.read(AskShape)
        number = services.request_report(
            actor=self.actor,
            at=self.at,
            kind=asked["kind"],
            parameters=asked.get("parameters", {}),
            language=asked.get("language") or current_language(),
            key=self.key,
        )
        answer = Response(_job(report_jobs.job(self.actor, number)), status=status.HTTP_202_ACCEPTED)
        answer["Location"] = f"/api/v1/report-jobs/{number}"
        return answer


class ReportJob(FloorView):
    """One of them."""

    @operation(
        "read_report_job",
        "How far a report is",
        tag=_TAG,
        answer=Job,
        told=examples.REPORT_JOB,
        status=200,
        refusals={"not_permitted": 403, "no_such_report_job": 404},
    )
    def get(self, request: Request, number: int) -> Response:
        """Once a second is often enough."""
        self.require_parameters()
        return Response(_job(report_jobs.job(self.actor, number)))


class _JobFile(FloorView):
    """A file of a finished job, to the byte as it was drawn; its SHA-256 is the ETag."""

    renderer_classes = (JSONRenderer, files.FileRenderer)
    form: ClassVar[Format]

    def send(self, number: int) -> HttpResponse:
        """The file."""
        self.require_parameters()
        found = report_jobs.file(self.actor, number, self.form)
        return files.sent(File(found.name, found.content_type, bytes(found.content)), found.sha256)


def _job_file(form: Format, summary: str, told: Any) -> type[_JobFile]:
    """The view of one form of file: each has a media type of its own, so the document names each."""

    @operation(
        f"read_report_{SUFFIXES[form]}",
        summary,
        tag=_TAG,
        answer={"type": "object"} if form is Format.JSON else files.BINARY,
        told=told,
        media_type=CONTENT_TYPES[form],
        status=200,
        refusals=_FINISHED,
    )
    def get(self: _JobFile, request: Request, number: int) -> HttpResponse:
        """The same bytes for everybody, for a month."""
        return self.send(number)

    members = {"__doc__": _JobFile.__doc__, "form": form, "get": get}
    return type(f"Report{form.title()}", (_JobFile,), members)


JobPdf = _job_file(Format.PDF, "A finished report as PDF", None)
JobXlsx = _job_file(Format.XLSX, "A finished report as a workbook", None)
JobZip = _job_file(Format.CSV, "A finished report as CSV, a file a table, in one ZIP", None)
JobJson = _job_file(Format.JSON, "A finished report as JSON", examples.REPORT_DOCUMENT)


class JobSheet(FloorView):
    """A table of a finished report."""

    renderer_classes = (JSONRenderer, files.FileRenderer)

    @operation(
        "read_report_table",
        "A table of a finished report as CSV",
        tag=_TAG,
        answer=files.BINARY,
        told="row,group,table,win_minor,win\r\nline,Pit P1,BJ-04,40000,400.00\r\n",
        media_type="text/csv",
        status=200,
        refusals=_FINISHED,
    )
    def get(self, request: Request, number: int, table: str) -> HttpResponse:
        """UTF-8 with byte order mark, money in minor units and as a decimal, formulas defused."""
        self.require_parameters()
        document = report_jobs.document(self.actor, number)
        if table not in {each.name for each in document.tables}:
            raise NotFound("no_such_report_file")
        return files.sent(File(f"{document.name}-{number}-{table}.csv", csv.CONTENT_TYPE, csv.sheet(document, table)))


def _kind(kind: ReportKind) -> dict[str, Any]:
    return {
        "kind": kind.name,
        "title": str(kind.title),
        "about": str(kind.about),
        "parameters": [
            {
                "name": parameter.name,
                "title": str(parameter.title),
                "shape": parameter.shape,
                "optional": not parameter.required,
                "choices": [value for value, _ in parameter.choices],
            }
            for parameter in kind.parameters
        ],
    }


def _job(job: JobView) -> dict[str, Any]:
    finished_at = instant(job.finished_at) if job.finished_at else None
    told = {**asdict(job), "asked_at": instant(job.asked_at), "finished_at": finished_at}
    return {**told, "files": list(job.files)}
