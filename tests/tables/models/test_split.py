"""A table is split by gaming day with every row that it has, or not at all (migration 0029)."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests import partitions

pytestmark = pytest.mark.django_db

SPLIT = "SELECT tables_split('kept', 'gaming_day, number', false, '', %s)"


@pytest.fixture(autouse=True)
def kept() -> None:
    """Three rows of two days, in a table of the old kind."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE kept (gaming_day date, number int, PRIMARY KEY (gaming_day, number))")
        cursor.execute("INSERT INTO kept VALUES ('2026-03-04', 1), ('2026-03-04', 2), ('2026-03-05', 3)")


def test_every_row_goes_to_its_day() -> None:
    with connection.cursor() as cursor:
        cursor.execute(SPLIT, ["SELECT * FROM kept_unsplit"])
    assert partitions.rows_of("kept") == {"days.kept_20260304": 2, "days.kept_20260305": 1}


def test_rows_whose_day_nobody_knows_stop_it() -> None:
    with (
        pytest.raises(IntegrityError, match="kept has 3 rows, and a day is known of 2"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(SPLIT, ["SELECT * FROM kept_unsplit WHERE number < 3"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT number FROM kept ORDER BY number")
        assert cursor.fetchall() == [(1,), (2,), (3,)]
