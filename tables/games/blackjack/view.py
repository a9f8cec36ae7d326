"""What each audience may see of a round. A hidden card leaves this module only as ``??`` (rules.md B5.2, B6, B8.3)."""

from typing import Any, Final

from tables.games.blackjack import insurance, play, stakes
from tables.games.blackjack.state import ACT, BETTING, DEAL, DEALER, DRAW, OFFER, OPEN_CARD, OVER, Hand, Spot, State
from tables.games.cards import HIDDEN, count

_AWAITED: Final[dict[int, str]] = {
    BETTING: "stakes",
    DEAL: "card",
    OFFER: "offer",
    ACT: "act",
    DRAW: "card",
    DEALER: "card",
    OVER: "nothing",
}

_PLAYER: Final = "player:"


def view(state: State, audience: str) -> dict[str, Any]:
    """A picture of the table for ``dealer``, ``floor``, ``public`` or ``player:<name>``; JSON only.

    A player sees the cards of his own hands, spot by spot: the next spot's when the one before is finished.
    """
    player = audience[len(_PLAYER) :] if audience.startswith(_PLAYER) else None
    looking_at = _readable_spots(state, player)
    over = state.phase == OVER
    return {
        "status": state.status.value,
        "awaits": "shuffle" if state.shuffling else _AWAITED[state.phase],
        "minimum": state.minimum,
        "maximum": state.maximum,
        "raised": dict(state.raised),
        "spots": [_spot_picture(state, spot, spot.number in looking_at) for spot in state.places if spot is not None],
        "back_bets": _back_pictures(state),
        "insurance": stakes.insurance(state),
        "offers": insurance.offers(state),
        "dealer": _dealer_picture(state.dealer),
        "turn": _turn(state, looking_at),
        "settlement_order": [list(pair) for pair in state.order],
        "shoe": {
            "cards_dealt": state.cards_dealt,
            "cut_card": state.cut_card,
            "exhausted": state.exhausted,
            "reshuffled": state.reshuffled,
            "shuffle_due": state.shuffle_due,
        },
        "net": stakes.net(state) if over else None,
    }


def _readable_spots(state: State, player: str | None) -> frozenset[int]:
    """The spots whose face-down cards this player may lift: his, up to the first that is not finished."""
    readable = []
    for spot in state.places:
        if player is None or spot is None or spot.owner != player:
            continue
        readable.append(spot.number)
        if not all(hand.done for hand in spot.hands):
            break
    return frozenset(readable)


def _spot_picture(state: State, spot: Spot, readable: bool) -> dict[str, Any]:
    return {
        "spot": spot.number,
        "owner": spot.owner,
        "hands": [_hand_picture(state, at, hand, readable) for at, hand in enumerate(spot.hands)],
    }


def _hand_picture(state: State, at: int, hand: Hand, readable: bool) -> dict[str, Any]:
    """``total`` is null while a card of the hand is hidden; ``visible_total`` counts the cards that are not."""
    cards = _visible(hand, readable)
    stake, net = stakes.own(state, hand)
    return {
        "hand": at,
        "key": hand.key,
        "cards": cards,
        **_totals(cards),
        "stake": stake,
        "tender": state.laid[hand.bets[0] - 1].tender,
        "doubled": hand.doubled,
        "done": hand.done,
        "outcome": hand.outcome,
        "net": net,
        "bets": list(hand.bets),
    }


def _visible(hand: Hand, readable: bool) -> list[str]:
    """The card codes as seen; a doubled hand's third card lies face down for its owner too (B8.3)."""
    return [
        code if seal == OPEN_CARD or (readable and at < 2) else HIDDEN
        for at, (code, seal) in enumerate(zip(hand.cards, hand.seals, strict=True))
    ]


def _totals(cards: list[str]) -> dict[str, Any]:
    open_cards = [code for code in cards if code != HIDDEN]
    total, soft = count(open_cards)
    whole = bool(cards) and len(open_cards) == len(cards)
    return {
        "total": total if whole else None,
        "soft": soft if whole else None,
        "visible_total": total if open_cards else None,
    }


def _dealer_picture(dealer: Hand) -> dict[str, Any]:
    cards = _visible(dealer, False)
    return {"cards": cards, **_totals(cards)}


def _back_pictures(state: State) -> list[dict[str, Any]]:
    """Each back-bet with the hands it rides on now."""
    return [
        {
            "id": name,
            "by": state.backs[name].player,
            "spot": state.backs[name].spot,
            "tender": state.backs[name].tender,
            "follow_split": state.backs[name].follow_split,
            "follow_double": state.backs[name].follow_double,
            "on": lines,
        }
        for name, lines in stakes.backs(state).items()
    ]


def _turn(state: State, looking_at: frozenset[int]) -> dict[str, Any] | None:
    """Whose move it is. Only who may read the hand is told which acts its cards allow."""
    if state.phase not in (ACT, DRAW):
        return None
    spot = state.spots[state.at_spot]
    acts = play.legal(state) if spot.number in looking_at else play.blind_legal(state)
    return {"spot": spot.number, "hand": state.at_hand, "player": spot.owner, "acts": list(acts)}
