"""A marker's own page: its paper, its whole history, and the step that is next for whoever looks at it."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_GET, require_http_methods

from tables.documents import drawing
from tables.documents.drawing import Format
from tables.domain import markers as rules
from tables.domain.table_states import MarkerStatus
from tables.reports import marker_papers
from tables.screens import documents, forms, papers
from tables.screens.downloads import download
from tables.screens.house import frame as pages
from tables.screens.markers import desk, frame, words
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import marker_records
from tables.selectors import markers as marker_reads
from tables.selectors.markers import MarkerView
from tables.services import markers
from tables.services.languages import current_language

REASONS: Final = {"void": words.VOID_REASONS, "reprint": words.REPRINT_REASONS}


@require_http_methods(["GET", "POST"])
@page
def marker(visit: Visit, slip: str) -> HttpResponse:
    """A marker by its number."""
    marker_reads.one(visit.actor, slip)

    def draw(refusal: Refusal | None) -> HttpResponse:
        view = marker_reads.one(visit.actor, slip)
        keyed = visit.request.POST
        context = {
            "line": desk.lines(visit, [view])[0],
            "document": documents.shown(marker_papers.document(view, visit.house, current_language())),
            "printable": marker_papers.is_printable(view),
            "history": _history(view),
            "offers": [(step, f"markers/steps/{step}.html") for step in _offers(visit, view)],
            "keyed": keyed,
            "badge": keyed.get("boss_badge", visit.actor.badge),
            "parts": [(part, said, part in keyed.getlist("part")) for part, said in words.PARTS.items()],
            "may_read_record": visit.may("read_restricted_copy"),
            "reasons": REASONS,
        }
        return frame.draw(visit, "markers/marker.html", context, refusal)

    acts = {"void": lambda: _void(visit, slip), "reprint": lambda: _reprint(visit, slip)}
    return pages.answer(visit, acts, draw)


@require_GET
@page
def as_pdf(visit: Visit, slip: str) -> HttpResponse:
    """The paper as a file, marked with the number of its newest copy. Refused: ``copy_not_recorded`` (T-26)."""
    view = marker_reads.one(visit.actor, slip)
    return download(drawing.file(marker_papers.printed(view, visit.house, current_language()), Format.PDF))


@require_GET
@page
def record(visit: Visit, slip: str) -> HttpResponse:
    """The restricted copy: every event of the marker, word for word."""
    copy = marker_records.restricted_copy(visit.actor, slip)
    return frame.draw(visit, "markers/record.html", {"marker": copy.marker, "events": copy.events})


def _history(view: MarkerView) -> Sequence[Mapping[str, Any]]:
    """What happened to it, the first first: the act, when, who signed, and what was paid and left by it."""
    payments = {
        line["at"]: {**line, "where": marker_papers.place(line["where"]), "number": number}
        for number, line in enumerate(view.payments, 1)
    }
    found: list[dict[str, Any]] = []
    for (act, at), lines in groupby(view.signatures, key=lambda line: (line["act"], line["signed_at"])):
        who = [f"{line['name']} ({line['badge']})" for line in lines]
        payment = payments.get(at) if act in papers.PAYMENTS else None
        told = {"act": marker_papers.ACTS[act], "at": at, "who": who, "payment": payment}
        found.append({**told, "paper": _paper(view.slip, act, payment)})
    for copy in view.reprints:
        found.append({"act": words.COPY, "at": copy["at"], "who": [copy["by"]], "reprint": copy})
    found.sort(key=lambda line: str(line["at"]))
    return [{**line, "at": parse_datetime(line["at"])} for line in found]


def _paper(slip: str, act: str, payment: Mapping[str, Any] | None) -> str:
    """The address of the paper that an act has beside the marker itself: a payment slip, the transfer form."""
    if payment is not None:
        return reverse("marker-payment", args=[slip, payment["number"]])
    return reverse("marker-transfer", args=[slip]) if act == "marker_transferred" else ""


def _offers(visit: Visit, view: MarkerView) -> Sequence[str]:
    """The steps that are next and that the reader may take; the services ask again."""
    offered = {
        "settle": view.held == rules.IN_CAGE and view.status in rules.OWED and visit.may("settle_marker"),
        "void": view.status == MarkerStatus.ISSUED and visit.may("issue_marker"),
        "reprint": visit.may("reprint_slip"),
    }
    return [step for step, applies in offered.items() if applies]


def _void(visit: Visit, slip: str) -> None:
    keyed = visit.request.POST
    markers.void_marker(
        actor=visit.actor,
        at=visit.at,
        slip=slip,
        parts=keyed.getlist("part"),
        reason=forms.read(forms.ReasonForm(keyed))["reason"],
        dealer=forms.signature(keyed, "dealer"),
        pit_boss=forms.signature(keyed, "boss"),
        second=forms.signature(keyed, "second"),
        key=visit.key,
    )


def _reprint(visit: Visit, slip: str) -> None:
    markers.reprint_marker(
        actor=visit.actor,
        at=visit.at,
        slip=slip,
        reason=forms.read(forms.ReasonForm(visit.request.POST))["reason"],
        key=visit.key,
    )
