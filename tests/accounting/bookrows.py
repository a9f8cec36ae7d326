"""All rows of the books, to be compared before and after."""

from typing import Any

from django.db import connection

from accounting.services import storing

#: Tables of the books that a rebuild makes again, in an order in which they may be emptied.
REBUILT = (
    *(table.name for table in storing.TABLES),
    "accounting_streambalance",
    "accounting_cursor",
    "accounting_account",
)
KEPT = ("accounting_shiftreport",)


def rows() -> dict[str, list[Any]]:
    """Every row of every table of the books, column by column."""
    found = {}
    with connection.cursor() as cursor:
        for table in (*REBUILT, *KEPT):
            cursor.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3")  # noqa: S608 - our own names
            found[table] = sorted(cursor.fetchall(), key=repr)
    return found


def empty(*tables: str) -> None:
    """Take the rows of some tables away, as a database restored without them would."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL casino.rebuilding = 'on'")
        for table in tables:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
        cursor.execute("SET LOCAL casino.rebuilding = 'off'")
