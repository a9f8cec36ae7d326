"""What the bets of a round stand at: by hand, by back-bet, by insurance, by person. All money in minor units."""

from typing import Any

from tables.games.blackjack.state import WITHDRAWN, Hand, State


def own(state: State, hand: Hand) -> tuple[int, int | None]:
    """The owner's whole stake on a hand, after doubling, and its net; None while it is undecided."""
    stake = 0
    net: int | None = 0
    for number in hand.bets:
        laid = state.laid[number - 1]
        if laid.kind in ("main", "split", "double"):
            stake += laid.amount
            net = _added(net, state, number)
    return stake, net


def backs(state: State) -> dict[str, list[dict[str, Any]]]:
    """By back-bet, in the order laid: what rides on each hand, a followed double put together with its stake."""
    lines: dict[str, list[dict[str, Any]]] = {name: [] for name in state.backs}
    if not lines:
        return lines
    for spot in state.places:
        if spot is None:
            continue
        for at, hand in enumerate(spot.hands):
            for name, line in _riding(state, at, hand).items():
                lines[name].append(line)
    return lines


def insurance(state: State) -> list[dict[str, Any]]:
    """Each insurance in the order taken."""
    told = []
    for (spot, back_bet), number in state.covers.items():
        laid = state.laid[number - 1]
        settled = state.settled[number - 1]
        target: dict[str, Any] = {"spot": spot} if back_bet is None else {"back_bet": back_bet}
        told.append(
            {
                **target,
                "by": laid.player,
                "amount": laid.amount,
                "outcome": settled.outcome if settled else None,
                "net": _added(0, state, number),
            }
        )
    return told


def net(state: State) -> dict[str, int]:
    """What each person has won or lost by all bets of his that are decided."""
    sums: dict[str, int] = {}
    for laid, settled in zip(state.laid, state.settled, strict=True):
        if settled is not None and settled.outcome != WITHDRAWN:
            sums[laid.player] = sums.get(laid.player, 0) + settled.returned - settled.stake
    return sums


def _riding(state: State, at: int, hand: Hand) -> dict[str, dict[str, Any]]:
    lines: dict[str, dict[str, Any]] = {}
    for number in hand.bets:
        laid = state.laid[number - 1]
        name = laid.seat.partition("/")[2]
        if name:
            line = lines.setdefault(name, {"hand": at, "stake": 0, "outcome": hand.outcome, "net": 0})
            line["stake"] += laid.amount
            line["net"] = _added(line["net"], state, number)
    return lines


def _added(net: int | None, state: State, number: int) -> int | None:
    """``net`` and that of one more bet; None as soon as one of them is undecided."""
    settled = state.settled[number - 1]
    if net is None or settled is None:
        return None
    return net + settled.returned - settled.stake
