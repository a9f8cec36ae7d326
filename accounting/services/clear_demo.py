"""Taking away a demo house whose making was interrupted, so that it can be made anew.

The log is append-only, and nothing here opens it for a house that anybody works in: a demo that is not finished has
no terminal, so nobody can have signed on at a table, and it must be the only house of the database.
"""

from django.apps import apps
from django.db import connection, transaction
from psycopg import sql

from tables.models.house import Casino
from tables.services.simulation import demo_house

_APPS = ("tables", "accounting", "sessions")


def clear_unfinished(casino: str) -> None:
    """Empty every table of the floor and of the books. ValueError unless the unfinished demo is all there is."""
    if demo_house.is_finished(casino):
        raise ValueError(f"{casino} is finished")
    others = Casino.objects.exclude(code=casino).order_by("code").values_list("code", flat=True)
    if others:
        raise ValueError(f"{', '.join(others)} stand beside {casino}")
    names = [
        sql.Identifier(model._meta.db_table)
        for app in _APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model._meta.managed
    ]
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET LOCAL casino.may_truncate = 'on'")
        cursor.execute(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(names)))
