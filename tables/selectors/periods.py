"""Bank periods: a table's own history, and which tables still wait for the count of their shift."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.gaming_day import Window
from tables.models import periods
from tables.selectors import sights


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
