"""Rows that belong to no stream: nothing else would ever look at them."""

from collections.abc import Iterator

from django.db import connection

from accounting.domain.chart import PLACES_A_STREAM
from accounting.models.audits import NO_HOUSE
from accounting.services import storing
from accounting.services.verify.findings import Finding

_STRAY = """
SELECT {column} FROM {table} t WHERE NOT EXISTS (SELECT FROM tables_stream s WHERE s.id = {owner}) LIMIT 1
"""
_OTHERS = (
    "tables_event",
    "tables_crowdround",
    "tables_crowdbet",
    "tables_crowdsettlement",
    "tables_crowdchunk",
    "accounting_streambalance",
    "accounting_shiftreport",
    "accounting_exceptionexplained",
    "accounting_daylock",
    "accounting_dayadjustment",
    "accounting_daytotal",
)


def check() -> Iterator[Finding]:
    """One finding a table that holds a row of no stream."""
    tables = [*_OTHERS, *(table.name for table in storing.TABLES)]
    asked = [(table, "t.stream_id", "t.stream_id") for table in tables]
    asked.append(("accounting_account", "t.id", f"t.id / {PLACES_A_STREAM}"))
    with connection.cursor() as cursor:
        for table, column, owner in asked:
            cursor.execute(_STRAY.format(table=table, column=column, owner=owner))
            row = cursor.fetchone()
            if row is not None:
                what = table.partition("_")[2]
                yield Finding(NO_HOUSE, f"{what} {row[0]} belongs to no stream")
