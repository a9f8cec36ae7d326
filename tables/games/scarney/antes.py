"""Antes: of everybody before the first frame, of the playoff's players by house rule (rules.md S3.1, S7.4)."""

from tables.games.contract import Action, Applied, Refused
from tables.games.scarney.pot import put, require_chips
from tables.games.scarney.state import ANTES, SEATING, Effects, State
from tables.games.scarney.turn import begin_playoff_frame, first_frame


def ante(state: State, action: Action) -> Applied:
    """The next player's ante, from the first shooter clockwise. With the last one the frames begin.

    Refused: ``seating_open``, ``antes_closed``, ``unknown_player``, ``not_your_turn``, ``insufficient_funds``.
    """
    if state.phase == SEATING:
        raise Refused("seating_open")
    if state.phase != ANTES:
        raise Refused("antes_closed")
    by = action.get("by")
    seat = state.seats[state.owing[0]]
    if by != seat.player:
        known = any(by == other.player for other in state.seats)
        raise Refused("not_your_turn" if known else "unknown_player")
    require_chips(state, seat, state.ante, action)
    state.count += 1
    effects = Effects()
    put(state, effects, seat, "ante", state.ante)
    del state.owing[0]
    if not state.owing:
        begin(state, effects)
    return effects.applied(state, "ante_paid")


def begin(state: State, effects: Effects) -> None:
    """Every ante that is asked for is in."""
    if state.playoffs:
        begin_playoff_frame(state, effects)
    else:
        first_frame(state)
