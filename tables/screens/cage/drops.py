"""The money of closed counts on its way into the vault."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tables.domain import chips, permissions
from tables.domain.errors import NotFound
from tables.domain.house_settings import ChipKind
from tables.screens import forms as floor_forms
from tables.screens.cage import frame, lines
from tables.screens.cage.counts import prefix_of
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import drops
from tables.services import drop_takeovers
from tables.services.drop_takeovers import Takeover


@require_http_methods(["GET", "POST"])
@page
def waiting(visit: Visit) -> HttpResponse:
    """Every count whose money has not come, and the form for the one that was chosen."""
    permissions.require(visit.actor, "run_cage")
    keyed = visit.request.POST
    given = keyed.get("session", visit.request.GET.get("session", ""))
    found = drops.waiting(visit.actor)
    chosen = next((drop for drop in found if str(drop.session) == given), None)
    known = lines.sets(visit, [ChipKind.VALUE, ChipKind.PROMOTIONAL])

    def draw(refusal: Refusal | None) -> HttpResponse:
        context: dict[str, Any] = {
            "drops": found,
            "chosen": chosen,
            "sets": [lines.of_set(one, keyed, prefix_of(one.code)) for one in known] if chosen else [],
            "notes": lines.notes(visit, keyed) if chosen else [],
        }
        return frame.draw(visit, "cage/drops.html", context, refusal)

    def take() -> None:
        if chosen is None:
            raise NotFound("no_such_drop")
        sets = {one.code: floor_forms.chips_of(keyed, prefix_of(one.code)) for one in known}
        worth = {
            kind: sum(chips.value(sets[one.code]) for one in known if one.kind == kind)
            for kind in (ChipKind.VALUE, ChipKind.PROMOTIONAL)
        }
        handed = Takeover(
            session=chosen.session,
            notes=lines.keyed_notes(keyed),
            sets=sets,
            chips_total=worth[ChipKind.VALUE],
            promotional_total=worth[ChipKind.PROMOTIONAL],
        )
        drop_takeovers.take_over_drop(
            actor=visit.actor,
            at=visit.at,
            handed=handed,
            counter=floor_forms.signature(keyed, "counter"),
            cashier=floor_forms.signature(keyed, "cashier"),
            key=visit.key,
        )

    return pages.answer(visit, {"take_over": take}, draw, then=reverse("cage-movements"))
