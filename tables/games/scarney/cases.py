"""Written cases of both forms of the game: played at any table through a port, told in the words of the case files."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.case_ports import CasePort
from tables.games.contract import Awaiting, Refused, Status, Table
from tables.games.scarney import seating, view
from tables.games.scarney.engine import ENGINE
from tables.games.scarney.pot import net
from tables.games.scarney.state import State, Throw

_NO_ACTS: Final = frozenset({"seat", "ante", "announce", "dice", "leave"})
"""Words of the engine that are no act of a written case, so not to be let through from its list."""


def run_case(case: Mapping[str, Any], port: CasePort) -> dict[str, Any]:
    """Play ``case`` at ``port`` and tell what happened in the shape of its ``expected``."""
    given = case["input"]
    ante = given["ante_cents"]
    options: dict[str, Any] = {"ante": ante, "chip": given["chip_cents"]}
    throws = given.get("seating_throws")
    if throws:
        options |= {"players": list(throws[0]), "seating": True}
    else:
        options |= {"players": list(given["players"])}
        if given.get("partnership"):
            options["teams"] = [list(side) for side in given["teams"]]
    port.start(case["game"], case["house_rules"], Table(ante, ante, options=options))
    port.open_round()
    told: dict[str, Any] = {}
    for entry in throws or ():
        port.apply({"do": "seat", "throws": entry})
    state: State = port.state()
    if throws:
        again = seating.to_throw(state)
        if again:
            return {"ranking": None, "rethrow": again}
        told = {"ranking": seating.ranking(state), "turn_order": [seat.player for seat in state.seats]}
    if state.partners:
        told["teams"] = [list(side) for side in state.sides]
    if "actions" in given:
        told |= _Run(port).play(given["actions"])
    return told


class _Run:
    """One case on its way through the frames."""

    def __init__(self, port: CasePort) -> None:
        self._port = port
        self._errors: list[dict[str, Any]] = []
        self._throws: list[dict[str, Any]] = []

    def play(self, entries: list[Mapping[str, Any]]) -> dict[str, Any]:
        self._ante()
        for at, entry in enumerate(entries):
            kind = self._refusal(entry)
            if kind:
                self._errors.append({"phase": "actions", "index": at, "kind": kind})
                continue
            state: State = self._port.state()
            if entry["do"] == "throw":
                self._throws.append(_throw(state.throws[-1]))
            self._ante()
        return self._told()

    def _refusal(self, entry: Mapping[str, Any]) -> str:
        """Do what the case says; the kind of the refusal, empty if there is none."""
        if entry.get("do") in _NO_ACTS:
            state: State = self._port.state()
            return "unknown_action" if state.status is Status.OPEN else "game_over"
        try:
            self._port.apply(entry)
        except Refused as refusal:
            return refusal.code
        return ""

    def _ante(self) -> None:
        """A case does not list antes: everybody pays when he is asked."""
        while True:
            awaited = ENGINE.awaits(self._port.state())
            if awaited.kind is not Awaiting.STAKES:
                return
            self._port.apply({"do": "ante", "by": awaited.player})

    def _told(self) -> dict[str, Any]:
        state: State = self._port.state()
        over = state.status is not Status.OPEN
        told: dict[str, Any] = {
            "status": "over" if over else "playoff" if state.playoffs else "in_progress",
            "errors": self._errors,
            "throws": self._throws,
            "frames": {seat.player: list(seat.frames) for seat in state.seats},
            "totals": {seat.player: seat.total for seat in state.seats},
            "playoff": view.playoffs(state),
            "pot": state.pot,
        }
        if state.partners:
            told["team_totals"] = view.side_totals(state)
        if over:
            told |= {"winners": list(state.winners), "reason": state.reason, "net": net(state)}
            opener = view.next_first_shooter(state)
            return told | ({"next_first_shooter": opener} if opener else {})
        awaited = ENGINE.awaits(state)
        told["to_act"] = {
            "by": awaited.player,
            "live_dice": state.live,
            "frame_points": state.points,
            "legal": list(awaited.acts),
        }
        return told


def _throw(throw: Throw) -> dict[str, Any]:
    return {
        "by": throw.player,
        "kind": throw.kind,
        "base": throw.base,
        "bonus_name": throw.bonus_name,
        "bonus": throw.bonus,
        "points": throw.base + throw.bonus,
    }
