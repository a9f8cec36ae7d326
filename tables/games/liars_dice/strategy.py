"""Made-up players who bid by the odds of their own cup (games/players.py)."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.contract import Action, Await, Engine, Table
from tables.games.liars_dice import odds
from tables.games.liars_dice.bidding import Offer, offers
from tables.games.liars_dice.counting import counted
from tables.games.liars_dice.state import FEI, ZHAI, State
from tables.games.players import Chance

DOUBTS_BELOW: Final = 0.35
NERVES: Final = 0.2
"""A player opens a bid less likely than ``DOUBTS_BELOW`` and some part of ``NERVES``, as the mood takes him."""

SURE_BELOW: Final = 0.15
"""He opens for all that the house allows when the bid is less likely than that."""

BLUFFS: Final = 0.08


class OddsPlayers:
    """People who know the odds, look under their own cup and nowhere else, and sometimes bluff."""

    def stakes(self, chance: Chance, table: Table, seats: Mapping[str, str]) -> list[Action]:
        """Nothing is staked before a bid is opened (L7)."""
        return []

    def decide(self, engine: Engine[Any, Any], state: State, awaited: Await, chance: Chance) -> Action:
        """Open the standing bid when it is unlikely and no bid is safer than opening; else bid.

        The bid is the one most likely to hold, zhai and fei among them: zhai by who holds many of a face and few ones,
        fei by who holds both. Where the cups are keyed at the open, his own dice are unknown here too.
        """
        choices = offers(state)
        scores = [likely(state, offer) for offer in choices]
        best = max(scores, default=0.0)
        if state.bids:
            stands = likely(state, _standing(state))
            doubts = stands < DOUBTS_BELOW + NERVES * chance.random()
            if not choices or (doubts and 1.0 - stands > best):
                units = state.rules.max_open_units if stands < SURE_BELOW else 1
                return {"do": "open", "by": awaited.player, "units": units}
        offer = chance.choice(choices) if chance.random() < BLUFFS else choices[scores.index(best)]
        action: dict[str, Any] = {"do": "bid", "by": awaited.player, "quantity": offer.quantity, "face": offer.face}
        return action if offer.call is None else {**action, "call": offer.call}


def likely(state: State, offer: Offer) -> float:
    """The chance that a bid holds if it is opened, as the player in turn sees it: by his own cup and the odds."""
    rules = state.rules
    wild = offer.call == FEI or not (state.zhai or offer.call == ZHAI or offer.face == 1)
    cup = state.cups[state.turn]
    if cup is None:
        return odds.at_least(rules, len(state.players), offer.quantity, wild)
    mine = counted(cup, offer.face, wild, rules.counting == "bonus")
    return odds.at_least(rules, len(state.players) - 1, offer.quantity - mine, wild)


def _standing(state: State) -> Offer:
    """The standing bid as an offer. How the round stands is in the state already, whatever was called with it."""
    bid = state.bids[-1]
    return Offer(bid.quantity, bid.face, None)


STRATEGY: Final = OddsPlayers()
