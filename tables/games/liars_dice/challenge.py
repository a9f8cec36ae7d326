"""Opening the standing bid: the count, who loses, and what he pays (rules.md L6, L7)."""

from typing import Any, cast

from tables.games.contract import Action, Applied, Refused, Status
from tables.games.liars_dice import money
from tables.games.liars_dice.counting import counted, is_wei
from tables.games.liars_dice.state import BID, SHOW, State, Verdict, place_of, round_over


def open_bid(state: State, action: Action) -> Applied:
    """The player in turn opens the standing bid for ``units``, one if he does not say (L7.2).

    Refused, in this order: ``unknown_player``, ``cups_not_ready`` or ``already_opened`` when nobody is to bid,
    ``not_your_turn``, ``no_bid_to_open``, ``bad_units``.
    """
    at = place_of(state, action)
    if state.phase != BID:
        raise Refused("bid_already_opened" if state.phase == SHOW else "cups_not_ready")
    if at != state.turn:
        raise Refused("not_your_turn")
    if not state.bids:
        raise Refused("no_bid_to_open")
    units = action.get("units")
    if units is None:
        units = 1
    elif type(units) is not int or not 1 <= units <= state.rules.max_open_units:
        raise Refused("bad_units")
    state.count += 1
    state.opener = at
    state.open_units = units
    if state.at_open:
        state.phase = SHOW
        return Applied("bid_opened")
    return decide(state, "bid_opened")


def decide(state: State, event: str) -> Applied:
    """All cups are known: count them, settle the penalty and end the round."""
    rules = state.rules
    bid = state.bids[-1]
    wild, bonus = not state.zhai, rules.counting == "bonus"
    cups = cast("list[tuple[int, ...]]", state.cups)
    count = 0
    for cup in cups:
        count += counted(cup, bid.face, wild, bonus)
    holds = count >= bid.quantity
    units = state.open_units
    if not holds and rules.wei_double and is_wei(cups[bid.at], wild):
        units *= 2
    loser, winner = (state.opener, bid.at) if holds else (bid.at, state.opener)
    state.verdict = Verdict(count, holds, loser, winner, units)
    money.pay(state, loser, winner, units, "lose")
    return ended(state, event, (_decided(state, state.verdict), round_over(state, Status.SETTLED, loser)))


def ended(state: State, event: str, facts: tuple[dict[str, Any], ...]) -> Applied:
    """The end of the round: its money, and every throw that was hidden, first to last."""
    exposed = () if state.at_open else tuple(throw.ordinal for throw in state.throws)
    return Applied(event, facts, state.transfers, state.laid, state.settled, (), exposed)


def _decided(state: State, verdict: Verdict) -> dict[str, Any]:
    bid = state.bids[-1]
    return {
        "fact": "bid_decided",
        "quantity": bid.quantity,
        "face": bid.face,
        "ones_wild": not state.zhai,
        "count": verdict.counted,
        "holds": verdict.holds,
        "loser": state.players[verdict.loser],
        "winner": state.players[verdict.winner],
        "units": verdict.units,
        "penalty": verdict.units * state.unit,
    }
