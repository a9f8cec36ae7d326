"""The penalty: through the pot from the loser to the winner, less the rake (rules.md L7; domain.md §1.6)."""

from typing import Final

from tables.games.contract import Laid, Place, Settled, Tender, Transfer, player_place
from tables.games.liars_dice.rules import Rules
from tables.games.liars_dice.state import State, seat_number

POT: Final = Place.POT.value
RAKE: Final = Place.RAKE.value
CHIPS: Final = Tender.CHIPS.value


def most_penalty(rules: Rules, unit: int) -> int:
    """The most that one round can cost a player, in minor units (L7.2, L7.4)."""
    return rules.max_open_units * (2 if rules.wei_double else 1) * unit


def rake_on(rules: Rules, penalty: int) -> int:
    """What the house takes out of a penalty, in minor units: never more than the penalty itself.

    Rounding happens here and nowhere else: down to whole ``pay_unit``, for the players.
    """
    if rules.rake == "percent":
        share, whole = rules.rake_percent
        due = penalty * share // whole
        if rules.rake_cap:
            due = min(due, rules.rake_cap)
    elif rules.rake == "per_round":
        due = min(penalty, rules.rake_amount)
    else:
        return 0
    return due - due % rules.pay_unit


def pay(state: State, loser: int, winner: int, units: int, outcome: str) -> None:
    """Lay the penalty into the pot and settle it. What the pot keeps (``payee`` pot) stays there for the table."""
    payer, payee = state.players[loser], state.players[winner]
    seat = seat_number(loser)
    amount = units * state.unit
    rake = rake_on(state.rules, amount)
    state.laid = (Laid(1, "penalty", payer, seat, 0, amount, CHIPS, None),)
    state.settled = (Settled(1, outcome, amount, 0, 0, 1),)
    transfers = [Transfer(player_place(seat), POT, amount, "penalty", CHIPS)]
    if rake:
        transfers.append(Transfer(POT, RAKE, rake, "rake", CHIPS))
    if state.rules.payee == "winner" and amount > rake:
        transfers.append(Transfer(POT, player_place(seat_number(winner)), amount - rake, "winnings", CHIPS))
        if payee in state.funds:
            state.funds[payee] += amount - rake
    if payer in state.funds:
        state.funds[payer] -= amount
    state.transfers = tuple(transfers)


def net(state: State) -> dict[str, int]:
    """What each player has won or lost in the round so far."""
    moved = _moved(state)
    return {player: moved.get(player_place(seat_number(at)), 0) for at, player in enumerate(state.players)}


def held(state: State, place: str) -> int:
    """What the round has left at ``place``: the pot, or the rake."""
    return _moved(state).get(place, 0)


def _moved(state: State) -> dict[str, int]:
    sums: dict[str, int] = {}
    for transfer in state.transfers:
        sums[transfer.source] = sums.get(transfer.source, 0) - transfer.amount
        sums[transfer.target] = sums.get(transfer.target, 0) + transfer.amount
    return sums
