"""Papers of the log: what they are, their file, and every print on record (T-26)."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import files
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer, StrictText
from tables.documents import drawing
from tables.documents.drawing import CONTENT_TYPES, Format
from tables.domain.actors import instant
from tables.reports import papers
from tables.reports.papers import HousePaper
from tables.selectors import house
from tables.services import paper_prints

TAG = "papers"
_NOT_HIS = {"not_permitted": 403, "not_your_view": 403, "no_such_paper": 404}


class PrintShape(StrictSerializer):
    """Why another copy is wanted; the original needs no reason."""

    reason = StrictText(required=False, default="", allow_blank=True)


class PrintLine(serializers.Serializer[Any]):
    """A time it was printed; ``copy`` 0 is the original."""

    copy = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(help_text="badge")
    reason = serializers.CharField(allow_blank=True)


class PaperAnswer(serializers.Serializer[Any]):
    """A paper: ``paper`` is its kind, ``where`` and ``seq`` are the place of its event in the log."""

    paper = serializers.CharField()
    slip = serializers.CharField(help_text="its number")
    table = serializers.CharField(allow_blank=True)
    where = serializers.CharField(help_text="a table's code, cage or count")
    seq = serializers.IntegerField()
    look_up = serializers.CharField(help_text="what the code on it says")
    prints = PrintLine(many=True)


class PrintAnswer(serializers.Serializer[Any]):
    """A print on record; ``paper_seq`` is the place of the paper, ``seq`` that of the record in the house's log."""

    paper = serializers.CharField()
    slip = serializers.CharField()
    table = serializers.CharField(allow_blank=True)
    where = serializers.CharField()
    paper_seq = serializers.IntegerField()
    copy = serializers.IntegerField()
    seq = serializers.IntegerField()


class Paper(FloorView):
    """A paper of the log."""

    @operation(
        "read_paper",
        "A paper of the log and its prints",
        tag=TAG,
        answer=PaperAnswer,
        told={
            "paper": "opener",
            "slip": "BJ-04-O7",
            "table": "BJ-04",
            "where": "BJ-04",
            "seq": 640,
            "look_up": "DEMO/table/BJ-04/640",
            "prints": [{"copy": 0, "at": "2026-03-04T20:16:40.000000Z", "by": "4001", "reason": ""}],
        },
        status=200,
        refusals=_NOT_HIS,
    )
    def get(self, request: Request, where: str, seq: int) -> Response:
        """By the place of its event, which the code on it names. Who may read it depends on what it is."""
        self.require_parameters()
        paper = papers.read(self.actor, house.of(self.actor), where, seq)
        facts = paper.facts()
        prints = [{"copy": one.copy, "at": instant(one.at), "by": one.by, "reason": one.reason} for one in paper.prints]
        named = {"paper": facts.kind, "slip": facts.number, "table": facts.table, "where": where}
        return Response({**named, "seq": paper.seq, "look_up": facts.look_up, "prints": prints})


class PaperPdf(FloorView):
    """A paper of the log as a file."""

    renderer_classes = (JSONRenderer, files.FileRenderer)

    @operation(
        "read_paper_pdf",
        "A paper of the log as a file",
        tag=TAG,
        answer=files.BINARY,
        media_type=CONTENT_TYPES[Format.PDF],
        status=200,
        parameters=[files.LANGUAGE],
        refusals={**_NOT_HIS, "copy_not_recorded": 409, "drawing_busy": 409},
    )
    def get(self, request: Request, where: str, seq: int) -> HttpResponse:
        """What was recorded last: the original, or the newest copy, marked as such."""
        self.require_parameters("language")
        return as_pdf(self, where, seq)


class PaperPrints(FloorView):
    """Prints of a paper."""

    @operation(
        "print_paper",
        "Print a paper of the log",
        tag=TAG,
        request=PrintShape,
        sent={"reason": "the paper jammed"},
        answer=PrintAnswer,
        told={
            "paper": "opener",
            "slip": "BJ-04-O7",
            "table": "BJ-04",
            "where": "BJ-04",
            "paper_seq": 640,
            "copy": 1,
            "seq": 93,
        },
        refusals={**_NOT_HIS, "bad_reason": 422},
    )
    def post(self, request: Request, where: str, seq: int) -> Response:
        """The original, by who may read it; afterwards a copy with its reason, by the cage or accounting."""
        asked = self.read(PrintShape)
        return self.written(
            paper_prints.print_paper(actor=self.actor, at=self.at, where=where, seq=seq, **asked, key=self.key)
        )


def as_pdf(view: FloorView, where: str, seq: int) -> HttpResponse:
    """The paper at a place of the log as a file. Refused: ``copy_not_recorded``, and what reading it refuses."""
    language = files.language(view)
    facts = house.of(view.actor)
    paper: HousePaper = papers.read(view.actor, facts, where, seq)
    return files.sent(drawing.file(papers.printed(paper, facts, language), Format.PDF))
