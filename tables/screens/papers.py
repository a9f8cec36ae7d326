"""A paper of the log on a page: what it says, every time it was printed, and the form for printing it."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods

from tables.documents import drawing
from tables.documents.drawing import Format
from tables.domain.errors import NotFound
from tables.reports import papers
from tables.reports.slips import SlipFacts
from tables.screens import documents
from tables.screens.downloads import download
from tables.screens.house import frame
from tables.screens.refusals import Refusal
from tables.screens.slips.words import REPRINT_REASONS
from tables.screens.visits import Visit, page
from tables.selectors import counts, markers, sights, slips
from tables.selectors import papers as paper_reads
from tables.services import paper_prints
from tables.services.languages import current_language

PAYMENTS: Final = ("marker_paid", "marker_settled")
DONE: Final[Promise | str] = _("The print is on record. Print it now.")

LISTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("fill_request", "credit_request", "exchange_request"), "all-slips"),
    **dict.fromkeys(("marker_payment", "marker_transfer"), "markers"),
    "box_removal": "count-removals",
    **dict.fromkeys(("count_sheet", "rake_sheet", "count_verification", "count_closing"), "count-sessions"),
    **dict.fromkeys(("chip_receipt", "chip_withdrawal", "vault_transfer", "cash_receipt"), "cage-movements"),
    **dict.fromkeys(("cash_deposit", "promotional_slip", "cage_count", "drop_takeover"), "cage-movements"),
    "impressment": "cage",
    **dict.fromkeys(("equipment_receipt", "equipment_issue", "equipment_return"), "stores"),
    **dict.fromkeys(("equipment_destruction", "equipment_count"), "stores"),
}
"""Kind of paper -> the page that lists papers of this kind; what a table has signed stands with its periods."""


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


@require_GET
@page
def of_request(visit: Visit, table: str, number: int) -> HttpResponse:
    """To the paper of a table's request, with which a slip began."""
    view = slips.request(visit.actor, table, number)
    found = paper_reads.places(visit.actor, [f"{view.kind}_requested"], {"request": number}, _around(view.requested_at))
    return _to([place for place in found if place[0] == table], 1)


@require_GET
@page
def of_payment(visit: Visit, slip: str, number: int) -> HttpResponse:
    """To the payment slip of a marker's first, second, … payment."""
    view = markers.one(visit.actor, slip)
    found = paper_reads.places(visit.actor, PAYMENTS, {"slip": slip}, _around(view.issued_at))
    return _to(found, number)


@require_GET
@page
def of_transfer(visit: Visit, slip: str) -> HttpResponse:
    """To the form under which a marker went to the cage."""
    view = markers.one(visit.actor, slip)
    return _to(paper_reads.places(visit.actor, ["marker_transferred"], {"slip": slip}, _around(view.issued_at)), 1)


@require_GET
@page
def of_bank(visit: Visit, table: str) -> HttpResponse:
    """To the paper of the chips that the table began with."""
    sights.at_table(visit.actor, table, "floor")
    found = paper_reads.places(visit.actor, ["table_bank_issued"], {}, date.min)
    return _to([place for place in found if place[0] == table], 1)


@require_GET
@page
def of_closing(visit: Visit, number: int) -> HttpResponse:
    """To what the team signed when it closed a count."""
    view = counts.session(visit.actor, number).session
    return _to(paper_reads.places(visit.actor, ["count_closed"], {"session": number}, view.gaming_day), 1)


def _around(at: datetime) -> date:
    """A gaming day begins at most a day before its events."""
    return at.date() - timedelta(days=1)


def _to(found: Sequence[tuple[str, int]], number: int) -> HttpResponse:
    """To the page of one of these papers. Refused: ``no_such_paper`` where there are not so many."""
    if not 1 <= number <= len(found):
        raise NotFound("no_such_paper")
    return HttpResponseRedirect(reverse("paper", args=found[number - 1]))


def _back(facts: SlipFacts) -> str:
    """The list that the paper stands in."""
    known = LISTS.get(facts.kind)
    return reverse("periods", args=[facts.table]) if known is None else reverse(known)


def _reasons(copy: int | None) -> Sequence[Promise | str]:
    """What a copy may be wanted for; the original needs no reason."""
    return () if copy is None else REPRINT_REASONS


def _print(visit: Visit, where: str, seq: int) -> None:
    reason = visit.request.POST.get("reason", "").strip()
    paper_prints.print_paper(actor=visit.actor, at=visit.at, where=where, seq=seq, reason=reason, key=visit.key)
