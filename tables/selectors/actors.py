"""Who is acting: the actor behind a token, found in one query, because every request starts with it.

Whoever is of the team of a running count acts in no role that reads the pit's figures: a count is worth what its
counters do not know (domain.md §1.1). A second query is asked only for who holds such a role beside the counter's.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from secrets import compare_digest
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

from tables.domain.actors import Actor, Role
from tables.domain.permissions import READS_ESTIMATES

SESSION_KEY = "sign_on"
"""Where a browser's session keeps the digest of its sign-on; the session itself lives on the server."""
BROWSER_KEY = "browser"
"""Where it keeps which cookie of this browser it is bound to: name and SHA-256 of the value."""
DEVICE_COOKIE = f"{settings.HOST_COOKIE}terminal"
"""An enrolled device's token, in its browser."""
DESK_COOKIE = f"{settings.HOST_COOKIE}desk"
"""The signed number of an office's browser."""
USED_KEY = "used_at"
"""Where an office's session keeps when its person did something last, in seconds; a terminal's session has none."""

_COUNTS = """
SELECT EXISTS (
    SELECT FROM tables_countsession c
    WHERE c.casino_id = %s AND c.status = 'open' AND c.team @> to_jsonb(ARRAY[%s::text])
)
"""
_COLUMNS = """
SELECT c.id, c.code, s.id, s.badge, s.name, t.id, t.code, t.table_id,
       ARRAY(SELECT r.role FROM tables_roleheld r WHERE r.staff_id = s.id AND r.until IS NULL)
"""
_BY_SIGN_ON = f"""
{_COLUMNS}
FROM tables_signon o
JOIN tables_staffmember s ON s.id = o.staff_id AND s.is_active
JOIN tables_casino c ON c.id = s.casino_id
LEFT JOIN tables_terminal t ON t.id = o.terminal_id
WHERE o.digest = %s AND o.signed_off_at IS NULL AND o.expires_at > %s AND t.revoked_at IS NULL
"""
_BY_STAFF = f"""
{_COLUMNS}
FROM tables_staffmember s
JOIN tables_casino c ON c.id = s.casino_id
LEFT JOIN tables_terminal t ON t.casino_id = c.id AND t.code = %s
WHERE s.id = %s AND s.is_active
"""
_BY_BADGE = f"""
{_COLUMNS}
FROM tables_staffmember s
JOIN tables_casino c ON c.id = s.casino_id AND c.code = %s
LEFT JOIN tables_terminal t ON FALSE
WHERE s.badge = %s AND s.is_active
"""


def digest(token: str) -> str:
    """SHA-256 (hex) of a token: the only form in which the database knows it. Tokens are random, so no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def actor_for_token(token: str, at: datetime) -> Actor | None:
    """Who signed on with ``token``, or None.

    None when it is unknown, expired or ended, when its terminal was revoked, and when the person has left.
    """
    return actor_for_digest(digest(token), at)


def actor_for_session(session: Mapping[str, Any], cookies: Mapping[str, str], at: datetime) -> Actor | None:
    """Who is signed on in this browser, or None, also where nobody has done anything for long.

    A session is good only in the browser in which it began: its key, read in another place or in the database, is
    worth nothing without the cookie of that device or desk, which the database knows by its digest alone.
    """
    kept = session.get(SESSION_KEY)
    if is_idle(session, at) or not _is_at_home(session, cookies):
        return None
    return actor_for_digest(kept, at) if isinstance(kept, str) else None


def bound_to(name: str, value: str) -> str:
    """What a session keeps under ``BROWSER_KEY`` to be good only beside this cookie."""
    return f"{name} {digest(value)}"


def _is_at_home(session: Mapping[str, Any], cookies: Mapping[str, str]) -> bool:
    kept = session.get(BROWSER_KEY)
    if not isinstance(kept, str):
        return False
    name = kept.partition(" ")[0]
    return name in cookies and compare_digest(kept, bound_to(name, cookies[name]))


def is_idle(session: Mapping[str, Any], at: datetime) -> bool:
    """Whether nobody has done anything in this office's browser for ``OFFICE_IDLE_MINUTES`` (ASVS 7.3.1).

    A terminal is never idle: a dealer between two rounds, or in a long one, must not be locked out, and whoever signs
    there keys his PIN anew.
    """
    used = session.get(USED_KEY)
    return isinstance(used, int) and at.timestamp() - used > settings.OFFICE_IDLE_MINUTES * 60


def actor_for_digest(sign_on: str, at: datetime) -> Actor | None:
    """Who signed on with the token of this digest, or None."""
    return _one(_BY_SIGN_ON, [sign_on, at])


def actor_for_staff(staff_id: int, terminal: str = "") -> Actor | None:
    """The person as an actor without a sign-on, for commands and tasks that act in a person's name; None if gone."""
    return _one(_BY_STAFF, [terminal, staff_id])


def actor_for_badge(casino: str, badge: str) -> Actor | None:
    """The person with this badge in the casino of this code, for an operator's command in his name; None if gone."""
    return _one(_BY_BADGE, [casino, badge])


def _one(query: str, values: list[Any]) -> Actor | None:
    with connection.wrap_database_errors:
        connection.ensure_connection()
        # Every request starts with this join, and planning it costs three times as much as running it.
        row = psycopg.Cursor(connection.connection).execute(query.encode(), values, prepare=True).fetchone()
    if row is None:
        return None
    casino_id, casino, staff_id, badge, name, terminal_id, terminal, table_id, roles = row
    return Actor(
        casino_id=casino_id,
        casino=casino,
        staff_id=staff_id,
        badge=badge,
        name=name,
        roles=_roles(casino_id, badge, frozenset(Role(role) for role in roles)),
        terminal_id=terminal_id,
        terminal=terminal or "",
        table_id=table_id,
    )


def _roles(casino_id: int, badge: str, held: frozenset[Role]) -> frozenset[Role]:
    """The roles in which a person acts now: while he counts, without those that read what he should find."""
    if Role.COUNTER not in held or held.isdisjoint(READS_ESTIMATES):
        return held
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [casino_id, badge])
        ((counts,),) = cursor.fetchall()
    return held - READS_ESTIMATES if counts else held
