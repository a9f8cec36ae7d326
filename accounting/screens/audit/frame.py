"""The audit room's pages: which of them the reader may enter, and what was just done."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page

TABS: Final = (
    ("audit-trail", ("read_audit", "read_log"), _("Trail")),
    ("audit-findings", (), _("Findings")),
    ("audit-samples", ("read_audit",), _("Samples")),
    ("audit-numbers", ("read_audit",), _("Numbers")),
    ("audit-exports", ("export_log",), _("Exports")),
)
"""Each page with the permissions that it takes, all of them; whoever owns a finding reads those he answers for."""
DONE: Final[Mapping[str, Promise | str]] = {
    "export": _("The export is recorded. Its archive can be taken now, or later: it stays the same."),
    "draw": _("The sample is drawn."),
    "record": _("The finding is on record. Its owner has to answer."),
    "answer": _("The answer is on record."),
    "close": _("The finding is closed."),
}


def tabs(actor: Actor) -> list[tuple[Promise | str, str]]:
    """The pages that the actor may enter, with their addresses."""
    return [
        (words, reverse(name)) for name, asked, words in TABS if all(permissions.may(actor, each) for each in asked)
    ]


@require_GET
@page
def room(visit: Visit) -> HttpResponse:
    """The first page that the reader may enter."""
    return HttpResponseRedirect(tabs(visit.actor)[0][1])


def draw(visit: Visit, template: str, context: Mapping[str, Any], refusal: Refusal | None = None) -> HttpResponse:
    """A page of the room with its tabs."""
    here = visit.request.path
    said = DONE.get(visit.request.GET.get("done", "")) if refusal is None else None
    framed = {
        **context,
        "tabs": [(words, href, here.startswith(href)) for words, href in tabs(visit.actor)],
        "done": said,
        "reads_log": visit.may("read_audit") and visit.may("read_log"),
        "refusal": refusal,
    }
    return visit.draw(template, framed, status=refusal.status if refusal else 200)
