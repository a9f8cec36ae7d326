"""People: who works here, which roles they were given, what they may deal, and their PINs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError

from tables.domain import guessing, names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.games import catalogue
from tables.models import staff
from tables.services import attempts, credentials, log, sign_ons, signatures, tellable_codes
from tables.services.house_stream import house_entry


@dataclass(frozen=True, slots=True)
class NewPerson:
    """A person about to be registered. PIN and password never show in a repr, a log line or an event.

    ``username`` is unique over all casinos (the office door knows no casino yet); ``licence_expires_on`` is the last
    day on which the licence is valid. PIN and password are good once, for choosing one's own, unless the person chose
    them himself (``own_secrets``: people who are made up, whose secrets no manager knows).
    """

    badge: str
    name: str
    username: str
    licence: str = ""
    licence_expires_on: date | None = None
    pin: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)
    language: str = "en"
    own_secrets: bool = False


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
    names.require_person(person.name, 120)
    _require_licence(person.licence)
    if person.language not in {"en", "zh-hans"}:
        raise Invalid("bad_language")
    password_hash = make_password(None)
    if person.password is not None:
        password_hash = credentials.password_hash(person.password, person.username, person.name)
    return PreparedPerson(
        person=person,
        pin_hash=credentials.pin_hash(person.pin) if person.pin is not None else "",
        password_hash=password_hash,
    )


def write(entry: log.Entry, prepared: PreparedPerson, roles: Sequence[Role] = (), games: Sequence[str] = ()) -> None:
    """The person's rows and facts, inside an entry of the house. Refused: ``badge_taken``, ``username_taken``,
    ``name_looks_alike`` (the badge: signatures are told apart by it)."""
    person, casino_id = prepared.person, entry.actor.casino_id
    if staff.StaffMember.objects.filter(casino_id=casino_id, badge=person.badge).exists():
        raise Conflict("badge_taken", badge=person.badge)
    tellable_codes.require_tellable(staff.StaffMember.objects.filter(casino_id=casino_id), "badge", person.badge)
    try:
        member = staff.StaffMember.objects.create(
            casino_id=casino_id,
            username=person.username,
            badge=person.badge,
            name=person.name,
            pin=prepared.pin_hash,
            password=prepared.password_hash,
            pin_one_time=prepared.pin_hash != "" and not person.own_secrets,
            password_one_time=person.password is not None and not person.own_secrets,
            pin_set_at=entry.at if prepared.pin_hash else None,
            password_set_at=entry.at if person.password is not None else None,
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
        entry.record("pin_set", {"badge": person.badge, "one_time": member.pin_one_time})
    if person.password is not None:
        entry.record("password_set", {"badge": person.badge, "one_time": member.password_one_time})
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
    """A role to hold; whether the person acts in it depends on the assignment (T-100).

    Nobody gives himself one: a manager who needs another is given it by another manager, who then knows. Refused:
    ``no_such_badge``, ``same_person``, ``role_held``.
    """
    permissions.require(actor, "manage_staff")
    data = {"badge": badge, "role": Role(role)}
    with house_entry(actor=actor, at=at, request={"do": "grant_role", **data}, key=key) as entry:
        if not entry.repeated:
            member = require_member(actor, badge)
            if member.pk == actor.staff_id:
                raise NotAllowed("same_person")
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
            if role == Role.HOUSE_MANAGER:
                require_other_manager(member)
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


def revoke_sign_off(*, actor: Actor, at: datetime, badge: str, game: str, key: str | None = None) -> dict[str, Any]:
    """Let a person deal or supervise a game no longer, from the next tap-in on. Refused: ``not_signed_off``."""
    permissions.require(actor, "manage_staff")
    data = {"badge": badge, "game": game}
    with house_entry(actor=actor, at=at, request={"do": "revoke_sign_off", **data}, key=key) as entry:
        if not entry.repeated:
            if not require_member(actor, badge).games.filter(game=game).delete()[0]:
                raise Conflict("not_signed_off", **data)
            entry.record("game_sign_off_revoked", data)
            entry.answer = dict(data)
    return entry.answer


def set_pin(
    *, actor: Actor, at: datetime, badge: str, pin: str, old_pin: str | None = None, key: str | None = None
) -> dict[str, Any]:
    """A person's PIN: his own for good, or one for choosing his own when the house manager gives it.

    His own costs the ``old_pin``, so that a screen left open, or a token in wrong hands, is no new PIN. A repeat under
    the same ``key`` needs no PIN to be answered again: by then the old one is gone. Refused: ``bad_pin``,
    ``common_pin``, ``same_pin``, ``old_pin_required``, what ``signatures.prove`` refuses. Wherever else the person is
    signed on at a terminal, he is no more.
    """
    given = actor.badge != badge
    if given:
        permissions.require(actor, "manage_staff")
    pin_hash = credentials.pin_hash(pin, before=old_pin or "")
    if not given and not log.is_answered(actor, key):
        _prove_own(actor, at, old_pin)
    with house_entry(actor=actor, at=at, request={"do": "set_pin", "badge": badge}, key=key) as entry:
        if not entry.repeated:
            member = require_member(actor, badge)
            credentials.keep_pin(entry, member, pin_hash, one_time=given)
            sign_ons.end_at_terminals(entry, member, but=None if given else actor.terminal_id)
            entry.answer = {"badge": badge}
    return entry.answer


def _prove_own(actor: Actor, at: datetime, old_pin: str | None) -> None:
    if old_pin is None:
        raise Invalid("old_pin_required")
    signatures.prove(
        casino=actor.casino_id,
        badge=actor.badge,
        pin=old_pin,
        terminal=actor.terminal,
        at=at,
        asker=actor.badge,
        choosing=True,
    )


def unlock_pin(*, actor: Actor, at: datetime, badge: str, key: str | None = None) -> dict[str, Any]:
    """Forget a person's wrong PINs and passwords, wherever they were made; never one's own.

    His desk may ask for signatures again, too. ``failures`` in the answer is how many wrong tries there were under his
    name. Refused: ``same_person``, ``guessed_too_often`` (a ``secret``, pin or password, that was tried so often within
    a day: whoever unlocks between his own guesses finds it, so that only a new one helps).
    """
    permissions.require(actor, "unlock_pin")
    with house_entry(actor=actor, at=at, request={"do": "unlock_pin", "badge": badge}, key=key) as entry:
        if not entry.repeated:
            member = require_member(actor, badge)
            if member.pk == actor.staff_id:
                raise NotAllowed("same_person")
            _require_few_guesses(member, at)
            failures = attempts.clear_name(actor.casino_id, badge, at)
            failures += attempts.clear_name(None, member.username, at)
            attempts.clear_place(actor.casino_id, signatures.desk_of(badge), at)
            data = {"badge": badge, "failures": failures}
            entry.record("pin_unlocked", data)
            entry.answer = dict(data)
    return entry.answer


def _require_few_guesses(member: staff.StaffMember, at: datetime) -> None:
    """Guesses at a secret that is another one by now tell nothing, so they are not counted."""
    secrets = (
        ("pin", guessing.PINS, member.casino_id, member.badge, member.pin_set_at),
        ("password", guessing.PASSWORDS, None, member.username, member.password_set_at),
    )
    for secret, bounds, casino_id, name, set_at in secrets:
        since = max(at - guessing.DAY, set_at or at - guessing.DAY)
        if attempts.made_since(casino_id, name, since) >= bounds.before_a_new_secret:
            raise Conflict("guessed_too_often", badge=member.badge, secret=secret)


def require_member(actor: Actor, badge: str) -> staff.StaffMember:
    """The person with ``badge`` in the actor's casino. Refused: ``no_such_badge``."""
    member = staff.StaffMember.objects.filter(casino_id=actor.casino_id, badge=badge).first()
    if member is None:
        raise NotFound("no_such_badge")
    return member


def require_here(member: staff.StaffMember) -> None:
    """Refuse ``person_left`` to whoever does not work here now; read under a lock that his leaving takes, too."""
    if not member.is_active:
        raise Conflict("person_left", badge=member.badge)


def require_other_manager(member: staff.StaffMember) -> None:
    """Refuse ``last_house_manager`` if the house would have none without this person, under the house's lock."""
    held = staff.RoleHeld.objects.filter(
        staff__casino=member.casino, staff__is_active=True, role=Role.HOUSE_MANAGER, until=None
    )
    if held.filter(staff=member).exists() and not held.exclude(staff=member).exists():
        raise Conflict("last_house_manager")


def _require_licence(licence: str) -> None:
    if licence:
        names.require_name(licence, 32, "bad_licence")


def _require_game(game: str) -> None:
    if game not in catalogue.GAMES:
        raise NotFound("no_such_game", game=game[:32])


def _date(day: date | None) -> str | None:
    return day.isoformat() if day else None
