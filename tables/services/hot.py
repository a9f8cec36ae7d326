"""Statements of the hot path, prepared once a connection and sent without Django's cursor wrappers (perf.md §5).

A key press runs a handful of the same statements over and over; planning them each time and building the text on
the client cost more than the work itself. Everything else uses the ORM or ``connection.cursor()``.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import psycopg
from django.db import connection

Statement = tuple[str, Sequence[Any]]
Element = int | str | bytes | None


def run(sql: str, parameters: Sequence[Any]) -> "psycopg.Cursor[tuple[Any, ...]]":
    """Run ``sql`` (a constant of the calling module) inside the open transaction; errors are Django's."""
    with connection.wrap_database_errors:
        return _cursor().execute(_encoded(sql), parameters, prepare=True, binary=True)


def run_as_one(statements: Sequence[Statement]) -> None:
    """Run writes that do not see each other's effects (each its own table) as one statement, in one round trip.

    Waking the server costs more than most of the writes. They become the members of one ``WITH``.
    """
    texts = tuple(sql for sql, _ in statements)
    run(_together(texts), [parameter for _, parameters in statements for parameter in parameters])


def array(values: Iterable[Element]) -> str:
    """An array as PostgreSQL writes it, for a parameter that the statement casts (``%s::bigint[]``).

    psycopg looks at each list for the types it holds, and at each quotation mark of a text by itself: twice the time of
    all that a statement's other parameters take.
    """
    return "{" + ",".join(map(_element, values)) + "}"


def _element(value: Element) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, bytes):
        return f'"\\\\x{value.hex()}"'
    return "NULL" if value is None else str(value)


@lru_cache(maxsize=256)
def _encoded(sql: str) -> bytes:
    return sql.encode()


@lru_cache(maxsize=256)
def _together(texts: tuple[str, ...]) -> str:
    *first, last = texts
    members = ", ".join(f"w{number} AS ({sql})" for number, sql in enumerate(first))
    return f"WITH {members} {last}" if members else last


def _cursor() -> "psycopg.Cursor[tuple[Any, ...]]":
    if not connection.in_atomic_block:
        raise RuntimeError("the hot path runs inside an entry's transaction")
    return psycopg.Cursor(connection.connection)
