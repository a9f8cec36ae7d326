"""PINs and passwords that the house gives out: shown once, and good once, for choosing one's own.

They are in no event, receipt or log line. A repeat gives another one and ends the one before, so there is no
idempotency key. Whoever gets one is signed off everywhere: the old secret may be in wrong hands.
"""

from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password

from tables.domain import permissions
from tables.domain.actors import Actor, Role, system_actor
from tables.domain.errors import NotAllowed, NotFound
from tables.models import staff
from tables.services import credentials, sign_ons, staffing
from tables.services.house_stream import house_entry
from tables.services.log import Entry


def issue_pin(*, actor: Actor, at: datetime, badge: str) -> dict[str, Any]:
    """A PIN for choosing one's own at a terminal; the answer holds it. Refused: ``no_such_badge``, ``same_person``."""
    permissions.require(actor, "manage_staff")
    pin = credentials.fresh_pin()
    hashed = credentials.pin_hash(pin)
    with house_entry(actor=actor, at=at, request={}) as entry:
        _give_pin(entry, _other_member(actor, badge), hashed)
    return {**entry.answer, "pin": pin}


def issue_password(*, actor: Actor, at: datetime, badge: str) -> dict[str, Any]:
    """A password for choosing one's own at the office door; the answer holds it.

    Refused: ``no_such_badge``, ``same_person``.
    """
    permissions.require(actor, "manage_staff")
    password, hashed = _fresh()
    with house_entry(actor=actor, at=at, request={}) as entry:
        _give(entry, _other_member(actor, badge), hashed)
    return {**entry.answer, "password": password}


def rescue_manager(*, at: datetime, casino: str, username: str) -> dict[str, Any]:
    """A password for a house manager who lost his, when there is no other manager to give him one.

    An act without an actor, like founding the house: an operator does it, and it stands in the log as the house's own.
    Refused: ``no_such_manager``.
    """
    manager, house_itself = _manager(casino, username)
    password, hashed = _fresh()
    with house_entry(actor=house_itself, at=at, request={}) as entry:
        _give(entry, manager, hashed)
    return {**entry.answer, "password": password}


def rescue_managers_pin(*, at: datetime, casino: str, username: str) -> dict[str, Any]:
    """The same with his PIN, which he chooses at a terminal. Refused: ``no_such_manager``."""
    manager, house_itself = _manager(casino, username)
    pin = credentials.fresh_pin()
    hashed = credentials.pin_hash(pin)
    with house_entry(actor=house_itself, at=at, request={}) as entry:
        _give_pin(entry, manager, hashed)
    return {**entry.answer, "pin": pin}


def _manager(casino: str, username: str) -> tuple[staff.StaffMember, Actor]:
    """The manager, and the house itself to act for it."""
    held = staff.RoleHeld.objects.filter(
        staff__casino__code=casino, staff__username=username, staff__is_active=True, role=Role.HOUSE_MANAGER, until=None
    )
    found = held.select_related("staff__casino").first()
    if found is None or found.staff.casino is None:
        raise NotFound("no_such_manager")
    return found.staff, system_actor(found.staff.casino.pk, casino)


def _other_member(actor: Actor, badge: str) -> staff.StaffMember:
    """Who gets a secret from the actor: never himself, or whoever finds his screen open takes it over for good."""
    member = staffing.require_member(actor, badge)
    if member.pk == actor.staff_id:
        raise NotAllowed("same_person")
    return member


def _fresh() -> tuple[str, str]:
    """A password and its hash, made before any lock is taken."""
    password = credentials.fresh_password()
    return password, make_password(password)


def _give_pin(entry: Entry, member: staff.StaffMember, hashed: str) -> None:
    credentials.keep_pin(entry, member, hashed, one_time=True)
    sign_ons.end_of_person(entry, member)
    entry.answer = {"badge": member.badge}


def _give(entry: Entry, member: staff.StaffMember, hashed: str) -> None:
    credentials.keep_password(entry, member, hashed, one_time=True)
    sign_ons.end_of_person(entry, member)
    entry.answer = {"badge": member.badge, "username": member.username}
