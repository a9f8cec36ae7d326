"""The plan of a pit, where the house manager places its tables, and the rotation of its dealers."""

from typing import Any

from django.http import HttpResponse, QueryDict
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.domain.errors import NotFound
from tables.domain.floor_plan import SIDE, Place
from tables.screens import forms as floor_forms
from tables.screens.house import forms, frame
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import floor_map, furnishing, rotations
from tables.services import clock, floor_plan


@require_http_methods(["GET", "POST"])
@page
def plan(visit: Visit, code: str) -> HttpResponse:
    """Where the pit's tables stand, and how long its dealers deal and rest."""
    permissions.require(visit.actor, "manage_house")
    pits = furnishing.pits(visit.actor)
    if code not in pits:
        raise NotFound("no_such_pit")

    def draw(refusal: Refusal | None) -> HttpResponse:
        context = {"code": code, "name": pits[code], "side": SIDE, **_plan(visit, code), **_rotation(visit, code)}
        return frame.draw(visit, "house/plan.html", context, refusal)

    def places() -> None:
        tables = [row.code for row in furnishing.tables(visit.actor) if row.pit == code]
        keyed = _places(visit.request.POST, tables)
        floor_plan.place_tables(actor=visit.actor, at=visit.at, pit=code, places=keyed, key=visit.key)

    def rotation() -> None:
        keyed = floor_forms.read(forms.RotationForm(visit.request.POST))
        floor_plan.set_rotation(actor=visit.actor, at=visit.at, pit=code, key=visit.key, **keyed)

    return frame.answer(visit, {"places": places, "rotation": rotation}, draw)


def _places(keyed: QueryDict, tables: list[str]) -> dict[str, Place]:
    """What was keyed for each of the tables; both fields empty: no place of its own. Refused: ``bad_form``."""
    fields = {table: [keyed.get(f"{part}-{table}", "").strip() for part in "xy"] for table in tables}
    read = {
        table: floor_forms.read(forms.PlaceForm({"x": x, "y": y}))
        for table, (x, y) in fields.items()
        if (x, y) != ("", "")
    }
    return {table: (place["x"], place["y"]) for table, place in read.items()}


def _plan(visit: Visit, code: str) -> dict[str, Any]:
    """Each table of the pit with its place as it is, or as it was keyed."""
    keyed = visit.request.POST
    shown = []
    for row in floor_map.of_code(visit.actor, code, visit.at).values():
        x, y = row.place if row.placed or row.place[1] <= SIDE else (1, SIDE)
        shown.append(
            {
                "table": row.table,
                "placed": row.placed,
                "x": keyed.get(f"x-{row.table}", x),
                "y": keyed.get(f"y-{row.table}", y),
            }
        )
    return {"places": shown}


def _rotation(visit: Visit, code: str) -> dict[str, Any]:
    window = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at)
    found = rotations.of_pit(visit.actor, code, visit.at, window)
    keyed = visit.request.POST
    return {
        "found": found,
        "deal": keyed.get("deal_minutes", found.rotation.deal),
        "rest": keyed.get("rest_minutes", found.rotation.rest),
    }
