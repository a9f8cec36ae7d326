"""Before the deal: limits, bets, back-bets, taking them back, and closing the betting (rules.md B4)."""

from tables.games.blackjack import fields
from tables.games.blackjack.fields import CHIPS
from tables.games.blackjack.settle import put, withdraw
from tables.games.blackjack.state import BETTING, DEAL, OVER, Back, Effects, Hand, Spot, State, spot_at
from tables.games.contract import Action, Applied, Refused, Status

PIT_BOSS = "pit_boss"


def raise_limit(state: State, action: Action) -> Applied:
    """The pit boss lifts one player's maximum, for spots and back-bets, from now on (B4.3)."""
    if state.phase == OVER:
        raise Refused("round_over")
    if action.get("by") != PIT_BOSS:
        raise Refused("not_authorized")
    player = fields.word(action, "player")
    maximum = fields.amount(action.get("max"))
    if maximum < state.maximum:
        raise Refused("bad_amount", posted=state.maximum)
    state.count += 1
    state.raised[player] = maximum
    return Applied("limit_raised")


def bet(state: State, action: Action) -> Applied:
    """A stake on a free spot. Order of checks: spot, taken, amount, minimum, maximum, chips (B4.2)."""
    _open(state)
    player, number = fields.who_where(action)
    if not 1 <= number < len(state.places):
        raise Refused("no_such_spot", spots=len(state.places) - 1)
    if state.places[number] is not None:
        raise Refused("spot_taken")
    amount = _stake(state, player, action)
    tender = tender_for(state, player, amount, action)
    state.count += 1
    seat = str(number)
    laid, transfer = put(state, "main", player, seat, 0, amount, tender)
    state.transfers.append(transfer)
    state.places[number] = Spot(number, seat, player, [Hand(0, bets=[laid.bet])])
    return Applied("bet_placed", (), (transfer,), (laid,))


def back_bet(state: State, action: Action) -> Applied:
    """A stake on another's hand, held to the limits by itself (B4.5)."""
    _open(state)
    player, number = fields.who_where(action)
    name = fields.word(action, "id")
    spot = state.places[number] if 1 <= number < len(state.places) else None
    if spot is None:
        raise Refused("no_hand_to_back")
    if spot.owner == player:
        raise Refused("own_hand")
    if name in state.backs:
        raise Refused("id_taken")
    amount = _stake(state, player, action)
    follow_split = fields.flag(action, "follow_split")
    follow_double = fields.flag(action, "follow_double")
    tender = tender_for(state, player, amount, action)
    state.count += 1
    laid, transfer = put(state, "back", player, f"{number}/{name}", 0, amount, tender)
    state.transfers.append(transfer)
    spot.hands[0].bets.append(laid.bet)
    state.backs[name] = Back(name, laid.bet, player, number, tender, follow_split, follow_double)
    return Applied("back_bet_placed", (), (transfer,), (laid,))


def withdraw_bet(state: State, action: Action) -> Applied:
    """Until the betting is closed a player may take his bet back, unless somebody has backed it."""
    _open(state)
    player, number = fields.who_where(action)
    spot = spot_at(state, number)
    if spot.owner != player:
        raise Refused("not_hand_owner")
    bets = spot.hands[0].bets
    if len(bets) > 1:
        raise Refused("bet_backed")
    state.count += 1
    effects = Effects()
    withdraw(state, effects, bets[0])
    state.places[number] = None
    return effects.applied(state, "bet_withdrawn")


def withdraw_back_bet(state: State, action: Action) -> Applied:
    """The same for a kibitzer."""
    _open(state)
    player = fields.word(action, "by")
    back = state.backs.get(fields.word(action, "id"))
    if back is None:
        raise Refused("no_such_bet")
    if back.player != player:
        raise Refused("not_hand_owner")
    bets = spot_at(state, back.spot).hands[0].bets
    state.count += 1
    effects = Effects()
    withdraw(state, effects, back.bet)
    bets.remove(back.bet)
    del state.backs[back.id]
    return effects.applied(state, "bet_withdrawn")


def close_betting(state: State, action: Action) -> Applied:
    """No more bets. Without a good one there is no round (B4.6); with one, an overdue shuffle comes first (B3.4)."""
    _open(state)
    state.count += 1
    state.spots = [spot for spot in state.places if spot is not None]
    if not state.spots:
        state.phase = OVER
        state.status = Status.NO_BETS
        return Applied("betting_closed", ({"fact": "round_over", "status": Status.NO_BETS.value},))
    state.phase = DEAL
    if state.shuffle_due:
        state.shuffling = "before_deal"
    return Applied("betting_closed")


def tender_for(state: State, player: str, amount: int, action: Action) -> str:
    """What a stake is laid in; refused beyond the player's chips, where they are known. Notes are not looked into."""
    tender = fields.tender(action)
    if tender == CHIPS and amount > state.funds.get(player, amount):
        raise Refused("insufficient_funds", funds=state.funds[player])
    return tender


def _open(state: State) -> None:
    if state.phase != BETTING:
        raise Refused("betting_closed")


def _stake(state: State, player: str, action: Action) -> int:
    """A first stake between the posted limits, or the player's own lifted maximum; both ends are good."""
    amount = fields.amount(action.get("amount"))
    if amount < state.minimum:
        raise Refused("bet_below_min", minimum=state.minimum)
    if amount > state.maximum:
        maximum = max(state.maximum, state.raised.get(player, 0))
        if amount > maximum:
            raise Refused("bet_above_max", maximum=maximum)
    return amount
