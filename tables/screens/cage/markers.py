"""Markers at the cage: originals that the pit hands over, and what patrons pay on them at the window."""

from datetime import date
from typing import Any, Final

from django import forms
from django.http import HttpResponse
from django.http.request import QueryDict
from django.views.decorators.http import require_http_methods

from tables.domain import markers as rules
from tables.domain import permissions
from tables.domain.errors import Invalid, NotFound
from tables.domain.house_settings import ChipKind
from tables.screens import forms as floor_forms
from tables.screens.cage import frame, lines
from tables.screens.house import frame as pages
from tables.screens.markers import words
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import markers as marker_reads
from tables.selectors.chip_sets import ChipSetView
from tables.selectors.markers import MarkerView, Wanted
from tables.services import clock, markers
from tables.services.markers.at_cage import MOST_AT_ONCE

LEFT: Final = "left-"
"""Fields with what a marker was drawn with as still owed: ``left-M-000001``."""


class LeftForm(forms.Form):
    """What is still owed on a marker that is handed over."""

    left = forms.IntegerField(min_value=1, max_value=10**15)


@require_http_methods(["GET", "POST"])
@page
def open_markers(visit: Visit) -> HttpResponse:
    """What lies in the pit and what lies here; the form of the marker that a patron pays."""
    permissions.require(visit.actor, "read_cage")
    keyed = visit.request.POST
    in_cage = _open(visit, rules.IN_CAGE)
    given = keyed.get("settles", visit.request.GET.get("slip", ""))
    chosen = next((view for view in in_cage if view.slip == given), None)
    known = lines.sets(visit, [ChipKind.VALUE]) if chosen else []
    chip_set = lines.chosen_set(visit, known)
    today = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at).gaming_day

    def draw(refusal: Refusal | None) -> HttpResponse:
        context: dict[str, Any] = {
            "pit": [_told(view, today, keyed) for view in _open(visit, rules.AT_TABLE)],
            "in_cage": [_told(view, today, keyed) for view in in_cage],
            "may_settle": visit.may("settle_marker"),
            "chosen": chosen,
            "known": known,
            "chip_set": chip_set,
            "chips": lines.of_set(chip_set, keyed) if chip_set else None,
            "notes": lines.notes(visit, keyed) if chosen else [],
        }
        return frame.draw(visit, "cage/markers.html", context, refusal)

    acts = {"transfer": lambda: _transfer(visit), "settle": lambda: _settle(visit, chosen, chip_set)}
    return pages.answer(visit, acts, draw)


def _open(visit: Visit, held: str) -> list[MarkerView]:
    """The oldest first: that is the order in which they are worked off."""
    found = marker_reads.found(visit.actor, Wanted(held=held, open_only=True), limit=MOST_AT_ONCE)
    return found[::-1]


def _told(view: MarkerView, today: date, keyed: QueryDict) -> tuple[MarkerView, str, words.Words, bool, bool]:
    """A marker, its state's colour and words, whether it is late for the cage, whether it was ticked."""
    late = view.held == rules.AT_TABLE and view.gaming_day < today
    return view, *words.state(view.status), late, view.slip in keyed.getlist("slip")


def _transfer(visit: Visit) -> None:
    """What was ticked, each with what the form showed as still owed."""
    keyed = visit.request.POST
    ticked = keyed.getlist("slip")
    markers.transfer_markers(
        actor=visit.actor,
        at=visit.at,
        owed={slip: floor_forms.read(LeftForm({"left": keyed.get(f"{LEFT}{slip}")}))["left"] for slip in ticked},
        pit_boss=floor_forms.signature(keyed, "boss"),
        cashier=floor_forms.signature(keyed, "cashier"),
        key=visit.key,
    )


def _settle(visit: Visit, chosen: MarkerView | None, chip_set: ChipSetView | None) -> None:
    keyed = visit.request.POST
    slip = keyed.get("settles", "")
    if not slip:
        raise Invalid("bad_form", field="slip")
    if chosen is None:
        raise NotFound("no_such_marker")
    markers.settle_marker(
        actor=visit.actor,
        at=visit.at,
        slip=slip,
        notes=lines.keyed_notes(keyed),
        lot=lines.keyed_lot(keyed, chip_set) if floor_forms.chips_of(keyed) else None,
        cashier=floor_forms.signature(keyed, "cashier"),
        key=visit.key,
    )
