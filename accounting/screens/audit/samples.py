"""Audit samples: drawn by a seed, and the documents that were picked."""

from datetime import timedelta
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import Promise
from django.views.decorators.http import require_GET, require_http_methods

from accounting.reports import audit_sample
from accounting.reports.audit_sample import KINDS
from accounting.screens.audit import frame
from accounting.screens.audit.forms import DrawForm
from accounting.selectors import audit_samples as samples
from accounting.services import audit_samples
from tables.documents import drawing
from tables.documents.drawing import Format
from tables.domain import permissions
from tables.reports import words
from tables.screens import forms as floor_forms
from tables.screens.downloads import download
from tables.screens.house.frame import answer
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.services import clock
from tables.services.languages import current_language

MOST: Final = 100


@require_http_methods(["GET", "POST"])
@page
def listing(visit: Visit) -> HttpResponse:
    """Every draw with its seed; a POST draws another, and leads to it."""
    permissions.require(visit.actor, "read_audit")
    today = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at).gaming_day

    def drawn() -> HttpResponse:
        keyed = floor_forms.read(DrawForm(visit.request.POST))
        told = audit_samples.draw_audit_sample(actor=visit.actor, at=visit.at, key=visit.key, **keyed)
        return HttpResponseRedirect(reverse("audit-sample", args=[told["sample"]]) + "?done=draw")

    def draw(refusal: Refusal | None) -> HttpResponse:
        context: dict[str, Any] = {
            "samples": [(sample, _lacking(sample)) for sample in samples.listed(visit.actor, None, MOST)],
            "may_draw": visit.may("draw_audit_sample"),
            "keyed": visit.request.POST,
            "yesterday": (today - timedelta(days=1)).isoformat(),
        }
        return frame.draw(visit, "audit/samples.html", context, refusal)

    return answer(visit, {"draw": drawn}, draw)


@require_GET
@page
def sample(visit: Visit, number: int) -> HttpResponse:
    """One sample: what to look at, where it stands in the log, and who signed it."""
    found = samples.sample(visit.actor, number)
    counts = [
        (title, found.wanted[kind], found.found.get(kind, 0)) for kind, title in KINDS.items() if kind in found.wanted
    ]
    context = {
        "sample": found,
        "counts": counts,
        "lacking": _lacking(found),
        "picks": [
            (KINDS[pick.kind], pick, pick.kind in ("fill", "credit"), words.signers(pick.signatures))
            for pick in found.picks
        ],
    }
    return frame.draw(visit, "audit/sample.html", context)


@require_GET
@page
def as_pdf(visit: Visit, number: int) -> HttpResponse:
    """The sample as a file."""
    found = samples.sample(visit.actor, number)
    return download(drawing.file(audit_sample.document(found, visit.house, current_language()), Format.PDF))


def _lacking(found: samples.AuditSample) -> list[tuple[Promise | str, int, int]]:
    return [(KINDS[lack["what"]], lack["found"], lack["wanted"]) for lack in found.missing]
