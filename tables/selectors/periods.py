"""Bank periods and drop boxes: a table's own history, and what still waits for a count."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet

from tables.domain.gaming_day import Window
from tables.domain.table_states import BoxStatus
from tables.models import periods


@dataclass(frozen=True, slots=True)
class Uncounted:
    """A table whose period belongs to a shift that is over: its count is late (T-08)."""

    table: str
    period: int
    gaming_day: date
    shift: str
    opened_at: datetime


@dataclass(frozen=True, slots=True)
class WaitingBox:
    """A box that left its table and was not counted yet, with the periods whose cash is in it (T-54)."""

    table: str
    box: int
    removed_at: datetime
    periods: tuple[int, ...]


def of_table(casino_id: int, table: str) -> QuerySet[periods.BankPeriod]:
    """The periods of a table with their boxes, to be paged by number. Empty for another casino's table."""
    rows = periods.BankPeriod.objects.select_related("box")
    return rows.filter(table__casino_id=casino_id, table__code=table)


def uncounted(casino_id: int, now: Window) -> list[Uncounted]:
    """Open tables that were not counted since the shift changed; ``now`` is the running shift.

    Revenue is cut by counts, not by the clock, so such a table still earns for the shift that is over. A period that
    an early count opened is already the running shift's.
    """
    rows = periods.BankPeriod.objects.filter(
        table__casino_id=casino_id, closed_at__isnull=True, opened_at__lt=now.starts
    ).exclude(gaming_day=now.gaming_day, shift=now.shift)
    found = rows.order_by("table__code").values_list("table__code", "number", "gaming_day", "shift", "opened_at")
    return [Uncounted(*row) for row in found]


def waiting_boxes(casino_id: int) -> list[WaitingBox]:
    """Boxes that the count room has to count, the longest waiting first."""
    boxes = periods.DropBox.objects.filter(table__casino_id=casino_id, status=BoxStatus.REMOVED)
    waiting = []
    for box in boxes.select_related("table").prefetch_related("periods").order_by("removed_at", "table__code"):
        if box.removed_at is None:
            raise RuntimeError(f"{box} is removed without a time")
        numbers = tuple(sorted(period.number for period in box.periods.all()))
        waiting.append(WaitingBox(box.table.code, box.number, box.removed_at, numbers))
    return waiting
