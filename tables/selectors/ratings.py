"""Rating slips for who reads the pit, and what a new one begins with."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.domain.table_states import PLAYED
from tables.models import floor
from tables.models.ratings import RatingSlip
from tables.models.rounds import Round
from tables.selectors import codes, edges


@dataclass(frozen=True, slots=True)
class RatingView:
    """A slip as it stands; ``rounds_dealt`` is how many rounds the log has of his time, beside the rater's speed.

    ``seq`` is the place of its newest event in the table's stream.
    """

    table: str
    number: int
    player: str
    seat: int | None
    since: datetime
    until: datetime
    buy_in: int
    average_bet: int
    per_hour: int
    edge: int
    skill: str
    result: int | None
    note: str
    theo: int
    rated_by: str
    corrections: int
    seq: int
    rounds_dealt: int


_COLUMNS = tuple(name.name for name in fields(RatingView) if name.name not in ("table", "rounds_dealt"))


def of_table(actor: Actor, table: str, *, before: int | None = None, limit: int = 50) -> Sequence[RatingView]:
    """The slips of a table, newest first. Refused: ``not_permitted``, ``no_such_table``."""
    permissions.require(actor, "read_ratings")
    codes.table(actor.casino_id, table)
    return _views(RatingSlip.objects.filter(table__casino_id=actor.casino_id, table__code=table), before, limit)


def one(actor: Actor, table: str, number: int) -> RatingView:
    """A slip. Refused: ``not_permitted``, ``no_such_rating``."""
    permissions.require(actor, "read_ratings")
    rows = RatingSlip.objects.filter(table__casino_id=actor.casino_id, table__code=table, number=number)
    for view in _views(rows, None, 1):
        return view
    raise NotFound("no_such_rating")


def of_pit(actor: Actor, pit: str, *, limit: int = 50) -> Sequence[RatingView]:
    """The slips of a pit's tables, the last time first. Refused: ``not_permitted``, ``no_such_pit``."""
    permissions.require(actor, "read_ratings")
    codes.pit(actor.casino_id, pit)
    rows = RatingSlip.objects.filter(table__casino_id=actor.casino_id, table__pit__code=pit)
    return _views(rows, None, limit, "-until")


def tables_of(actor: Actor, pit: str) -> Sequence[str]:
    """The tables of a pit, by code."""
    rows = floor.GamingTable.objects.filter(casino_id=actor.casino_id, pit__code=pit)
    return list(rows.order_by("code").values_list("code", flat=True))


def edge_for(actor: Actor, table: str, day: date) -> int | None:
    """The house's edge of the table's game on a gaming day, in parts per million; None where it has set none.

    Refused: ``no_such_table``.
    """
    return edges.in_force(actor.casino_id, codes.table(actor.casino_id, table).rules.game, day)


def _views(rows: QuerySet[RatingSlip], before: int | None, limit: int, order: str = "-number") -> Sequence[RatingView]:
    if before is not None:
        rows = rows.filter(number__lt=before)
    found = []
    for row in rows.select_related("table").annotate(dealt=_dealt()).order_by(order, "-number")[:limit]:
        own = {name: getattr(row, name) for name in _COLUMNS}
        found.append(RatingView(table=row.table.code, rounds_dealt=row.dealt, **own))
    return found


def _dealt() -> Coalesce:
    """Rounds of the table that were played out in a slip's time: rounds, not hands (V-13).

    Asked for by the bank periods that the time touches, so that years of rounds beneath cost nothing.
    """
    dealt = Round.objects.filter(
        Q(period__closed_at__isnull=True) | Q(period__closed_at__gte=OuterRef("since")),
        period__table_id=OuterRef("table_id"),
        period__opened_at__lte=OuterRef("until"),
        status__in=PLAYED,
        settled_at__gt=OuterRef("since"),
        settled_at__lte=OuterRef("until"),
    )
    counted = dealt.order_by().values("period__table_id").annotate(number_of=Count("*")).values("number_of")
    return Coalesce(Subquery(counted), 0)
