"""A marker on paper, printed again, and as the log has it."""

from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import files
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.marker_shapes import EXAMPLE, TAG, TOTAL, MarkerAnswer, MarkerStep, shown, step
from tables.api.slip_shapes import ReasonShape
from tables.api.slips import RecordedEvent
from tables.documents import drawing
from tables.documents.drawing import CONTENT_TYPES, Format
from tables.reports import marker_papers
from tables.selectors import house, marker_records
from tables.selectors import markers as marker_reads
from tables.services import markers


class MarkerRecordAnswer(serializers.Serializer[Any]):
    """The marker, and every event that made it what it is."""

    marker = MarkerAnswer()
    events = RecordedEvent(many=True)


class MarkerReprinted(MarkerStep):
    """The number of the copy stands on it."""

    copy = serializers.IntegerField()


class MarkerPdf(FloorView):
    """The paper of a marker."""

    renderer_classes = (JSONRenderer, files.FileRenderer)

    @operation(
        "read_marker_pdf",
        "The paper of a marker",
        tag=TAG,
        answer=files.BINARY,
        media_type=CONTENT_TYPES[Format.PDF],
        status=200,
        parameters=[files.LANGUAGE],
        refusals={"not_permitted": 403, "no_such_marker": 404, "copy_not_recorded": 409, "drawing_busy": 409},
    )
    def get(self, request: Request, slip: str) -> HttpResponse:
        """The original while nothing is paid; afterwards the newest copy on record, marked as such."""
        self.require_parameters("language")
        language = files.language(self)
        view = marker_reads.one(self.actor, slip)
        return files.sent(drawing.file(marker_papers.printed(view, house.of(self.actor), language), Format.PDF))


class MarkerReprints(FloorView):
    """Copies after the first."""

    @operation(
        "reprint_marker",
        "Print a marker again",
        tag=TAG,
        request=ReasonShape,
        sent={"reason": "the paper jammed"},
        answer=MarkerReprinted,
        told=step("issued", TOTAL, 93, copy=1),
        refusals={"not_permitted": 403, "no_such_marker": 404, "bad_reason": 422},
    )
    def post(self, request: Request, slip: str) -> Response:
        """The same number, marked with the number of the copy, and counted."""
        answer = markers.reprint_marker(actor=self.actor, at=self.at, slip=slip, **self.read(ReasonShape), key=self.key)
        return self.written(answer)


class MarkerRecord(FloorView):
    """The copy that only accounting and audit can reach."""

    @operation(
        "read_marker_record",
        "A marker as the log has it",
        tag=TAG,
        answer=MarkerRecordAnswer,
        told={
            "marker": EXAMPLE,
            "events": [
                {
                    "stream": "DEMO/table/BJ-04",
                    "seq": 640,
                    "type": "marker_issued",
                    "hash": "0b6f5b6a42d7e1a34d1a4f8f1f9c47d1a9c7d8e2b31f5a6c0d4e8f2a7b9c1d3e",
                    "body": '{"actor":"1042","data":{"patron":"P-7","slip":"M-2026-000031"},"gaming_day":"2026-03-04"}',
                }
            ],
        },
        status=200,
        refusals={"not_permitted": 403, "no_such_marker": 404},
    )
    def get(self, request: Request, slip: str) -> Response:
        """Every event of the marker from all streams, word for word with its hash."""
        self.require_parameters()
        copy = marker_records.restricted_copy(self.actor, slip)
        return Response({"marker": shown(copy.marker), "events": [asdict(event) for event in copy.events]})
