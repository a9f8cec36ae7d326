"""Posted limits, in force and past."""

from dataclasses import dataclass
from datetime import datetime

from tables.domain.actors import Actor
from tables.models import floor
from tables.selectors import sights


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


def version(table_id: int) -> int:
    """How often limits were posted at the table: what two pit bosses compare before they post (T-17)."""
    return floor.BettingLimit.objects.filter(table_id=table_id).count()


def posted(actor: Actor, table: str, *, before: datetime | None = None, limit: int = 50) -> tuple[list[Posted], int]:
    """A table's posted limits, newest first, and their version. Refused: as looking at the table is."""
    sight = sights.at_table(actor, table)
    return history(sight.table_id, before=before, limit=limit), version(sight.table_id)
