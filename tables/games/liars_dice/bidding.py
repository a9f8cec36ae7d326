"""Bids: what is allowed, what is lowest, and how a bid turns the round to zhai or back (rules.md L3 to L5)."""

from typing import Any, Final, NamedTuple

from tables.games.contract import Action, Applied, Refused
from tables.games.liars_dice.rules import Rules
from tables.games.liars_dice.state import BID, FEI, SHOW, ZHAI, Bid, State, after, place_of

_CALLS: Final = (None, ZHAI, FEI)

_RANKS: Final[dict[str, tuple[int, ...]]] = {"low": (0, 1, 2, 3, 4, 5, 6), "high": (0, 7, 2, 3, 4, 5, 6)}
"""The rank of each face, by ``ones_rank`` (L4.3)."""

_MADE: Final = Applied("bid_made")
_MADE_ZHAI: Final = Applied("bid_made", ({"fact": "zhai_called"},))
_MADE_WILD: Final = Applied("bid_made", ({"fact": "zhai_broken"},))


class Offer(NamedTuple):
    """A bid that may be made: the lowest number of its ``call`` and ``face``. Any more, up to the maximum, is good."""

    quantity: int
    face: int
    call: str | None


def bid(state: State, action: Action) -> Applied:
    """The player in turn bids.

    Refused, in this order: ``unknown_player``, ``cups_not_ready`` or ``already_opened`` when nobody is to bid,
    ``not_your_turn``, ``bad_bid``, and the reasons of ``refusal`` (L4.4).
    """
    at = place_of(state, action)
    if state.phase != BID:
        raise Refused("bid_already_opened" if state.phase == SHOW else "cups_not_ready")
    if at != state.turn:
        raise Refused("not_your_turn")
    quantity, face, call = action.get("quantity"), action.get("face"), action.get("call")
    if type(quantity) is not int or type(face) is not int or quantity < 1 or not 1 <= face <= 6 or call not in _CALLS:
        raise Refused("bad_bid")
    reason = refusal(state, quantity, face, call)
    if reason:
        raise Refused(reason)
    was = state.zhai
    zhai = call != FEI and (was or call == ZHAI or face == 1)
    state.bids.append(Bid(at, quantity, face, call, zhai))
    state.zhai = zhai
    state.turn = after(state, at)
    state.count += 1
    if zhai == was:
        return _MADE
    return _MADE_ZHAI if zhai else _MADE_WILD


def refusal(state: State, quantity: int, face: int, call: str | None) -> str | None:
    """Why a well-formed bid is not allowed now, by the order of L4.4; None when it is."""
    if quantity > state.maximum:
        return "bid_above_maximum"
    if call == FEI:
        if not state.zhai:
            return "fei_without_zhai"
        if face == 1:
            return "fei_on_ones"
        return "fei_not_double" if quantity < 2 * state.bids[-1].quantity else None
    if not state.bids:
        return "opening_too_low" if quantity < _opening(state, call == ZHAI or face == 1) else None
    standing = state.bids[-1]
    if quantity > standing.quantity:
        return None
    if quantity == standing.quantity:
        ranks = _RANKS[state.rules.ones_rank]
        if ranks[face] > ranks[standing.face] or (face == standing.face and _turns_as_it_is(state, call)):
            return None
    return "bid_not_higher"


def can_raise(state: State) -> bool:
    """Whether a higher bid than the standing one is left."""
    standing = state.bids[-1]
    ranks = _RANKS[state.rules.ones_rank]
    return standing.quantity < state.maximum or ranks[standing.face] < max(ranks) or _turns_as_it_is(state, ZHAI)


def offers(state: State) -> list[Offer]:
    """The lowest bid of every face and call that changes anything, lowest first: plain bids, zhai, fei.

    A bid on ones is zhai of itself, and zhai stays on, so calling it then says nothing new (L5.1, L5.2).
    """
    calls: list[str | None] = [None, FEI] if state.zhai else [None, ZHAI]
    ranks = _RANKS[state.rules.ones_rank]
    made = []
    for call in calls:
        faces = range(1 if call is None else 2, 7)
        lowest = [Offer(_lowest(state, face, call), face, call) for face in faces]
        lowest.sort(key=lambda offer: (offer.quantity, ranks[offer.face]))
        made += [offer for offer in lowest if offer.quantity <= state.maximum]
    return made


def most_dice(rules: Rules, players: int) -> int:
    """The highest number that could be counted, so the highest that can be bid (L4.4)."""
    return players * (rules.dice_per_player + (2 if rules.counting == "bonus" else 0))


def standing_bid(state: State) -> dict[str, Any] | None:
    """The bid that is to be raised or opened."""
    if not state.bids:
        return None
    standing = state.bids[-1]
    return {"by": state.players[standing.at], "quantity": standing.quantity, "face": standing.face}


def _opening(state: State, zhai: bool) -> int:
    """The fewest dice of an opening bid (L3.1, L3.2)."""
    players = len(state.players)
    if zhai:
        return players
    return (3 * players + (1 if state.rules.opening_odd == "ceil" else 0)) // 2


def _lowest(state: State, face: int, call: str | None) -> int:
    """The lowest number that ``refusal`` lets pass for this face and call, the maximum aside."""
    if not state.bids:
        return _opening(state, call == ZHAI or face == 1)
    standing = state.bids[-1]
    if call == FEI:
        return 2 * standing.quantity
    ranks = _RANKS[state.rules.ones_rank]
    level = ranks[face] > ranks[standing.face] or (face == standing.face and _turns_as_it_is(state, call))
    return standing.quantity + (0 if level else 1)


def _turns_as_it_is(state: State, call: str | None) -> bool:
    """Whether the standing bid may be made zhai without raising it (L5.3)."""
    return call == ZHAI and not state.zhai and state.rules.to_zhai == "same_ok"
