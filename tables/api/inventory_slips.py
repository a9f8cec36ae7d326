"""The table inventory slip that a bank period began or ended with, as paper."""

from django.http import HttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from tables.api import files, papers
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.documents.drawing import CONTENT_TYPES, Format
from tables.selectors import inventory_slips as slip_reads


class InventorySlipPdf(FloorView):
    """A count of a rack on paper."""

    renderer_classes = (JSONRenderer, files.FileRenderer)

    @operation(
        "read_inventory_slip_pdf",
        "The paper of an opener or a closer",
        tag="tables",
        answer=files.BINARY,
        media_type=CONTENT_TYPES[Format.PDF],
        status=200,
        parameters=[files.LANGUAGE],
        refusals={
            "not_permitted": 403,
            "not_your_view": 403,
            "no_such_table": 404,
            "no_such_slip": 404,
            "copy_not_recorded": 409,
            "drawing_busy": 409,
        },
    )
    def get(self, request: Request, table: str, period: int, end: str) -> HttpResponse:
        """`opener` or `closer`; a roll is one paper, which both ends give."""
        self.require_parameters("language")
        return papers.as_pdf(self, table, slip_reads.one(self.actor, table, period, end).seq)
