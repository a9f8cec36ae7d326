"""Reading over days that were put away: the views of the schema ``whole`` stand before the tables of the same names.

Without a day in the archive there are no views, and a reader reads the tables.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from django.db import connection, transaction

_LOOK = "SELECT set_config('search_path', %s, true)"


@contextmanager
def history() -> Iterator[None]:
    """All reads inside see archived days as well. Nothing may be written inside: a view takes no rows."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('search_path')")
        ((before,),) = cursor.fetchall()
        cursor.execute(_LOOK, ["whole, public"])
        yield
        cursor.execute(_LOOK, [before])


def archived() -> list[date]:
    """The days that lie in the archive, the oldest first."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM tables_days_archived()")
        return [day for (day,) in cursor.fetchall()]
