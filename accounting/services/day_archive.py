"""Putting old gaming days away, and bringing them back (docs/operations.md). For the owner of the tables alone.

A day that is put away lies in the schema ``archive``, out of the way of every press and every plan. Proofs, exports,
the audit trail and reports still read it (``tables.selectors.whole``); what belongs to no round has never left.
"""

from collections.abc import Sequence
from datetime import date

from django.db import connection, transaction

from tables.models.house import Casino
from tables.selectors import crowds, locked_days

_LYING = """
SELECT DISTINCT to_date(right(relname, 8), 'YYYYMMDD') AS day FROM pg_class
WHERE relnamespace = 'days'::regnamespace AND relkind = 'r' AND relname ~ '_[0-9]{8}$' ORDER BY day
"""


def put_away(before: date) -> list[date]:
    """Detach every gaming day before ``before``; the days.

    ValueError when a house has not locked the last of them, or a crowd of one of them is not settled and paid: its
    bets would lie where the workers that settle it do not look.

    A day is a transaction of its own. Raises OperationalError when the floor holds the tables for five seconds: the
    days before it are away, and the next call goes on.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LYING)
        days = [day for (day,) in cursor.fetchall() if day < before]
    for casino in Casino.objects.order_by("code") if days else ():
        locked = locked_days.newest(casino.pk)
        if locked is None or locked < days[-1]:
            raise ValueError(f"{casino.code} has not locked {days[-1].isoformat()}")
    waits = crowds.oldest_waiting() if days else None
    if waits is not None and waits <= days[-1]:
        raise ValueError(f"a crowd of {waits.isoformat()} is not settled")
    for day in days:
        _move("tables_day_detach", day)
    return days


def bring_back(days: Sequence[date]) -> list[date]:
    """Attach days again; those that were in the archive."""
    return [day for day in days if _move("tables_day_attach", day)]


def _move(function: str, day: date) -> int:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [day])
        return int(cursor.fetchone()[0])
