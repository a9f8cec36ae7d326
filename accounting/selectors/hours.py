"""A gaming day hour by hour: cash into the boxes by the log, and what lay in the racks. Estimates, never a drop (T-59).

From the legs of the day's closed periods: what it costs grows with the day, however long the books are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import connection

from accounting.domain.rows import PeriodResult
from accounting.selectors import heads, shift_rows
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.gaming_day import DaySchedule
from tables.selectors import stream_days, whole

HOUR: Final = timedelta(hours=1)
_MOVED = """
SELECT least(greatest(floor(extract(epoch FROM (e.body::jsonb ->> 'occurred_at')::timestamptz - %(starts)s) / 3600), 0),
             %(last)s)::int AS hour,
       split_part(a.code, '/', 1) AS what, sum(l.amount)::bigint
FROM unnest(%(streams)s::bigint[], %(from)s::bigint[], %(to)s::bigint[]) AS p(stream_id, first, last)
JOIN accounting_leg l ON l.stream_id = p.stream_id AND l.seq > p.first AND l.seq <= p.last
                      AND l.gaming_day BETWEEN %(first_day)s AND %(last_day)s
JOIN accounting_account a ON a.id = l.account_id
JOIN tables_event e ON e.stream_id = l.stream_id AND e.seq = l.seq AND e.gaming_day = l.gaming_day
                    AND e.gaming_day BETWEEN %(first_day)s AND %(last_day)s
WHERE split_part(a.code, '/', 1) IN ('rack', 'box') AND a.asset IN ('chips', 'cash')
GROUP BY 1, 2
"""


@dataclass(frozen=True, slots=True)
class Hour:
    """``cash`` fell into the boxes in the hour that begins at ``starts``; ``racks`` lay in the racks at its end.

    Racks are those of tables that were opened on the day, from their first opener to their last closer; minor units.
    """

    starts: datetime
    cash: int
    racks: int


def of_day(actor: Actor, gaming_day: date, schedule: DaySchedule) -> Sequence[Hour]:
    """The hours of a day, 23 to 25 of them; none where no table was counted. Refused: ``not_permitted``.

    What an early or a late count brings before or after the day stands in its first or last hour.
    """
    permissions.require(actor, "read_reports")
    seen = heads.followed(actor.casino_id)
    results = [period.result for period in shift_rows.of_days(actor.casino, gaming_day, gaming_day, seen)]
    if not results:
        return []
    starts, ends = schedule.start_of(gaming_day), schedule.start_of(gaming_day + timedelta(days=1))
    count = (ends - starts) // HOUR
    first: dict[int, PeriodResult] = {}
    last: dict[int, PeriodResult] = {}
    for result in sorted(results, key=lambda one: one.number):
        first.setdefault(result.stream_id, result)
        last[result.stream_id] = result
    days = stream_days.of((stream, one.opened_seq, last[stream].seq) for stream, one in first.items())
    given: dict[str, Any] = {
        "first_day": days.first,
        "last_day": days.last,
        "starts": starts,
        "last": count - 1,
        "streams": list(first),
        "from": [result.opened_seq for result in first.values()],
        "to": [last[stream].seq for stream in first],
    }
    with whole.history(days.first), connection.cursor() as cursor:
        cursor.execute(_MOVED, given)
        moved = {(hour, what): amount for hour, what, amount in cursor.fetchall()}
    level, found = sum(result.opener for result in first.values()), []
    for hour in range(count):
        level += moved.get((hour, "rack"), 0)
        found.append(Hour(starts + hour * HOUR, moved.get((hour, "box"), 0), level))
    return found
