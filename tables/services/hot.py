"""Statements of the hot path, prepared once a connection and sent without Django's cursor wrappers (perf.md §5).

A key press runs a handful of the same statements over and over; planning them each time and building the text on
the client cost more than the work itself. Everything else uses the ORM or ``connection.cursor()``.
"""

from collections.abc import Sequence
from typing import Any

import psycopg
from django.db import connection


def run(sql: str, parameters: Sequence[Any]) -> "psycopg.Cursor[tuple[Any, ...]]":
    """Run ``sql`` (a constant of the calling module) inside the open transaction; errors are Django's."""
    if not connection.in_atomic_block:
        raise RuntimeError("the hot path runs inside an entry's transaction")
    with connection.wrap_database_errors:
        cursor: psycopg.Cursor[tuple[Any, ...]] = psycopg.Cursor(connection.connection)
        return cursor.execute(sql.encode(), parameters, prepare=True)
