"""A game before its first throw: who plays, with whom, and for what (rules.md S2, S3.1, S8.1).

The table's ``options``: ``players``, their names clockwise from the first shooter; or, with ``seating`` true, as they
happen to stand, and throws give out the seats. ``teams``, two lists of partners, where partners play and the seats
are not thrown for. ``ante`` and ``chip`` in minor units, both the table's minimum unless they are given.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tables.games.contract import Table
from tables.games.scarney.rules import MOST_MONEY, Rules
from tables.games.scarney.seating import sit_down
from tables.games.scarney.state import State

OPTIONS: Final = frozenset({"players", "seating", "teams", "ante", "chip"})
MOST_PLAYERS = 20
SIDES = 2
PARTNERED = (4, 6)
"""Two against two, or three against three (S8.1)."""


def new(rules: Rules, partners: bool, table: Table) -> State:
    """A game before its first throw or ante. ValueError names the option or limit that is wrong."""
    if not 1 <= table.minimum <= table.maximum:
        raise ValueError("minimum: must be at least 1 and not above the maximum")
    options = table.options
    ante = _money(rules, options, "ante", table.minimum)
    if not table.minimum <= ante <= table.maximum:
        raise ValueError("ante: must be within the table's limits")
    chip = _money(rules, options, "chip", table.minimum)
    players = _players(options.get("players"))
    if partners and len(players) not in PARTNERED:
        raise ValueError("players: partners are four or six")
    state = State(rules, partners, ante, chip, dict(table.funds), [])
    if not _flag(options.get("seating", False)):
        sit_down(state, players, _teams(options, players) if partners else _no_teams(options))
        return state
    _no_teams(options)
    state.groups = [players]
    return state


def again(state: State, first_shooter: str | None) -> dict[str, Any]:
    """Options of the next game: whoever is still there, in the seats as they are, from ``first_shooter`` on.

    Partners stay partners unless one of them has left; then, or with one player left, who plays is open.
    """
    options: dict[str, Any] = {"ante": state.ante, "chip": state.chip}
    there = [seat.player for seat in state.seats if not seat.left]
    if not state.seats:
        return options | {"players": [player for group in state.groups for player in group], "seating": True}
    if len(there) < (len(state.seats) if state.partners else SIDES):
        return options
    at = there.index(first_shooter) if first_shooter else 0
    options["players"] = there[at:] + there[:at]
    return options | ({"teams": [list(side) for side in state.sides]} if state.partners else {})


def _money(rules: Rules, options: Mapping[str, Any], name: str, minimum: int) -> int:
    value = options.get(name, minimum)
    if type(value) is not int or not 0 < value <= MOST_MONEY or value % rules.pay_unit:
        raise ValueError(f"{name}: must be a positive amount that chips can pay")
    return value


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("seating: must be true or false")
    return value


def _players(value: Any) -> list[str]:
    names = list(value) if isinstance(value, (list, tuple)) else []
    if not 1 < len(names) <= MOST_PLAYERS or any(type(name) is not str or not name for name in names):
        raise ValueError(f"players: must be 2 to {MOST_PLAYERS} names")
    if len(set(names)) < len(names):
        raise ValueError("players: must be different people")
    return names


def _teams(options: Mapping[str, Any], players: Sequence[str]) -> list[list[str]]:
    """The sides as given; partners sit turn about (S8.3)."""
    teams = options.get("teams")
    given = [[str(name) for name in side] for side in teams or () if isinstance(side, (list, tuple))]
    turn_about = [sorted(players[at::SIDES]) for at in range(SIDES)]
    if [sorted(side) for side in given] not in (turn_about, turn_about[::-1]):
        raise ValueError("teams: must be two sides that sit turn about")
    return given


def _no_teams(options: Mapping[str, Any]) -> list[list[str]]:
    if options.get("teams"):
        raise ValueError("teams: only where partners play and the seats are not thrown for")
    return []
