"""What somebody should look at before a gaming day is locked, and what does not hold up its lock (domain.md §4).

The lock waits for what the day's own figures need. This is the rest of the accountant's morning: the cage's counts, the
money of the count, markers that lie in the pit, colours to be counted, chips that nobody issued.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from django.db import connection

from accounting.domain.days import Hindrance
from accounting.selectors import liability
from tables.domain.actors import Actor
from tables.domain.cage import CagePlace
from tables.domain.gaming_day import DaySchedule
from tables.selectors import drops, impressments, markers

_COUNTED = """
SELECT DISTINCT e.body::jsonb -> 'data' ->> 'place', e.body::jsonb -> 'data' ->> 'gaming_day',
       e.body::jsonb -> 'data' ->> 'shift'
FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind = 'cage' AND e.type = 'cage_counted' AND e.round IS NULL
      AND e.gaming_day BETWEEN %s AND %s
"""


def of_day(actor: Actor, day: date, schedule: DaySchedule) -> list[Hindrance]:
    """The reminders of a day, in the order in which they are worked down. The reader reads the books."""
    ends = schedule.start_of(day + timedelta(days=1))
    found = list(_cage(actor, day, schedule))
    found += [
        Hindrance("drop_waiting", what=str(drop.session), amount=drop.cash_total)
        for drop in drops.waiting(actor)
        if drop.gaming_day <= day
    ]
    found += [
        Hindrance("marker_late", table=late.table, slip=slip)
        for late in markers.at_tables_since(actor.casino_id, day + timedelta(days=1))
        for slip in late.slips
    ]
    found += [Hindrance("impressment_due", what=row.chip_set) for row in impressments.due(actor, ends)]
    owed = liability.of(actor)
    if owed.alarm:
        found.append(Hindrance("chips_from_nowhere", amount=owed.outstanding))
    return found


def _cage(actor: Actor, day: date, schedule: DaySchedule) -> Iterator[Hindrance]:
    """Shifts of the day, and the first of the next, that nobody took cage or vault over by a count for."""
    turns = [*schedule.windows(day), schedule.windows(day + timedelta(days=1))[0]]
    with connection.cursor() as cursor:
        cursor.execute(_COUNTED, [actor.casino_id, day - timedelta(days=1), day + timedelta(days=1)])
        counted = set(cursor.fetchall())
    for turn in turns:
        for place in CagePlace:
            if (place.value, turn.gaming_day.isoformat(), turn.shift) not in counted:
                told = turn.shift if turn.gaming_day == day else f"{turn.gaming_day} {turn.shift}"
                yield Hindrance("cage_count_due", shift=told, what=place.value)
