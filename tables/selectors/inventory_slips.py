"""Table inventory slips as the log has them: what two persons counted at an end of a bank period (domain.md §1.1).

A roll is one count that stands on one paper: it closes a period and opens the next (T-10).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from tables.domain import chips
from tables.domain.actors import Actor
from tables.domain.chips import Chips
from tables.domain.errors import NotFound
from tables.models.floor import GamingTable
from tables.models.log import Event
from tables.models.periods import BankPeriod
from tables.selectors import sights
from tables.selectors.sights import Sight


class End(StrEnum):
    """Which count of a period is asked for."""

    OPENER = "opener"
    CLOSER = "closer"


@dataclass(frozen=True, slots=True)
class PeriodEnd:
    """A bank period that begins or ends with the count; ``session`` is its sequence mark (T-11)."""

    period: int
    session: int
    gaming_day: date
    shift: str
    box: int


@dataclass(frozen=True, slots=True)
class InventorySlip:
    """A count of the rack. A roll ``closes`` one period and ``opens`` the next; else one of the two is None.

    ``before`` is what the rack should have held: by the closer before, or by the bank of the cage, at an opener, by
    the movements of the period at a closer. ``level`` is what the rule pack asks for when an opener differs by so much,
    empty for nothing (T-12). ``seq`` is the event's place in ``stream``.
    """

    table: str
    pit: str
    closes: PeriodEnd | None
    opens: PeriodEnd | None
    counted_at: datetime
    counted: Chips
    before: Chips
    previous_closer: int | None
    level: str
    note: str
    signatures: Sequence[Mapping[str, Any]]
    stream: str
    seq: int

    @property
    def difference(self) -> int:
        """Counted less what should have been there, minor units: a variance, in no period's win (T-12)."""
        return chips.value(self.counted) - chips.value(self.before)


def one(actor: Actor, table: str, period: int, end: str) -> InventorySlip:
    """The slip that a period began or ended with, for the floor of the house.

    Refused: see ``sights.at_table``; ``not_your_view``; ``no_such_slip``, also for the closer of an open period.
    """
    sight = sights.at_table(actor, table, "floor")
    if end not in set(End):
        raise NotFound("no_such_slip")
    closed, opened = (period, period + 1) if end == End.CLOSER else (period - 1, period)
    found = BankPeriod.objects.filter(table_id=sight.table_id, number__in=[closed, opened]).select_related("box")
    rows = {row.number: row for row in found}
    closing = _count(sight, rows.get(closed), End.CLOSER)
    opening = _count(sight, rows.get(opened), End.OPENER)
    if closing is None or opening is None or closing.data["signatures"] != opening.data["signatures"]:
        closing, opening = (closing, None) if end == End.CLOSER else (None, opening)
    return _slip(sight, closing, opening)


@dataclass(frozen=True, slots=True)
class _Count:
    """An end of a period, and the event that it was counted by."""

    row: BankPeriod
    seq: int
    at: datetime
    data: Mapping[str, Any]

    def end(self) -> PeriodEnd:
        row = self.row
        return PeriodEnd(row.number, row.session, row.gaming_day, row.shift, row.box.number)


def _count(sight: Sight, row: BankPeriod | None, end: End) -> _Count | None:
    if row is None:
        return None
    seq, at = (row.opened_seq, row.opened_at) if end is End.OPENER else (row.closed_seq, row.closed_at)
    if seq is None or at is None:
        return None
    body = Event.objects.get(stream_id=sight.stream_id, round=None, seq=seq).body
    return _Count(row, seq, at, json.loads(body)["data"])


def _slip(sight: Sight, closing: _Count | None, opening: _Count | None) -> InventorySlip:
    first = closing or opening
    if first is None:
        raise NotFound("no_such_slip")
    counted = chips.add(chips.from_data(first.data["opener" if closing is None else "closer"]))
    return InventorySlip(
        table=sight.code,
        pit=GamingTable.objects.values_list("pit__code", flat=True).get(pk=sight.table_id),
        closes=None if closing is None else closing.end(),
        opens=None if opening is None else opening.end(),
        counted_at=first.at,
        counted=counted,
        before=chips.less(counted, chips.from_data(first.data["rack"])),
        previous_closer=first.data.get("previous_closer"),
        level=first.data.get("variance_level") or "",
        note=first.data["note"],
        signatures=first.data["signatures"],
        stream=sight.stream,
        seq=first.seq,
    )
