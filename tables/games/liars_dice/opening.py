"""A new round from what the table says of it (rules.md L1.1, L1.3, L8.1)."""

from typing import Any, Final

from tables.games.contract import Refused, Table
from tables.games.liars_dice.bidding import most_dice
from tables.games.liars_dice.money import most_penalty
from tables.games.liars_dice.rules import MOST_MONEY, Rules
from tables.games.liars_dice.state import BID, ROLL, State

OPTIONS: Final = frozenset({"players", "starter", "unit", "cups"})
ROLLED: Final = "rolled"
AT_OPEN: Final = "at_open"


def new(rules: Rules, table: Table) -> State:
    """A round before its first throw, or before its first bid where the cups are keyed at the open.

    ``table.options``: ``players``, their names clockwise; ``starter``, who bids first; ``unit``, one penalty unit in
    minor units; ``cups``, ``rolled`` (the default: dice are told before the bidding and kept hidden) or ``at_open``
    (the dealer keys them once a bid is opened). ValueError names an option that is wrong.

    Nothing is staked before the open, so everybody must be able to pay the most that a round can cost him: Refused
    ``insufficient_funds`` when the chips of a player are known and fewer than that.
    """
    players = _players(table.options.get("players"))
    places = {name: at for at, name in enumerate(players)}
    starter = table.options.get("starter")
    if type(starter) is not str or starter not in places:
        raise ValueError("starter: must be one of the players")
    unit = table.options.get("unit")
    if type(unit) is not int or not 1 <= unit <= MOST_MONEY:
        raise ValueError(f"unit: must be a whole number from 1 to {MOST_MONEY}")
    if unit % rules.pay_unit:
        raise ValueError(f"unit: must be paid in whole units of {rules.pay_unit}")
    keyed = table.options.get("cups", ROLLED)
    if keyed not in (ROLLED, AT_OPEN):
        raise ValueError(f"cups: must be one of {ROLLED}, {AT_OPEN}")
    if keyed == AT_OPEN and table.source == "server":
        raise ValueError(f"cups: must be {ROLLED} where the server throws them")
    if table.funds:
        _require_cover(players, table, most_penalty(rules, unit))
    first = places[starter]
    at_open = keyed == AT_OPEN
    return State(
        rules,
        players,
        places,
        first,
        unit,
        at_open,
        dict(table.funds),
        most_dice(rules, len(players)),
        [None] * len(players),
        BID if at_open else ROLL,
        first,
        first,
        len(players),
    )


def again(state: State) -> dict[str, Any]:
    """Options of the next round: whoever is still there; with one player left, who plays is open."""
    options = {"unit": state.unit, "cups": AT_OPEN if state.at_open else ROLLED}
    there = [player for at, player in enumerate(state.players) if at != state.leaver]
    if len(there) < 2:
        return options
    return options | {"players": there, "starter": state.players[state.next_starter]}


def _players(names: Any) -> tuple[str, ...]:
    if (
        not isinstance(names, (list, tuple))
        or len(names) < 2
        or not all(type(name) is str and name for name in names)
        or len(set(names)) != len(names)
    ):
        raise ValueError("players: must be two or more different names")
    return tuple(names)


def _require_cover(players: tuple[str, ...], table: Table, needed: int) -> None:
    for name in players:
        if table.funds.get(name, needed) < needed:
            raise Refused("insufficient_funds", player=name, needed=needed)
