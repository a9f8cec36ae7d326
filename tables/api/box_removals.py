"""A drop box on paper."""

from django.http import HttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from tables.api import files, papers
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.documents.drawing import CONTENT_TYPES, Format
from tables.selectors import box_removals as removal_reads


class RemovalPdf(FloorView):
    """The label of a box that was taken from its table."""

    renderer_classes = (JSONRenderer, files.FileRenderer)

    @operation(
        "read_box_removal_pdf",
        "The paper of a box's removal",
        tag="boxes",
        answer=files.BINARY,
        media_type=CONTENT_TYPES[Format.PDF],
        status=200,
        parameters=[files.LANGUAGE],
        refusals={
            "not_permitted": 403,
            "no_such_box": 404,
            "box_not_removed": 409,
            "copy_not_recorded": 409,
            "drawing_busy": 409,
        },
    )
    def get(self, request: Request, table: str, box: int) -> HttpResponse:
        """Which box went, what came in its place, and both who took it; no amount."""
        self.require_parameters("language")
        return papers.as_pdf(self, table, removal_reads.one(self.actor, table, box).seq)
