"""Posted limits, in force and past."""

from dataclasses import dataclass
from datetime import datetime

from tables.domain.actors import Actor
from tables.domain.table_states import RoundStatus
from tables.models import floor, rounds
from tables.selectors import sights, stream_days


@dataclass(frozen=True, slots=True)
class Posted:
    """Limits as they were posted, in minor units, and by whose badge."""

    minimum: int
    maximum: int
    effective_from: datetime
    set_by: str


_COLUMNS = ("minimum", "maximum", "effective_from", "set_by__badge")


def in_force(table_id: int, at: datetime) -> Posted | None:
    """The limits of a round that opens at ``at``: the last posted whose moment has come, None before the first."""
    rows = floor.BettingLimit.objects.filter(table_id=table_id, effective_from__lte=at)
    newest = rows.order_by("-id").values_list(*_COLUMNS).first()
    return None if newest is None else Posted(*newest)


def history(table_id: int, *, before: datetime | None = None, limit: int = 50) -> list[Posted]:
    """Posted limits by the moment from which they count, the latest first, from before ``before`` on."""
    rows = floor.BettingLimit.objects.filter(table_id=table_id)
    if before is not None:
        rows = rows.filter(effective_from__lt=before)
    latest = rows.order_by("-effective_from").values_list(*_COLUMNS)
    return [Posted(*row) for row in latest[:limit]]


def played_since(table_id: int, period_id: int, moment: datetime) -> bool:
    """Whether somebody has bet in the period since ``moment``, or does so now: then there are players to give notice.

    A round without bets is a dead game and tells nothing.
    """
    played = rounds.Round.objects.filter(table_id=table_id, period_id=period_id).exclude(status=RoundStatus.NO_BETS)
    for number, status, settled_at in played.order_by("-number").values_list("number", "status", "settled_at")[:2]:
        if status == RoundStatus.BETTING:
            days = stream_days.since_rounds([(table_id, number)])
            if rounds.Bet.objects.filter(table_id=table_id, round_number=number, gaming_day__range=days).exists():
                return True
        else:
            return status in (RoundStatus.IN_PLAY, RoundStatus.SETTLED) or settled_at is None or settled_at > moment
    return False


def version(table_id: int) -> int:
    """How often limits were posted at the table: what two pit bosses compare before they post (T-17)."""
    return floor.BettingLimit.objects.filter(table_id=table_id).count()


def posted(actor: Actor, table: str, *, before: datetime | None = None, limit: int = 50) -> tuple[list[Posted], int]:
    """A table's posted limits, newest first, and their version. Refused: as looking at the table is."""
    sight = sights.at_table(actor, table)
    return history(sight.table_id, before=before, limit=limit), version(sight.table_id)
