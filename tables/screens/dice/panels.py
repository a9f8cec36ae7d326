"""The terminal of a table where dice are thrown: which game's felt, panel and words stand on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext

from tables.games.catalogue import GAMES
from tables.games.dice import ORDINARY, Face
from tables.screens import felt, phases
from tables.screens.dice import forms, liars, scarney, sheets
from tables.screens.disputes.at_table import Claimant
from tables.screens.numbers import whole
from tables.screens.phases import Prompt
from tables.screens.visits import Visit
from tables.selectors.tables import TableView

READY: Final = sheets.READY
_PANELS: Final[Mapping[str, str]] = {
    scarney.ANTES: "dealer/scarney/antes.html",
    scarney.SEATING: "dealer/scarney/throw.html",
    scarney.SHOOT: "dealer/scarney/throw.html",
    scarney.FALL: "dealer/scarney/throw.html",
    liars.ROLL: "dealer/liars/cup.html",
    liars.SHOW: "dealer/liars/cup.html",
    liars.BID: "dealer/liars/bid.html",
    READY: "dealer/dice/ready.html",
}


@dataclass(frozen=True, slots=True)
class Pad:
    """The keys of one die, by its place from the left; ``chosen`` is the face that was touched."""

    at: int
    faces: Sequence[Face]
    chosen: str


def thrown_at(game: str) -> bool:
    """Whether dice are thrown in the game."""
    return GAMES[game].engine.chance == "dice"


def parts(visit: Visit, view: TableView, picture: Mapping[str, Any], keyed: QueryDict, *, mine: bool) -> dict[str, Any]:
    """What the terminal of a dice table adds to the page: phase, prompt, templates, the game as it stands."""
    shown = picture["felt"]
    game = picture["round"]["game"] if shown else view.game
    is_liars = game == "liars_dice"
    phase = phase_of(picture, is_liars=is_liars, mine=mine)
    play: Any = None
    prompt = _plain_prompt(phase, picture)
    pads: Sequence[Pad] = ()
    if shown and is_liars:
        play = liars.read(
            shown,
            call=keyed.get("call", ""),
            plus=whole(keyed.get("plus"), 3) or 0,
            chosen=keyed.get("cup", ""),
        )
        if phase in (liars.ROLL, liars.BID, liars.SHOW):
            prompt = liars.prompt_of(phase, play)
        pads = _pads(picture, ORDINARY, None)
    elif shown:
        play = scarney.read(shown)
        if phase in (scarney.ANTES, scarney.SEATING, scarney.SHOOT, scarney.FALL):
            prompt = scarney.prompt_of(phase, play, server=view.card_source == "server")
        pads = _pads(picture, scarney.FACES, keyed, live=(play.turn or {}).get("live_dice", 0))
    return {
        "phase": phase,
        "prompt": prompt,
        "dice": True,
        "felt": None,
        "play": play,
        "is_liars": is_liars,
        "partners": game == "scarney_partnership",
        "pads": pads,
        "why": {act: scarney.why_not(play, act) for act in ("stay", "double", "opposite")}
        if isinstance(play, scarney.Game)
        else {},
        "called": {name: name in keyed for name in ("double", "opposite")},
        "felt_template": "dealer/liars/felt.html" if is_liars else "dealer/scarney/felt.html",
        "rest_template": "dealer/liars/rest.html" if is_liars else "dealer/scarney/rest.html",
        "panel_template": _PANELS.get(phase, "dealer/panels/wait.html"),
        "work": sheets.work(visit, keyed, is_liars=is_liars, charges_time=view.seat_charge is not None),
        "running": felt.running(picture),
        "there": _there(shown, is_liars=is_liars),
        "claimants": _claimants(shown, is_liars=is_liars),
    }


def phase_of(picture: Mapping[str, Any], *, is_liars: bool, mine: bool) -> str:
    """The phase of the table for the person at its terminal; ``mine`` when he deals here."""
    if picture["status"] == "stopped":
        return phases.STOPPED
    if not mine:
        return phases.AWAY
    if picture["status"] != "open":
        return phases.CLOSED
    if not felt.running(picture):
        return READY
    if picture["round"]["status"] == "settled":
        return phases.SETTLE
    return liars.phase_of(picture["felt"]) if is_liars else scarney.phase_of(picture["felt"])


def _plain_prompt(phase: str, picture: Mapping[str, Any]) -> Prompt:
    if phase == READY:
        hint = gettext("A pot is waiting. Hand it over, or play on for it.") if picture["pot"] else ""
        return Prompt(gettext("Next game"), hint or gettext("Choose who plays, and for how much."))
    words = {
        phases.CLOSED: Prompt(
            gettext("The table is closed"), "", gettext("Count the rack with the pit boss to open it.")
        ),
        phases.AWAY: Prompt(gettext("Tap in to deal"), "", gettext("Somebody else deals here, or nobody does.")),
        phases.STOPPED: Prompt(gettext("Play is stopped"), gettext("The pit boss looks and rules.")),
    }
    return words.get(phase, Prompt(""))


def _pads(picture: Mapping[str, Any], faces: Sequence[Face], keyed: QueryDict | None, live: int = 0) -> Sequence[Pad]:
    """As many pads as dice are awaited. Dice from under a cup are never drawn again: ``keyed`` is None for them."""
    upcoming = picture["next"] or {}
    count = upcoming.get("dice") or live
    return [
        Pad(at, faces, keyed.get(f"{forms.DIE}{at}", "") if keyed is not None else "")
        for at in range(min(count, forms.MOST_DICE))
    ]


def _there(shown: Mapping[str, Any] | None, *, is_liars: bool) -> Sequence[str]:
    """Who is still in the game, in the order of the table."""
    if shown is None:
        return []
    if is_liars:
        return [player["player"] for player in shown["players"] if player["player"] != shown["leaver"]]
    return [line["player"] for line in shown["sheet"] if not line["left"]]


def _claimants(shown: Mapping[str, Any] | None, *, is_liars: bool) -> Sequence[Claimant]:
    """Everybody who was in the game, whoever has left it too."""
    lines = () if shown is None else shown["players" if is_liars else "sheet"]
    return [Claimant(line["player"], line["seat"]) for line in lines]
