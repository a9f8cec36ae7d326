"""A round's state as JSON and back. Called at every key press, so rows are flat lists and nothing is copied deep."""

from collections.abc import Mapping
from typing import Any

from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import Back, Hand, Spot, State
from tables.games.contract import Laid, Settled, Status, Transfer


def dump(state: State) -> dict[str, Any]:
    """Everything, hidden cards included. ``turn`` is the active spot and hand and why a card is drawn."""
    return {
        "minimum": state.minimum,
        "maximum": state.maximum,
        "raised": dict(state.raised),
        "funds": dict(state.funds),
        "shuffle_due": state.shuffle_due,
        "count": state.count,
        "phase": state.phase,
        "status": state.status.value,
        "spots": [
            [spot.number, spot.owner, [_hand_row(hand) for hand in spot.hands]]
            for spot in state.places
            if spot is not None
        ],
        "dealer": _hand_row(state.dealer),
        "backs": [
            [back.id, back.bet, back.player, back.spot, back.tender, back.follow_split, back.follow_double]
            for back in state.backs.values()
        ],
        "covers": [[bet, spot, back_bet] for (spot, back_bet), bet in state.covers.items()],
        "laid": [list(laid) for laid in state.laid],
        "settled": [settled and list(settled) for settled in state.settled],
        "transfers": [list(transfer) for transfer in state.transfers],
        "order": [list(pair) for pair in state.order],
        "turn": [state.at_spot, state.at_hand, state.draw],
        "offered": state.offered,
        "dealer_natural": state.dealer_natural,
        "cards_dealt": state.cards_dealt,
        "cut_card": state.cut_card,
        "exhausted": state.exhausted,
        "shuffling": state.shuffling,
        "reshuffled": state.reshuffled,
    }


def load(rules: Rules, data: Mapping[str, Any]) -> State:
    """The state that ``dump`` gave."""
    places: list[Spot | None] = [None] * (rules.spots + 1)
    spots = []
    for number, owner, hands in data["spots"]:
        spot = places[number] = Spot(number, str(number), owner, [_hand(row) for row in hands])
        spots.append(spot)
    at_spot, at_hand, draw = data["turn"]
    return State(
        rules,
        data["minimum"],
        data["maximum"],
        dict(data["raised"]),
        dict(data["funds"]),
        data["shuffle_due"],
        places,
        data["count"],
        data["phase"],
        Status(data["status"]),
        spots,
        _hand(data["dealer"]),
        {row[0]: Back(*row) for row in data["backs"]},
        {(spot, back_bet): bet for bet, spot, back_bet in data["covers"]},
        [Laid._make(row) for row in data["laid"]],
        [row and Settled._make(row) for row in data["settled"]],
        [Transfer._make(row) for row in data["transfers"]],
        [(spot_number, hand) for spot_number, hand in data["order"]],
        at_spot,
        at_hand,
        draw,
        data["offered"],
        data["dealer_natural"],
        data["cards_dealt"],
        data["cut_card"],
        data["exhausted"],
        data["shuffling"],
        data["reshuffled"],
    )


def _hand_row(hand: Hand) -> list[Any]:
    return [
        hand.key,
        hand.cards[:],
        hand.seals[:],
        hand.hard,
        hand.has_ace,
        hand.bets[:],
        hand.doubled,
        hand.from_split,
        hand.split_ace,
        hand.done,
        hand.outcome,
    ]


def _hand(row: list[Any]) -> Hand:
    key, cards, seals, hard, has_ace, bets, *rest = row
    return Hand(key, cards[:], seals[:], hard, has_ace, bets[:], *rest)
