"""Every table has its place in the record, and what the record says of its keys is so."""

import pytest
from django.apps import apps
from django.db import connection

from tests.distribution.spread import Spread

_UNIQUE = """
SELECT c.relname, i.relname, array_agg(a.attname::text)
FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(x.indkey)
WHERE x.indisunique AND c.relname = ANY(%s) GROUP BY 1, 2
"""


def test_every_table_has_one_place(spread: Spread) -> None:
    """A new table fails here until docs/adr/0032-citus.md says where its rows live."""
    ours = {
        model._meta.db_table
        for app in ("tables", "accounting")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    }
    assert spread.columns.keys() | spread.everywhere == ours
    assert spread.columns.keys() & spread.everywhere == set()


@pytest.mark.django_db
def test_a_unique_index_holds_the_column_or_has_to_change(spread: Spread) -> None:
    """A node cannot see another's rows, so what is unique over nodes has to be unique within each value."""
    with connection.cursor() as cursor:
        cursor.execute(_UNIQUE, [list(spread.columns)])
        indexes = cursor.fetchall()
    lacking: dict[str, set[str]] = {table: set() for table in spread.columns}
    for table, index, columns in indexes:
        if spread.columns[table] not in columns:
            lacking[table].add(index)
    assert lacking == spread.changes
