"""People: who works here, which roles they were given, what they may deal, and their PINs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from tables.domain import names, permissions, pins
from tables.domain.actors import Actor, Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.games import catalogue
from tables.models import staff
from tables.services import log, pin_hashes
from tables.services.house_stream import house_entry


@dataclass(frozen=True, slots=True)
class NewPerson:
    """A person about to be registered. PIN and password never show in a repr, a log line or an event.

    ``username`` is unique over all casinos (the office door knows no casino yet); ``licence_expires_on`` is the last
    day on which the licence is valid.
    """

    badge: str
    name: str
    username: str
    licence: str = ""
    licence_expires_on: date | None = None
    pin: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)
    language: str = "en"


@dataclass(frozen=True, slots=True)
class PreparedPerson:
    """A person whose fields were checked and whose secrets were hashed, before any lock is taken."""

    person: NewPerson
    pin_hash: str = field(repr=False)
    password_hash: str = field(repr=False)


def prepare(person: NewPerson) -> PreparedPerson:
    """Check a new person and hash the secrets. Refused: ``bad_badge``, ``bad_pin``, ``weak_password`` and so on."""
    names.require_badge(person.badge)
    names.require_username(person.username)
    names.require_name(person.name, 120)
    _require_licence(person.licence)
    if person.language not in {"en", "zh-hans"}:
        raise Invalid("bad_language")
    if person.pin is not None:
        pins.require_good_pin(person.pin)
    if person.password is not None:
        try:
            validate_password(person.password, staff.StaffMember(username=person.username, name=person.name))
        except ValidationError as error:
            raise Invalid("weak_password", reasons=list(error.messages)) from error
    return PreparedPerson(
        person=person,
        pin_hash=pin_hashes.hashed(person.pin) if person.pin is not None else "",
        password_hash=make_password(person.password),
    )


def write(entry: log.Entry, prepared: PreparedPerson, roles: Sequence[Role] = (), games: Sequence[str] = ()) -> None:
    """The person's rows and facts, inside an entry of the house. Refused: ``badge_taken``, ``username_taken``."""
    person, casino_id = prepared.person, entry.actor.casino_id
    if staff.StaffMember.objects.filter(casino_id=casino_id, badge=person.badge).exists():
        raise Conflict("badge_taken", badge=person.badge)
    try:
        member = staff.StaffMember.objects.create(
            casino_id=casino_id,
            username=person.username,
            badge=person.badge,
            name=person.name,
            pin=prepared.pin_hash,
            password=prepared.password_hash,
            licence=person.licence,
            licence_expires_on=person.licence_expires_on,
            language=person.language,
        )
    except IntegrityError as error:  # another casino's person may have it: only the database can say
        raise Conflict("username_taken") from error
    entry.record(
        "staff_registered",
        {
            "badge": person.badge,
            "name": person.name,
            "username": person.username,
            "licence": person.licence,
            "licence_expires_on": _date(person.licence_expires_on),
        },
    )
    if prepared.pin_hash:
        entry.record("pin_set", {"badge": person.badge})
    for role in roles:
        staff.RoleHeld.objects.create(staff=member, role=role, since=entry.at)
        entry.record("role_granted", {"badge": person.badge, "role": role})
    for game in games:
        staff.GameSignOff.objects.create(staff=member, game=game)
        entry.record("game_signed_off", {"badge": person.badge, "game": game})


def register_staff(
    *,
    actor: Actor,
    at: datetime,
    person: NewPerson,
    roles: Sequence[Role] = (),
    games: Sequence[str] = (),
    key: str | None = None,
) -> dict[str, Any]:
    """A new person, with the first roles and the games he may deal. Refused: see ``prepare`` and ``write``."""
    permissions.require(actor, "manage_staff")
    for game in games:
        _require_game(game)
    prepared = prepare(person)
    request = {
        "do": "register_staff",
        "badge": person.badge,
        "name": person.name,
        "username": person.username,
        "licence": person.licence,
        "licence_expires_on": _date(person.licence_expires_on),
        "language": person.language,
        "roles": sorted(set(roles)),
        "games": sorted(set(games)),
    }
    with house_entry(actor=actor, at=at, request=request, key=key) as entry:
        if not entry.repeated:
            write(entry, prepared, sorted(set(roles)), sorted(set(games)))
            entry.answer = {"badge": person.badge, "name": person.name}
    return entry.answer


def renew_licence(
    *, actor: Actor, at: datetime, badge: str, licence: str, licence_expires_on: date, key: str | None = None
) -> dict[str, Any]:
    """A licence with its last valid day (T-16)."""
    permissions.require(actor, "manage_staff")
    _require_licence(licence)
    data = {"badge": badge, "licence": licence, "licence_expires_on": licence_expires_on.isoformat()}
    with house_entry(actor=actor, at=at, request={"do": "renew_licence", **data}, key=key) as entry:
        if not entry.repeated:
            member = require_member(actor, badge)
            member.licence, member.licence_expires_on = licence, licence_expires_on
            member.save(update_fields=["licence", "licence_expires_on"])
            entry.record("licence_renewed", data)
            entry.answer = dict(data)
    return entry.answer


