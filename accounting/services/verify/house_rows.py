"""The rows of a house, in the forms in which ``house_fold`` makes them. A code of another house's thing reads as null.

Nothing secret is read: of hashes and digests only whether there is one.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.db import connection

from accounting.services.verify.house_fold import Row, Rows, numbered

_AT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
_CLOCK = "to_char(starts_at, 'HH24:MI:SS.US')"

_QUERIES: Mapping[str, tuple[int, str]] = {
    "casino": (
        0,
        """
        SELECT code, name, currency, exponent, time_zone, early_count_minutes, undo_seconds, settings_version
        FROM tables_casino WHERE id = %s
        """,
    ),
    "stream": (
        1,
        """
        SELECT s.key, s.kind, t.code AS "table"
        FROM tables_stream s LEFT JOIN tables_gamingtable t ON t.id = s.table_id AND t.casino_id = s.casino_id
        WHERE s.casino_id = %s
        """,
    ),
    "day start": (
        1,
        f"""
        SELECT effective_from::text, {_CLOCK} AS starts_at FROM tables_gamingdaystart WHERE casino_id = %s
        """,  # noqa: S608 - forms of our own columns
    ),
    "shift": (
        2,
        f"""
        SELECT effective_from::text, code, {_CLOCK} AS starts_at FROM tables_shiftstart WHERE casino_id = %s
        """,  # noqa: S608
    ),
    "rule pack": (
        1,
        """
        SELECT effective_from::text, name, version, "values"::text AS "values"
        FROM tables_rulepackchoice WHERE casino_id = %s
        """,
    ),
    "chip set": (1, "SELECT code, kind FROM tables_chipset WHERE casino_id = %s"),
    "denomination": (
        2,
        """
        SELECT c.code, d.value, d.colour, d.letter, d.retired
        FROM tables_denomination d JOIN tables_chipset c ON c.id = d.chip_set_id WHERE c.casino_id = %s
        """,
    ),
    "house rules": (2, 'SELECT game, version, "values"::text AS "values" FROM tables_houserules WHERE casino_id = %s'),
    "pit": (1, "SELECT code, name, deal_minutes, rest_minutes FROM tables_pit WHERE casino_id = %s"),
    "table": (
        1,
        """
        SELECT t.code, p.code AS pit, h.game, h.version AS rules_version, t.spots, c.code AS chip_set, t.card_source,
               t.licensed_maximum, t.map_x, t.map_y
        FROM tables_gamingtable t
        LEFT JOIN tables_pit p ON p.id = t.pit_id AND p.casino_id = t.casino_id
        LEFT JOIN tables_houserules h ON h.id = t.rules_id AND h.casino_id = t.casino_id
        LEFT JOIN tables_chipset c ON c.id = t.chip_set_id AND c.casino_id = t.casino_id
        WHERE t.casino_id = %s
        """,
    ),
    "crowd of": (
        1,
        """
        SELECT t.code, s.key AS stream, w.patron_limit, w.spot_limit, w.round_limit
        FROM tables_crowd w JOIN tables_gamingtable t ON t.id = w.table_id JOIN tables_stream s ON s.id = w.stream_id
        WHERE t.casino_id = %s
        """,
    ),
    "person": (
        1,
        f"""
        SELECT badge, username, name, licence, licence_expires_on::text AS licence_expires_on, pin <> '' AS has_pin,
               pin_one_time, {_AT.format("pin_set_at")} AS pin_set_at, password_one_time,
               {_AT.format("password_set_at")} AS password_set_at, is_active, is_staff
        FROM tables_staffmember WHERE casino_id = %s
        """,  # noqa: S608 - forms of our own columns
    ),
    "game of": (
        2,
        """
        SELECT m.badge, g.game FROM tables_gamesignoff g JOIN tables_staffmember m ON m.id = g.staff_id
        WHERE m.casino_id = %s
        """,
    ),
    "terminal": (
        1,
        f"""
        SELECT d.code, t.code AS "table", d.enrolment_digest <> '' AS waits, d.token_digest <> '' AS enrolled,
               {_AT.format("d.enrolment_expires_at")} AS enrolment_expires_at,
               {_AT.format("d.revoked_at")} AS revoked_at
        FROM tables_terminal d LEFT JOIN tables_gamingtable t ON t.id = d.table_id AND t.casino_id = d.casino_id
        WHERE d.casino_id = %s
        """,  # noqa: S608 - forms of our own columns
    ),
    "patron": (
        1,
        """
        SELECT p.code, (SELECT count(*) FROM tables_patronpast x WHERE x.patron_id = p.id) AS corrections
        FROM tables_patron p WHERE p.casino_id = %s
        """,
    ),
    "credit line": (
        2,
        f"""
        SELECT p.code, l.effective_from::text, l."limit", l.source, m.badge AS set_by,
               {_AT.format("l.set_at")} AS set_at
        FROM tables_creditline l JOIN tables_patron p ON p.id = l.patron_id
        LEFT JOIN tables_staffmember m ON m.id = l.set_by_id AND m.casino_id = p.casino_id
        WHERE p.casino_id = %s
        """,  # noqa: S608 - forms of our own columns
    ),
}
"""What a row is called -> how many columns are its key, and its query."""

_SPANS: Mapping[str, tuple[str, str, str]] = {
    "role": (
        "since",
        "until",
        f"""
        SELECT m.badge, r.role, {_AT.format("r.since")} AS since, {_AT.format("r.until")} AS until
        FROM tables_roleheld r JOIN tables_staffmember m ON m.id = r.staff_id WHERE m.casino_id = %s
        """,  # noqa: S608
    ),
    "charge of pit": (
        "since",
        "until",
        f"""
        SELECT p.code, coalesce(m.badge, ''), {_AT.format("a.since")} AS since, {_AT.format("a.until")} AS until
        FROM tables_pitassignment a JOIN tables_pit p ON p.id = a.pit_id
        LEFT JOIN tables_staffmember m ON m.id = a.staff_id AND m.casino_id = p.casino_id
        WHERE p.casino_id = %s
        """,  # noqa: S608
    ),
    "sign-on": (
        "signed_on_at",
        "signed_off_at",
        f"""
        SELECT m.badge, coalesce(t.code, ''), {_AT.format("o.signed_on_at")} AS signed_on_at,
               {_AT.format("o.expires_at")} AS expires_at, {_AT.format("o.signed_off_at")} AS signed_off_at
        FROM tables_signon o JOIN tables_staffmember m ON m.id = o.staff_id
        LEFT JOIN tables_terminal t ON t.id = o.terminal_id
        WHERE m.casino_id = %s
        """,  # noqa: S608
    ),
}
"""What a row is called -> the columns in which it begins and ends, and its query; its first two columns are its key."""


def sections(casino_id: int) -> Mapping[str, Rows]:
    """Every kind of row of a casino by key, as ``HouseFold.sections`` names them."""
    found: dict[str, Rows] = {}
    for what, (keys, query) in _QUERIES.items():
        found[what] = {_key(row, keys): row for row in _rows(query, casino_id)}
    for what, (begins, ends, query) in _SPANS.items():
        grouped: dict[tuple[str, ...], list[Row]] = {}
        for row in _rows(query, casino_id):
            grouped.setdefault(_pair(row), []).append(row)
        found[what] = numbered(grouped, begins, ends)
    return found


def _key(row: Row, columns: int) -> Any:
    """Take the key out of a row: nothing, one value, or a tuple."""
    key = tuple(row.pop(name) for name in list(row)[:columns])
    return "" if not key else key[0] if len(key) == 1 else key


def _pair(row: Row) -> tuple[str, ...]:
    first, second = list(row)[:2]
    return row.pop(first), row.pop(second)


def _rows(query: str, casino_id: int) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(query, [casino_id])
        names = [column.name for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    for row in rows:
        if "values" in row:
            row["values"] = json.loads(row["values"])
    return rows
