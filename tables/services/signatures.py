"""Signatures: another person's badge and PIN inside the same request, proved before any stream is locked.

A signature is made by a person in a role he holds, over the content he saw; one per role of a document, and persons
are compared, never roles (domain.md §1.1, T-100).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tables.domain import guessing
from tables.domain.actors import Actor, Role, Signature
from tables.domain.canonical import content_hash
from tables.domain.errors import NotAllowed
from tables.models import staff
from tables.services import attempts, clock, pin_hashes, secret_age


@dataclass(frozen=True, slots=True)
class SignatureRequest:
    """Badge and PIN as a person keyed them in. The PIN shows in no repr and never reaches a log or an event."""

    badge: str
    pin: str = field(repr=False)


def verify(
    *,
    casino: int,
    badge: str,
    pin: str,
    role: Role | str,
    terminal: str,
    content: Mapping[str, Any],
    at: datetime,
    asker: str = "",
) -> Signature:
    """The signature of the person with ``badge`` and ``pin`` in ``role`` under ``content``; ``casino`` is its row id.

    Runs in a transaction of its own, so it must be called before the entry. Refused (403): ``pin_locked``,
    ``terminal_locked``, ``wrong_badge_or_pin``, ``one_time_pin``, ``pin_too_old``, ``role_not_held``,
    ``licence_expired``.
    """
    member = prove(casino=casino, badge=badge, pin=pin, terminal=terminal, at=at, asker=asker)
    return _signature(member, role, terminal, content, at)


def of_session(*, actor: Actor, role: Role, content: Mapping[str, Any], at: datetime) -> Signature:
    """The signature of who is signed on himself, at his own device: his session stands for badge and PIN.

    Refused (403): ``role_not_held``, ``licence_expired``.
    """
    member = staff.StaffMember.objects.select_related("casino").get(pk=actor.staff_id or 0)
    return _signature(member, role, actor.terminal, content, at)


def of_person(*, actor: Actor, role: Role, content: Mapping[str, Any], at: datetime, pin: str = "") -> Signature:
    """The same, with his own PIN where he keyed it: one that is wrong signs nothing, whether it was needed or not.

    Refused (403): ``role_not_held``, ``licence_expired``, and with a PIN what ``verify`` refuses.
    """
    if not pin:
        return of_session(actor=actor, role=role, content=content, at=at)
    return verify(
        casino=actor.casino_id,
        badge=actor.badge,
        pin=pin,
        role=role,
        terminal=actor.terminal,
        content=content,
        at=at,
        asker=actor.badge,
    )


def _signature(
    member: staff.StaffMember, role: Role | str, terminal: str, content: Mapping[str, Any], at: datetime
) -> Signature:
    """What a proven person signs. Refused (403): ``role_not_held``, ``licence_expired``."""
    if not member.roles_held.filter(role=role, until=None).exists():
        raise NotAllowed("role_not_held", role=Role(role))
    casino = member.casino
    gaming_day = clock.window(casino.pk, casino.settings_version, at).gaming_day if casino else None
    if gaming_day and member.licence_expires_on and member.licence_expires_on < gaming_day:
        raise NotAllowed("licence_expired", badge=member.badge)
    return Signature(
        staff_id=member.pk,
        badge=member.badge,
        name=member.name,
        licence=member.licence,
        role=Role(role),
        terminal=terminal,
        signed_at=at,
        content=content_hash(content),
    )


def prove(
    *, casino: int, badge: str, pin: str, terminal: str, at: datetime, asker: str = "", choosing: bool = False
) -> staff.StaffMember:
    """The active person of a casino (row id) whose badge and PIN these are.

    A PIN that the house gave, and one that is too old, prove nobody, except when the person is ``choosing`` his own.

    ``asker`` is the badge of who sends them: without a terminal the wrong ones count against him, so that nobody can
    try every badge of the house from his desk.

    An unknown badge and a wrong PIN look the same and take the same time. Refused (403): ``pin_locked``,
    ``terminal_locked`` (``attempts`` says when), ``wrong_badge_or_pin``, ``one_time_pin``,
    ``pin_too_old``.
    """

    def check() -> staff.StaffMember | None:
        members = staff.StaffMember.objects.select_related("casino")
        member = members.filter(casino_id=casino, badge=badge, is_active=True).first()
        right = pin_hashes.matches(pin, member.pin if member else "")
        return member if right else None

    member = attempts.guarded(
        bounds=guessing.PINS if terminal else guessing.PINS_AT_A_DESK,
        casino_id=casino,
        name=badge,
        place=terminal or desk_of(asker),
        at=at,
        check=check,
    )
    if member.pin_one_time and not choosing:
        raise NotAllowed("one_time_pin", badge=badge)
    if not choosing:
        secret_age.require_young(member, member.pin_set_at, at, "pin_too_old")
    return member


def desk_of(badge: str) -> str:
    """The place of who asks for signatures without a terminal; none for nobody."""
    return f"@{badge}" if badge else ""


def require_different(*people: Signature | int | None) -> None:
    """Refuse ``same_person`` when one person stands in two places; people are signatures or row ids of staff."""
    ids = [person.staff_id if isinstance(person, Signature) else person for person in people]
    known = [staff_id for staff_id in ids if staff_id is not None]
    if len(set(known)) != len(known):
        raise NotAllowed("same_person")
