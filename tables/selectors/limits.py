"""Posted limits, in force and past."""

from dataclasses import dataclass
from datetime import datetime

from tables.models import floor


@dataclass(frozen=True, slots=True)
class Posted:
    """Limits as they were posted, in minor units, and by whose badge."""

    minimum: int
    maximum: int
    effective_from: datetime
    set_by: str


def in_force(table_id: int) -> Posted | None:
    """The limits of the next round: the newest posted ones, or None before the first."""
    return next(iter(history(table_id, limit=1)), None)


def history(table_id: int, *, before: datetime | None = None, limit: int = 50) -> list[Posted]:
    """Posted limits, newest first, from before ``before`` on."""
    rows = floor.BettingLimit.objects.filter(table_id=table_id)
    if before is not None:
        rows = rows.filter(effective_from__lt=before)
    newest = rows.order_by("-effective_from").values_list("minimum", "maximum", "effective_from", "set_by__badge")
    return [Posted(*row) for row in newest[:limit]]
