"""Long reads: rows by a server-side cursor in binary form, so that a stream of any length needs little memory."""

from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
from django.db import connection

_CHUNK = 2_000


def chunks(name: str, query: bytes, given: Sequence[Any], size: int = _CHUNK) -> Iterator[list[Any]]:
    """The rows of ``query`` in lists of up to ``size``; ``name`` tells apart cursors that are open at once."""
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.ServerCursor[Any](connection.connection, name) as cursor:
        cursor.execute(query, given, binary=True)
        while rows := cursor.fetchmany(size):
            yield rows
