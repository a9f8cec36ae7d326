"""Disputes as the floor and its auditors may see them, with what the log shows of the round."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import F, Q, QuerySet

from tables.domain import disputes, permissions
from tables.domain.actors import Actor, instant
from tables.domain.errors import NotFound
from tables.domain.rule_packs.pack import RulePack
from tables.domain.table_states import DisputeStatus, RoundStatus, TableStatus
from tables.models.disputes import Dispute
from tables.models.log import Event, Stream
from tables.models.rounds import Round
from tables.selectors import stream_days
from tables.selectors.queue import QueueItem
from tables.selectors.tables import TableView

UNRESOLVED: Final = (DisputeStatus.OPEN, DisputeStatus.RULED, DisputeStatus.ESCALATED)
"""States in which somebody has not yet what he wants, or has not said so."""
RULABLE: Final = (DisputeStatus.OPEN, DisputeStatus.ESCALATED)
"""States from which a ruling may follow."""
QUEUED: Final = "dispute"
"""The kind of a claim in the queue of a pit."""
SIMILAR: Final = 5
"""So many earlier rulings are shown beside a claim."""
MOST_ROUNDS: Final = 200
"""So many of the rounds that a misdeal touches are listed, the newest first."""
_CHECKS: Final = 8


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A dispute; money in minor units. ``left`` is what of the claim has not been met; ``names`` are of whose badges it
    has."""

    id: int
    table: str
    pit: str
    game: str
    number: int
    status: str
    claim: str
    text: str
    claimed: int
    paid: int
    left: int
    stopped: bool
    round: int | None
    round_day: date | None
    player: str
    patron: str
    spot: str
    dealer: str
    opened_at: datetime
    opened_by: str
    ruling: str
    reason: str
    pack: str
    ruled_at: datetime | None
    ruled_by: str
    minutes: int | None
    surveillance: str
    regulator: str
    note: str
    closed_at: datetime | None
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of the disputes is asked for; empty words ask for everything. ``left_from``: unmet claims from here on."""

    status: str = ""
    table: str = ""
    pit: str = ""
    claim: str = ""
    game: str = ""
    round: int | None = None
    unresolved: bool = False
    left_from: int | None = None


EVERYTHING: Final = Wanted()


@dataclass(frozen=True, slots=True)
class Stopping:
    """The claim over which a table stands still; ``round`` is the number of the round that it is about."""

    id: int
    number: int
    claim: str
    round: int | None


def found(
    actor: Actor, wanted: Wanted = EVERYTHING, *, before: int | None = None, limit: int = 50
) -> list[DisputeView]:
    """Disputes of the house, the newest first, those below id ``before`` if it is given. Refused: ``not_permitted``."""
    permissions.require(actor, "read_disputes")
    rows = _wanted(actor.casino_id, wanted)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return [_view(row) for row in rows.order_by("-id")[:limit]]


def one(actor: Actor, table: str, number: int) -> DisputeView:
    """A dispute of a table. Refused: ``not_permitted``, ``no_such_dispute``."""
    permissions.require(actor, "read_disputes")
    row = _rows(actor.casino_id).filter(table__code=table, number=number).first()
    if row is None:
        raise NotFound("no_such_dispute")
    return _view(row)


def similar(actor: Actor, view: DisputeView) -> list[DisputeView]:
    """Earlier rulings on the same claim in the same game, the newest first."""
    wanted = Wanted(claim=view.claim, game=view.game)
    rows = _wanted(actor.casino_id, wanted).exclude(ruled_at=None).exclude(id=view.id)
    return [_view(row) for row in rows.order_by("-ruled_at", "-id")[:SIMILAR]]


def due(actor: Actor, pack: RulePack) -> list[DisputeView]:
    """Unresolved claims that the rule pack wants the regulator told of, the oldest first."""
    permissions.require(actor, "read_disputes")
    if pack.dispute_report_from is None:
        return []
    rows = _wanted(actor.casino_id, Wanted(unresolved=True, left_from=pack.dispute_report_from))
    return [_view(row) for row in rows.order_by("id")]


def affected(actor: Actor, view: DisputeView) -> list[dict[str, Any]]:
    """The rounds that a claim touches, the newest first, without those that nobody bet in.

    A wrong count or a fouled shoe touches every round since two persons last signed that the pack is whole (or, where
    there is no shoe, since the table's bank period began); any other claim its own.
    """
    permissions.require(actor, "read_disputes")
    rounds = Round.objects.filter(table__casino_id=actor.casino_id, table__code=view.table)
    if view.claim not in disputes.SINCE_LAST_CHECK:
        rounds = rounds.filter(number=view.round or 0)
    else:
        rounds = rounds.filter(opened_at__lte=view.opened_at, opened_seq__gt=_last_check(actor, view))
    rounds = rounds.exclude(status=RoundStatus.NO_BETS).order_by("-number")[:MOST_ROUNDS]
    return [
        {
            "number": row.number,
            "status": row.status,
            "opened_at": instant(row.opened_at),
            "handle": row.handle,
            "house_net": row.house_net,
        }
        for row in rounds
    ]


def flagged(casino_id: int, table: str, number: int) -> frozenset[tuple[str, str]]:
    """Player and spot of the claims about a round of a table that wait for a ruling; for the table's own terminal."""
    rows = Dispute.objects.filter(table__casino_id=casino_id, table__code=table, round__number=number)
    return frozenset(rows.filter(status=DisputeStatus.OPEN).values_list("player", "spot"))


def waiting(casino_id: int, tables: Sequence[str]) -> Sequence[tuple[str, int, datetime]]:
    """Table, number and time of the claims that wait for a ruling at some tables, the oldest first."""
    rows = Dispute.objects.filter(table__casino_id=casino_id, table__code__in=tables, status=DisputeStatus.OPEN)
    return list(rows.order_by("opened_at", "id").values_list("table__code", "number", "opened_at"))


def over(stream: int, table: int) -> Stopping | None:
    """The open claim over which a table stands still: the one that stopped it, or that was made since (row ids).

    A later misdeal of the rules' own waits for its own ruling, whatever was claimed before.
    """
    open_ = Dispute.objects.filter(table_id=table, stopped=True, status__in=RULABLE)
    earliest = open_.order_by("opened_at").values_list("opened_at", flat=True).first()
    if earliest is None:
        return None
    day = earliest.date() - timedelta(days=2)  # no zone and no start of a day puts a moment further back
    told = Event.objects.filter(stream_id=stream, gaming_day__range=(day, stream_days.newest([table])))
    stop = told.filter(type="misdeal_recorded").order_by("-seq").values_list("seq", flat=True).first()
    since = told.filter(type="dispute_opened", seq__gt=stop or 0).values_list("body", flat=True)
    numbers = [json.loads(body)["data"]["dispute"] for body in since]
    row = (
        open_.filter(number__in=numbers)
        .order_by("number")
        .values_list("pk", "number", "claim", "round__number")
        .first()
    )
    return Stopping(*row) if row is not None else None


def stopping(table: int) -> Stopping | None:
    """The same by the table alone, for its own terminal."""
    return over(Stream.objects.values_list("pk", flat=True).get(table_id=table), table)


def in_queue(actor: Actor, views: Sequence[TableView], at: datetime) -> list[QueueItem]:
    """Claims that wait for a ruling, for the queue of the pit; they are decided on their own page."""
    rows = _rows(actor.casino_id).filter(table_id__in=[view.id for view in views], status=DisputeStatus.OPEN)
    stopped = [stopping(view.id) for view in views if view.status == TableStatus.STOPPED]
    still = {claim.id for claim in stopped if claim is not None}
    return [
        QueueItem(
            QUEUED,
            row.table.code,
            str(row.number),
            row.opened_at,
            row.opened_by.name,
            {
                "claim": row.claim,
                "text": row.text,
                "claimed": row.claimed,
                "round": row.round and row.round.number,
                "player": row.player,
                "stopped": row.pk in still,
            },
        )
        for row in rows.order_by("opened_at", "id")
    ]


def _last_check(actor: Actor, view: DisputeView) -> int:
    """The position in the table's log at which the pack was last found whole before the claim."""
    stream = Stream.objects.get(table__casino_id=actor.casino_id, table__code=view.table)
    events = Event.objects.filter(stream_id=stream.pk, round=None)
    claimed_at = instant(view.opened_at)
    for seq, body in events.filter(type="shoe_inspected").order_by("-seq").values_list("seq", "body")[:_CHECKS]:
        if json.loads(body)["occurred_at"] <= claimed_at:
            return int(seq)
    opened = events.filter(type="table_opened").order_by("-seq").values_list("seq", "body")[:_CHECKS]
    return next((int(seq) for seq, body in opened if json.loads(body)["occurred_at"] <= claimed_at), 0)


def _wanted(casino_id: int, wanted: Wanted) -> QuerySet[Dispute]:
    exact: dict[str, Any] = {
        "status": wanted.status,
        "table__code": wanted.table,
        "table__pit__code": wanted.pit,
        "claim": wanted.claim,
        "round__number": wanted.round,
    }
    rows = _rows(casino_id).filter(**{name: value for name, value in exact.items() if value})
    if wanted.game:
        rows = rows.filter(Q(round__rules__game=wanted.game) | Q(round=None, table__rules__game=wanted.game))
    if wanted.unresolved:
        rows = rows.filter(status__in=UNRESOLVED)
    if wanted.left_from is not None:
        rows = rows.filter(claimed__gte=F("paid") + wanted.left_from)
    return rows


def _rows(casino_id: int) -> QuerySet[Dispute]:
    together = (
        "table__pit",
        "table__rules",
        "round__period",
        "round__rules",
        "patron",
        "dealer",
        "opened_by",
        "ruled_by",
    )
    return Dispute.objects.filter(table__casino_id=casino_id).select_related(*together)


def _view(row: Dispute) -> DisputeView:
    return DisputeView(
        id=row.pk,
        table=row.table.code,
        pit=row.table.pit.code,
        game=(row.round.rules if row.round else row.table.rules).game,
        number=row.number,
        status=row.status,
        claim=row.claim,
        text=row.text,
        claimed=row.claimed,
        paid=row.paid,
        left=disputes.outstanding(row.claimed, row.paid),
        stopped=row.stopped,
        round=row.round.number if row.round else None,
        round_day=row.round.period.gaming_day if row.round else None,
        player=row.player,
        patron=row.patron.code if row.patron else "",
        spot=row.spot,
        dealer=row.dealer.badge if row.dealer else "",
        opened_at=row.opened_at,
        opened_by=row.opened_by.badge,
        ruling=row.ruling,
        reason=row.reason,
        pack=row.pack,
        ruled_at=row.ruled_at,
        ruled_by=row.ruled_by.badge if row.ruled_by else "",
        minutes=row.minutes,
        surveillance=row.surveillance,
        regulator=row.regulator,
        note=row.note,
        closed_at=row.closed_at,
        names={one.badge: one.name for one in (row.dealer, row.opened_by, row.ruled_by) if one},
    )
