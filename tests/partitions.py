"""Gaming days' partitions in a test: making them, and which of them an act has read or written."""

from collections.abc import Callable
from datetime import date, timedelta

from django.db import connection

_USED = """
SELECT relname, seq_scan + coalesce(idx_scan, 0), n_tup_ins FROM pg_stat_xact_all_tables
WHERE schemaname = 'days' AND relname ~ '_[0-9]{8}$'
"""


def make(first: date, last: date) -> None:
    """Partitions for every day from ``first`` to ``last``."""
    with connection.cursor() as cursor:
        for number in range((last - first).days + 1):
            cursor.execute("SELECT tables_day_add(%s)", [first + timedelta(days=number)])


def used(act: Callable[[], object]) -> dict[str, set[str]]:
    """Table -> the days (``YYYYMMDD``) whose partitions ``act`` has looked into or written to in this transaction."""
    before = _counts()
    act()
    found: dict[str, set[str]] = {}
    for name, counts in _counts().items():
        if counts != before.get(name, (0, 0)):
            table, _, day = name.rpartition("_")
            found.setdefault(table, set()).add(day)
    return found


def _counts() -> dict[str, tuple[int, int]]:
    with connection.cursor() as cursor:
        cursor.execute(_USED)
        return {name: (scans, rows) for name, scans, rows in cursor.fetchall()}


def rows_of(table: str) -> dict[str, int]:
    """Partition -> how many rows of ``table`` lie in it; those without any are left out."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT tableoid::regclass::text, count(*) FROM {table} GROUP BY 1")  # noqa: S608 - our own name
        return dict(cursor.fetchall())
