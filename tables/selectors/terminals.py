"""Devices of the house and who is signed on. No token, code or digest is ever read out."""

from dataclasses import dataclass
from datetime import datetime

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.models import terminals
from tables.selectors.actors import digest


@dataclass(frozen=True, slots=True)
class Device:
    """A device as it knows itself: its terminal's code, and the table it stands at; None for an office device."""

    terminal: str
    table: str | None


@dataclass(frozen=True, slots=True)
class TerminalView:
    """A device of the house: ``enrolled``, ``waiting`` for its code until ``expires_at``, ``expired`` or ``revoked``.

    ``badge`` and ``name`` are whoever is signed on at it since ``since``.
    """

    terminal: str
    table: str | None
    status: str
    expires_at: datetime | None
    revoked_at: datetime | None
    badge: str | None
    name: str | None
    since: datetime | None


@dataclass(frozen=True, slots=True)
class SignedOnView:
    """Somebody signed on; ``terminal`` is empty without a device, ``table`` is the one the device is bound to."""

    badge: str
    name: str
    terminal: str
    table: str | None
    since: datetime
    expires_at: datetime


def device_of(token: str) -> Device | None:
    """The enrolled device that this token belongs to, or None. For the device itself, before anybody is signed on."""
    if not token:
        return None
    known = terminals.Terminal.objects.filter(token_digest=digest(token), revoked_at=None).select_related("table")
    row = known.first()
    return Device(row.code, row.table.code if row.table else None) if row else None


def devices(actor: Actor, at: datetime) -> list[TerminalView]:
    """Every device of the house, by its code, with who is signed on at it. Refused: ``not_permitted``."""
    permissions.require(actor, "manage_terminals")
    here = {on.terminal: on for on in _signed_on(actor.casino_id, at) if on.terminal}
    rows = terminals.Terminal.objects.filter(casino_id=actor.casino_id).select_related("table").order_by("code")
    found = []
    for row in rows:
        on = here.get(row.code)
        found.append(
            TerminalView(
                terminal=row.code,
                table=row.table.code if row.table else None,
                status=_status(row, at),
                expires_at=row.enrolment_expires_at,
                revoked_at=row.revoked_at,
                badge=on.badge if on else None,
                name=on.name if on else None,
                since=on.since if on else None,
            )
        )
    return found


def signed_on(actor: Actor, at: datetime) -> list[SignedOnView]:
    """Everybody who is signed on now, the longest first. Refused: ``not_permitted``."""
    permissions.require(actor, "read_staff")
    return _signed_on(actor.casino_id, at)


def _signed_on(casino_id: int, at: datetime) -> list[SignedOnView]:
    running = terminals.SignOn.objects.filter(
        staff__casino_id=casino_id, staff__is_active=True, signed_off_at=None, expires_at__gt=at
    )
    rows = running.select_related("staff", "terminal__table").order_by("signed_on_at", "digest")
    return [
        SignedOnView(
            badge=row.staff.badge,
            name=row.staff.name,
            terminal=row.terminal.code if row.terminal else "",
            table=row.terminal.table.code if row.terminal and row.terminal.table else None,
            since=row.signed_on_at,
            expires_at=row.expires_at,
        )
        for row in rows
    ]


def _status(row: terminals.Terminal, at: datetime) -> str:
    if row.revoked_at is not None:
        return "revoked"
    if row.token_digest:
        return "enrolled"
    waits = row.enrolment_expires_at is not None and row.enrolment_expires_at > at
    return "waiting" if waits else "expired"
