"""Audit samples: drawn by a seed, recorded, and the same again for everybody who draws with it."""

from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples_audit as examples
from accounting.reports import audit_sample
from accounting.selectors import audit_samples as samples
from accounting.services import audit_samples
from tables.api import files, lists
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.shapes import StrictDate, StrictSerializer, StrictText
from tables.documents import drawing
from tables.documents.drawing import CONTENT_TYPES, Format
from tables.selectors import house

_TAG = "audit"
_KINDS = "opening, closing, fill, credit"


class DrawShape(StrictSerializer):
    """The gaming days to draw from, all of them over; without a seed one is drawn too."""

    first_day = StrictDate()
    last_day = StrictDate()
    seed = StrictText(max_length=64, required=False, default="", allow_blank=True)


class Pick(serializers.Serializer[Any]):
    """A document to look at."""

    kind = serializers.CharField(help_text=_KINDS)
    stream = serializers.CharField()
    seq = serializers.IntegerField()
    gaming_day = serializers.DateField()


class Picked(Pick):
    """A document to look at, as the log has it. `document` is a slip's number, or a bank period's."""

    shift = serializers.CharField()
    occurred_at = serializers.DateTimeField()
    table = serializers.CharField()
    document = serializers.CharField(allow_blank=True)
    total = serializers.IntegerField(allow_null=True)
    signers = serializers.ListField(child=serializers.CharField())


class Missing(serializers.Serializer[Any]):
    """What there was too little of: documents of a kind, or `gaming_days`."""

    what = serializers.CharField()
    wanted = serializers.IntegerField()
    found = serializers.IntegerField()


class Drawn(serializers.Serializer[Any]):
    """The sample just drawn."""

    sample = serializers.IntegerField(help_text="its number in the house")
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    seed = serializers.CharField()
    wanted = serializers.DictField(child=serializers.IntegerField(), help_text=_KINDS)
    found = serializers.DictField(child=serializers.IntegerField(), help_text="how many there were to draw from")
    picks = Pick(many=True)
    missing = Missing(many=True)
    seq = serializers.IntegerField(help_text="position in the house's stream")


class SampleTold(serializers.Serializer[Any]):
    """A sample as it was drawn, with what the log says of each pick."""

    sample = serializers.IntegerField(help_text="its number in the house")
    seq = serializers.IntegerField(help_text="position in the house's stream")
    drawn_at = serializers.DateTimeField()
    drawn_by = serializers.CharField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    seed = serializers.CharField()
    wanted = serializers.DictField(child=serializers.IntegerField())
    found = serializers.DictField(child=serializers.IntegerField())
    missing = Missing(many=True)
    picks = Picked(many=True)


class AuditSamples(FloorView):
    """Samples of the house."""

    @operation(
        "read_audit_samples",
        "Samples that were drawn, the newest first",
        tag=_TAG,
        answer=lists.page_of(SampleTold),
        told={"results": [examples.SAMPLE], "next": None},
        status=200,
        parameters=[LIMIT, query("before", OpenApiTypes.INT, "Only samples with a smaller number.")],
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Every draw stands here with its seed, so that nobody draws until he likes what he sees."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        found = samples.listed(self.actor, lists.optional_number(self, "before"), limit + 1)
        return Response(lists.page([_told(sample) for sample in found], limit, "before", "sample"))

    @operation(
        "draw_audit_sample",
        "Draw what internal audit looks at",
        tag=_TAG,
        request=DrawShape,
        sent={"first_day": "2026-03-01", "last_day": "2026-03-03", "seed": "first half of 2026"},
        answer=Drawn,
        told=examples.DRAWN,
        refusals={"not_permitted": 403, "day_not_over": 409, "bad_days": 422, "bad_seed": 422},
    )
    def post(self, request: Request) -> Response:
        """Five openings, five closings, ten fills, three credits, on at least three gaming days."""
        asked = self.read(DrawShape)
        return self.written(audit_samples.draw_audit_sample(actor=self.actor, at=self.at, key=self.key, **asked))


class AuditSample(FloorView):
    """One sample."""

    @operation(
        "read_audit_sample",
        "A sample with the documents to look at",
        tag=_TAG,
        answer=SampleTold,
        told=examples.SAMPLE,
        status=200,
        refusals={"not_permitted": 403, "no_such_sample": 404},
    )
    def get(self, request: Request, number: int) -> Response:
        """What was picked, where it stands in the log, and who signed it."""
        self.require_parameters()
        return Response(_told(samples.sample(self.actor, number)))


class AuditSamplePdf(FloorView):
    """One sample on paper."""

    renderer_classes = (JSONRenderer, files.FileRenderer)

    @operation(
        "read_audit_sample_pdf",
        "The paper of an audit sample",
        tag=_TAG,
        answer=files.BINARY,
        media_type=CONTENT_TYPES[Format.PDF],
        status=200,
        parameters=[files.LANGUAGE],
        refusals={"not_permitted": 403, "no_such_sample": 404, "drawing_busy": 409},
    )
    def get(self, request: Request, number: int) -> HttpResponse:
        """By which seed it was drawn out of what, and every document with those who signed it."""
        self.require_parameters("language")
        language = files.language(self)
        paper = audit_sample.document(samples.sample(self.actor, number), house.of(self.actor), language)
        return files.sent(drawing.file(paper, Format.PDF))


def _told(sample: samples.AuditSample) -> dict[str, Any]:
    told = asdict(sample)
    for pick, line in zip(sample.picks, told["picks"], strict=True):
        del line["signatures"]
        line["signers"] = pick.signers
    return {"sample": told.pop("number"), **told}
