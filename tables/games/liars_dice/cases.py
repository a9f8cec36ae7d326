"""Written cases of liar's dice: played at any table through a port, and told in the words of the case files."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.case_ports import CasePort
from tables.games.contract import Action, Refused, Status, Table
from tables.games.liars_dice import money
from tables.games.liars_dice.bidding import standing_bid
from tables.games.liars_dice.cups import wanted
from tables.games.liars_dice.state import ROLL, State, Verdict

_ACTS: Final = frozenset({"bid", "open"})
"""What a case's list of acts may hold; other words of the engine are no act of a player there."""


def run_case(case: Mapping[str, Any], port: CasePort) -> dict[str, Any]:
    """Play ``case`` at ``port`` and tell what happened in the shape of its ``expected``."""
    given = case["input"]
    players, unit = given["players"], given["unit_cents"]
    options = {"players": players, "starter": given["starter"], "unit": unit}
    port.start(case["game"], case["house_rules"], Table(unit, unit, options=options))
    starter = given["starter"]
    net = dict.fromkeys(players, 0)
    pot = 0
    rounds = []
    for entries in given["rounds"]:
        told = _play(port, starter, entries)
        rounds.append(told)
        state: State = port.state()
        starter = state.players[state.next_starter]
        pot += money.held(state, money.POT)
        for player, amount in money.net(state).items():
            net[player] += amount
        if state.status is Status.OPEN:
            break
    return {"rounds": rounds, "net": net, "pot": pot, "next_starter": starter}


def _play(port: CasePort, starter: str, entries: Mapping[str, Any]) -> dict[str, Any]:
    port.open_round({"starter": starter})
    used = {player: _throw(port, player, throws) for player, throws in entries["rolls"].items()}
    state: State = port.state()
    if state.phase == ROLL:
        return {"status": "must_reroll", "must_reroll": list(wanted(state)), "errors": []}
    errors: list[dict[str, Any]] = []
    for at, entry in enumerate(entries["actions"]):
        kind = _refusal(port, entry)
        if kind:
            errors.append({"phase": "actions", "index": at, "kind": kind})
    return _told(port.state(), used, errors)


def _throw(port: CasePort, player: str, throws: list[list[int]]) -> int:
    """Throw until a throw stands; how many that took (L2.3)."""
    for at, dice in enumerate(throws, start=1):
        port.apply({"do": "roll", "by": player, "dice": dice})
        if player not in wanted(port.state()):
            return at
    return len(throws)


def _refusal(port: CasePort, entry: Action) -> str | None:
    state: State = port.state()
    if entry["do"] not in _ACTS and state.status is Status.OPEN:
        return "unknown_action"
    try:
        port.apply(entry)
    except Refused as refusal:
        return refusal.code
    return None


def _told(state: State, used: dict[str, int], errors: list[dict[str, Any]]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "status": "bidding" if state.verdict is None else "opened",
        "errors": errors,
        "hands": {player: cup and list(cup) for player, cup in zip(state.players, state.cups, strict=True)},
        "rolls_used": used,
        "starter": state.players[state.starter],
    }
    if state.verdict is not None:
        return told | _opened(state, state.verdict)
    return told | {"to_act": state.players[state.turn], "standing_bid": standing_bid(state), "zhai": state.zhai}


def _opened(state: State, verdict: Verdict) -> dict[str, Any]:
    return {
        "bid": standing_bid(state),
        "opener": state.players[state.opener],
        "ones_wild": not state.zhai,
        "count": verdict.counted,
        "bid_holds": verdict.holds,
        "loser": state.players[verdict.loser],
        "winner": state.players[verdict.winner],
        "penalty_units": verdict.units,
        "penalty_cents": verdict.units * state.unit,
        "next_starter": state.players[state.next_starter],
    }
