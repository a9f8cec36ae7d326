"""How far ahead the log and the books have partitions for gaming days (docs/adr/0031-history-by-gaming-day.md)."""

from datetime import date, timedelta

from django.db import connection

_UNTIL = """
SELECT min(own.until) FROM tables_day_roots() r LEFT JOIN LATERAL (
    SELECT max(to_date(right(c.relname, 8), 'YYYYMMDD')) AS until FROM pg_class c
    WHERE c.relnamespace = 'days'::regnamespace AND c.relname ~ ('^' || r.stem || '_[0-9]{8}$') AND c.relkind = 'r'
) own ON true
HAVING bool_and(own.until IS NOT NULL)
"""
SHORT = timedelta(days=2)
"""With fewer days ahead somebody has to look why the timetable makes none."""


def until() -> date | None:
    """The last gaming day that every table has a partition for; None while some have none."""
    with connection.cursor() as cursor:
        cursor.execute(_UNTIL)
        (found,) = cursor.fetchone() or (None,)
    return found


def is_short(last: date | None, today: date) -> bool:
    """Whether the days that are ready run out."""
    return last is None or last < today + SHORT
