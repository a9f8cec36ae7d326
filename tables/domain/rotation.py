"""The dealers' rotation: strings of tables that share one relief dealer, and the road map of a shift (domain.md §4).

In a 60/20 rotation a dealer deals an hour and rests twenty minutes, so one relief dealer serves a string of three
tables (V-14). A relief falls due every rest: who comes from his break takes the table that was dealt longest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tables.domain.errors import Invalid

LONGEST: Final = 240
"""Minutes that nobody deals at a stretch, whatever the house says."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """Minutes at the tables and minutes of rest, such as 60/20."""

    deal: int
    rest: int

    @property
    def tables(self) -> int:
        """How many tables a relief dealer serves."""
        return self.deal // self.rest

    def dealers(self, tables: int) -> int:
        """Dealers that so many open tables need: one each, and one for every string begun (V-14)."""
        return tables - (-tables // self.tables)


USUAL: Final = Rotation(60, 20)


def require_rotation(deal: int, rest: int) -> None:
    """A rest of at least five minutes that divides the time of dealing. Refused: ``bad_rotation``."""
    if isinstance(deal, bool) or isinstance(rest, bool) or not 5 <= rest <= deal <= LONGEST or deal % rest:
        raise Invalid("bad_rotation", most=LONGEST)


@dataclass(frozen=True, slots=True)
class Dealing:
    """An open table and who deals there since when; nobody yet: both are None."""

    table: str
    dealer: str | None
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Relief:
    """A change at a table to come. ``comes`` is None while nobody is known who rests in this string (1, 2, …)."""

    at: datetime
    table: str
    string: int
    comes: str | None
    leaves: str | None


def strings(tables: Sequence[str], rotation: Rotation) -> list[Sequence[str]]:
    """The tables in strings of one relief dealer each, neighbours together; the last may be shorter."""
    return [tables[at : at + rotation.tables] for at in range(0, len(tables), rotation.tables)]


def road_map(
    dealing: Sequence[Dealing],
    rotation: Rotation,
    starts: datetime,
    now: datetime,
    ends: datetime,
    resting: Mapping[int, str] | None = None,
) -> list[Relief]:
    """Every relief of the pit from ``now`` to the end of the shift, in order.

    The changes of a string fall on the marks of its shift, every rest from ``starts`` on, one table a mark. A mark is
    used as soon as leaving it out would let somebody deal too long, so the plan stands still while it is kept.
    ``resting`` says who rests in which string.
    """
    by_table = {one.table: one for one in dealing}
    step = timedelta(minutes=rotation.rest)
    first = starts + step * max(1, -(-(now - starts) // step))
    found: list[Relief] = []
    for number, codes in enumerate(strings([one.table for one in dealing], rotation), 1):
        at_table = {code: by_table[code].dealer for code in codes}
        due = {code: _due(by_table[code].since or first - step * rotation.tables, rotation, starts) for code in codes}
        rests, at = (resting or {}).get(number), first
        while at < ends:
            if _needed(sorted(due.values()), at, step):
                table = min(due, key=lambda code: (due[code], code))
                found.append(Relief(at, table, number, rests, at_table[table]))
                rests, at_table[table] = at_table[table], rests
                due[table] = at + step * rotation.tables
            at += step
    return sorted(found, key=lambda relief: (relief.at, relief.string))


def _due(since: datetime, rotation: Rotation, starts: datetime) -> datetime:
    """The last mark at which a dealer who deals since then has not dealt too long."""
    step = timedelta(minutes=rotation.rest)
    return starts + step * ((since + step * rotation.tables - starts) // step)


def _needed(due: Sequence[datetime], at: datetime, step: timedelta) -> bool:
    """Whether the mark at ``at`` has to be used: the marks after it are too few for the tables by when they are due."""
    return any((moment - at) // step < number for number, moment in enumerate(due, 1))


def next_reliefs(plan: Sequence[Relief]) -> dict[str, Relief]:
    """Table -> its next relief."""
    return {relief.table: relief for relief in reversed(plan)}
