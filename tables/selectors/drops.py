"""Closed counts whose money has not come into the vault yet."""

from dataclasses import dataclass
from datetime import date, datetime

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.table_states import CountStatus
from tables.models.counts import CountSession


@dataclass(frozen=True, slots=True)
class WaitingDrop:
    """The money of a closed count, minor units: banknotes, chips with a value (rake, and what fell into boxes), and
    what is written on promotional ones."""

    session: int
    gaming_day: date
    closed_at: datetime
    cash_total: int
    chips_total: int
    promotional_total: int


def waiting(actor: Actor) -> list[WaitingDrop]:
    """What the cage has still to take over, the oldest first. Refused: ``not_permitted``.

    Nothing shows here before its count is closed.
    """
    if not permissions.may(actor, "read_cage"):
        permissions.require(actor, "take_over_drop")
    closed = CountSession.objects.filter(
        casino_id=actor.casino_id, status=CountStatus.CLOSED, taken_over_at__isnull=True
    )
    return [_drop(row) for row in closed.order_by("number")]


def _drop(row: CountSession) -> WaitingDrop:
    if row.closed_at is None or row.totals is None:
        raise RuntimeError(f"{row} is closed without totals")
    return WaitingDrop(
        session=row.number,
        gaming_day=row.gaming_day,
        closed_at=row.closed_at,
        cash_total=row.totals["cash_total"],
        chips_total=row.totals["chips_total"],
        promotional_total=row.totals["promotional_total"],
    )
