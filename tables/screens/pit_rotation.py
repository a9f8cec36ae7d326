"""The dealers of a pit: who deals how long, who may relieve him, and the road map of the rest of the shift."""

from collections.abc import Mapping
from typing import Final

from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from tables.domain import rotation as road
from tables.games import catalogue
from tables.screens.visits import Visit, page
from tables.selectors import due, rotations, rule_packs, staff
from tables.services import clock

REFUSALS: Final[Mapping[str | None, tuple[str, Promise | str]]] = {
    # what a tap-in would be refused with -> colour, words with their sign
    None: ("good", _("✓ may deal")),
    "licence_expired": ("bad", _("■ licence expired")),
    "not_signed_off": ("warn", _("▲ not signed off")),
}
SHOWN: Final = 24
"""So many reliefs to come are listed; the plan changes with every relief that is late."""


@require_GET
@page
def rotation(visit: Visit, code: str) -> HttpResponse:
    """The page; only its live part when it refreshes."""
    window = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at)
    found = rotations.of_pit(visit.actor, code, visit.at, window)
    pack = rule_packs.in_force(visit.actor.casino_id, window.gaming_day, visit.house.settings_version)
    crowded = dict(due.crowded(visit.actor.casino_id, pack))
    following = road.next_reliefs(found.reliefs)
    names = _names(found)
    context = {
        "pit": code,
        "found": found,
        "window": window,
        "tables": [
            (view, _told(following.get(view.code), names), view.relief_due is not None and view.relief_due <= visit.at)
            for view in found.tables
        ],
        "reliefs": [_told(relief, names) for relief in found.reliefs[:SHOWN]],
        "games": [catalogue.GAMES[game] for game in sorted({view.game for view in found.tables})],
        "free": [(dealer, [REFUSALS[code] for code in dealer.refused.values()]) for dealer in found.free],
        "charges": [(charge, crowded.get(charge.badge)) for charge in staff.in_charge(visit.actor, code)],
        "pack": pack,
    }
    part = visit.request.GET.get("part") == "rotation"
    return visit.draw("pit/rotation_live.html" if part else "pit/rotation.html", context)


def _names(found: rotations.PitRotation) -> dict[str, str]:
    """Badge -> name of everybody whom the plan may name."""
    known = {dealer.badge: dealer.name for dealer in found.free}
    return known | {view.dealer: view.dealer_name or view.dealer for view in found.tables if view.dealer}


def _told(relief: road.Relief | None, names: Mapping[str, str]) -> dict[str, object]:
    """A relief with the names of its people; empty without one."""
    if relief is None:
        return {}
    return {
        "at": relief.at,
        "table": relief.table,
        "string": relief.string,
        "comes": names.get(relief.comes or "", relief.comes),
        "leaves": names.get(relief.leaves or "", relief.leaves),
    }
