"""Every statement that goes to the database, those that are prepared past Django's own cursors included."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements sent inside the block, as they are sent."""
    sent: list[str] = []
    real: Any = psycopg.Cursor.execute

    def execute(cursor: Any, query: Any, *args: Any, **kwargs: Any) -> Any:
        sent.append(query.decode() if isinstance(query, bytes) else str(query))
        return real(cursor, query, *args, **kwargs)

    psycopg.Cursor.execute = execute  # type: ignore[method-assign, assignment]
    try:
        yield sent
    finally:
        psycopg.Cursor.execute = real  # type: ignore[method-assign]
