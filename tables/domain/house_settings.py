"""The shape of the house's settings: what a casino, a shift pattern and a chip set may look like."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import time
from enum import StrEnum
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tables.domain import limits, names
from tables.domain.errors import Invalid
from tables.domain.undoing import MOST_SECONDS

Shifts = Sequence[tuple[str, time]]
"""Code and local start of every shift of a gaming day."""

SOURCES: Final[Mapping[str, tuple[str, ...]]] = {"cards": ("reader", "server"), "dice": ("keyed", "server")}
"""Where chance may come from, by what a game is played with."""


class ChipKind(StrEnum):
    """VALUE: the house pays what stands on it. PROMOTIONAL: wagered, never paid out. NON_VALUE: a colour (T-42).

    Only the first is ever in a rack, a table's bank, a fill or a credit (T-41). In a non-value set the "value" of a
    denomination is no money but the number of its colour.
    """

    VALUE = "value"
    PROMOTIONAL = "promotional"
    NON_VALUE = "non_value"


@dataclass(frozen=True, slots=True)
class Chip:
    """A kind of chip as the house orders it; ``value`` in minor units, ``colour`` as ``#rrggbb``."""

    value: int
    colour: str
    letter: str


def require_casino(code: str, name: str, currency: str, exponent: int, time_zone: str) -> ZoneInfo:
    names.require_code(code)
    names.require_name(name, 120)
    if len(currency) != 3 or not currency.isascii() or not currency.isalpha() or not currency.isupper():
        raise Invalid("bad_currency", given=currency[:8])
    if not 0 <= exponent <= 4:
        raise Invalid("bad_exponent")
    try:
        return ZoneInfo(time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Invalid("bad_time_zone", given=time_zone[:64]) from error


def require_shifts(shifts: Shifts) -> None:
    codes, starts = {code for code, _ in shifts}, {start for _, start in shifts}
    if not shifts or len(codes) != len(shifts) or len(starts) != len(shifts):
        raise Invalid("bad_shifts")
    for code in codes:
        names.require_word(code)


def require_undo_time(seconds: Any) -> None:
    if type(seconds) is not int or not 0 <= seconds <= MOST_SECONDS:
        raise Invalid("bad_seconds", most=MOST_SECONDS)


def require_denominations(denominations: Sequence[Chip]) -> None:
    seen: set[int] = set()
    for chip in denominations:
        limits.require_amount(chip.value)
        colour = chip.colour.removeprefix("#")
        if len(chip.colour) != 7 or len(colour) != 6 or not all(sign in "0123456789abcdef" for sign in colour):
            raise Invalid("bad_colour", given=chip.colour[:16])
        names.require_name(chip.letter, 2, "bad_letter")
        seen.add(chip.value)
    if not seen or len(seen) != len(denominations):
        raise Invalid("bad_denominations")


def require_source(chance: str | None, source: str) -> None:
    """Where chance may come from: cards are read, dice keyed, both also the server's. Refused: ``bad_source``.

    ``chance`` is the engine's word for what the game is played with; None for a game that is not known.
    """
    known = ("reader", "keyed", "server") if chance is None else SOURCES[chance]
    if source not in known:
        raise Invalid("bad_source", known=list(known))
