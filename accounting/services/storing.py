"""The rows of the books in the database: written by COPY, read back in the very same form to be compared.

One COPY a table and batch: ten times as fast as statements (perf.md §1), and all legs of a journal come in by one
statement, which is where the balance trigger looks.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection

from accounting.domain import rows as values
from accounting.domain.rows import Rows
from tables.selectors import stream_days, whole

_DAY = "{}::text"
_INSTANT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"


class BooksTable(NamedTuple):
    """A table of the books. ``part`` names its list in ``Rows``, ``key`` is its primary key.

    ``order`` is the order in which rows are compared; every row has the number of the event that made it in ``seq``.
    ``by_day``: it has a partition a gaming day.
    """

    name: str
    row: type[Any]
    part: str
    key: tuple[str, ...]
    order: tuple[str, ...] = ("seq",)
    by_day: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns, as the row's fields are called."""
        return tuple(self.row._fields)

    @property
    def selected(self) -> str:
        """The columns in a SELECT, days and instants as the text that the log has."""
        instants = dict.fromkeys(("opened_at", "closed_at", "happened_at"), _INSTANT)
        forms = {"gaming_day": _DAY, "effective_from": _DAY, **instants}
        return ", ".join(forms.get(name, "{}").format(f'"{name}"') for name in self.columns)


_EVENT = ("stream_id", "seq")
TABLES: tuple[BooksTable, ...] = (
    BooksTable("accounting_journal", values.Journal, "journals", _EVENT, by_day=True),
    BooksTable("accounting_leg", values.Leg, "legs", (*_EVENT, "line"), ("seq", "line"), by_day=True),
    BooksTable(
        "accounting_settlement",
        values.Settlement,
        "settlements",
        ("stream_id", "round", "bet", "entry"),
        ("seq", "bet", "entry"),
        by_day=True,
    ),
    BooksTable("accounting_roundresult", values.RoundResult, "rounds", _EVENT, by_day=True),
    BooksTable("accounting_periodresult", values.PeriodResult, "periods", ("stream_id", "number")),
    BooksTable("accounting_boxremoval", values.BoxRemoval, "removals", ("stream_id", "box")),
    BooksTable("accounting_boxcount", values.BoxCount, "counts", ("stream_id", "table", "box")),
    BooksTable("accounting_rakecount", values.RakeCount, "rakes", ("stream_id", "table", "box")),
    BooksTable("accounting_countclosing", values.CountClosing, "closings", ("stream_id", "session")),
    BooksTable("accounting_missingbox", values.MissingBox, "missing", (*_EVENT, "line"), ("seq", "line")),
    BooksTable("accounting_tablelisting", values.TableListing, "listings", ("stream_id", "table")),
    BooksTable("accounting_gameedge", values.GameEdge, "edges", _EVENT),
    BooksTable("accounting_cashtransaction", values.CashTransaction, "cash", (*_EVENT, "line"), ("seq", "line")),
    BooksTable("accounting_patronidentity", values.PatronIdentity, "identities", _EVENT),
)

_ADD = """
INSERT INTO accounting_streambalance (stream_id, account_id, balance)
SELECT %s, u.account, u.amount FROM unnest(%s::bigint[], %s::bigint[]) AS u(account, amount)
ON CONFLICT (stream_id, account_id) DO UPDATE SET balance = accounting_streambalance.balance + excluded.balance
"""


def write(stream_id: int, rows: Rows) -> None:
    """Insert every row and add to the stream's balances, inside the caller's transaction."""
    with connection.cursor() as cursor:
        for table in TABLES:
            lines: list[tuple[Any, ...]] = getattr(rows, table.part)
            if lines:
                columns = ", ".join(f'"{name}"' for name in table.columns)
                # Django does not turn errors that COPY raises at its end into its own, and retries go by those.
                with connection.wrap_database_errors, cursor.copy(f"COPY {table.name} ({columns}) FROM STDIN") as copy:
                    copy.write("".join(_texts(lines)))
        if rows.balances:
            cursor.execute(_ADD, [stream_id, list(rows.balances), list(rows.balances.values())])


