"""Paying and collecting: every bet by itself, in whole payable units (rules.md B6.4, B7, B10; domain.md T-43, T-47)."""

from typing import Final

from tables.games.blackjack.fields import CASH, CHIPS
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import (
    BUST,
    LOSE,
    NATURAL,
    OVER,
    PUSH,
    VOID,
    WIN,
    WITHDRAWN,
    Effects,
    Hand,
    Spot,
    State,
)
from tables.games.contract import CHANGED, WINNINGS, Laid, Place, Settled, Status, Transfer, player_place

LAYOUT: Final = Place.LAYOUT.value
RACK: Final = Place.RACK.value
BOX: Final = Place.BOX.value


def natural_due(rules: Rules, stake: int) -> tuple[int, int, int]:
    """What a natural on ``stake`` wins: ``(paid, due numerator, due denominator)``, in minor units.

    Rounding happens here and nowhere else: to an amount that chips can make, by ``rounding`` against or for the player
    (B10.5).
    """
    over, under = rules.natural_pays
    due = stake * over
    units, rest = divmod(due, under * rules.pay_unit)
    up = rules.rounding == "up"
    return rules.payable(units + 1 if rest and up else units, up=up), due, under


def put(
    state: State,
    kind: str,
    player: str,
    seat: str,
    hand: int,
    amount: int,
    tender: str,
    parent: int | None = None,
) -> tuple[Laid, Transfer]:
    """Put a stake on the layout. The caller has checked that the chips are there, and enters the transfer."""
    laid = Laid(len(state.laid) + 1, kind, player, seat, hand, amount, tender, parent)
    state.laid.append(laid)
    state.settled.append(None)
    if tender == CHIPS and player in state.funds:
        state.funds[player] -= amount
    return laid, Transfer(player_place(seat), LAYOUT, amount, kind, tender)


def lay_again(state: State, effects: Effects, kind: str, like: int, hand: int, tender: str) -> int:
    """Lay the amount of bet ``like`` once more, by the same person from the same seat; its number (B8.3, B8.8)."""
    first = state.laid[like - 1]
    laid, transfer = put(state, kind, first.player, first.seat, hand, first.amount, tender, like)
    effects.laid.append(laid)
    effects.transfers.append(transfer)
    return laid.bet


def settle_bet(state: State, effects: Effects, number: int, outcome: str) -> None:
    """Decide one bet of the layout: collect it, or give it back with what it has won."""
    laid = state.laid[number - 1]
    stake = laid.amount
    if outcome == LOSE or outcome == BUST:
        target = RACK if laid.tender == CHIPS else BOX
        effects.transfers.append(Transfer(LAYOUT, target, stake, "lost", laid.tender))
        _record(state, effects, Settled(number, outcome, stake, 0, 0, 1))
        return
    paid, due, under = 0, 0, 1
    if outcome == WIN:
        paid = due = 2 * stake if laid.kind == "insurance" else stake
    elif outcome == NATURAL:
        paid, due, under = natural_due(state.rules, stake)
    _give_back(state, effects, laid, won=paid > 0)
    if paid:
        effects.transfers.append(Transfer(RACK, player_place(laid.seat), paid, WINNINGS, CHIPS))
        _credit(state, laid.player, paid)
    _record(state, effects, Settled(number, outcome, stake, stake + paid, due, under))


def settle_hand(state: State, effects: Effects, spot: Spot, at: int, outcome: str) -> None:
    """Decide a hand and every bet that rides on it, its kibitzers' included (B8.14)."""
    hand = spot.hands[at]
    hand.outcome = outcome
    hand.done = True
    for number in hand.bets:
        settle_bet(state, effects, number, outcome)
    fact = {"fact": "hand_decided", "spot": spot.number, "hand": at, "outcome": outcome, "total": hand.total}
    effects.facts.append(fact)


