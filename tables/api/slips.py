"""Slips as each audience may read them, the chips that are on the way, and accounting's own records."""

from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import files
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.lists import day, optional_number, page, page_of, word
from tables.api.slip_shapes import EXAMPLE, TAG, SlipAnswer, SlipList, shown
from tables.documents import drawing
from tables.documents.drawing import CONTENT_TYPES, Format
from tables.domain.slips import SlipKind
from tables.domain.table_states import SlipStatus
from tables.reports import chip_slips
from tables.selectors import house, slip_records
from tables.selectors import slips as slip_reads
from tables.selectors.slips import Wanted

_KINDS, _STATES = [kind.value for kind in SlipKind], [status.value for status in SlipStatus]


class RecordedEvent(serializers.Serializer[Any]):
    """An event of the slip, as it stands in the log; ``body`` is the text that was hashed."""

    stream = serializers.CharField()
    seq = serializers.IntegerField()
    type = serializers.CharField()
    hash = serializers.CharField()
    body = serializers.CharField()


class RestrictedCopyAnswer(serializers.Serializer[Any]):
    """The slip, and every event that made it what it is."""

    slip = SlipAnswer()
    events = RecordedEvent(many=True)


class Slips(FloorView):
    """All that the reader may see."""

    @operation(
        "read_slips",
        "Slips and requests, the newest first",
        tag=TAG,
        answer=page_of(SlipAnswer),
        told={"results": [EXAMPLE], "next": None},
        status=200,
        refusals={"bad_parameter": 400, "not_permitted": 403},
        parameters=[
            LIMIT,
            query("before", int, "Only those below this id."),
            query("kind", str, "Only of this kind.", enum=_KINDS),
            query("status", str, "Only in this state.", enum=_STATES),
            query("table", str, "Only of this table."),
            query("gaming_day", str, "Only those issued on this gaming day."),
            query("reprinted", str, "Only those that were printed again.", enum=["yes"]),
        ],
    )
    def get(self, request: Request) -> Response:
        """A boss sees the slips of his pits, security what is to carry, the cage and accounting all."""
        names = ("kind", "status", "table", "gaming_day", "reprinted")
        self.require_parameters("limit", "before", *names)
        limit = self.number("limit", 50, MOST_ROWS)
        kept = {name: request.query_params.get(name) for name in names}
        wanted = Wanted(
            status=word(self, "status", _STATES),
            kind=word(self, "kind", _KINDS),
            table=kept["table"] or "",
            gaming_day=day(self, "gaming_day"),
            reprinted=word(self, "reprinted", ["yes"]) == "yes",
        )
        found = slip_reads.found(self.actor, wanted, before=optional_number(self, "before"), limit=limit + 1)
        return Response(page([shown(view) for view in found], limit, "before", "id", kept))


class TableSlips(FloorView):
    """What a table waits for, and what waits for it."""

    @operation(
        "read_table_slips",
        "The open requests and slips of a table",
        tag=TAG,
        answer=SlipList,
        told={"results": [EXAMPLE]},
        status=200,
        refusals={"not_permitted": 403, "not_your_view": 403, "no_such_table": 404},
    )
    def get(self, request: Request, table: str) -> Response:
        """For the table's dealer and its floor, the oldest request first."""
        self.require_parameters()
        return Response({"results": [shown(view) for view in slip_reads.at_table(self.actor, table)]})


class ChipsInTransit(FloorView):
    """Chips that are in no rack and not in the cage."""

    @operation(
        "read_chips_in_transit",
        "Slips whose chips are on the way",
        tag=TAG,
        answer=SlipList,
        told={"results": [EXAMPLE]},
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """The longest on the way first; a table that has closed in the meantime keeps its slip here."""
        self.require_parameters()
        return Response({"results": [shown(view) for view in slip_reads.on_the_way(self.actor)]})


class Slip(FloorView):
    """One slip."""

    @operation(
        "read_slip",
        "A slip with its signatures",
        tag=TAG,
        answer=SlipAnswer,
        told=EXAMPLE,
        status=200,
        refusals={"not_permitted": 403, "no_such_slip": 404},
    )
    def get(self, request: Request, slip: str) -> Response:
        """By its number."""
        self.require_parameters()
        return Response(shown(slip_reads.one(self.actor, slip)))


class SlipPdf(FloorView):
    """The paper of a slip."""

    renderer_classes = (JSONRenderer, files.FileRenderer)

    @operation(
        "read_slip_pdf",
        "The paper of a slip",
        tag=TAG,
        answer=files.BINARY,
        media_type=CONTENT_TYPES[Format.PDF],
        status=200,
        parameters=[files.LANGUAGE],
        refusals={"not_permitted": 403, "no_such_slip": 404, "copy_not_recorded": 409, "drawing_busy": 409},
    )
    def get(self, request: Request, slip: str) -> HttpResponse:
        """The original while the slip lies in the cage; afterwards the newest copy on record, marked as such."""
        self.require_parameters("language")
        language = files.language(self)
        view = slip_reads.one(self.actor, slip)
        paper = chip_slips.printed(view, house.of(self.actor), language, slip_reads.copies(self.actor, view))
        return files.sent(drawing.file(paper, Format.PDF))


class RestrictedCopy(FloorView):
    """The copy that only accounting and audit can reach."""

    @operation(
        "read_restricted_copy",
        "A slip as the log has it",
        tag=TAG,
        answer=RestrictedCopyAnswer,
        told={
            "slip": EXAMPLE,
            "events": [
                {
                    "stream": "DEMO/cage",
                    "seq": 89,
                    "type": "fill_issued",
                    "hash": "e99ebe984ae38833cef74cb19e5fb2b9e77559c89c15fc669be5eecd41cb06df",
                    "body": '{"actor":"4001","data":{"request":7,"slip":"F-2026-000123"},"gaming_day":"2026-03-04"}',
                }
            ],
        },
        status=200,
        refusals={"not_permitted": 403, "no_such_slip": 404},
    )
    def get(self, request: Request, slip: str) -> Response:
        """Every event of the slip from both streams, word for word with its hash."""
        self.require_parameters()
        copy = slip_records.restricted_copy(self.actor, slip)
        return Response({"slip": shown(copy.slip), "events": [asdict(event) for event in copy.events]})
