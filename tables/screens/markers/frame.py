"""The room of patrons and credit: its tabs, and what is said after something was done."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.screens.refusals import Refusal
from tables.screens.visits import Visit

TABS: Final = (
    ("credit", "read_markers", _("Credit lines")),
    ("markers", "read_markers", _("Markers")),
    ("patrons", "read_patrons", _("Patrons")),
)
DONE: Final[Mapping[str, Promise | str]] = {
    "set": _("The credit line is set."),
    "void": _("The marker is void. Its chips are in the rack again."),
    "reprint": _("The copy is on record. Print it now."),
    "register": _("The patron is registered."),
    "correct": _("It is corrected. What was said before is kept below."),
    "identify": _("It is written down. All cash of that time counts to the patron."),
}


def draw(
    visit: Visit, template: str, context: Mapping[str, Any] | None = None, refusal: Refusal | None = None
) -> HttpResponse:
    """A page of the room with the tabs that the visitor may open; the innermost one is current."""
    path = visit.request.path
    open_ones = [(words, reverse(name)) for name, asked, words in TABS if visit.may(asked)]
    here = max((href for _words, href in open_ones if path.startswith(href)), key=len, default="")
    said = DONE.get(visit.request.GET.get("done", "")) if refusal is None else None
    tabs = [(words, href, href == here) for words, href in open_ones]
    framed = {**(context or {}), "tabs": tabs, "done": said, "refusal": refusal}
    return visit.draw(template, framed, status=refusal.status if refusal else 200)
