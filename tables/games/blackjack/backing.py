"""Onlookers' bets in bulk at blackjack: the hands that may be backed, and what they paid (rules.md B4.5, B7, B10)."""

from typing import Final

from tables.games.backing import Backable, Pays
from tables.games.blackjack.state import BETTING, NATURAL, WIN, WITHDRAWN, State


class BlackjackBacking:
    """``backing.Backing`` for blackjack. It has no state of its own."""

    def backable(self, state: State) -> Backable | None:
        """Every spot with a bet, while betting is open."""
        if state.phase != BETTING:
            return None
        hands = {spot.number: spot.owner for spot in state.places if spot is not None}
        return Backable(state.minimum, state.maximum, state.raised, hands)

    def pays(self, state: State) -> tuple[Pays, ...]:
        """By what became of the spot's own first stake: it lies on the hand that was dealt, through every split."""
        found: dict[int, Pays] = {}
        for laid, settled in zip(state.laid, state.settled, strict=True):
            if laid.kind != "main" or settled is None or settled.outcome == WITHDRAWN:
                continue
            over, under = 0, 1
            if settled.outcome == WIN:
                over = 1
            elif settled.outcome == NATURAL:
                over, under = state.rules.natural_pays
            up = state.rules.rounding == "up"
            spot = int(laid.seat)
            found[spot] = Pays(spot, settled.outcome, settled.returned > 0, over, under, up)
        return tuple(found[spot] for spot in sorted(found))


BACKING: Final = BlackjackBacking()
