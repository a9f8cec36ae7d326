"""A player who leaves before a bid is opened (domain.md T-91): the round cannot be decided without his cup."""

from tables.games.contract import Action, Applied, Refused, Status
from tables.games.liars_dice import money
from tables.games.liars_dice.challenge import ended
from tables.games.liars_dice.state import SHOW, State, after, place_of, round_over


def leave(state: State, action: Action) -> Applied:
    """End the round by the house rule ``leaver``: one unit to the player after him, or void.

    The leaver cannot start the next round, so the player after him does where he should have.

    Refused: ``unknown_player``; ``already_opened`` once the cups are lifted, for the bid is then decided without him.
    """
    at = place_of(state, action)
    if state.phase == SHOW:
        raise Refused("bid_already_opened")
    state.count += 1
    state.leaver = at
    heir = after(state, at)
    if state.rules.leaver == "voids":
        starter = heir if at == state.starter else state.starter
        return ended(state, "player_left", (round_over(state, Status.VOID, starter),))
    money.pay(state, at, heir, 1, "forfeit")
    forfeited = {"fact": "forfeited", "loser": state.players[at], "winner": state.players[heir], "units": 1}
    return ended(state, "player_left", (forfeited, round_over(state, Status.SETTLED, heir)))
