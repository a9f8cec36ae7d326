"""Drop boxes between their tables and the count: taken, waiting, missing (domain.md §1.1, T-54)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Q

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.table_states import BoxStatus
from tables.models.periods import DropBox

CASH, RAKE = "cash", "rake"
_UNCOUNTED = Q(status__in=[BoxStatus.REMOVED, BoxStatus.IN_COUNT, BoxStatus.FIRST_COUNTED, BoxStatus.VARIANCE])

_REMOVALS = """
SELECT b.id, t.code, p.code, b.number, b.removed_at, b.emergency, b.status, b.missing, k.numbers, e.takers
FROM tables_dropbox b
JOIN tables_gamingtable t ON t.id = b.table_id
JOIN tables_pit p ON p.id = t.pit_id
JOIN tables_stream s ON s.table_id = t.id
CROSS JOIN LATERAL (
    SELECT array_agg(d.number ORDER BY d.number) AS numbers, max(d.closed_seq) AS closed
    FROM tables_bankperiod d WHERE d.box_id = b.id
) k
LEFT JOIN LATERAL (
    SELECT jsonb_path_query_array(r.body::jsonb, '$.data.signatures[*].badge')::text AS takers
    FROM tables_event r
    WHERE r.stream_id = s.id AND r.round IS NULL AND r.type = 'box_removed' AND r.seq > k.closed
    ORDER BY r.seq LIMIT 1
) e ON true
WHERE t.casino_id = %(casino)s AND b.removed_at IS NOT NULL AND (NOT %(emergency)s OR b.emergency <> '')
      AND (%(before)s::bigint IS NULL OR b.id < %(before)s)
ORDER BY b.id DESC LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class WaitingBox:
    """A box that left its table and was not counted yet, with the periods whose cash is in it (T-54).

    ``waits_for``: ``cash``, and ``rake`` where some was taken beside it; how much, nobody who counts is told.
    ``status`` is ``removed`` until a count has it. ``missing`` says why a closed count did not get it.
    """

    table: str
    box: int
    removed_at: datetime
    periods: tuple[int, ...]
    waits_for: tuple[str, ...]
    status: str
    missing: str
    emergency: str


@dataclass(frozen=True, slots=True)
class Removal:
    """A line of the removal log. ``takers`` are the badges of the two who took the box, ``id`` is for long lists."""

    id: int
    table: str
    pit: str
    box: int
    removed_at: datetime
    emergency: str
    status: str
    missing: str
    periods: tuple[int, ...]
    takers: tuple[str, ...]


def waiting(actor: Actor, *, missing: bool = False) -> list[WaitingBox]:
    """Boxes whose cash or rake the count room has to count, the longest waiting first.

    ``missing``: only those that a closed count did not get (T-54: an exception until they are counted). Refused:
    ``not_permitted``.
    """
    require_reader(actor)
    uncounted_rake = Q(raked=True, rake_counted_total=None) & ~Q(status=BoxStatus.ON_TABLE)
    boxes = DropBox.objects.filter(_UNCOUNTED | uncounted_rake, table__casino_id=actor.casino_id)
    if missing:
        boxes = boxes.exclude(missing="")
    ordered = boxes.select_related("table").prefetch_related("periods").order_by("removed_at", "table__code", "number")
    return [_waiting(box) for box in ordered]


def removals(actor: Actor, *, emergency: bool = False, before: int | None = None, limit: int = 50) -> Sequence[Removal]:
    """The removal log, the newest box first: who took which box, when; ``emergency``: only those out of turn.

    Refused: ``not_permitted``.
    """
    require_reader(actor)
    given = {"casino": actor.casino_id, "emergency": emergency, "before": before, "limit": limit}
    with connection.cursor() as cursor:
        cursor.execute(_REMOVALS, given)
        return [_removal(*row) for row in cursor.fetchall()]


def require_reader(actor: Actor) -> None:
    """Boxes are for those who count them, and for the books. Refused: ``not_permitted``."""
    if not permissions.may(actor, "read_books"):
        permissions.require(actor, "count_box")


def _waiting(box: DropBox) -> WaitingBox:
    if box.removed_at is None:
        raise RuntimeError(f"{box} is removed without a time")
    cash = () if box.status == BoxStatus.COUNTED else (CASH,)
    rake = (RAKE,) if box.raked and box.rake_counted_total is None else ()
    return WaitingBox(
        table=box.table.code,
        box=box.number,
        removed_at=box.removed_at,
        periods=tuple(sorted(period.number for period in box.periods.all())),
        waits_for=cash + rake,
        status=box.status,
        missing=box.missing,
        emergency=box.emergency,
    )


def _removal(
    id_: int,
    table: str,
    pit: str,
    box: int,
    removed_at: datetime,
    emergency: str,
    status: str,
    missing: str,
    periods: list[int] | None,
    takers: str | None,
) -> Removal:
    badges = tuple(json.loads(takers)) if takers else ()
    return Removal(id_, table, pit, box, removed_at, emergency, status, missing, tuple(periods or ()), badges)
