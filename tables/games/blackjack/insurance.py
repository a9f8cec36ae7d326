"""Insurance against a dealer's natural, open from the deal of an ace until the dealer looks (rules.md B6)."""

from tables.games.blackjack import fields
from tables.games.blackjack.betting import afford
from tables.games.blackjack.settle import lay
from tables.games.blackjack.state import OFFER, Cover, Effects, State
from tables.games.blackjack.turn import peek
from tables.games.contract import Action, Applied, Refused


def insure(state: State, action: Action) -> Applied:
    """Cover a spot or a back-bet. Order of checks: offered, owner, duplicate, amount, chips (B6.6)."""
    _offered(state)
    player, number, name = _who_what(action)
    covered = _own_bet(state, player, number, name)
    if any(cover.spot == number and cover.back_bet == name for cover in state.covers):
        raise Refused("insurance_duplicate")
    laid = state.laid[covered - 1]
    amount = _premium(state, laid.amount, action)
    tender = fields.tender(action)
    afford(state, player, amount, tender)
    state.count += 1
    effects = Effects()
    lay(state, effects, "insurance", player, laid.seat, 0, amount, tender, covered)
    state.covers.append(Cover(len(state.laid), number, name))
    return effects.applied(state, "insurance_taken")


def close_insurance(state: State, action: Action) -> Applied:
    """Nobody else insures: the dealer looks."""
    _offered(state)
    state.count += 1
    effects = Effects()
    peek(state, effects)
    return effects.applied(state, "insurance_closed")


def _offered(state: State) -> None:
    if not state.offered:
        raise Refused("insurance_not_offered")
    if state.phase != OFFER:
        raise Refused("insurance_closed")


def _who_what(action: Action) -> tuple[str, int, str | None]:
    """The person, and the spot (or 0) and the back-bet's id (or None) that he covers."""
    if "back_bet" in action:
        return fields.word(action, "by"), 0, fields.word(action, "back_bet")
    return *fields.who_where(action), None


def _own_bet(state: State, player: str, number: int, name: str | None) -> int:
    """The bet number of the first stake to be covered; ``not_hand_owner`` when it is not the player's."""
    if name is not None:
        back = state.backs.get(name)
        if back is None or back.player != player:
            raise Refused("not_hand_owner")
        return back.bet
    spot = state.places[number] if 1 <= number < len(state.places) else None
    if spot is None or spot.owner != player:
        raise Refused("not_hand_owner")
    return spot.hands[0].bets[0]


def _premium(state: State, stake: int, action: Action) -> int:
    """Half the first stake, rounded down to whole payable units; less too under ``up_to_half`` (B6.2, T-47)."""
    unit = state.rules.pay_unit
    half = stake // (2 * unit) * unit
    value = action.get("amount")
    if type(value) is not int:
        raise Refused("bad_amount", amount=value)
    low = 1 if state.rules.insurance_amount == "up_to_half" else half
    if not (0 < value and low <= value <= half):
        raise Refused("insurance_wrong_amount", half=half)
    return value
