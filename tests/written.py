"""What a test has written, by PostgreSQL's own count: cheap enough to ask around every refusal."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

#: Catalogues count, too: whoever makes a partition or switches a trigger off has written. The view that sums these
#: (``pg_stat_xact_all_tables``) costs ten times as much.
_WRITTEN = """
SELECT coalesce(sum(pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
    + pg_stat_get_xact_tuples_deleted(oid)), 0)::bigint
FROM pg_class WHERE relkind = 'r'
"""

#: A table that is split is called by its own name, whichever part was written to.
_BY_TABLE = """
SELECT (CASE WHEN relispartition THEN pg_partition_root(oid) ELSE oid END)::regclass::text, sum(rows)::bigint FROM (
    SELECT oid, relispartition, pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
        + pg_stat_get_xact_tuples_deleted(oid) AS rows FROM pg_class WHERE relkind = 'r'
) counted WHERE rows > 0 GROUP BY 1
"""


def count() -> int:
    """How many rows the running transaction has written, those that were rolled back included; 0 outside of one."""
    with connection.cursor() as cursor:
        cursor.execute(_WRITTEN)
        return int(cursor.fetchone()[0])


def by_table() -> dict[str, int]:
    """Table -> how many of its rows ``count`` counts; those without any are left out."""
    with connection.cursor() as cursor:
        cursor.execute(_BY_TABLE)
        return dict(cursor.fetchall())


def since(begun: dict[str, int]) -> set[str]:
    """The tables that were written to since ``begun``, whether that was taken back or not."""
    return {table for table, rows in by_table().items() if rows != begun.get(table, 0)}


@contextmanager
def nothing(rows: Callable[[Collection[str] | None], Any]) -> Iterator[None]:
    """The block leaves ``rows(tables)`` as they were; of all tables with None.

    Where the count stands still nothing was written. Where it moved, something was written and taken back, or stayed:
    then what those tables hold is compared with what they held before, and that is put back.
    """
    if not connection.in_atomic_block:
        before = rows(None)
        yield
        assert rows(None) == before
        return
    begun, savepoint = by_table(), transaction.savepoint()
    yield
    if moved := since(begun):
        after = rows(moved)
        transaction.savepoint_rollback(savepoint)
        assert rows(moved) == after
    transaction.savepoint_commit(savepoint)
