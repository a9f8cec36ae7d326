"""Counts that were made, each with its boxes and totals as far as the reader may know them, and boxes taken."""

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from tables.domain.box_contents import Part
from tables.screens import forms as floor_forms
from tables.screens import paging
from tables.screens.count import figures, forms, frame, words
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import box_removals as removal_reads
from tables.selectors import boxes, counts
from tables.selectors.counts import BoxInCount
from tables.services import boxes as box_acts
from tables.services.boxes import BoxRemoval


@require_GET
@page
def sessions(visit: Visit) -> HttpResponse:
    """Every count, the newest first."""
    found = counts.sessions(visit.actor, before=paging.before(visit), limit=paging.PAGE + 1)
    context = {"sessions": found[: paging.PAGE], "older": paging.older(found, lambda one: one.session)}
    return frame.draw(visit, "count/sessions.html", context)


@require_GET
@page
def session(visit: Visit, number: int) -> HttpResponse:
    """One count: its boxes, what they held, and what its team signed."""
    found = counts.session(visit.actor, number)
    totals = found.session.totals
    context: dict[str, Any] = {
        "session": found.session,
        "boxes": [_box(box) for box in found.boxes],
        "totals": totals,
        "total_groups": [] if totals is None else figures.of_totals(totals, visit.house.exponent),
    }
    return frame.draw(visit, "count/session.html", context)


def _box(box: BoxInCount) -> tuple[BoxInCount, list[dict[str, Any]]]:
    """A box with its sheets in words."""
    sheets = []
    for each in box.sheets:
        colour, state = words.STATES[each.status]
        href = reverse("count-sheet", args=[box.table, box.box, each.part])
        part = words.PARTS[each.part]
        of_cash = each.part == Part.CASH
        sheets.append({"view": each, "part": part, "of_cash": of_cash, "colour": colour, "state": state, "href": href})
    return box, sheets


@require_http_methods(["GET", "POST"])
@page
def removals(visit: Visit) -> HttpResponse:
    """Who took which box; what a count did not get; and the form for taking one from a closed table."""
    emergency = "emergency" in visit.request.GET
    limits: dict[str, Any] = {"before": paging.before(visit), "limit": paging.PAGE + 1}
    found = list(boxes.removals(visit.actor, emergency=emergency, **limits))
    kept = {"emergency": "yes"} if emergency else {}

    def draw(refusal: Refusal | None) -> HttpResponse:
        context: dict[str, Any] = {
            "removals": [(line, *words.STATES[line.status]) for line in found[: paging.PAGE]],
            "older": paging.older(found, lambda line: line.id, kept),
            "emergency": emergency,
            "missing": boxes.waiting(visit.actor, missing=True),
            "may_remove": visit.may("remove_box"),
            "members": frame.members(visit, 2),
        }
        return frame.draw(visit, "count/removals.html", context, refusal)

    return pages.answer(visit, {"remove": lambda: _remove(visit)}, draw)


@require_GET
@page
def one_removal(visit: Visit, table: str, box: int) -> HttpResponse:
    """The label of a box that was taken is a paper of the log."""
    return HttpResponseRedirect(reverse("paper", args=[table, removal_reads.one(visit.actor, table, box).seq]))


def _remove(visit: Visit) -> None:
    asked = floor_forms.read(forms.RemovalForm(visit.request.POST))
    first, second = frame.signed_by(visit, 2)
    removal = BoxRemoval(asked["box"], (first, second), asked["emergency"].strip())
    table = asked["table"].upper()
    box_acts.remove_box(actor=visit.actor, at=visit.at, table=table, removal=removal, key=visit.key)
