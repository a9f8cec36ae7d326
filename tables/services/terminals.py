"""Devices on the floor: registered by the house, enrolled once by a one-time code, revoked at once.

A device proves itself by a token of 256 random bits; the database only knows its SHA-256. Codes and tokens are in no
event, receipt or log line, so they are shown once and never again.
"""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from tables.domain import names, permissions
from tables.domain.actors import Actor, instant, system_actor
from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.models import terminals
from tables.selectors import codes
from tables.selectors.actors import digest
from tables.services import attempts, sign_ons
from tables.services.house_stream import house_entry

ENROLMENT = timedelta(minutes=15)
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0 O 1 I: the code is read off one screen and keyed into another
_CODE_LENGTH = 12


@dataclass(frozen=True, slots=True)
class EnrolledTerminal:
    """A device that has just been enrolled. ``token`` is its secret for life."""

    terminal: str
    casino: str
    table: str | None
    token: str = field(repr=False)


def register_terminal(*, actor: Actor, at: datetime, terminal: str, table: str | None) -> dict[str, Any]:
    """Prepare a device, bound to ``table`` or to none (an office or pit device), for enrolment within 15 minutes.

    The answer holds the one-time ``enrolment_code``. A known terminal is registered anew: its token and sign-ons end,
    so a lost code, a stolen device and a moved one are all mended by the same act. That also makes a repeat harmless,
    so there is no idempotency key and the code is kept in no receipt. Refused: ``no_such_table``.
    """
    permissions.require(actor, "manage_terminals")
    names.require_code(terminal)
    code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
    with house_entry(actor=actor, at=at, request={}) as entry:
        row, _ = terminals.Terminal.objects.update_or_create(
            casino_id=actor.casino_id,
            code=terminal,
            defaults={
                "table": codes.table(actor.casino_id, table) if table is not None else None,
                "enrolment_digest": digest(code),
                "enrolment_expires_at": at + ENROLMENT,
                "token_digest": "",
                "revoked_at": None,
            },
        )
        entry.record("terminal_registered", {"terminal": terminal, "table": table})
        sign_ons.end_at_terminal(entry, row)
        entry.answer = {"terminal": terminal, "table": table, "expires_at": instant(at + ENROLMENT)}
    return {**entry.answer, "enrolment_code": code}


def enrol_terminal(*, at: datetime, code: str) -> EnrolledTerminal:
    """Exchange the one-time code for the device's token. Refused (403): ``enrolment_refused``, whatever is wrong."""
    waiting = _waiting(code, at)
    if waiting is None:
        raise NotAllowed("enrolment_refused")
    token = secrets.token_urlsafe(32)
    house_itself = system_actor(waiting.casino_id, waiting.casino.code)
    with house_entry(actor=house_itself, at=at, request={}) as entry:
        row = _waiting(code, at)  # again, under the lock: the code works once
        if row is None:
            raise NotAllowed("enrolment_refused")
        row.token_digest, row.enrolment_digest, row.enrolment_expires_at = digest(token), "", None
        row.save(update_fields=["token_digest", "enrolment_digest", "enrolment_expires_at"])
        entry.record("terminal_enrolled", {"terminal": row.code})
    return EnrolledTerminal(
        terminal=row.code, casino=row.casino.code, table=row.table.code if row.table else None, token=token
    )


def revoke_terminal(*, actor: Actor, at: datetime, terminal: str, key: str | None = None) -> dict[str, Any]:
    """Cut a device off: its token, its code and every sign-on at it end with this commit.

    Refused: ``no_such_terminal``, ``already_revoked``.
    """
    permissions.require(actor, "manage_terminals")
    request = {"do": "revoke_terminal", "terminal": terminal}
    with house_entry(actor=actor, at=at, request=request, key=key) as entry:
        if not entry.repeated:
            row = terminals.Terminal.objects.filter(casino_id=actor.casino_id, code=terminal).first()
            if row is None:
                raise NotFound("no_such_terminal")
            if row.revoked_at is not None:
                raise Conflict("already_revoked")
            row.revoked_at, row.token_digest, row.enrolment_digest = at, "", ""
            row.save(update_fields=["revoked_at", "token_digest", "enrolment_digest"])
            entry.record("terminal_revoked", {"terminal": terminal})
            sign_ons.end_at_terminal(entry, row)
            entry.answer = {"terminal": terminal}
    return entry.answer


def unlock_terminal(*, actor: Actor, at: datetime, terminal: str, key: str | None = None) -> dict[str, Any]:
    """Forget the wrong PINs that were keyed at a device, so that people can sign there again.

    They count on for the badges they were keyed under. ``failures`` in the answer is how many there were. Refused:
    ``no_such_terminal``.
    """
    permissions.require(actor, "unlock_terminal")
    request = {"do": "unlock_terminal", "terminal": terminal}
    with house_entry(actor=actor, at=at, request=request, key=key) as entry:
        if not entry.repeated:
            if not terminals.Terminal.objects.filter(casino_id=actor.casino_id, code=terminal).exists():
                raise NotFound("no_such_terminal")
            data = {"terminal": terminal, "failures": attempts.clear_place(actor.casino_id, terminal, at)}
            entry.record("terminal_unlocked", data)
            entry.answer = dict(data)
    return entry.answer


def _waiting(code: str, at: datetime) -> terminals.Terminal | None:
    """The terminal that waits for ``code`` now; blanks and hyphens are how people read a code aloud."""
    plain = code.replace("-", "").replace(" ", "").upper()
    rows = terminals.Terminal.objects.select_related("casino", "table")
    return rows.filter(enrolment_digest=digest(plain), enrolment_expires_at__gt=at, revoked_at=None).first()
