"""A box before a person who counts it: lines to be filled in, none of them filled; and the sheet once it stands.

What the form looks like follows from the sheet's state alone. Until the count stands this page reads no count.
"""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tables.domain.count_papers import FIRST, SECOND, VERIFIER
from tables.screens import forms as floor_forms
from tables.screens.count import figures, forms, frame, lines, words
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import count_sheets
from tables.selectors.count_sheets import SheetRecord
from tables.services import counts


@require_http_methods(["GET", "POST"])
@page
def sheet(visit: Visit, table: str, box: int, part: str) -> HttpResponse:
    """The next blind count of a sheet, or what stands."""
    found = count_sheets.sheet(visit.actor, table, box, part)

    def draw(refusal: Refusal | None) -> HttpResponse:
        now = count_sheets.sheet(visit.actor, table, box, part) if refusal else found
        return frame.draw(visit, "count/sheet.html", {**_about(now), **_drawn(visit, now)}, refusal)

    acts = {
        FIRST: lambda: _first(visit, found),
        SECOND: lambda: _second(visit, found),
        VERIFIER: lambda: _recount(visit, found),
        "more": lambda: draw(None),
    }
    return pages.answer(visit, acts, draw)


def _about(found: SheetRecord) -> dict[str, Any]:
    colour, state = words.STATES[found.status]
    persons = ((FIRST, found.first_by), (SECOND, found.second_by), (VERIFIER, found.verified_by))
    return {
        "sheet": found,
        "part": words.PARTS[found.part],
        "colour": colour,
        "state": state,
        "persons": [(words.TURNS[turn], *who) for turn, who in persons if who is not None],
    }


def _drawn(visit: Visit, found: SheetRecord) -> dict[str, Any]:
    """The form for whoever may count next, else what stands as far as it may be known."""
    turn = figures.TURNS.get(found.status)
    if turn is not None:
        if not found.open or not visit.may(figures.ASKED[turn]):
            return {"turn": ""}
        return {"turn": turn, "title": words.TURNS[turn], "kinds": words.KINDS, **_lines(visit, found)}
    if found.result is None:
        return {"turn": ""}
    differed = found.result.differed
    counted = [(words.TURNS[VERIFIER], found.result.contents)]
    if differed is not None:
        counted = [(words.TURNS[FIRST], differed.first), (words.TURNS[SECOND], differed.second), *counted]
    titles, contents = zip(*counted, strict=True)
    return {
        "turn": "",
        "result": found.result,
        "differed": differed,
        "groups": figures.of_sheet(found.part, contents, titles, visit.house.exponent),
    }


def _lines(visit: Visit, found: SheetRecord) -> dict[str, Any]:
    return lines.context(visit, found.part, found.chip_set)


def _asked(visit: Visit, found: SheetRecord) -> dict[str, Any]:
    return {
        "actor": visit.actor,
        "at": visit.at,
        "table": found.table,
        "box": found.box,
        "found": lines.contents(visit, found.part),
        "key": visit.key,
    }


def _first(visit: Visit, found: SheetRecord) -> HttpResponse:
    keyed = visit.request.POST
    shown = floor_forms.read(forms.FirstForm(keyed))["shown_empty"]
    signer = floor_forms.signature(keyed, "counter")
    return _done(counts.count_box_first(**_asked(visit, found), shown_empty=shown, counter=signer))


def _second(visit: Visit, found: SheetRecord) -> HttpResponse:
    signer = floor_forms.signature(visit.request.POST, "counter")
    return _done(counts.count_box_second(**_asked(visit, found), counter=signer))


def _recount(visit: Visit, found: SheetRecord) -> HttpResponse:
    keyed = visit.request.POST
    explanation = floor_forms.read(forms.ExplanationForm(keyed))["explanation"]
    signer = floor_forms.signature(keyed, "verifier")
    return _done(counts.recount_box(**_asked(visit, found), explanation=explanation, verifier=signer))


def _done(answer: dict[str, Any]) -> HttpResponse:
    """Back to the room, which says how far the box has come and no more."""
    return pages.done(answer["status"], reverse("count"))
