"""How a table went from hour to hour, by its rounds, and who dealt: estimates until somebody counts (T-59)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from tables.domain.actors import Actor
from tables.domain.table_states import PLAYED
from tables.selectors import sights

_HOURS = """
SELECT date_trunc('hour', r.settled_at, 'UTC'), count(*), sum(r.handle)::bigint, sum(r.house_net)::bigint
FROM tables_bankperiod p JOIN tables_round r ON r.period_id = p.id
WHERE p.table_id = %(table)s AND coalesce(p.closed_at, 'infinity') >= %(since)s AND p.opened_at <= %(at)s
  AND r.settled_at >= %(since)s AND r.settled_at <= %(at)s AND r.status = ANY(%(played)s)
GROUP BY 1 ORDER BY 1
"""
_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class TableHour:
    """An hour by the clock from ``starts`` on: rounds settled in it, their stakes, what the house won (minor units)."""

    starts: datetime
    rounds: int
    handle: int
    house_net: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A dealer's time at the table; ``until`` is None while he deals."""

    badge: str
    name: str
    since: datetime
    until: datetime | None


_TURNS = """
SELECT m.badge, m.name, d.tapped_in_at, d.tapped_out_at
FROM tables_dealerturn d JOIN tables_staffmember m ON m.id = d.staff_id
WHERE d.table_id = %s AND (d.tapped_out_at IS NULL OR d.tapped_out_at >= %s)
ORDER BY d.tapped_in_at DESC LIMIT %s
"""


def of_table(actor: Actor, table: str, since: datetime, at: datetime) -> list[TableHour]:
    """Every hour from the first with a round after ``since`` to the last; an hour without any is there, too.

    Refused: see ``sights.at_table``; the public does not see it (``not_your_view``).
    """
    sight = sights.at_table(actor, table, "floor")
    wanted: dict[str, Any] = {
        "table": sight.table_id,
        "since": since,
        "at": at,
        "played": [status.value for status in PLAYED],
    }
    with connection.cursor() as cursor:
        cursor.execute(_HOURS, wanted)
        found = {row[0]: TableHour(*row) for row in cursor.fetchall()}
    if not found:
        return []
    first, last = min(found), max(found)
    hours = (first + _HOUR * number for number in range((last - first) // _HOUR + 1))
    return [found.get(hour) or TableHour(hour, 0, 0, 0) for hour in hours]


def turns(actor: Actor, table: str, since: datetime, limit: int = 12) -> list[Turn]:
    """Who deals and dealt at the table since ``since``, the newest first. Refused: as ``of_table``."""
    sight = sights.at_table(actor, table, "floor")
    with connection.cursor() as cursor:
        cursor.execute(_TURNS, [sight.table_id, since, limit])
        return [Turn(*row) for row in cursor.fetchall()]
