"""The app's database role can add to the log and the books, and can do no more to them."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg import errors

from casino import roles

ROLE = "casino_app_tried"
ACTS = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE")

Cursor = psycopg.Cursor[tuple[Any, ...]]


@pytest.fixture
def cursor(db: None) -> Iterator[Cursor]:
    """A superuser's cursor in the migrated test database; the role and its grants are rolled back with the rest."""
    where = settings.TEST_PLACES.postgres_sockets
    with psycopg.connect(host=str(where), user="postgres", dbname=connection.settings_dict["NAME"]) as superuser:
        with superuser.cursor() as found:
            roles.make_role(found, ROLE, "first-password-of-the-app")
            yield found
        superuser.rollback()


def allowed(cursor: Cursor, table: str) -> list[str]:
    cursor.execute(
        "SELECT act FROM unnest(%s::text[]) act WHERE has_table_privilege(%s, %s, act)", [[*ACTS], ROLE, table]
    )
    return [act for (act,) in cursor.fetchall()]


def test_the_log_is_among_the_tables_that_only_grow(cursor: Cursor) -> None:
    kept = roles.append_only_tables(cursor)
    assert "tables_event" in kept
    assert "tables_stream" not in kept
    assert "django_session" not in kept


def test_the_app_adds_to_the_log_and_does_no_more(cursor: Cursor) -> None:
    for table in roles.grant(cursor, ROLE):
        assert allowed(cursor, table) == ["SELECT", "INSERT"], table
    assert allowed(cursor, "tables_stream") == ["SELECT", "INSERT", "UPDATE", "DELETE"]
    assert allowed(cursor, "django_migrations") == ["SELECT"]


def test_granting_again_takes_back_what_was_given_by_hand(cursor: Cursor) -> None:
    roles.grant(cursor, ROLE)
    cursor.execute(f"GRANT ALL ON tables_event TO {ROLE}")
    assert allowed(cursor, "tables_event") == list(ACTS)
    roles.grant(cursor, ROLE)
    assert allowed(cursor, "tables_event") == ["SELECT", "INSERT"]


def test_the_app_cannot_switch_the_guards_off(cursor: Cursor) -> None:
    roles.grant(cursor, ROLE)
    cursor.execute(f"SET ROLE {ROLE}")
    with pytest.raises(errors.InsufficientPrivilege, match="must be owner of table tables_event"):
        cursor.execute("ALTER TABLE tables_event DISABLE TRIGGER ALL")


def test_the_role_may_sign_in_and_gets_a_new_password(cursor: Cursor) -> None:
    found = "SELECT rolcanlogin, rolsuper, rolcreaterole, rolpassword FROM pg_authid WHERE rolname = %s"
    before = cursor.execute(found, [ROLE]).fetchone()
    roles.make_role(cursor, ROLE, "second-password-of-the-app")
    after = cursor.execute(found, [ROLE]).fetchone()
    assert before is not None
    assert after is not None
    assert before[:3] == after[:3] == (True, False, False)
    assert before[3] != after[3]
