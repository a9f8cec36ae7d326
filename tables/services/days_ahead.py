"""The partitions of gaming days to come, made before anybody plays in them (docs/adr/0031-history-by-gaming-day.md).

A day without one loses nothing: its rows go to the partition for all other days, and move when the day is made.
"""

from datetime import date, timedelta

from django.db import connection, transaction

AHEAD = 14
"""So many days from today on have their partitions: two weeks in which the timetable may stand still."""


def prepare(today: date) -> list[date]:
    """Make what is missing from yesterday on, and the days of rows that had none; the days that were made.

    A day is a transaction of its own, so a run that is stopped has lost nothing and the next one goes on. Raises
    OperationalError when readers hold the tables longer than two seconds: then try again.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT day FROM tables_days_missing(%s, %s) AS day ORDER BY day",
            [today - timedelta(days=1), today + timedelta(days=AHEAD)],
        )
        missing = [day for (day,) in cursor.fetchall()]
    for day in missing:
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute("SELECT tables_day_add(%s)", [day])
    return missing
