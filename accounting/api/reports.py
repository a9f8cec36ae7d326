"""Shift reports: what would be in one now, certifying, the list, and each as it was frozen."""

from dataclasses import asdict
from datetime import date
from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers, status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples
from accounting.api.ledger import LagMark, lag_picture
from accounting.reports import shift_report, shift_sheets
from accounting.selectors import figures, shift_reports
from accounting.services import certify
from tables.api import files, lists
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.shapes import StrictDate, StrictSerializer, StrictText
from tables.documents import csv, drawing
from tables.documents.drawing import CONTENT_TYPES, File, Format
from tables.domain.actors import instant
from tables.domain.errors import NotFound
from tables.selectors import house

_TAG = "books"
_READ = {"not_permitted": 403, "no_such_report": 404}


class CertifyShape(StrictSerializer):
    """The shift whose report is to be frozen."""

    gaming_day = StrictDate()
    shift = StrictText(max_length=16)


STATES = ["preliminary", "final"]
"""What a shift's report can be; the API document names the type after this list."""


class Certified(serializers.Serializer[Any]):
    """The newest version of the shift's report; `new` tells whether this request froze it."""

    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(STATES)
    sha256 = serializers.CharField()
    new = serializers.BooleanField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class ReportLine(serializers.Serializer[Any]):
    """A version of a shift's report; `newest` unless a later one supersedes it."""

    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(STATES)
    certified_by = serializers.CharField()
    certified_at = serializers.DateTimeField()
    sha256 = serializers.CharField()
    newest = serializers.BooleanField()
    seq = serializers.IntegerField(help_text="position of the certificate in the house's stream")


class ReportFigures(serializers.Serializer[Any]):
    """What a report of the shift would say now, in the form of its content; nothing is frozen."""

    state = serializers.ChoiceField(STATES)
    content = serializers.DictField()
    lag = LagMark()


