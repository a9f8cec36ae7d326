"""Cards leave the shoe: the deal, the cut card, an empty shoe, a shuffle (rules.md B3, B5, B7 to B9)."""

from typing import Any, Final

from tables.games.blackjack.settle import void_round
from tables.games.blackjack.state import (
    ACT,
    DEAL,
    DEALER,
    DOUBLED,
    DRAW,
    HIT,
    OFFER,
    OPEN_CARD,
    Effects,
    Hand,
    State,
)
from tables.games.blackjack.turn import bust, dealer_goes_on, moved_on, next_turn, peek
from tables.games.cards import JOKER, VALUES
from tables.games.contract import Action, Applied, Refused

SEALED: Final = ("card",)
DEALER_SEAT: Final = "dealer"

_plain: dict[tuple[str, int, bool], Applied] = {}
"""Dealt cards with no further effect: one shared value for each place a card can go to."""


def card(state: State, action: Action) -> Applied:
    """A card, or the cut card, has left the shoe. Refused unless the rules call for one now."""
    code = action.get("card")
    if type(code) is not str:
        raise Refused("bad_card")
    value = VALUES.get(code)
    if value is None:
        if code == JOKER:
            return _cut_card(state)
        raise Refused("bad_card", card=code)
    phase = state.phase
    if state.shuffling:
        raise Refused("card_not_called")
    if phase == DEAL:
        return _deal(state, code, value)
    if phase == DRAW:
        return _draw(state, code, value)
    if phase == DEALER:
        return _dealer_card(state, code, value)
    raise Refused("card_not_called")


def shoe_empty(state: State, action: Action) -> Applied:
    """A card is called for and the shoe has none (B3.6). Before the first card there is nothing to void."""
    if not card_awaited(state):
        raise Refused("card_not_called")
    state.count += 1
    state.exhausted = True
    if state.cards_dealt == 0:
        state.shuffling = "before_deal"
        return Applied("shoe_exhausted")
    if state.rules.exhaustion == "void_round":
        state.shuffle_due = True
        effects = Effects()
        void_round(state, effects)
        return effects.applied(state, "shoe_exhausted")
    state.shuffling = "mid_round"
    return Applied("shoe_exhausted")


def shuffled(state: State, action: Action) -> Applied:
    """The shoe has been shuffled; the deal goes on exactly where it stopped."""
    if not state.shuffling:
        raise Refused("shuffle_not_due")
    state.count += 1
    state.reshuffled = state.shuffling
    state.shuffling = ""
    state.shuffle_due = False
    return Applied("shoe_shuffled")


def card_awaited(state: State) -> bool:
    """Whether the next thing to happen is a card."""
    return not state.shuffling and state.phase in (DEAL, DRAW, DEALER)


def _cut_card(state: State) -> Applied:
    """Joker 2 appears: in mid-round it is set aside; as the first card ``cut_card_first`` decides (B3.4, B3.5)."""
    if not card_awaited(state):
        raise Refused("card_not_called")
    state.count += 1
    if state.cards_dealt:
        state.cut_card = "mid_round"
    else:
        state.cut_card = "first_card"
        if state.rules.cut_card_first == "reshuffle_now":
            state.shuffling = "before_deal"
    state.shuffle_due = True
    return Applied("cut_card_appeared", ({"fact": "cut_card", "when": state.cut_card},))


def _deal(state: State, code: str, value: int) -> Applied:
    """The next card of the opening deal: each spot, the up card, each spot again, the hole card (B5.1)."""
    at = state.cards_dealt
    spots = state.spots
    spot_count = len(spots)
    ordinal = state.count
    state.count = ordinal + 1
    state.cards_dealt = at + 1
    if at == spot_count:
        state.dealer.take(code, value, OPEN_CARD)
        return _dealt(DEALER_SEAT, 0, False)
    if at == 2 * spot_count + 1:
        return _hole_card(state, code, value, ordinal)
    spot = spots[at] if at < spot_count else spots[at - spot_count - 1]
    face_down = state.rules.player_cards == "face_down"
    spot.hands[0].take(code, value, ordinal if face_down else OPEN_CARD)
    return _dealt(spot.seat, 0, face_down)


def _hole_card(state: State, code: str, value: int, ordinal: int) -> Applied:
    """The deal is complete: insurance under an ace (B6.1), else the look and the play."""
    dealer = state.dealer
    dealer.take(code, value, ordinal)
    effects = Effects()
    effects.facts.append(_dealt_fact(DEALER_SEAT, 0, True))
    if VALUES[dealer.cards[0]] == 1 and state.rules.insurance:
        state.phase = OFFER
        state.offered = True
        effects.facts.append({"fact": "insurance_offered"})
    else:
        peek(state, effects)
    return _seal(state, effects, dealer, ordinal)


def _draw(state: State, code: str, value: int) -> Applied:
    """A card for the active hand: after a hit, a double or a split."""
    spot = state.spots[state.at_spot]
    hand = spot.hands[state.at_hand]
    seat, at, why = spot.seat, state.at_hand, state.draw
    face_down = why == DOUBLED and state.rules.double_card == "face_down"
    ordinal = state.count
    state.count = ordinal + 1
    state.cards_dealt += 1
    hand.take(code, value, ordinal if face_down else OPEN_CARD)
    total = hand.total
    if total > 21 and not face_down:
        effects = Effects()
        effects.facts.append(_dealt_fact(seat, at, face_down))
        bust(state, effects)
        next_turn(state, effects)
        return effects.applied(state, "card_dealt")
    if not _finished(state, hand, why, value, total):
        state.phase = ACT
        return _dealt(seat, at, face_down)
    hand.done = True
    if moved_on(state):
        return _dealt(seat, at, face_down)
    effects = Effects()
    effects.facts.append(_dealt_fact(seat, at, face_down))
    next_turn(state, effects)
    return _seal(state, effects, hand, ordinal) if face_down else effects.applied(state, "card_dealt")


def _finished(state: State, hand: Hand, why: int, value: int, total: int) -> bool:
    """Whether a hand that has just drawn takes no further word of its owner."""
    if why == DOUBLED:
        return True
    rules = state.rules
    if why != HIT and hand.split_ace:
        return not (value == 1 and rules.resplit_aces)
    return total == 21 and rules.auto_stand_21


def _dealer_card(state: State, code: str, value: int) -> Applied:
    state.count += 1
    state.cards_dealt += 1
    state.dealer.take(code, value, OPEN_CARD)
    effects = Effects()
    effects.facts.append(_dealt_fact(DEALER_SEAT, 0, False))
    dealer_goes_on(state, effects)
    return effects.applied(state, "card_dealt")


def _seal(state: State, effects: Effects, hand: Hand, ordinal: int) -> Applied:
    """A face-down card stays sealed, unless the same action has already turned it up."""
    if ordinal in hand.seals:
        return effects.applied(state, "card_dealt", SEALED)
    effects.exposed.remove(ordinal)
    return effects.applied(state, "card_dealt")


def _dealt_fact(seat: str, hand: int, face_down: bool) -> dict[str, Any]:
    return {"fact": "dealt", "to": seat, "hand": hand, "face_down": face_down}


def _dealt(seat: str, hand: int, face_down: bool) -> Applied:
    key = (seat, hand, face_down)
    applied = _plain.get(key)
    if applied is None:
        secret = SEALED if face_down else ()
        applied = _plain[key] = Applied("card_dealt", (_dealt_fact(seat, hand, face_down),), secret=secret)
    return applied
