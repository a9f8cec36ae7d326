"""How far the house's gaming days are locked. Days are locked in order, so the newest lock tells of all before it."""

import json
from collections.abc import Iterable
from datetime import date

from django.db import connection

from tables.domain.errors import Conflict

_NEWEST = """
SELECT e.body FROM tables_stream s JOIN tables_event e ON e.stream_id = s.id
WHERE s.casino_id = %s AND s.kind = 'house' AND e.type = 'day_locked' AND e.round IS NULL
ORDER BY e.seq DESC LIMIT 1
"""


def newest(casino_id: int) -> date | None:
    """The last locked gaming day; None before the first lock."""
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST, [casino_id])
        row = cursor.fetchone()
    return date.fromisoformat(json.loads(row[0])["data"]["gaming_day"]) if row else None


def require_open(casino_id: int, days: Iterable[date]) -> None:
    """Refuse ``day_locked`` for what would change a locked day: that is a dated adjustment in an open one (T-06)."""
    locked = newest(casino_id)
    if locked is not None and (late := [day for day in days if day <= locked]):
        raise Conflict("day_locked", gaming_day=min(late).isoformat())