def settle_table(state: State, effects: Effects) -> None:
    """The final settlement, from the dealer's right to his left (B10.1), and the end of the round."""
    house = state.dealer.total
    for spot in reversed(state.spots):
        for at in range(len(spot.hands) - 1, -1, -1):
            hand = spot.hands[at]
            if hand.outcome is None:
                state.order.append((spot.number, at))
                settle_hand(state, effects, spot, at, _verdict(state, hand, house))
    end_round(state, effects, Status.SETTLED)


def settle_insurance(state: State, effects: Effects) -> None:
    """Insurance is decided by the look at the hole card alone (B6.4)."""
    outcome = WIN if state.dealer_natural else LOSE
    for number in state.covers.values():
        settle_bet(state, effects, number, outcome)


def withdraw(state: State, effects: Effects, number: int) -> None:
    """Give back a bet that its owner takes up again before the deal."""
    laid = state.laid[number - 1]
    _give_back(state, effects, laid, won=False)
    _record(state, effects, Settled(number, WITHDRAWN, laid.amount, laid.amount, 0, 1))


def void_round(state: State, effects: Effects) -> None:
    """Call the round off: every stake goes back, busted hands and paid naturals included (B3.6).

    What was decided before is reversed by further transfers, never deleted (T-79). Notes that went into the box
    stay there: they cannot be taken out of it at the table, so chips are given for them.
    """
    for laid in list(state.laid):
        before = state.settled[laid.bet - 1]
        if before is not None and before.outcome == WITHDRAWN:
            continue
        if before is None:
            _give_back(state, effects, laid, won=False)
        elif before.returned == 0:
            effects.transfers.append(Transfer(RACK, player_place(laid.seat), laid.amount, "void", CHIPS))
            _credit(state, laid.player, laid.amount)
        elif before.returned > laid.amount:
            won = before.returned - laid.amount
            effects.transfers.append(Transfer(player_place(laid.seat), RACK, won, "void", CHIPS))
            _credit(state, laid.player, -won)
        _record(state, effects, Settled(laid.bet, VOID, laid.amount, laid.amount, 0, 1))
    for spot in state.spots:
        for hand in spot.hands:
            hand.outcome = VOID
            hand.done = True
    end_round(state, effects, Status.VOID)


def end_round(state: State, effects: Effects, status: Status) -> None:
    """No further act; whatever still lies face down is turned up."""
    state.phase = OVER
    state.status = status
    for spot in state.spots:
        for hand in spot.hands:
            hand.show(effects.exposed)
    state.dealer.show(effects.exposed)
    effects.facts.append({"fact": "round_over", "status": status.value})


def _verdict(state: State, hand: Hand, house: int) -> str:
    """How a hand still on the table stands against the dealer's total (B7.1, B10.2 to B10.4)."""
    if state.dealer_natural:
        return PUSH if hand.is_natural() else LOSE
    mine = hand.total
    if mine > 21:
        return BUST
    if house > 21 or mine > house:
        return WIN
    return PUSH if mine == house else LOSE


def _give_back(state: State, effects: Effects, laid: Laid, *, won: bool) -> None:
    """The stake leaves the layout for its owner. Won notes are changed for chips where the house says so (T-43)."""
    place = player_place(laid.seat)
    if laid.tender == CASH and won and state.rules.money_play == "changed":
        effects.transfers.append(Transfer(LAYOUT, BOX, laid.amount, CHANGED, CASH))
        effects.transfers.append(Transfer(RACK, place, laid.amount, CHANGED, CHIPS))
        _credit(state, laid.player, laid.amount)
        return
    effects.transfers.append(Transfer(LAYOUT, place, laid.amount, "stake_returned", laid.tender))
    if laid.tender == CHIPS:
        _credit(state, laid.player, laid.amount)


def _record(state: State, effects: Effects, settled: Settled) -> None:
    state.settled[settled.bet - 1] = settled
    effects.settled.append(settled)


def _credit(state: State, player: str, amount: int) -> None:
    if player in state.funds:
        state.funds[player] += amount
