"""Where the tables of a pit stand: columns and rows of a plan of ``SIDE`` by ``SIDE`` places, counted from 1.

Column 1 is at the left, row 1 at the top, as the manager who draws the plan looks at the pit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tables.domain.errors import Invalid

SIDE: Final = 12
ACROSS: Final = 4
"""So many tables that were never placed stand in a row."""

Place = tuple[int, int]
"""Column and row."""


def require_places(places: Mapping[str, Place]) -> None:
    """Every place is on the plan and has one table. Refused: ``bad_place``, ``place_taken`` (both name the table)."""
    held: dict[Place, str] = {}
    for code, place in sorted(places.items()):
        if not all(1 <= part <= SIDE for part in place):
            raise Invalid("bad_place", table=code, most=SIDE)
        if place in held:
            raise Invalid("place_taken", table=code, other=held[place])
        held[place] = code


def laid_out(codes: Sequence[str], places: Mapping[str, Place]) -> dict[str, Place]:
    """A place for each of ``codes``: its own, or the next free one below all that are placed, in the order given.

    So a table that was never placed is drawn too, and moves no other; the rows may then run beyond the plan.
    """
    known = {code: places[code] for code in codes if code in places}
    first = max((row for _, row in known.values()), default=0)
    others = [code for code in codes if code not in places]
    spare = {code: (at % ACROSS + 1, first + 1 + at // ACROSS) for at, code in enumerate(others)}
    return {code: known.get(code) or spare[code] for code in codes}


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a table is drawn: column and row of a plan without empty ones, and where an aisle is beside it."""

    column: int
    row: int
    aisle_left: bool
    aisle_above: bool


def drawn(places: Mapping[str, Place]) -> dict[str, Cell]:
    """The plan without its empty columns and rows: a pit needs no more of a screen than its tables do."""
    columns, rows = sorted({x for x, _ in places.values()}), sorted({y for _, y in places.values()})
    return {
        code: Cell(columns.index(x) + 1, rows.index(y) + 1, _gap(columns, x), _gap(rows, y))
        for code, (x, y) in places.items()
    }


def _gap(lines: list[int], line: int) -> bool:
    at = lines.index(line)
    return at > 0 and line - lines[at - 1] > 1
