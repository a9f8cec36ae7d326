"""Reading over days that were put away: the views of the schema ``whole`` stand before the tables of the same names.

Without a day in the archive there are no views, and a reader reads the tables. A plan of a view looks at every table of
the archive, so who reads newer days only says so.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta

from django.db import connection, transaction

_LOOK = "SELECT set_config('search_path', %s, true)"
_STEMS = (
    *("tables_event_play", "tables_bet", "tables_crowdbet", "tables_crowdsettlement"),
    *("accounting_journal", "accounting_leg", "accounting_settlement", "accounting_roundresult"),
)
"""What the partitions of the tables are called, before the day."""
# By the index of names: what is away is not walked through.
_AWAY_SINCE = """
SELECT EXISTS (
    SELECT FROM unnest(%s::text[]) AS s(stem)
    JOIN pg_class c ON c.relname > (s.stem || %s)::name AND c.relname < (s.stem || '_99999999')::name
    WHERE c.relnamespace = 'archive'::regnamespace AND c.relkind = 'r'
)
"""


@contextmanager
def history(since: date = date.min) -> Iterator[None]:
    """All reads inside see archived days as well, when any is of ``since`` or later. Nothing may be written inside: a
    view takes no rows."""
    if since > date.min and not _is_away(since):
        yield
        return
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


def _is_away(since: date) -> bool:
    """Whether a day lies in the archive that is this one or a later one."""
    with connection.cursor() as cursor:
        cursor.execute(_AWAY_SINCE, [list(_STEMS), f"_{since - timedelta(days=1):%Y%m%d}~"])
        ((away,),) = cursor.fetchall()
    return bool(away)
