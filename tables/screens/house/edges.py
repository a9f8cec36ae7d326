"""House edges: what theoretical win is reckoned by, a game and a gaming day at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.games import catalogue
from tables.screens import forms as floor_forms
from tables.screens.house import forms, frame
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import edges as reads
from tables.selectors.edges import EdgeSet
from tables.services import clock, edges


@dataclass(frozen=True, slots=True)
class Line:
    """An edge as it is shown: in percent, its last places only where they say something."""

    effective_from: str
    percent: str
    set_by: str
    set_at: datetime


_A_PERCENT: Final = 10_000
"""Parts per million."""


@require_http_methods(["GET", "POST"])
@page
def house_edges(visit: Visit) -> HttpResponse:
    """Every banked game with its edges, the newest first, and a form for the next one."""
    permissions.require(visit.actor, "manage_house")
    banked = [game for game in catalogue.GAMES.values() if game.engine.banked]

    def draw(refusal: Refusal | None) -> HttpResponse:
        told = reads.history(visit.actor)
        games = [(game, [_line(edge) for edge in told if edge.game == game.code]) for game in banked]
        today = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at).gaming_day
        context = {"games": games, "keyed": visit.request.POST, "today": today.isoformat()}
        return frame.draw(visit, "house/edges.html", context, refusal)

    def set_edge() -> None:
        keyed = floor_forms.read(forms.EdgeForm(visit.request.POST))
        parts = int(keyed["edge"] * _A_PERCENT)
        edges.set_edge(
            actor=visit.actor,
            at=visit.at,
            game=keyed["game"],
            edge=parts,
            effective_from=keyed["effective_from"],
            key=visit.key,
        )

    acts: Mapping[str, frame.Act] = {"set_edge": set_edge}
    return frame.answer(visit, acts, draw)


def _line(told: EdgeSet) -> Line:
    percent = f"{Decimal(told.edge) / _A_PERCENT:.4f}"
    shown = percent[:-2] + percent[-2:].rstrip("0")
    return Line(told.effective_from, shown, told.set_by, datetime.fromisoformat(told.set_at))
