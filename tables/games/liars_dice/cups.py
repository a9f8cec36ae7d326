"""Throwing under the cup, and keying what lies there once a bid is opened (rules.md L2, L6.2)."""

from typing import Any, Final, cast

from tables.games import dice
from tables.games.contract import Action, Applied, Refused
from tables.games.liars_dice import challenge
from tables.games.liars_dice.counting import is_single
from tables.games.liars_dice.state import BID, OVER, SHOW, State, Throw, place_of

_SEALED: Final = ("dice",)


def roll(state: State, action: Action) -> Applied:
    """A player's dice. Before the bidding they stay hidden and a single hand must be thrown again (L2.3).

    Refused: ``unknown_player``, ``cup_not_called`` (his dice stand already, or none are wanted now),
    ``wrong_dice_count``, ``invalid_face``.
    """
    at = place_of(state, action)
    if state.phase == BID or state.cups[at] is not None:
        raise Refused("cup_not_called")
    rules = state.rules
    thrown = cast("tuple[int, ...]", dice.read(action.get("dice"), rules.dice_per_player, dice.ORDINARY))
    state.throws.append(Throw(state.count, at, thrown))
    state.count += 1
    if state.phase == SHOW:
        return _shown(state, at, thrown)
    player = state.players[at]
    if rules.rerolls and is_single(thrown):
        return Applied("cup_rolled", ({"fact": "must_reroll", "player": player},), (), (), (), _SEALED)
    facts: tuple[dict[str, Any], ...] = ({"fact": "cup_ready", "player": player},)
    state.cups[at] = thrown
    state.missing -= 1
    if not state.missing:
        state.phase = BID
        facts = (*facts, {"fact": "bidding_opened", "player": state.players[state.starter]})
    return Applied("cup_rolled", facts, (), (), (), _SEALED)


def called(state: State) -> int:
    """The place of the next cup that is wanted, clockwise from the starter."""
    return min(
        (at for at, cup in enumerate(state.cups) if cup is None),
        key=lambda at: (at - state.starter) % len(state.players),
    )


def wanted(state: State) -> tuple[str, ...]:
    """Who has still to throw, or to lift his cup, clockwise as they sit."""
    if state.phase == BID or state.phase == OVER:
        return ()
    return tuple(player for player, cup in zip(state.players, state.cups, strict=True) if cup is None)


def _shown(state: State, at: int, thrown: tuple[int, ...]) -> Applied:
    """A cup keyed after the open. It hides nothing: it has been lifted."""
    state.cups[at] = thrown
    state.missing -= 1
    return Applied("cup_shown") if state.missing else challenge.decide(state, "cup_shown")
