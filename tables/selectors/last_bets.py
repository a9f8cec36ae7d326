"""What the players had laid in the last round: most of them lay the same again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tables.domain import chips
from tables.domain.actors import Actor
from tables.domain.chips import Chips
from tables.domain.table_states import RoundStatus
from tables.models import floor, rounds
from tables.selectors import sights, stream_days


@dataclass(frozen=True, slots=True)
class LaidBefore:
    """A stake of the last round. ``seat`` is the place it came from; no ``stack`` where it was laid in notes."""

    number: int
    seat: str
    player: str
    amount: int
    tender: str
    stack: Chips


def last_round(actor: Actor, table: str, kind: str) -> tuple[Mapping[str, Any], list[LaidBefore]]:
    """The public view of the newest finished round of the open bank period, and its stakes of a kind; else nothing.

    A void round and one without bets are passed over. Refused: see ``sights.at_table``.
    """
    sight = sights.at_table(actor, table)
    period = floor.TableState.objects.values_list("period_id", flat=True).get(table_id=sight.table_id)
    finished = rounds.Round.objects.filter(table_id=sight.table_id, status=RoundStatus.CONFIRMED, period_id=period)
    row = finished.order_by("-number").first()
    if row is None:
        return {}, []
    days = stream_days.of([(sight.stream_id, row.opened_seq, row.settled_seq or sight.seq)])
    laid = rounds.Bet.objects.filter(table_id=sight.table_id, round_number=row.number, gaming_day__range=days)
    bets = laid.filter(kind=kind).order_by("number")
    return row.outcome, [
        LaidBefore(bet.number, bet.spot, bet.player, bet.amount, bet.tender, chips.from_data(bet.chips)) for bet in bets
    ]
