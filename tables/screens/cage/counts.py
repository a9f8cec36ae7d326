"""The count of cage or vault at the change of shift: blind, so this page shows nothing that lies there."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tables.domain import chips, permissions
from tables.domain.cage import CageCount, CagePlace
from tables.domain.house_settings import ChipKind
from tables.reports import cage_words
from tables.screens import forms as floor_forms
from tables.screens.cage import forms, frame, lines, words
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.services import cage_counts


@require_http_methods(["GET", "POST"])
@page
def count(visit: Visit) -> HttpResponse:
    """A line for every chip and note that there can be, none filled in; outgoing and incoming cashier sign."""
    permissions.require(visit.actor, "run_cage")
    keyed = visit.request.POST
    wanted = keyed.get("place", visit.request.GET.get("place", ""))
    place = CagePlace.VAULT if wanted == CagePlace.VAULT else CagePlace.CAGE
    known = lines.sets(visit)

    def draw(refusal: Refusal | None) -> HttpResponse:
        context: dict[str, Any] = {
            "place": place.value,
            "places": [(each.value, cage_words.PLACES[each], each == place) for each in CagePlace],
            "sets": [lines.of_set(one, keyed, prefix_of(one.code)) for one in known],
            "kinds": words.KINDS,
            "notes": lines.notes(visit, keyed),
            "ask_note": refusal is not None and refusal.code == "count_differs",
        }
        return frame.draw(visit, "cage/count.html", context, refusal)

    def take() -> None:
        found = {one.code: floor_forms.chips_of(keyed, prefix_of(one.code)) for one in known}
        totals = {
            kind: sum(chips.value(found[one.code]) for one in known if one.kind == kind)
            for kind in (ChipKind.VALUE, ChipKind.PROMOTIONAL)
        }
        cage_counts.count_cage(
            actor=visit.actor,
            at=visit.at,
            place=place,
            count=CageCount(
                sets=found,
                chips_total=totals[ChipKind.VALUE],
                notes=lines.keyed_notes(keyed),
                promotional_total=totals[ChipKind.PROMOTIONAL],
                note=floor_forms.read(forms.CountForm(keyed))["note"],
            ),
            outgoing=floor_forms.signature(keyed, "outgoing"),
            incoming=floor_forms.signature(keyed, "incoming"),
            key=visit.key,
        )

    return pages.answer(visit, {"count": take}, draw, then=reverse("cage-movements"))


def prefix_of(chip_set: str) -> str:
    """What the fields of a set's chips begin with; no code holds a dot."""
    return f"chips-{chip_set}."
