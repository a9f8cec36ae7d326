"""Rows that belong to no stream: nothing else would ever look at them."""

from collections.abc import Iterator

from django.db import connection

from accounting.domain.chart import PLACES_A_STREAM
from accounting.models.audits import NO_HOUSE
from accounting.services import storing
from accounting.services.verify.findings import Finding

_BY_DAY = (
    *("tables_event", "tables_crowdbet", "tables_crowdsettlement"),
    *(table.name for table in storing.TABLES if table.by_day),
)
_WHOLE = (
    *("tables_crowdround", "tables_crowdchunk", "accounting_streambalance", "accounting_shiftreport"),
    *("accounting_exceptionexplained", "accounting_daylock", "accounting_dayadjustment", "accounting_daytotal"),
    *(table.name for table in storing.TABLES if not table.by_day),
)


def _strays(table: str, column: str = "t.stream_id", owner: str = "t.stream_id") -> str:
    """Asks for a row of no stream; ``owner`` says of which stream a row is."""
    return (
        f"(SELECT '{table.partition('_')[2]}', {column} FROM {table} t"  # noqa: S608 - names of our own tables
        f" WHERE NOT EXISTS (SELECT FROM tables_stream s WHERE s.id = {owner}) LIMIT 1)"
    )


# A table with a partition a day has a statement to itself: its plan holds every day that there is.
_STATEMENTS = (
    *map(_strays, _BY_DAY),
    " UNION ALL ".join(
        [*map(_strays, _WHOLE), _strays("accounting_account", "t.id", f"t.id / {PLACES_A_STREAM}")],
    ),
)


def check() -> Iterator[Finding]:
    """One finding a table that holds a row of no stream."""
    with connection.cursor() as cursor:
        for statement in _STATEMENTS:
            cursor.execute(statement)
            for what, number in sorted(cursor.fetchall()):
                yield Finding(NO_HOUSE, f"{what} {number} belongs to no stream")
