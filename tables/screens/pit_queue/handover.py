"""The handover of a pit on one page: what is open, two signatures; and the handovers that were signed."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import Promise
from django.views.decorators.http import require_GET, require_http_methods

from tables.domain.errors import FloorError
from tables.domain.handovers import LISTS, MOST_MESSAGES
from tables.reports.chip_slips import STATES
from tables.screens import forms, refusals
from tables.screens.pit_queue import words
from tables.screens.pit_queue.forms import HandoverForm
from tables.screens.pit_tiles import ITEMS
from tables.screens.refusals import Refusal
from tables.screens.slips import words as slip_words
from tables.screens.visits import Visit, page
from tables.selectors import handovers as reads
from tables.selectors import staff
from tables.services import handovers

SHOWN: Final = 50
Words = Promise | str


@require_http_methods(["GET", "POST"])
@page
def handover(visit: Visit, code: str) -> HttpResponse:
    """The sheet as it stands now; signed, it becomes a handover of its own address."""
    if visit.request.method == "GET":
        return _draw(visit, code)
    try:
        number = _sign(visit, code)
    except FloorError as error:
        return _draw(visit, code, refusals.of(error, visit.house.exponent))
    return HttpResponseRedirect(reverse("pit-handed-over", args=[code, number]))


@require_GET
@page
def all_handovers(visit: Visit, code: str) -> HttpResponse:
    """The handovers of the pit, newest first."""
    return visit.draw("pit/handovers.html", {"pit": code, "handovers": reads.of_pit(visit.actor, code, limit=SHOWN)})


@require_GET
@page
def one(visit: Visit, code: str, number: int) -> HttpResponse:
    """A handover as it was signed."""
    view = reads.one(visit.actor, code, number)
    return visit.draw("pit/handed_over.html", {"pit": code, "view": view, "lists": _lists(view.figures)})


def _sign(visit: Visit, code: str) -> int:
    keyed = visit.request.POST
    said = forms.read(HandoverForm(keyed))
    answer = handovers.hand_over(
        actor=visit.actor,
        at=visit.at,
        pit=code,
        outgoing=forms.signature(keyed, "outgoing"),
        incoming=forms.signature(keyed, "incoming"),
        key=visit.key,
        **said,
    )
    return int(answer["handover"])


def _draw(visit: Visit, code: str, refusal: Refusal | None = None) -> HttpResponse:
    drawn = handovers.sheet(actor=visit.actor, at=visit.at, pit=code)
    context = {
        "pit": code,
        "sheet": drawn,
        "lists": _lists(drawn.figures),
        "in_charge": staff.in_charge(visit.actor, code),
        "keyed": visit.request.POST,
        "most": MOST_MESSAGES,
        "may_sign": visit.may("hand_over_shift"),
        "refusal": refusal,
    }
    return visit.draw("pit/handover.html", context, status=refusal.status if refusal else 200)


def _lists(figures: Mapping[str, Sequence[Mapping[str, Any]]]) -> Sequence[tuple[str, Words, Sequence[dict[str, Any]]]]:
    """Name, title and lines of each list, with the words that the lines are told in."""
    return [(name, words.LISTS[name], [{**line, **_named(name, line)} for line in figures[name]]) for name in LISTS]


def _named(name: str, line: Mapping[str, Any]) -> dict[str, Any]:
    if name in ("approvals", "disputes"):
        return {"words": words.KINDS.get(line["kind"], line["kind"])}
    if name == "open_slips":
        return {"words": slip_words.KINDS[line["kind"]], "state": STATES[line["status"]]}
    if name == "alerts":
        return {"words": ITEMS[line["alert"]][1]}
    return {}
