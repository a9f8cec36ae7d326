"""The sheet that opens a game of dice: who plays, in which order, for how much. The last game is what it proposes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.http import QueryDict

from tables.screens.forms import MoneyField

AMOUNTS: Final = ("ante", "chip", "unit")


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody who may play; ``first`` begins."""

    player: str
    plays: bool
    first: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the sheet is filled with. Amounts in minor units, None where nothing is keyed."""

    seats: Sequence[Seat]
    names: str
    amounts: Mapping[str, int | None]
    seating: bool
    cups: str


def sheet(
    keyed: QueryDict, proposed: Mapping[str, Any], *, spots: int, minimum: int | None, exponent: int, server: bool
) -> Sheet:
    """The sheet by what was keyed if anything was, else by ``proposed``, the options of the game after the last one."""
    again = "key" in keyed  # a form that was sent and refused
    last: Sequence[str] = proposed.get("players", ())
    plays = keyed.getlist("in") if again else list(last)
    first = keyed.get("first", "") if again else str(proposed.get("starter", last[0] if last else ""))
    circle = _circle([*last, *(name for name in plays if name not in last)], spots)
    amounts = {name: proposed.get(name, minimum) for name in AMOUNTS}
    if again:
        amounts = {name: _amount(keyed, name, exponent) for name in AMOUNTS}
    cups = "rolled" if server else "at_open"
    if not server:
        cups = keyed.get("cups", "at_open") if again else proposed.get("cups", cups)
    return Sheet(
        seats=[Seat(name, name in plays, name == first) for name in circle],
        names=keyed.get("names", "")[:500],
        amounts=amounts,
        seating="seating" in keyed if again else bool(proposed.get("seating")),
        cups=cups,
    )


def _circle(known: Sequence[str], spots: int) -> Sequence[str]:
    """Everybody who may play, clockwise: seats by number; with names among them, as they sat, then free seats."""
    seats = [f"S{number}" for number in range(1, spots + 1)]
    if all(name in seats for name in known):
        return seats
    return [*known, *(seat for seat in seats if seat not in known)]


def _amount(keyed: QueryDict, name: str, exponent: int) -> int | None:
    try:
        value: int | None = MoneyField(exponent=exponent, required=False).clean(keyed.get(name, ""))
    except ValidationError:
        return None
    return value
