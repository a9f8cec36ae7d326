"""A paper of the log on a page: what it says, every time it was printed, and the form for printing it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods

from tables.documents import drawing
from tables.documents.drawing import Format
from tables.reports import papers
from tables.reports.slips import SlipFacts
from tables.screens import documents
from tables.screens.downloads import download
from tables.screens.house import frame
from tables.screens.refusals import Refusal
from tables.screens.slips.words import REPRINT_REASONS
from tables.screens.visits import Visit, page
from tables.services import paper_prints
from tables.services.languages import current_language

DONE: Final[Promise | str] = _("The print is on record. Print it now.")

INVENTORY: Final = frozenset({"opener", "closer", "roll"})
LISTS: Final[Mapping[str, str]] = {
    "box_removal": "count-removals",
    "count_sheet": "count-sessions",
    "rake_sheet": "count-sessions",
}
"""Kind of paper -> the page that lists papers of this kind; inventory slips stand with the periods of their table."""


@require_http_methods(["GET", "POST"])
@page
def paper(visit: Visit, where: str, seq: int) -> HttpResponse:
    """A paper by the place of its event in the log. Refused: ``no_such_paper``, and what reading it refuses."""
    papers.read(visit.actor, visit.house, where, seq)

    def draw(refusal: Refusal | None) -> HttpResponse:
        found = papers.read(visit.actor, visit.house, where, seq)
        facts = found.facts()
        document = papers.document(found, visit.house, current_language())
        context: dict[str, Any] = {
            "paper": found,
            "title": document.title,
            "number": document.number,
            "document": documents.shown(document),
            "back": _back(facts),
            "may_print": found.copy is None or visit.may("reprint_slip"),
            "step": "print",
            "reasons": _reasons(found.copy),
            "keyed": visit.request.POST,
            "done": DONE if refusal is None and visit.request.GET.get("done") == "print" else None,
            "refusal": refusal,
        }
        return visit.draw("papers/paper.html", context, status=refusal.status if refusal else 200)

    return frame.answer(visit, {"print": lambda: _print(visit, where, seq)}, draw)


@require_GET
@page
def as_pdf(visit: Visit, where: str, seq: int) -> HttpResponse:
    """What was recorded last as a file. Refused: ``copy_not_recorded`` (T-26), and what reading it refuses."""
    found = papers.read(visit.actor, visit.house, where, seq)
    return download(drawing.file(papers.printed(found, visit.house, current_language()), Format.PDF))


def _back(facts: SlipFacts) -> str:
    """The list that the paper stands in."""
    if facts.kind in INVENTORY:
        return reverse("periods", args=[facts.table])
    return reverse(LISTS[facts.kind])


def _reasons(copy: int | None) -> Sequence[Promise | str]:
    """What a copy may be wanted for; the original needs no reason."""
    return () if copy is None else REPRINT_REASONS


def _print(visit: Visit, where: str, seq: int) -> None:
    reason = visit.request.POST.get("reason", "").strip()
    paper_prints.print_paper(actor=visit.actor, at=visit.at, where=where, seq=seq, reason=reason, key=visit.key)
