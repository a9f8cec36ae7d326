"""Whose turn it is: from hand to hand, past naturals, to the dealer and the settlement (rules.md B7 to B9)."""

from tables.games.blackjack.settle import end_round, settle_hand, settle_insurance, settle_table
from tables.games.blackjack.state import ACT, BUST, DEALER, DRAW, FILL, NATURAL, Effects, Hand, Spot, State
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


def next_turn(state: State, effects: Effects) -> None:
    """Go on from the active hand, if it is finished, to the next one that needs a card or a decision (B8.1)."""
    spots = state.spots
    while True:
        spot = spots[state.at_spot]
        hand = spot.hands[state.at_hand]
        if not hand.done:
            if len(hand.cards) == 1:
                state.phase = DRAW
                state.draw = FILL
                return
            if not hand.is_natural():
                state.phase = ACT
                return
            pay_natural(state, effects, spot, hand)
        if state.at_hand + 1 < len(spot.hands):
            state.at_hand += 1
        elif state.at_spot + 1 < len(spots):
            state.at_spot += 1
            state.at_hand = 0
        else:
            dealers_turn(state, effects)
            return


def pay_natural(state: State, effects: Effects, spot: Spot, hand: Hand) -> None:
    """A natural is shown when its turn comes, paid at once and removed (B7.2)."""
    hand.show(effects.exposed)
    effects.facts.append({"fact": "natural_shown", "spot": spot.number, "cards": list(hand.cards)})
    settle_hand(state, effects, spot, hand, NATURAL)


def bust(state: State, effects: Effects, spot: Spot, hand: Hand) -> None:
    """A bust is shown, and stake and cards are collected at once (B8.2)."""
    hand.show(effects.exposed)
    effects.facts.append({"fact": "bust_shown", "spot": spot.number, "cards": list(hand.cards)})
    settle_hand(state, effects, spot, hand, BUST)


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
