"""The second database role: what web, worker and beat connect as in production.

The owner migrates. The app role reads and writes rows, but may neither change nor remove a line of the log or the
books, so that the append-only triggers are not the only lock: whoever takes over the app cannot switch them off.
"""

from typing import Any

from django.db.backends.utils import CursorWrapper
from psycopg import Cursor, sql

AnyCursor = CursorWrapper | Cursor[Any]

#: Which tables are append-only is read from the database itself: a trigger of theirs says so when it refuses.
_APPEND_ONLY = """
    SELECT DISTINCT c.relname FROM pg_trigger t
    JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND NOT t.tgisinternal AND p.prosrc LIKE '%%is append-only%%'
    ORDER BY 1
"""

#: With these the app asks for a day's partitions, which the owner's rights make: it has no right to make tables.
_FUNCTIONS = ("tables_day_roots()", "tables_days_missing(date, date)", "tables_day_add(date)")


def make_role(cursor: AnyCursor, role: str, password: str) -> None:
    """Makes the role, or gives it a new password; needs CREATEROLE."""
    cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
    act = "ALTER" if cursor.fetchone() else "CREATE"
    statement = sql.SQL("{} ROLE {} LOGIN PASSWORD {}")
    _run(cursor, statement, sql.SQL(act), sql.Identifier(role), sql.Literal(password))


def append_only_tables(cursor: AnyCursor) -> list[str]:
    """The tables of this database that refuse UPDATE and DELETE."""
    cursor.execute(_APPEND_ONLY)
    return [str(name) for (name,) in cursor.fetchall()]


def grant(cursor: AnyCursor, role: str) -> list[str]:
    """Gives `role` all that the app needs and no more; returns the tables that it can only add to. May run again."""
    name = sql.Identifier(role)
    for statement in (
        "GRANT USAGE ON SCHEMA public TO {}",
        "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {}",
        "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {}",
        "REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {}",
        "GRANT USAGE ON SCHEMA whole TO {}",
        "GRANT SELECT ON ALL TABLES IN SCHEMA whole TO {}",
    ):
        _run(cursor, sql.SQL(statement), name)
    for function in _FUNCTIONS:
        _run(cursor, sql.SQL("GRANT EXECUTE ON FUNCTION {} TO {}"), sql.SQL(function), name)
    kept = append_only_tables(cursor)
    for table in kept:
        _run(cursor, sql.SQL("REVOKE UPDATE, DELETE ON {} FROM {}"), sql.Identifier(table), name)
    return kept


def _run(cursor: AnyCursor, statement: sql.SQL, *parts: sql.Composable) -> None:
    composed: Any = statement.format(*parts)
    cursor.execute(composed)
