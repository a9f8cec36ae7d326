"""Rounds played at random, wrong actions among the right ones, for the properties that must always hold."""

from random import Random
from typing import Any

from tables.games.blackjack.engine import ENGINE
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import State
from tables.games.cards import PACK
from tables.games.contract import Await, Awaiting, Table

WORDS = ["hit", "stand", "double", "split", "bet", "insure", "card", "shuffled", "shoe_empty", "close_betting", "x"]
NAMES = ["A", "B", "C", "K", "pit_boss"]


def any_rules(chance: Random) -> Rules:
    """House rules, each at random."""
    return ENGINE.rules(
        {
            "spots": chance.choice([6, 7]),
            "natural_pays": chance.choice([[3, 2], [6, 5], [1, 1]]),
            "rounding": chance.choice(["down", "up"]),
            "insurance": chance.random() < 0.8,
            "insurance_amount": chance.choice(["exact_half", "up_to_half"]),
            "dealer_soft_17": chance.choice(["stand", "hit"]),
            "double_after_split": chance.random() < 0.5,
            "double_card": chance.choice(["face_down", "face_up"]),
            "max_hands": chance.choice([1, 2, 4]),
            "resplit_aces": chance.random() < 0.5,
            "auto_stand_21": chance.random() < 0.3,
            "cut_card_first": chance.choice(["reshuffle_now", "last_round"]),
            "exhaustion": chance.choice(["reshuffle_discards", "void_round"]),
            "player_cards": chance.choice(["face_down", "face_down", "face_up"]),
            "pay_unit": chance.choice([1, 1, 5]),
            "money_play": chance.choice(["notes_back", "changed"]),
        }
    )


def any_table(chance: Random) -> Table:
    """Limits 5 to 100, some people's chips known and short."""
    funds = {name: chance.randint(0, 300) for name in NAMES[:3] if chance.random() < 0.5}
    return Table(5, 100, {"B": 200} if chance.random() < 0.3 else {}, funds, chance.random() < 0.2)


class Shoe:
    """One pack, so that a code names one card; fewer cards than a round may need, and the joker among them."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.cards: list[str] = []
        self.refill(())

    def refill(self, on_table: Any) -> None:
        cards = [code for code in PACK if code not in on_table]
        if self.chance.random() < 0.3:
            # Many alike, so that pairs and resplits come often.
            cards.sort(key=lambda code: code[0] in "8A")
            head, tail = cards[:-8], cards[-8:]
            self.chance.shuffle(head)
            self.chance.shuffle(tail)
            cards = head + tail
        else:
            self.chance.shuffle(cards)
        cards = cards[-self.chance.choice([12, 30, 52]) :]
        cards.insert(self.chance.randint(0, len(cards)), "JOKER")
        self.cards = cards

    def next(self) -> dict[str, Any]:
        return {"do": "card", "card": self.cards.pop()} if self.cards else {"do": "shoe_empty"}


def on_table(state: State) -> set[str]:
    """The codes of all cards dealt in this round and not shuffled away."""
    dealt = [hand.cards for spot in state.spots for hand in spot.hands] + [state.dealer.cards]
    return {code for cards in dealt for code in cards}


def any_action(chance: Random) -> dict[str, Any]:
    """Most often a refusal."""
    action: dict[str, Any] = {"do": chance.choice(WORDS), "by": chance.choice(NAMES), "spot": chance.randint(0, 8)}
    action["amount"] = chance.choice([0, 5, 20, 150, None, "5", True])
    if chance.random() < 0.2:
        action["card"] = chance.choice(["TS", "JOKER", "?", None])
    if chance.random() < 0.2:
        del action["by"]
    return action


def sensible_action(chance: Random, state: State, shoe: Shoe) -> dict[str, Any]:
    """Something the table waits for; a stake may still be refused."""
    awaited = ENGINE.awaits(state)
    if awaited.kind is Awaiting.STAKES:
        return _stake(chance)
    if awaited.kind is Awaiting.SHUFFLE:
        shoe.refill(on_table(state))
        return {"do": "shuffled"}
    if awaited.kind is Awaiting.CARD:
        return shoe.next()
    if awaited.kind is Awaiting.OFFER:
        return _insurance(chance, state)
    return _act(chance, awaited) if awaited.kind is Awaiting.ACT else any_action(chance)


def _stake(chance: Random) -> dict[str, Any]:
    by = chance.choice(NAMES[:4])
    tender = chance.choice(["chips", "chips", "cash"])
    kind = chance.random()
    stake = {"by": by, "spot": chance.randint(1, 6), "amount": chance.randint(5, 100), "tender": tender}
    if kind < 0.55:
        return {"do": "bet", **stake}
    if kind < 0.8:
        follows = {"follow_split": chance.random() < 0.7, "follow_double": chance.random() < 0.7}
        return {"do": "back_bet", "id": chance.choice("pqrstuv"), **stake, **follows}
    if kind < 0.85:
        return {"do": "withdraw_bet", **stake}
    if kind < 0.9:
        return {"do": "withdraw_back_bet", "by": by, "id": chance.choice("pqrs")}
    return {"do": "close_betting"}


def _insurance(chance: Random, state: State) -> dict[str, Any]:
    offers = ENGINE.view(state, "dealer")["offers"]
    if offers and chance.random() < 0.7:
        return {"do": "insure", **chance.choice(offers), "tender": chance.choice(["chips", "cash"])}
    return {"do": "close_insurance"}


def _act(chance: Random, awaited: Await) -> dict[str, Any]:
    liked = [act for act in awaited.acts if act in ("split", "double")]
    act = chance.choice(liked) if liked and chance.random() < 0.6 else chance.choice(awaited.acts)
    return {"do": act, "by": awaited.player, "spot": int(awaited.to or 0), "tender": chance.choice(["chips", "cash"])}