class ShiftReports(FloorView):
    """Certified shift reports."""

    @operation(
        "read_shift_reports",
        "Certified reports, the last certified first",
        tag=_TAG,
        answer=lists.page_of(ReportLine),
        told={"results": [examples.REPORT_LINE], "next": "?limit=1&before=97"},
        status=200,
        parameters=[LIMIT, query("before", OpenApiTypes.INT, "Only reports certified before this position.")],
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Every version stays; `next` leads to those certified earlier."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        found = shift_reports.certified(self.actor, before=lists.optional_number(self, "before"), limit=limit + 1)
        return Response(lists.page([_line(seq, row) for seq, row in found], limit, "before", "seq"))

    @operation(
        "certify_shift",
        "Freeze the report of a shift",
        tag=_TAG,
        request=CertifyShape,
        sent={"gaming_day": "2026-03-04", "shift": "day"},
        answer=Certified,
        told=examples.CERTIFIED,
        status=201,
        also={200: "Nothing has changed since the newest version, which is told again"},
        refusals={
            "not_permitted": 403,
            "no_such_shift": 404,
            "round_in_play": 409,
            "period_open": 409,
            "books_behind": 409,
            "books_stopped": 409,
        },
    )
    def post(self, request: Request) -> Response:
        """The books catch up first. The report's hash goes into the log, so that no one can change it unnoticed."""
        asked = self.read(CertifyShape)
        answer = certify.certify_shift(actor=self.actor, at=self.at, key=self.key, **asked)
        return self.written(answer, status.HTTP_201_CREATED if answer["new"] else status.HTTP_200_OK)


class ShiftReport(FloorView):
    """One version of a shift's report."""

    @operation(
        "read_shift_report",
        "A report as it was frozen",
        tag=_TAG,
        answer=examples.REPORT_SCHEMA,
        told=examples.REPORT,
        status=200,
        refusals=_READ,
    )
    def get(self, request: Request, gaming_day: date, shift: str, version: int) -> HttpResponse:
        """The very bytes that the hash was computed from; the hash is the ETag."""
        self.require_parameters()
        frozen = shift_reports.report(self.actor, gaming_day, shift, version)
        return HttpResponse(frozen.text, content_type="application/json", headers={"ETag": f'"{frozen.sha256}"'})


class ReportSheet(FloorView):
    """A sheet of a report as a file."""

    renderer_classes = (JSONRenderer, files.FileRenderer)

    @operation(
        "read_report_sheet",
        "A sheet of a frozen report as CSV",
        tag=_TAG,
        answer={"type": "string", "format": "binary"},
        told="table,pit,game,win_minor,win\r\nBJ-04,P1,blackjack,40000,400.00\r\n",
        media_type="text/csv",
        status=200,
        refusals=_READ,
    )
    def get(self, request: Request, gaming_day: date, shift: str, version: int, sheet: str) -> HttpResponse:
        """`tables`, `periods`, `totals`, `pot_games`, `exceptions`, `disputes` or `crowd`.

        UTF-8 with byte order mark, formulas defused.
        """
        self.require_parameters()
        frozen = shift_reports.report(self.actor, gaming_day, shift, version)
        if sheet not in shift_sheets.SHEETS:
            raise NotFound("no_such_report")
        name = shift_sheets.file_name(frozen.text, sheet)
        return files.sent(File(name, csv.CONTENT_TYPE, shift_sheets.sheet(frozen.text, sheet)))


class _ReportFile(FloorView):
    """A report as it was frozen, on paper or as a workbook."""

    renderer_classes = (JSONRenderer, files.FileRenderer)
    form: ClassVar[Format]

    def send(self, gaming_day: date, shift: str, version: int) -> HttpResponse:
        """The file: the same bytes for the same version and language."""
        self.require_parameters("language")
        language = files.language(self)
        frozen = shift_reports.report(self.actor, gaming_day, shift, version)
        document = shift_report.document(frozen.content, frozen.sha256, house.of(self.actor), language, frozen.signers)
        return files.sent(drawing.file(document, self.form))


def _report_file(form: Format, summary: str) -> type[_ReportFile]:
    """The view of one form of file: each has a media type of its own, so the document names each."""

    @operation(
        f"read_shift_report_{form}",
        summary,
        tag=_TAG,
        answer=files.BINARY,
        media_type=CONTENT_TYPES[form],
        status=200,
        parameters=[files.LANGUAGE],
        refusals={**_READ, "drawing_busy": 409, "too_long_for_file": 409},
    )
    def get(self: _ReportFile, request: Request, gaming_day: date, shift: str, version: int) -> HttpResponse:
        """The figures, the hash and the root of the log are those of the frozen text."""
        return self.send(gaming_day, shift, version)

    members = {"__doc__": _ReportFile.__doc__, "form": form, "get": get}
    return type(f"ShiftReport{form.title()}", (_ReportFile,), members)


ShiftReportPdf = _report_file(Format.PDF, "A report as it was frozen, as PDF")
ShiftReportXlsx = _report_file(Format.XLSX, "A report as it was frozen, as a workbook")


class ShiftFigures(FloorView):
    """A shift before its report."""

    @operation(
        "read_shift_figures",
        "What a report of the shift would say now",
        tag=_TAG,
        answer=ReportFigures,
        told=examples.FIGURES,
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request, gaming_day: date, shift: str) -> Response:
        """Closed periods only, and no hash: figures change until somebody certifies them."""
        self.require_parameters()
        found = figures.of_shift(actor=self.actor, gaming_day=gaming_day, shift=shift)
        return Response({"state": found.state, "content": found.content, "lag": lag_picture(found.lag)})


def _line(seq: int, row: shift_reports.Listed) -> dict[str, Any]:
    told = {**asdict(row), "gaming_day": row.gaming_day.isoformat(), "certified_at": instant(row.certified_at)}
    return {**told, "seq": seq}
