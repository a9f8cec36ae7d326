"""What a test has written, by PostgreSQL's own count: cheap enough to ask around every refusal."""

from collections.abc import Callable, Iterator
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


def count() -> int:
    """How many rows the running transaction has written, those that were rolled back included; 0 outside of one."""
    with connection.cursor() as cursor:
        cursor.execute(_WRITTEN)
        return int(cursor.fetchone()[0])


@contextmanager
def nothing(rows: Callable[[], Any]) -> Iterator[None]:
    """The block leaves ``rows()`` as they were.

    Where the count stands still nothing was written. Where it moved, something was written and taken back, or stayed:
    then what is there is compared with what was there before, and that is put back.
    """
    if not connection.in_atomic_block:
        before = rows()
        yield
        assert rows() == before
        return
    begun, savepoint = count(), transaction.savepoint()
    yield
    if count() != begun:
        after = rows()
        transaction.savepoint_rollback(savepoint)
        assert rows() == after
    transaction.savepoint_commit(savepoint)
