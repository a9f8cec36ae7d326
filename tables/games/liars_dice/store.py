"""A round's state as JSON and back. Called at every key press, so rows are flat lists and nothing is copied deep."""

from collections.abc import Mapping
from typing import Any

from tables.games.contract import Laid, Settled, Status, Transfer
from tables.games.liars_dice.bidding import most_dice
from tables.games.liars_dice.rules import Rules
from tables.games.liars_dice.state import Bid, State, Throw, Verdict


def dump(state: State) -> dict[str, Any]:
    """Everything, hidden cups included. People are places in ``players``, the starter of the next round is a name."""
    return {
        "players": list(state.players),
        "starter": state.starter,
        "unit": state.unit,
        "at_open": state.at_open,
        "funds": dict(state.funds),
        "count": state.count,
        "phase": state.phase,
        "status": state.status.value,
        "cups": [cup and list(cup) for cup in state.cups],
        "throws": [[throw.ordinal, throw.at, list(throw.dice)] for throw in state.throws],
        "bids": [list(bid) for bid in state.bids],
        "zhai": state.zhai,
        "turn": state.turn,
        "opener": state.opener,
        "open_units": state.open_units,
        "leaver": state.leaver,
        "verdict": state.verdict and list(state.verdict),
        "laid": [list(laid) for laid in state.laid],
        "settled": [list(settled) for settled in state.settled],
        "transfers": [list(transfer) for transfer in state.transfers],
        "next_starter": state.players[state.next_starter],
    }


def load(rules: Rules, data: Mapping[str, Any]) -> State:
    """The state that ``dump`` gave."""
    players = tuple(data["players"])
    places = {name: at for at, name in enumerate(players)}
    phase = data["phase"]
    cups = [cup and tuple(cup) for cup in data["cups"]]
    verdict = data["verdict"]
    return State(
        rules,
        players,
        places,
        data["starter"],
        data["unit"],
        data["at_open"],
        dict(data["funds"]),
        most_dice(rules, len(players)),
        cups,
        phase,
        data["turn"],
        places[data["next_starter"]],
        cups.count(None),
        data["count"],
        Status(data["status"]),
        data["zhai"],
        data["opener"],
        data["open_units"],
        data["leaver"],
        verdict and Verdict._make(verdict),
        [Throw(ordinal, at, tuple(dice)) for ordinal, at, dice in data["throws"]],
        [Bid._make(row) for row in data["bids"]],
        tuple(Laid._make(row) for row in data["laid"]),
        tuple(Settled._make(row) for row in data["settled"]),
        tuple(Transfer._make(row) for row in data["transfers"]),
    )
