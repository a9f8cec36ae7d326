"""Whose turn it is: from hand to hand, past naturals, to the dealer and the settlement (rules.md B7 to B9)."""

from tables.games.blackjack.settle import end_round, settle_hand, settle_insurance, settle_table
from tables.games.blackjack.state import ACT, BUST, DEALER, DRAW, FILL, NATURAL, Effects, State
from tables.games.cards import VALUES
from tables.games.contract import Status


def peek(state: State, effects: Effects) -> None:
    """After the deal and the insurance: the dealer looks under a ten or an ace (B7.1), then play begins."""
    dealer = state.dealer
    if VALUES[dealer.cards[0]] in (1, 10):
        state.dealer_natural = dealer.is_natural()
        effects.facts.append({"fact": "dealer_peeked", "natural": state.dealer_natural})
        if state.covers:
            settle_insurance(state, effects)
        if state.dealer_natural:
            show_hole(state, effects)
            settle_table(state, effects)
            return
    next_turn(state, effects)


def moved_on(state: State) -> bool:
    """From the active hand, if it is finished, on to the next one, and ask for its card or its owner's word (B8.1).

    False when that is not all: the next hand is a natural, or no hand is left (``at_spot`` is past the last).
    """
    spots = state.spots
    at_spot, at_hand = state.at_spot, state.at_hand
    while at_spot < len(spots):
        hands = spots[at_spot].hands
        while at_hand < len(hands):
            hand = hands[at_hand]
            if not hand.done:
                state.at_spot, state.at_hand = at_spot, at_hand
                if len(hand.cards) == 1:
                    state.phase = DRAW
                    state.draw = FILL
                    return True
                state.phase = ACT
                return not hand.is_natural()
            at_hand += 1
        at_spot += 1
        at_hand = 0
    state.at_spot, state.at_hand = at_spot, 0
    return False


def next_turn(state: State, effects: Effects) -> None:
    """Go on until a card or a word is needed: naturals are paid in passing, then comes the dealer."""
    while not moved_on(state):
        if state.at_spot == len(state.spots):
            dealers_turn(state, effects)
            return
        pay_natural(state, effects)


def pay_natural(state: State, effects: Effects) -> None:
    """A natural is shown when its turn comes, paid at once and removed (B7.2)."""
    _show_and_settle(state, effects, "natural_shown", NATURAL)


def bust(state: State, effects: Effects) -> None:
    """A bust is shown, and stake and cards are collected at once (B8.2)."""
    _show_and_settle(state, effects, "bust_shown", BUST)


def _show_and_settle(state: State, effects: Effects, fact: str, outcome: str) -> None:
    spot = state.spots[state.at_spot]
    hand = spot.hands[state.at_hand]
    hand.show(effects.exposed)
    effects.facts.append({"fact": fact, "spot": spot.number, "hand": state.at_hand, "cards": list(hand.cards)})
    settle_hand(state, effects, spot, state.at_hand, outcome)


def dealers_turn(state: State, effects: Effects) -> None:
    """With no hand left the dealer draws nothing (B9.1); else he shows the hole card and draws by the rule."""
    if all(hand.outcome is not None for spot in state.spots for hand in spot.hands):
        end_round(state, effects, Status.SETTLED)
        return
    show_hole(state, effects)
    dealer_goes_on(state, effects)


def dealer_goes_on(state: State, effects: Effects) -> None:
    """Ask for a card, or stand and settle."""
    if dealer_draws(state):
        state.phase = DEALER
        return
    dealer = state.dealer
    effects.facts.append({"fact": "dealer_stands", "total": dealer.total, "soft": dealer.soft})
    settle_table(state, effects)


def dealer_draws(state: State) -> bool:
    """16 or less draws, 17 or more stands; soft 17 by the house rule (B9.2, B9.3)."""
    dealer = state.dealer
    total = dealer.total
    if total != 17:
        return total < 17
    return dealer.soft and state.rules.dealer_soft_17 == "hit"


def show_hole(state: State, effects: Effects) -> None:
    """Turn the hole card up."""
    state.dealer.show(effects.exposed)
    effects.facts.append({"fact": "hole_card_shown", "card": state.dealer.cards[1]})
