"""The players' acts: hit, stand, double, split, and which of them are legal (rules.md B8)."""

from typing import Any, Final

from tables.games.blackjack import fields
from tables.games.blackjack.betting import tender_for
from tables.games.blackjack.fields import CHIPS
from tables.games.blackjack.settle import lay_again
from tables.games.blackjack.state import (
    ACT,
    DOUBLED,
    DRAW,
    FILL,
    HIT,
    OPEN_CARD,
    OVER,
    Effects,
    Hand,
    Spot,
    State,
    spot_at,
)
from tables.games.blackjack.turn import moved_on, next_turn
from tables.games.cards import VALUES
from tables.games.contract import Action, Applied, Refused

EVENT: Final = "act_taken"

_plain: dict[tuple[str, int, int], Applied] = {}


def hit(state: State, action: Action) -> Applied:
    """One more card (B8.2). A split ace takes none, whatever it has caught (B8.11)."""
    spot, hand = _active(state, action)
    if hand.split_ace:
        raise Refused("not_your_turn")
    state.count += 1
    state.phase = DRAW
    state.draw = HIT
    return _plainly("hit", spot.number, state.at_hand)


def stand(state: State, action: Action) -> Applied:
    """Enough: on to the next hand."""
    spot, hand = _active(state, action)
    state.count += 1
    at = state.at_hand
    hand.done = True
    if moved_on(state):
        return _plainly("stand", spot.number, at)
    effects = Effects()
    effects.facts.append(_acted("stand", spot.number, at))
    next_turn(state, effects)
    return effects.applied(state, EVENT)


def double(state: State, action: Action) -> Applied:
    """An equal stake and one card, on the first two cards; the owner turns these two up (B8.3)."""
    spot, hand = _active(state, action)
    if not may_double(state, hand):
        raise Refused("cannot_double")
    tender = tender_for(state, spot.owner, state.laid[hand.bets[0] - 1].amount, action)
    state.count += 1
    effects = Effects()
    effects.facts.append(_acted("double", spot.number, state.at_hand))
    hand.show(effects.exposed)
    riding = hand.bets[1:]
    hand.bets.append(lay_again(state, effects, "double", hand.bets[0], hand.key, tender))
    _follow(state, effects, riding, "follow_double", hand)
    hand.doubled = True
    state.phase = DRAW
    state.draw = DOUBLED
    return effects.applied(state, EVENT)


def split(state: State, action: Action) -> Applied:
    """A pair becomes two hands, the new one directly to the left; the right one is filled first (B8.8, B8.9)."""
    spot, hand = _active(state, action)
    if not is_pair(hand):
        raise Refused("cannot_split")
    if len(spot.hands) >= state.rules.max_hands:
        raise Refused("hand_limit")
    tender = tender_for(state, spot.owner, state.laid[hand.bets[0] - 1].amount, action)
    state.count += 1
    effects = Effects()
    effects.facts.append(_acted("split", spot.number, state.at_hand))
    hand.show(effects.exposed)
    left = _divide(spot, hand, state.at_hand)
    left.bets.append(lay_again(state, effects, "split", hand.bets[0], left.key, tender))
    _follow(state, effects, hand.bets[1:], "follow_split", left)
    state.phase = DRAW
    state.draw = FILL
    return effects.applied(state, EVENT)


def legal(state: State) -> tuple[str, ...]:
    """What the owner of the active hand may do, sorted (B11)."""
    if state.phase != ACT or state.shuffling:
        return ()
    spot = state.spots[state.at_spot]
    hand = spot.hands[state.at_hand]
    return _acts(state, spot, hand, is_pair(hand))


def blind_legal(state: State) -> tuple[str, ...]:
    """The same, as far as one can tell who does not see the cards: any two cards might be a pair."""
    if state.phase != ACT or state.shuffling:
        return ()
    spot = state.spots[state.at_spot]
    hand = spot.hands[state.at_hand]
    hidden = any(seal != OPEN_CARD for seal in hand.seals)
    return _acts(state, spot, hand, len(hand.cards) == 2 if hidden else is_pair(hand))


def is_pair(hand: Hand) -> bool:
    """Two cards of equal counting value, and no third (B2.5)."""
    cards = hand.cards
    return len(cards) == 2 and VALUES[cards[0]] == VALUES[cards[1]]


def may_double(state: State, hand: Hand) -> bool:
    """On two cards; after a split by house rule, and never on split aces (B8.3, B8.4, B8.11)."""
    if len(hand.cards) != 2:
        return False
    return not hand.from_split or (state.rules.double_after_split and not hand.split_ace)


def _acts(state: State, spot: Spot, hand: Hand, pair: bool) -> tuple[str, ...]:
    covered = state.funds.get(spot.owner)
    enough = covered is None or covered >= state.laid[hand.bets[0] - 1].amount
    acts = []
    if enough and may_double(state, hand):
        acts.append("double")
    if not hand.split_ace:
        acts.append("hit")
    if enough and pair and len(spot.hands) < state.rules.max_hands:
        acts.append("split")
    acts.append("stand")
    return tuple(acts)


def _active(state: State, action: Action) -> tuple[Spot, Hand]:
    """The active hand, if this person may act on it now. The order of the checks is B8's."""
    if state.phase == OVER:
        raise Refused("round_over")
    player, number = fields.who_where(action)
    spot = spot_at(state, number)
    if spot.owner != player:
        raise Refused("not_hand_owner")
    if state.phase != ACT or state.spots[state.at_spot] is not spot:
        raise Refused("not_your_turn")
    return spot, spot.hands[state.at_hand]


def _divide(spot: Spot, hand: Hand, at: int) -> Hand:
    """Move the second card of ``hand`` to a new hand directly to its left."""
    code = hand.cards.pop()
    hand.seals.pop()
    value = VALUES[code]
    hand.hard -= value
    hand.from_split = True
    left = Hand(len(spot.hands), from_split=True)
    left.take(code, value, OPEN_CARD)
    if value == 1:
        hand.split_ace = left.split_ace = True
    spot.hands.insert(at + 1, left)
    return left


def _follow(state: State, effects: Effects, riding: list[int], kind: str, onto: Hand) -> None:
    """Back-bets that wanted to follow, and have the chips, lay the same again (B8.14).

    ``riding`` are the kibitzers' bets on the hand. A follow-up is laid in the tender of the back-bet it follows.
    """
    for number in riding:
        laid = state.laid[number - 1]
        back = state.backs[laid.seat.partition("/")[2]]
        wants = back.follow_split if kind == "follow_split" else back.follow_double
        if not wants:
            continue
        if back.tender == CHIPS and laid.amount > state.funds.get(back.player, laid.amount):
            continue
        onto.bets.append(lay_again(state, effects, kind, number, onto.key, back.tender))


def _acted(act: str, spot: int, hand: int) -> dict[str, Any]:
    return {"fact": "acted", "act": act, "spot": spot, "hand": hand}


def _plainly(act: str, spot: int, hand: int) -> Applied:
    """An act with no further effect: one shared value for each."""
    key = (act, spot, hand)
    applied = _plain.get(key)
    if applied is None:
        applied = _plain[key] = Applied(EVENT, (_acted(act, spot, hand),))
    return applied