def grant_role(*, actor: Actor, at: datetime, badge: str, role: Role, key: str | None = None) -> dict[str, Any]:
    """A role to hold; whether the person acts in it depends on the assignment (T-100). Refused: ``role_held``."""
    permissions.require(actor, "manage_staff")
    data = {"badge": badge, "role": Role(role)}
    with house_entry(actor=actor, at=at, request={"do": "grant_role", **data}, key=key) as entry:
        if not entry.repeated:
            member = require_member(actor, badge)
            if member.roles_held.filter(role=role, until=None).exists():
                raise Conflict("role_held", **data)
            staff.RoleHeld.objects.create(staff=member, role=role, since=at)
            entry.record("role_granted", data)
            entry.answer = dict(data)
    return entry.answer


def revoke_role(*, actor: Actor, at: datetime, badge: str, role: Role, key: str | None = None) -> dict[str, Any]:
    """Take a role away, with the next request. Refused: ``role_not_held``, ``last_house_manager``."""
    permissions.require(actor, "manage_staff")
    data = {"badge": badge, "role": Role(role)}
    with house_entry(actor=actor, at=at, request={"do": "revoke_role", **data}, key=key) as entry:
        if not entry.repeated:
            member = require_member(actor, badge)
            managers = staff.RoleHeld.objects.filter(
                staff__casino_id=actor.casino_id, staff__is_active=True, role=Role.HOUSE_MANAGER, until=None
            )
            if role == Role.HOUSE_MANAGER and not managers.exclude(staff=member).exists():
                raise Conflict("last_house_manager")
            if not member.roles_held.filter(role=role, until=None).update(until=at):
                raise Conflict("role_not_held", **data)
            entry.record("role_revoked", data)
            entry.answer = dict(data)
    return entry.answer


def sign_off_game(*, actor: Actor, at: datetime, badge: str, game: str, key: str | None = None) -> dict[str, Any]:
    """Let a person deal or supervise a game (T-16). Refused: ``no_such_game``, ``already_signed_off``."""
    permissions.require(actor, "manage_staff")
    _require_game(game)
    data = {"badge": badge, "game": game}
    with house_entry(actor=actor, at=at, request={"do": "sign_off_game", **data}, key=key) as entry:
        if not entry.repeated:
            member = require_member(actor, badge)
            if member.games.filter(game=game).exists():
                raise Conflict("already_signed_off", **data)
            staff.GameSignOff.objects.create(staff=member, game=game)
            entry.record("game_signed_off", data)
            entry.answer = dict(data)
    return entry.answer


def set_pin(*, actor: Actor, at: datetime, badge: str, pin: str, key: str | None = None) -> dict[str, Any]:
    """A person's PIN, set by that person or the house manager. Refused: ``bad_pin``, ``common_pin``."""
    if actor.badge != badge:
        permissions.require(actor, "manage_staff")
    pins.require_good_pin(pin)
    pin_hash = pin_hashes.hashed(pin)
    with house_entry(actor=actor, at=at, request={"do": "set_pin", "badge": badge}, key=key) as entry:
        if not entry.repeated:
            member = require_member(actor, badge)
            member.pin = pin_hash
            member.save(update_fields=["pin"])
            entry.record("pin_set", {"badge": badge})
            entry.answer = {"badge": badge}
    return entry.answer


def unlock_pin(*, actor: Actor, at: datetime, badge: str, key: str | None = None) -> dict[str, Any]:
    """Forget a person's wrong PINs and passwords, so that the next try counts again; never one's own.

    ``failures`` in the answer is how many there were. Refused: ``same_person``.
    """
    permissions.require(actor, "unlock_pin")
    with house_entry(actor=actor, at=at, request={"do": "unlock_pin", "badge": badge}, key=key) as entry:
        if not entry.repeated:
            member = require_member(actor, badge)
            if member.pk == actor.staff_id:
                raise NotAllowed("same_person")
            open_failures = staff.PinFailure.objects.filter(cleared_at=None)
            failures = open_failures.filter(casino_id=actor.casino_id, badge=badge).update(cleared_at=at)
            failures += open_failures.filter(casino=None, badge=member.username).update(cleared_at=at)
            data = {"badge": badge, "failures": failures}
            entry.record("pin_unlocked", data)
            entry.answer = dict(data)
    return entry.answer


def require_member(actor: Actor, badge: str) -> staff.StaffMember:
    """The person with ``badge`` in the actor's casino. Refused: ``no_such_badge``."""
    member = staff.StaffMember.objects.filter(casino_id=actor.casino_id, badge=badge).first()
    if member is None:
        raise NotFound("no_such_badge")
    return member


def _require_licence(licence: str) -> None:
    if licence:
        names.require_name(licence, 32, "bad_licence")


def _require_game(game: str) -> None:
    if game not in catalogue.GAMES:
        raise NotFound("no_such_game", game=game[:32])


def _date(day: date | None) -> str | None:
    return day.isoformat() if day else None
