"""Proof of a figure of the cage report: the same found again in the journals, and the events behind it.

The report goes back from what lies in cage and vault now. A proof goes the other way: it adds up, from the first day of
the house on, every leg on the place, whatever stream it stands in. All money in minor units, as the books stand now.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.db import connection

from accounting.selectors import cage_days
from accounting.selectors.cage_days import PLACES
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.selectors import whole
from tables.selectors.cage import MOVEMENTS

PAGE: Final = 50
ASSETS: Final = ("chips", "cash")
BANKS: Final = "table_bank_issued"
_LEGS = """
FROM accounting_account a JOIN accounting_leg l ON l.account_id = a.id JOIN tables_stream s ON s.id = l.stream_id
JOIN tables_event e ON e.stream_id = l.stream_id AND e.seq = l.seq AND e.gaming_day = l.gaming_day
                    AND e.gaming_day BETWEEN %(first)s AND %(last)s
WHERE a.casino_id = %(casino)s AND a.code = %(place)s AND a.asset = %(asset)s
      AND l.gaming_day BETWEEN %(first)s AND %(last)s AND (%(types)s::text[] IS NULL OR e.type = ANY(%(types)s))
"""
_SUM = f"SELECT coalesce(sum(l.amount), 0)::bigint, count(DISTINCT (l.stream_id, l.seq)) {_LEGS}"
_EVENTS = f"""
SELECT s.key, l.seq, e.type, min(e.body::json ->> 'occurred_at')::timestamptz, sum(l.amount)::bigint {_LEGS}
GROUP BY s.key, l.gaming_day, l.seq, e.type
ORDER BY l.gaming_day, s.key, l.seq OFFSET %(offset)s LIMIT %(limit)s
"""


class Line(StrEnum):
    """Lines of the balances; lines of the kinds are named by their events."""

    OPENING = "opening"
    MOVED = "moved"
    BANKS = "banks"
    CLOSING = "closing"


_TYPES: Final[Mapping[str, list[str] | None]] = {
    Line.OPENING: None,
    Line.MOVED: list(MOVEMENTS),
    Line.BANKS: [BANKS],
    Line.CLOSING: None,
}
"""Which events a line is made of; every one that there is for what lies there.

The report's own line of movements is what is left between two balances: were there another event that moves chips, the
two would not agree.
"""
FORMULA: Final = (Line.OPENING, Line.MOVED, Line.BANKS)
"""What the closing balance is the sum of."""


@dataclass(frozen=True, slots=True)
class CageAsked:
    """A cell of the cage report of ``first`` to ``last``: its line, and whose chips or cash."""

    first: date
    last: date
    place: str
    asset: str
    figure: str

    @property
    def told(self) -> dict[str, str]:
        """How it stands in an address."""
        days = {"first": self.first.isoformat(), "last": self.last.isoformat()}
        return {**days, "place": self.place, "asset": self.asset, "figure": self.figure}

    def other(self, figure: str) -> "CageAsked":
        """Another line of the same column."""
        return replace(self, figure=figure)


@dataclass(frozen=True, slots=True)
class CageEvidence:
    """An event that moved something there, and by how much."""

    stream: str
    seq: int
    type: str
    moment: datetime
    amount: int


@dataclass(frozen=True, slots=True)
class CageProof:
    """What the report says, what the journals say, the parts of a sum, and a page of the events."""

    asked: CageAsked
    stated: int
    found: int
    inputs: Sequence[tuple[CageAsked, int]]
    evidence: Sequence[CageEvidence]
    events: int

    @property
    def agrees(self) -> bool:
        """Whether both came to the same."""
        return self.stated == self.found


def prove(*, actor: Actor, asked: CageAsked, offset: int = 0) -> CageProof:
    """Prove a cell of the cage report; ``offset`` events are passed over in the list.

    Refused: ``not_permitted``, ``bad_days``, ``no_such_figure``.
    """
    if asked.place not in PLACES or asked.asset not in ASSETS or asked.figure not in (*Line, *MOVEMENTS):
        raise NotFound("no_such_figure")
    stated = _stated(actor, asked)
    parts = [asked.other(line) for line in FORMULA] if asked.figure == Line.CLOSING else []
    inputs = [(part, _rows(_SUM, actor, part)[0][0]) for part in parts]
    ((found, events),) = _rows(_SUM, actor, asked)
    return CageProof(asked, stated, found, inputs, _evidence(actor, asked, offset), events)


def _stated(actor: Actor, asked: CageAsked) -> int:
    """As the report says it, by its own way."""
    what = (asked.place, asked.asset)
    if asked.figure in MOVEMENTS:
        moved = cage_days.movements(actor, asked.first, asked.last)
        return sum(one.moved.get(what, 0) for one in moved if one.event.type == asked.figure)
    held = cage_days.balances(actor, asked.first, asked.last)
    opening, banks, closing = (each.get(what, 0) for each in (held.opening, held.banks, held.closing))
    said = {Line.OPENING: opening, Line.BANKS: banks, Line.CLOSING: closing, Line.MOVED: closing - opening - banks}
    return said[Line(asked.figure)]


def _evidence(actor: Actor, asked: CageAsked, offset: int) -> list[CageEvidence]:
    return [CageEvidence(*row) for row in _rows(_EVENTS, actor, asked, offset)]


def _rows(statement: str, actor: Actor, asked: CageAsked, offset: int = 0) -> list[tuple[Any, ...]]:
    """What lies on the place by the journals: before the days, in them, or up to their end."""
    first, last = asked.first, asked.last
    if asked.figure in (Line.OPENING, Line.CLOSING):
        first, last = date.min, first - timedelta(days=1) if asked.figure == Line.OPENING else last
    types = _TYPES.get(asked.figure, [asked.figure])
    given: dict[str, Any] = {
        **{"casino": actor.casino_id, "place": asked.place, "asset": asked.asset, "types": types},
        **{"first": first, "last": last, "offset": offset, "limit": PAGE},
    }
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(statement, given)
        return list(cursor.fetchall())
