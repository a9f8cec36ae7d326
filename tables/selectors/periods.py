"""Bank periods and drop boxes: a table's own history, and what still waits for a count."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.gaming_day import Window
from tables.domain.table_states import BoxStatus
from tables.models import periods
from tables.selectors import sights

CASH, RAKE = "cash", "rake"


@dataclass(frozen=True, slots=True)
class PeriodView:
    """A period between two counts; chips are denomination -> count, money is minor units, None while it is open."""

    number: int
    session: int
    gaming_day: date
    shift: str
    box: int
    opened_at: datetime
    opener: Mapping[str, int]
    opener_total: int
    opener_variance: int
    closed_at: datetime | None
    closer: Mapping[str, int] | None
    closer_total: int | None
    closer_expected: int | None

    @property
    def difference(self) -> int | None:
        """Closer less what the movements left in the rack: a variance, shown and never hidden in win."""
        if self.closer_total is None or self.closer_expected is None:
            return None
        return self.closer_total - self.closer_expected


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
    """A box that left its table and was not counted yet, with the periods whose cash is in it (T-54).

    ``waits_for``: ``cash``, and ``rake`` where some was taken beside it; how much, nobody who counts is told.
    """

    table: str
    box: int
    removed_at: datetime
    periods: tuple[int, ...]
    waits_for: tuple[str, ...]


def of_table(actor: Actor, table: str, *, before: int | None = None, limit: int = 50) -> list[PeriodView]:
    """The periods of a table, newest first, those below number ``before`` if it is given.

    Refused: see ``sights.at_table``; the public does not see them (``not_your_view``).
    """
    sight = sights.at_table(actor, table, "floor")
    rows = periods.BankPeriod.objects.filter(table_id=sight.table_id)
    if before is not None:
        rows = rows.filter(number__lt=before)
    return [
        PeriodView(*row)
        for row in rows.order_by("-number").values_list(
            "number",
            "session",
            "gaming_day",
            "shift",
            "box__number",
            "opened_at",
            "opener",
            "opener_total",
            "opener_variance",
            "closed_at",
            "closer",
            "closer_total",
            "closer_expected",
        )[:limit]
    ]


def uncounted(actor: Actor, now: Window) -> list[Uncounted]:
    """Open tables that were not counted since the shift changed; ``now`` is the running shift.

    Revenue is cut by counts, not by the clock, so such a table still earns for the shift that is over. A period that
    an early count opened is already the running shift's. Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_pit")
    rows = periods.BankPeriod.objects.filter(
        table__casino_id=actor.casino_id, closed_at__isnull=True, opened_at__lt=now.starts
    ).exclude(gaming_day=now.gaming_day, shift=now.shift)
    found = rows.order_by("table__code").values_list("table__code", "number", "gaming_day", "shift", "opened_at")
    return [Uncounted(*row) for row in found]


def waiting_boxes(actor: Actor) -> list[WaitingBox]:
    """Boxes whose cash or rake the count room has to count, the longest waiting first. Refused: ``not_permitted``."""
    if not permissions.may(actor, "read_books"):
        permissions.require(actor, "count_box")
    uncounted_rake = Q(raked=True, rake_counted_total=None) & ~Q(status=BoxStatus.ON_TABLE)
    boxes = periods.DropBox.objects.filter(
        Q(status=BoxStatus.REMOVED) | uncounted_rake, table__casino_id=actor.casino_id
    )
    waiting = []
    for box in boxes.select_related("table").prefetch_related("periods").order_by("removed_at", "table__code"):
        if box.removed_at is None:
            raise RuntimeError(f"{box} is removed without a time")
        numbers = tuple(sorted(period.number for period in box.periods.all()))
        cash = (CASH,) if box.status == BoxStatus.REMOVED else ()
        rake = (RAKE,) if box.raked and box.rake_counted_total is None else ()
        waiting.append(WaitingBox(box.table.code, box.number, box.removed_at, numbers, cash + rake))
    return waiting