def read(stream_id: int, after: int, last: int) -> Mapping[str, list[tuple[Any, ...]]]:
    """Table -> the rows that events ``after`` < seq <= ``last`` of a stream made, in the order in which they are made.

    A stretch of a stream fills few of the tables: one statement tells which, the others are left out.
    """
    days = stream_days.of([(stream_id, after + 1, last)])
    given: dict[str, Any] = {"stream": stream_id, "after": after, "last": last}
    given |= {"first_day": days.first, "last_day": days.last}
    with connection.cursor() as cursor:
        cursor.execute(_FILLED, given)
        filled = {name for (name,) in cursor.fetchall()}
        rows = {}
        for table in TABLES:
            if table.name in filled:
                cursor.execute(
                    f"SELECT {table.selected} FROM {table.name}"  # noqa: S608 - names of our own tables
                    f" WHERE {_within(table)} ORDER BY {', '.join(table.order)}",
                    given,
                )
                rows[table.name] = list(cursor.fetchall())
    return rows


def _within(table: BooksTable) -> str:
    """Which rows ``read`` reads."""
    by_day = " AND gaming_day BETWEEN %(first_day)s AND %(last_day)s" if table.by_day else ""
    return f"stream_id = %(stream)s AND seq > %(after)s AND seq <= %(last)s{by_day}"


_FILLED = " UNION ALL ".join(
    f"SELECT '{table.name}' WHERE EXISTS (SELECT FROM {table.name} WHERE {_within(table)})"  # noqa: S608 - our own names
    for table in TABLES
)
_BEYOND_OF = {
    table: f"SELECT '{table.name}', min(seq) FROM {table.name}"  # noqa: S608 - names of our own tables
    " WHERE stream_id = %(stream)s AND (seq > %(last)s OR seq <= 0)"
    for table in TABLES
}
# A table with a partition a day has a statement to itself: its plan holds every day that there is.
_BEYOND = (
    *(statement for table, statement in _BEYOND_OF.items() if table.by_day),
    " UNION ALL ".join(statement for table, statement in _BEYOND_OF.items() if not table.by_day),
)


def beyond(stream_id: int, last: int) -> list[tuple[str, int]]:
    """The tables that hold rows of events of a stream behind ``last``, or of none, and the first such event of each."""
    found: dict[str, int | None] = {}
    with connection.cursor() as cursor:
        for statement in _BEYOND:
            cursor.execute(statement, {"stream": stream_id, "last": last})
            found |= dict(cursor.fetchall())
    return [(table.name, first) for table in TABLES if (first := found[table.name]) is not None]


def read_balances(stream_id: int) -> dict[int, int]:
    """Account number -> balance of a stream."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT account_id, balance FROM accounting_streambalance WHERE stream_id = %s", [stream_id])
        return dict(cursor.fetchall())


def settlements_of(stream_id: int, round_number: int) -> Sequence[values.Settlement]:
    """The settlement rows of a round, in the order in which they were made."""
    return [values.Settlement(*line) for line in _of_round(TABLES[2], stream_id, round_number)]


def results_of(stream_id: int, round_number: int) -> Sequence[values.RoundResult]:
    """The result rows of a round, in the order in which they were made."""
    return [values.RoundResult(*line) for line in _of_round(TABLES[3], stream_id, round_number)]


def _of_round(table: BooksTable, stream_id: int, round_number: int) -> Iterable[tuple[Any, ...]]:
    """A round's rows lie in no day before its own, however long after it they are asked for."""
    days = stream_days.since_round(stream_id, round_number)
    with whole.history(days.first), connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {table.selected} FROM {table.name}"  # noqa: S608 - names of our own tables
            f" WHERE stream_id = %s AND round = %s AND gaming_day BETWEEN %s AND %s ORDER BY {', '.join(table.order)}",
            [stream_id, round_number, *days],
        )
        return list(cursor.fetchall())


def _texts(lines: Iterable[tuple[Any, ...]]) -> Iterable[str]:
    """COPY's text format: a line a row, tabs between, ``\\N`` for null."""
    for line in lines:
        yield "\t".join(["\\N" if v is None else (_escaped(v) if type(v) is str else str(v)) for v in line]) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
