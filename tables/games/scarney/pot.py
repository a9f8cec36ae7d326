"""The pot: antes and double-down chips go in, the house's charge and the shares come out (rules.md S7.5, S8.5).

All money in minor units, chips only. The books settle a game by its stakes: a winner's whole share stands on his
first ante, every other stake returns nothing, so that their sum is exact.
"""

from collections.abc import Sequence
from typing import Final

from tables.games.contract import Action, Laid, Place, Refused, Settled, Status, Tender, Transfer, player_place
from tables.games.scarney.rules import Rules
from tables.games.scarney.state import OVER, Effects, Seat, State

POT: Final = Place.POT.value
RAKE: Final = Place.RAKE.value
CHIPS: Final = Tender.CHIPS.value

WIN: Final = "win"
LOSE: Final = "lose"


def require_chips(state: State, seat: Seat, amount: int, action: Action) -> None:
    """Refused: ``bad_action`` for any tender but chips, ``insufficient_funds`` beyond the player's known chips."""
    if action.get("tender", CHIPS) != CHIPS:
        raise Refused("bad_action", field="tender")
    if not covers(state, seat, amount):
        raise Refused("insufficient_funds", funds=state.funds[seat.player])


def covers(state: State, seat: Seat, amount: int) -> bool:
    """Whether the player has so many chips, as far as they are known."""
    return amount <= state.funds.get(seat.player, amount)


def double_price(state: State) -> int:
    """What a double-down adds to the pot (S6.2)."""
    return state.rules.double_chips * state.chip


def put(state: State, effects: Effects, seat: Seat, kind: str, amount: int) -> None:
    """Put a stake into the pot; the caller has checked that the chips are there."""
    laid = Laid(len(state.laid) + 1, kind, seat.player, seat.number, 0, amount, CHIPS, seat.ante or None)
    state.laid.append(laid)
    effects.laid.append(laid)
    effects.transfers.append(Transfer(player_place(seat.number), POT, amount, kind, CHIPS))
    seat.ante = seat.ante or laid.bet
    seat.paid += amount
    state.pot += amount
    _credit(state, seat.player, -amount)


def house_charge(rules: Rules, pot: int) -> int:
    """What the house takes from a pot of so much (domain.md §1.6), rounded down to whole ``pay_unit``."""
    if rules.rake == "percent":
        over, under = rules.rake_percent
        charge = pot * over // under
        if rules.rake_cap:
            charge = min(charge, rules.rake_cap)
    elif rules.rake == "per_game":
        charge = min(rules.rake_amount, pot)
    else:
        return 0
    return charge - charge % rules.pay_unit


def shares(pot: int, winners: Sequence[Seat], unit: int) -> list[int]:
    """Each winner's share of ``pot``, in whole ``unit`` (S8.5).

    Rounding happens here and nowhere else: units that do not divide go one each by own total, highest first, then by
    seat; what is less than a unit cannot come up, because antes, chips and rake are whole units.
    """
    each, odd = divmod(pot // unit, len(winners))
    ranked = sorted(range(len(winners)), key=lambda at: -winners[at].total)
    lucky = frozenset(ranked[:odd])
    return [(each + (at in lucky)) * unit for at in range(len(winners))]


def share_out(state: State, effects: Effects, winners: Sequence[Seat], reason: str) -> None:
    """The game is over: the house's charge first, then the pot to ``winners``, equally; every stake is settled."""
    rules = state.rules
    state.phase = OVER
    state.status = Status.SETTLED
    state.winners = [seat.player for seat in winners]
    state.reason = reason
    state.rake = house_charge(rules, state.pot)
    if state.rake:
        effects.transfers.append(Transfer(POT, RAKE, state.rake, "rake", CHIPS))
    pot = state.pot - state.rake
    won = dict(zip(state.winners, shares(pot, winners, rules.pay_unit), strict=True))
    for seat in winners:
        amount = won[seat.player]
        if amount:
            effects.transfers.append(Transfer(POT, player_place(seat.number), amount, "pot_won", CHIPS))
            _credit(state, seat.player, amount)
    _settle(state, effects, pot, won)
    effects.facts.append({"fact": "game_over", "winners": list(state.winners), "reason": reason, "rake": state.rake})
    effects.facts.append({"fact": "round_over", "status": state.status.value})


def net(state: State) -> dict[str, int]:
    """By player: his share of the pot less all he has paid in (S7.5)."""
    sums = {seat.player: -seat.paid for seat in state.seats}
    for laid, settled in zip(state.laid, state.settled, strict=True):
        sums[laid.player] += settled.returned
    return sums


def _settle(state: State, effects: Effects, pot: int, won: dict[str, int]) -> None:
    """One row a stake. Due is the exact share before rounding, less the stake it stands on (domain.md T-47)."""
    antes = {seat.ante for seat in state.seats}
    for laid in state.laid:
        if laid.player not in won:
            row = Settled(laid.bet, LOSE, laid.amount, 0, 0, 1)
        elif laid.bet in antes:
            due = max(pot - len(won) * laid.amount, 0)
            row = Settled(laid.bet, WIN, laid.amount, won[laid.player], due, len(won))
        else:
            row = Settled(laid.bet, WIN, laid.amount, 0, 0, 1)
        state.settled.append(row)
    effects.settled += state.settled


def _credit(state: State, player: str, amount: int) -> None:
    if player in state.funds:
        state.funds[player] += amount
