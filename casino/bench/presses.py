"""A committed key press inside the process, against a bare INSERT and COMMIT on the same connection."""

from collections.abc import Iterator

from django.db import connection, transaction

from casino.bench.floors import open_press_table
from casino.bench.measure import Line, in_turns, time_against


def make_bare_table() -> None:
    """The baseline's one table: an identity key and one JSON column."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS bench_bare"
            " (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body jsonb NOT NULL)"
        )


def bare_insert() -> None:
    """One row, one commit."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_bare (body) VALUES (%s)", ['{"bet": 1, "amount": 2500}'])


def lines(presses: int) -> Iterator[Line]:
    """Press and insert in turns, so that both wait for the same disk."""
    make_bare_table()
    table = open_press_table()
    inputs = table.inputs()
    ours, bare = in_turns(presses, lambda: table.press(next(inputs)), bare_insert, warm_up=60)
    yield time_against("a committed press, in process", ours, "bare INSERT + COMMIT", bare, "<= 4 x", 4)
