"""A game's state as JSON and back. Called at every key press, so rows are flat lists and nothing is copied deep."""

from collections.abc import Mapping
from typing import Any

from tables.games.contract import Laid, Settled, Status, Transfer
from tables.games.scarney.rules import Rules
from tables.games.scarney.state import Seat, State, Throw


def dump(state: State) -> dict[str, Any]:
    """Everything. ``turn`` is the frame in play: who, which, live dice, points, craps, and what is announced."""
    return {
        "partners": state.partners,
        "ante": state.ante,
        "chip": state.chip,
        "funds": dict(state.funds),
        "groups": [group[:] for group in state.groups],
        "seat_sums": dict(state.seat_sums),
        "count": state.count,
        "phase": state.phase,
        "status": state.status.value,
        "seats": [
            [seat.player, seat.number, seat.side, seat.frames[:], seat.total, seat.ante, seat.paid, seat.left]
            for seat in state.seats
        ],
        "sides": [side[:] for side in state.sides],
        "order": state.order[:],
        "turn": [
            state.at,
            state.frame,
            state.live,
            state.points,
            state.craps,
            state.double,
            state.opposite,
        ],
        "playoffs": [[[place, score] for place, score in line.items()] for line in state.playoffs],
        "throws": [[throw.player, list(throw.dice), *throw[2:]] for throw in state.throws],
        "owing": state.owing[:],
        "pot": state.pot,
        "rake": state.rake,
        "laid": [list(laid) for laid in state.laid],
        "settled": [list(settled) for settled in state.settled],
        "transfers": [list(transfer) for transfer in state.transfers],
        "winners": state.winners[:],
        "reason": state.reason,
    }


def load(rules: Rules, data: Mapping[str, Any]) -> State:
    """The state that ``dump`` gave."""
    at, frame, live, points, craps, double, opposite = data["turn"]
    return State(
        rules=rules,
        partners=data["partners"],
        ante=data["ante"],
        chip=data["chip"],
        funds=dict(data["funds"]),
        groups=[group[:] for group in data["groups"]],
        seat_sums=dict(data["seat_sums"]),
        count=data["count"],
        phase=data["phase"],
        status=Status(data["status"]),
        seats=[Seat(player, number, side, frames[:], *rest) for player, number, side, frames, *rest in data["seats"]],
        sides=[side[:] for side in data["sides"]],
        order=data["order"][:],
        at=at,
        frame=frame,
        playoffs=[{place: score for place, score in line} for line in data["playoffs"]],
        live=live,
        points=points,
        craps=craps,
        double=double,
        opposite=opposite,
        throws=[Throw(player, tuple(dice), *rest) for player, dice, *rest in data["throws"]],
        owing=data["owing"][:],
        pot=data["pot"],
        rake=data["rake"],
        laid=[Laid._make(row) for row in data["laid"]],
        settled=[Settled._make(row) for row in data["settled"]],
        transfers=[Transfer._make(row) for row in data["transfers"]],
        winners=data["winners"][:],
        reason=data["reason"],
    )
