"""How the tables of a pit stand, as its pit boss sees them: one query for all of them, however many there are."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import connection

from tables.domain.errors import NotFound

_OVERVIEW = """
SELECT t.id, t.code, p.code AS pit, h.game, t.spots, t.card_source, t.licensed_maximum, s.status, s.stopped_reason,
       st.head_seq AS seq, (e.body::jsonb ->> 'occurred_at')::timestamptz AS last_activity_at,
       d.badge AS dealer, d.name AS dealer_name, turn.tapped_in_at AS dealing_since,
       limits.minimum, limits.maximum, limits.effective_from AS limits_since,
       rack.total AS rack_total, rack.par AS rack_par,
       b.number AS box, b.placed_at AS box_since,
       bp.number AS period, bp.session, bp.gaming_day, bp.shift, bp.opened_at, bp.opener_total, bp.opener_variance,
       s.round_number, s.round_status
FROM tables_gamingtable t
JOIN tables_pit p ON p.id = t.pit_id
JOIN tables_houserules h ON h.id = t.rules_id
JOIN tables_tablestate s ON s.table_id = t.id
JOIN tables_stream st ON st.table_id = t.id
LEFT JOIN tables_event e ON e.stream_id = st.id AND e.seq = st.head_seq
LEFT JOIN tables_staffmember d ON d.id = s.dealer_id
LEFT JOIN tables_dealerturn turn ON turn.table_id = t.id AND turn.tapped_out_at IS NULL
LEFT JOIN tables_dropbox b ON b.id = s.box_id
LEFT JOIN tables_bankperiod bp ON bp.id = s.period_id
LEFT JOIN LATERAL (
    SELECT l.minimum, l.maximum, l.effective_from FROM tables_bettinglimit l
    WHERE l.table_id = t.id AND l.effective_from <= %(at)s ORDER BY l.effective_from DESC LIMIT 1
) limits ON true
LEFT JOIN LATERAL (
    SELECT coalesce(sum(r.denomination * r.count), 0)::bigint AS total,
           coalesce(sum(r.denomination * r.par), 0)::bigint AS par
    FROM tables_rackchips r WHERE r.table_id = t.id
) rack ON true
WHERE t.casino_id = %(casino)s AND (%(pit)s::text IS NULL OR p.code = %(pit)s)
      AND (%(table)s::text IS NULL OR t.code = %(table)s)
ORDER BY p.code, t.code
"""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table at a moment. Money in minor units; None where the table has no such thing now."""

    id: int
    code: str
    pit: str
    game: str
    spots: int
    card_source: str
    licensed_maximum: int
    status: str
    stopped_reason: str
    seq: int
    last_activity_at: datetime | None
    dealer: str | None
    dealer_name: str | None
    dealing_since: datetime | None
    minimum: int | None
    maximum: int | None
    limits_since: datetime | None
    rack_total: int
    rack_par: int
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

    @property
    def need(self) -> int:
        """Par less rack: order a fill if it is above zero (V-03)."""
        return self.rack_par - self.rack_total


def of_casino(casino_id: int, at: datetime) -> list[TableView]:
    """All tables of a casino, pit by pit."""
    return _views(casino=casino_id, at=at, pit=None, table=None)


def of_pit(casino_id: int, pit: str, at: datetime) -> list[TableView]:
    """The tables of one pit."""
    return _views(casino=casino_id, at=at, pit=pit, table=None)


def table(casino_id: int, code: str, at: datetime) -> TableView:
    """One table. Refused: ``no_such_table``, also for another casino's."""
    found = _views(casino=casino_id, at=at, pit=None, table=code)
    if not found:
        raise NotFound("no_such_table")
    return found[0]


def _views(**wanted: Any) -> list[TableView]:
    with connection.cursor() as cursor:
        cursor.execute(_OVERVIEW, wanted)
        return [TableView(*row) for row in cursor.fetchall()]
