"""One sheet of the count room, and the drop variance report where its two blind counts differed."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import files, papers
from tables.api.count_session_shapes import SHEET, SheetAnswer
from tables.api.count_shapes import CONTENTS, TAG, ContentsAnswer, DifferedAnswer
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.documents.drawing import CONTENT_TYPES, Format
from tables.domain.actors import instant
from tables.domain.events import StreamKind
from tables.selectors import count_sheets
from tables.selectors.count_sheets import SheetRecord

_RESULT: Mapping[str, Any] = {
    "contents": CONTENTS,
    "drop": 50_000,
    "promo_in_drop": False,
    "missing_papers": [],
    "stray_papers": [],
    "decided_by": "verifier",
    "differed": {
        "first": CONTENTS,
        "second": {**CONTENTS, "notes": {"10000": 3}, "total": 30_000},
        "explanation": "two notes stuck together",
    },
}
_COUNTED: Mapping[str, Any] = {
    **SHEET,
    "status": "counted",
    "second_by": "5002",
    "verified_by": "6001",
    "counted_at": "2026-03-05T14:30:00.000000Z",
    "counted_seq": 23,
    "contents": CONTENTS,
}


class ResultAnswer(serializers.Serializer[Any]):
    """What stands. ``drop`` is null of a rake, ``differed`` where the two counts agreed."""

    contents = ContentsAnswer()
    drop = serializers.IntegerField(allow_null=True, help_text="what the box adds to the drop by the rule pack")
    promo_in_drop = serializers.BooleanField()
    missing_papers = serializers.ListField(child=serializers.CharField())
    stray_papers = serializers.ListField(child=serializers.CharField())
    decided_by = serializers.CharField(help_text="`second` or `verifier`")
    differed = DifferedAnswer(allow_null=True)


class SheetRecordAnswer(SheetAnswer):
    """A sheet by its box. ``result`` is null until it is counted, and as long as the reader may not know it."""

    session = serializers.IntegerField()
    table = serializers.CharField()
    box = serializers.IntegerField()
    accepted_at = serializers.DateTimeField()
    result = ResultAnswer(allow_null=True)


class CountSheet(FloorView):
    """A part of a box in the count."""

    @operation(
        "read_count_sheet",
        "The count sheet of a box, with its variance report",
        tag=TAG,
        answer=SheetRecordAnswer,
        told={
            **_COUNTED,
            "session": 12,
            "table": "BJ-04",
            "box": 3,
            "accepted_at": "2026-03-05T14:12:00.000000Z",
            "result": _RESULT,
        },
        status=200,
        refusals={"not_permitted": 403, "no_such_sheet": 404},
    )
    def get(self, request: Request, table: str, box: int, part: str) -> Response:
        """The team and accounting see what stands as counted, all others when the count is closed."""
        self.require_parameters()
        return Response(_told(count_sheets.sheet(self.actor, table, box, part)))


class CountSheetPdf(FloorView):
    """A counted sheet on paper."""

    renderer_classes = (JSONRenderer, files.FileRenderer)

    @operation(
        "read_count_sheet_pdf",
        "The paper of a counted sheet, with its variance report",
        tag=TAG,
        answer=files.BINARY,
        media_type=CONTENT_TYPES[Format.PDF],
        status=200,
        parameters=[files.LANGUAGE],
        refusals={
            "not_permitted": 403,
            "not_your_view": 403,
            "no_such_sheet": 404,
            "boxes_not_counted": 409,
            "copy_not_recorded": 409,
            "drawing_busy": 409,
        },
    )
    def get(self, request: Request, table: str, box: int, part: str) -> HttpResponse:
        """For who may know what was counted: the same persons, and as early, as read it at the sheet itself."""
        self.require_parameters("language")
        return papers.as_pdf(self, StreamKind.COUNT, count_sheets.paper(self.actor, table, box, part).seq)


def _told(found: SheetRecord) -> dict[str, Any]:
    persons = {"first_by": found.first_by, "second_by": found.second_by, "verified_by": found.verified_by}
    return {
        "session": found.session,
        "table": found.table,
        "box": found.box,
        "part": found.part.value,
        "status": found.status,
        **{name: who and who[0] for name, who in persons.items()},
        "accepted_at": instant(found.accepted_at),
        "counted_at": None if found.counted_at is None else instant(found.counted_at),
        "counted_seq": found.counted_seq,
        "contents": None if found.result is None else found.result.contents,
        "result": None if found.result is None else asdict(found.result),
    }
