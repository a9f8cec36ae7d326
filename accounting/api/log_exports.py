"""Exports of the log: recorded, listed, and taken away as one archive that anyone can check."""

from dataclasses import asdict
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples_audit as examples
from accounting.selectors import log_exports
from accounting.services import log_archive, log_export
from tables.api import files, lists
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.shapes import StrictSerializer, StrictText

_TAG = "audit"


class ExportShape(StrictSerializer):
    """Which streams; without the field, all of them."""

    streams = serializers.ListField(child=StrictText(max_length=64), required=False, default=list, max_length=1000)


class LogExport(serializers.Serializer[Any]):
    """An export: the log up to `heads`. `root` is what the archive's manifest must say too."""

    export = serializers.IntegerField(help_text="its number in the house")
    seq = serializers.IntegerField(help_text="position in the house's stream")
    exported_at = serializers.DateTimeField()
    exported_by = serializers.CharField()
    heads = serializers.DictField(child=serializers.IntegerField(), help_text="stream and its last event")
    root = serializers.CharField(  # type: ignore[assignment]  # the field's word; no view asks a serializer for its own
        help_text="SHA-256 over the canonical form of the heads with their hashes"
    )
    whole = serializers.BooleanField(help_text="whether no stream was left out")
    events = serializers.IntegerField()


class RecordedExport(serializers.Serializer[Any]):
    """The export just recorded; its archive can be taken from now on."""

    export = serializers.IntegerField()
    heads = serializers.DictField(child=serializers.IntegerField())
    root = serializers.CharField()  # type: ignore[assignment]
    whole = serializers.BooleanField()
    events = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class LogExports(FloorView):
    """Exports of the house's log."""

    @operation(
        "read_log_exports",
        "Exports of the log, the newest first",
        tag=_TAG,
        answer=lists.page_of(LogExport),
        told={"results": [examples.LOG_EXPORT], "next": None},
        status=200,
        parameters=[LIMIT, query("before", OpenApiTypes.INT, "Only exports with a smaller number.")],
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Who took what of the log, and when."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        found = log_exports.listed(self.actor, lists.optional_number(self, "before"), limit + 1)
        return Response(lists.page([_line(export) for export in found], limit, "before", "export"))

    @operation(
        "export_log",
        "Record an export of the log",
        tag=_TAG,
        request=ExportShape,
        sent={"streams": []},
        answer=RecordedExport,
        told=examples.RECORDED_EXPORT,
        refusals={"not_permitted": 403, "no_such_stream": 404},
    )
    def post(self, request: Request) -> Response:
        """Up to where the streams are now. Keep `root`: whoever has it finds every later change of the archive."""
        asked = self.read(ExportShape)
        return self.written(log_export.export_log(actor=self.actor, at=self.at, key=self.key, **asked))


class LogArchive(FloorView):
    """The archive of an export."""

    renderer_classes = (JSONRenderer, files.FileRenderer)

    @operation(
        "read_log_archive",
        "The archive of an export as a zip",
        tag=_TAG,
        answer=files.BINARY,
        told="PK...",
        media_type="application/zip",
        status=200,
        refusals={"not_permitted": 403, "no_such_export": 404},
    )
    def get(self, request: Request, number: int) -> StreamingHttpResponse:
        """Streams, seals and a checker that needs only Python (docs/log.md). The same bytes each time."""
        self.require_parameters()
        actor = self.actor
        export = log_exports.export(actor, number)
        name = log_archive.file_name(actor.casino, export)
        pieces = log_archive.pieces(actor.casino_id, actor.casino, export)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return StreamingHttpResponse(pieces, content_type="application/zip", headers=headers)


def _line(export: log_exports.LogExport) -> dict[str, Any]:
    told = asdict(export)
    return {"export": told.pop("number"), **told, "events": export.events}
