"""How the tables of a pit stand: one query for all of them, however many there are."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor, Role
from tables.selectors import sights

_OVERVIEW = """
SELECT t.id, t.code, p.code AS pit, h.game, t.spots, t.card_source, t.licensed_maximum, s.status, s.stopped_reason,
       st.head_seq AS seq, st.head_at AS last_activity_at,
       d.badge AS dealer, d.name AS dealer_name, turn.tapped_in_at AS dealing_since,
       limits.minimum, limits.maximum, limits.effective_from AS limits_since,
       CASE WHEN h.values ->> 'rake' = 'time' THEN (h.values ->> 'rake_amount')::bigint END AS seat_charge,
       posted.minimum AS next_minimum, posted.maximum AS next_maximum, posted.effective_from AS next_from,
       rack.total AS rack_total, rack.par AS rack_par,
       b.number AS box, b.placed_at AS box_since,
       bp.number AS period, bp.session, bp.gaming_day, bp.shift, bp.opened_at, bp.opener_total, bp.opener_variance,
       s.round_number, s.round_status, p.deal_minutes
FROM tables_gamingtable t
JOIN tables_pit p ON p.id = t.pit_id
JOIN tables_houserules h ON h.id = t.rules_id
JOIN tables_tablestate s ON s.table_id = t.id
JOIN tables_stream st ON st.table_id = t.id
LEFT JOIN tables_staffmember d ON d.id = s.dealer_id
LEFT JOIN tables_dealerturn turn ON turn.table_id = t.id AND turn.tapped_out_at IS NULL
LEFT JOIN tables_dropbox b ON b.id = s.box_id
LEFT JOIN tables_bankperiod bp ON bp.id = s.period_id
LEFT JOIN LATERAL (
    SELECT l.minimum, l.maximum, l.effective_from FROM tables_bettinglimit l
    WHERE l.table_id = t.id AND l.effective_from <= %(at)s ORDER BY l.id DESC LIMIT 1
) limits ON true
LEFT JOIN LATERAL (
    SELECT l.minimum, l.maximum, l.effective_from FROM tables_bettinglimit l
    WHERE l.table_id = t.id ORDER BY l.id DESC LIMIT 1
) posted ON posted.effective_from > %(at)s
LEFT JOIN LATERAL (
    SELECT coalesce(sum(r.denomination * r.count), 0)::bigint AS total,
           coalesce(sum(r.denomination * r.par), 0)::bigint AS par
    FROM tables_rackchips r WHERE r.table_id = t.id
) rack ON true
WHERE t.casino_id = %(casino)s AND (%(pit)s = '' OR p.code = %(pit)s)
      AND (%(table)s::bigint IS NULL OR t.id = %(table)s)
      AND (%(dealer)s::bigint IS NULL OR s.dealer_id = %(dealer)s)
ORDER BY p.code, t.code
"""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table at a moment. Money in minor units; None where the table has no such thing now or it is not shown.

    ``seat_charge`` is what a seat costs by time at a pot game whose house rules take no rake from the pots;
    ``deal_minutes`` is how long its pit lets a dealer deal at a stretch.

    The public sees what stands on the sign at the table: no people, no chips of the house, no reason of a stop.
    """

    id: int
    code: str
    pit: str
    game: str
    spots: int
    card_source: str | None
    licensed_maximum: int | None
    status: str
    stopped_reason: str | None
    seq: int
    last_activity_at: datetime | None
    dealer: str | None
    dealer_name: str | None
    dealing_since: datetime | None
    minimum: int | None
    maximum: int | None
    limits_since: datetime | None
    seat_charge: int | None
    next_minimum: int | None
    next_maximum: int | None
    next_from: datetime | None
    rack_total: int | None
    rack_par: int | None
    box: int | None
    box_since: datetime | None
    period: int | None
    session: int | None
    gaming_day: date | None
    shift: str | None
    opened_at: datetime | None
    opener_total: int | None
    opener_variance: int | None
    round_number: int
    round_status: str
    deal_minutes: int

    @property
    def need(self) -> int | None:
        """Par less rack: order a fill if it is above zero (V-03)."""
        if self.rack_par is None or self.rack_total is None:
            return None
        return self.rack_par - self.rack_total

    @property
    def relief_due(self) -> datetime | None:
        """When the dealer has dealt as long as the pit's rotation says; None while nobody deals."""
        return None if self.dealing_since is None else self.dealing_since + timedelta(minutes=self.deal_minutes)

    def for_the_public(self) -> "TableView":
        """The same table as a passer-by may see it."""
        hidden: dict[str, Any] = dict.fromkeys(HIDDEN)
        return replace(self, **hidden)


HIDDEN = (
    "card_source",
    "licensed_maximum",
    "stopped_reason",
    "last_activity_at",
    "dealer",
    "dealer_name",
    "dealing_since",
    "rack_total",
    "rack_par",
    "box",
    "box_since",
    "period",
    "session",
    "gaming_day",
    "shift",
    "opened_at",
    "opener_total",
    "opener_variance",
)
"""What ``for_the_public`` leaves out."""


def overview(actor: Actor, at: datetime, *, pit: str = "") -> list[TableView]:
    """The tables that the reader may look at, by pit and code; only those of ``pit`` if it is given.

    A terminal shows its own table; without one a dealer sees where he deals, everybody else all of them. Refused:
    ``not_permitted``.
    """
    permissions.require(actor, "read_table")
    floor = permissions.may(actor, "read_pit")
    dealer = None if floor or Role.INTEGRATOR in actor.roles or actor.table_id else actor.staff_id
    found = _views(casino=actor.casino_id, at=at, pit=pit, table=actor.table_id, dealer=dealer)
    return found if floor else [view if view.dealer == actor.badge else view.for_the_public() for view in found]


def table(actor: Actor, code: str, at: datetime) -> TableView:
    """One table as the reader may see it. Refused: see ``sights.at_table``."""
    sight = sights.at_table(actor, code)
    (found,) = _views(casino=actor.casino_id, at=at, pit="", table=sight.table_id, dealer=None)
    return found.for_the_public() if sight.audience == "public" else found


def _views(**wanted: Any) -> list[TableView]:
    with connection.cursor() as cursor:
        cursor.execute(_OVERVIEW, wanted)
        return [TableView(*row) for row in cursor.fetchall()]
