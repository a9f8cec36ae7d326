"""Taking the log away: an export is recorded first, its archive is taken as often as anyone likes."""

from typing import Final

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET, require_http_methods

from accounting.screens.audit import frame
from accounting.selectors import log_exports
from accounting.services import log_archive, log_export
from tables.domain import permissions
from tables.screens.house.frame import answer
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page

MOST: Final = 100
"""So many of the newest stand on the page; the API has all."""


@require_http_methods(["GET", "POST"])
@page
def exports(visit: Visit) -> HttpResponse:
    """Who took what of the log, and when; a POST records another export of all of it."""
    permissions.require(visit.actor, "export_log")

    def draw(refusal: Refusal | None) -> HttpResponse:
        return frame.draw(
            visit, "audit/exports.html", {"exports": log_exports.listed(visit.actor, None, MOST)}, refusal
        )

    acts = {"export": lambda: log_export.export_log(actor=visit.actor, at=visit.at, key=visit.key)}
    return answer(visit, acts, draw)


@require_GET
@page
def archive(visit: Visit, number: int) -> HttpResponseBase:
    """The archive of an export, written while it is taken. Refused: ``no_such_export``."""
    export = log_exports.export(visit.actor, number)
    name = log_archive.file_name(visit.actor.casino, export)
    pieces = log_archive.pieces(visit.actor.casino_id, visit.actor.casino, export)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(pieces, content_type="application/zip", headers=headers)
