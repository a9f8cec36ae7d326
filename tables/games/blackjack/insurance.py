"""Insurance against a dealer's natural, open from the deal of an ace until the dealer looks (rules.md B6)."""

from typing import Any

from tables.games.blackjack import fields
from tables.games.blackjack.betting import tender_for
from tables.games.blackjack.settle import put
from tables.games.blackjack.state import OFFER, Effects, State, Target
from tables.games.blackjack.turn import peek
from tables.games.contract import Action, Applied, Refused


def insure(state: State, action: Action) -> Applied:
    """Cover a spot or a back-bet. Order of checks: offered, owner, duplicate, amount, chips (B6.6)."""
    _offered(state)
    player, target = _who_what(action)
    covered = _own_bet(state, player, target)
    if target in state.covers:
        raise Refused("insurance_duplicate")
    laid = state.laid[covered - 1]
    amount = _premium(state, laid.amount, action.get("amount"))
    tender = tender_for(state, player, amount, action)
    state.count += 1
    premium, transfer = put(state, "insurance", player, laid.seat, 0, amount, tender, covered)
    state.transfers.append(transfer)
    state.covers[target] = premium.bet
    return Applied("insurance_taken", (), (transfer,), (premium,))


def close_insurance(state: State, action: Action) -> Applied:
    """Nobody else insures: the dealer looks."""
    _offered(state)
    state.count += 1
    effects = Effects()
    peek(state, effects)
    return effects.applied(state, "insurance_closed")


def half(state: State, stake: int) -> int:
    """The most that an insurance of ``stake`` may be: half, down to an amount that chips can make (B6.2, T-47)."""
    return state.rules.payable(stake // (2 * state.rules.pay_unit))


def offers(state: State) -> list[dict[str, Any]]:
    """What may still be insured, by whom and up to what amount; empty while insurance is not open."""
    if state.phase != OFFER:
        return []
    spots = [((spot.number, None), spot.hands[0].bets[0]) for spot in state.spots]
    backs = [((0, back.id), back.bet) for back in state.backs.values()]
    told = []
    for target, number in [*spots, *backs]:
        laid = state.laid[number - 1]
        amount = half(state, laid.amount)
        if amount and target not in state.covers:
            spot, back_bet = target
            name: dict[str, Any] = {"spot": spot} if back_bet is None else {"back_bet": back_bet}
            told.append({**name, "by": laid.player, "amount": amount})
    return told


def _offered(state: State) -> None:
    if not state.offered:
        raise Refused("insurance_not_offered")
    if state.phase != OFFER:
        raise Refused("insurance_closed")


def _who_what(action: Action) -> tuple[str, Target]:
    """The person, and what he covers."""
    if "back_bet" in action:
        return fields.word(action, "by"), (0, fields.word(action, "back_bet"))
    player, spot = fields.who_where(action)
    return player, (spot, None)


def _own_bet(state: State, player: str, target: Target) -> int:
    """The bet number of the first stake to be covered; ``not_hand_owner`` when it is not the player's."""
    number, name = target
    if name is not None:
        back = state.backs.get(name)
        if back is None or back.player != player:
            raise Refused("not_hand_owner")
        return back.bet
    spot = state.places[number] if 1 <= number < len(state.places) else None
    if spot is None or spot.owner != player:
        raise Refused("not_hand_owner")
    return spot.hands[0].bets[0]


def _premium(state: State, stake: int, value: Any) -> int:
    """Exactly half the first stake, or anything up to it by house rule (B6.2)."""
    if type(value) is not int:
        raise Refused("bad_amount", amount=value)
    most = half(state, stake)
    least = 1 if state.rules.insurance_amount == "up_to_half" else most
    if not (0 < value and least <= value <= most):
        raise Refused("insurance_wrong_amount", half=most)
    return value
