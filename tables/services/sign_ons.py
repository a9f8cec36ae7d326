"""Signing on: a person with badge and PIN at an enrolled terminal, or with user name and password without one."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.hashers import check_password, make_password
from django.db.models import QuerySet

from tables.domain import guessing
from tables.domain.actors import Actor, Role
from tables.domain.errors import NotAllowed
from tables.models import staff, terminals
from tables.selectors import actors
from tables.services import attempts, credentials, secret_age, signatures
from tables.services.house_stream import house_entry
from tables.services.log import Entry

LIFETIME = timedelta(hours=12)
"""A sign-on outlives a shift, not a day."""
_MACHINE = frozenset({Role.INTEGRATOR})
"""A shoe reader or a betting system signs nothing and chooses no password: its manager gives it another."""
KNOWN_FOR = timedelta(days=60)
"""So long a person is known at a desk or an address that he signed on from."""


@dataclass(frozen=True, slots=True)
class SignedOn:
    """A fresh sign-on. ``token`` is shown to the client once; ``actor`` is whom it stands for."""

    actor: Actor
    expires_at: datetime
    language: str
    token: str = field(repr=False)


def sign_on(*, at: datetime, device_token: str, badge: str, pin: str, new_pin: str = "") -> SignedOn:
    """Sign a person on at the device with ``device_token``; whoever was signed on there is signed off.

    ``new_pin`` is the one the person chooses for himself from now on. Refused (403): ``unknown_terminal`` (also a
    revoked one), ``pin_locked``, ``terminal_locked``, ``wrong_badge_or_pin``, ``one_time_pin`` (one's own has to be
    chosen first), ``pin_too_old``; (422) what ``credentials.pin_hash`` refuses.
    """
    device = _device(device_token)
    if device is None:
        raise NotAllowed("unknown_terminal")
    chosen = credentials.pin_hash(new_pin, before=pin) if new_pin else ""
    member = signatures.prove(
        casino=device.casino_id, badge=badge, pin=pin, terminal=device.code, at=at, choosing=bool(chosen)
    )
    actor = _actor(member, device.code)
    token = secrets.token_urlsafe(32)
    with house_entry(actor=actor, at=at, request={}) as entry:
        if _device(device_token) is None:  # revoked while the PIN was checked
            raise NotAllowed("unknown_terminal")
        _require_here(member, guessing.PINS)
        if chosen:
            credentials.keep_pin(entry, member, chosen, one_time=False)
            end_at_terminals(entry, member)
        end_at_terminal(entry, device)
        _begin(entry, member, token, device)
    return SignedOn(actor=actor, expires_at=at + LIFETIME, language=member.language, token=token)


def sign_on_with_password(
    *, at: datetime, username: str, password: str, new_password: str = "", place: str = ""
) -> SignedOn:
    """Sign an integrator or an office person on, at no terminal.

    ``place`` is the desk or address that he keys from: wrong tries are counted there, and he is known there from now
    on. ``new_password`` is the one the person chooses for himself from now on. Refused (403): ``password_locked``,
    ``wrong_username_or_password``, ``one_time_password`` (one's own has to be chosen first), ``password_too_old``;
    (422) what ``credentials.password_hash`` refuses. A person without a casino (an operator) has no business on the
    floor and is refused like a stranger.
    """

    def is_known_there() -> bool:
        known = terminals.KnownPlace.objects.filter(staff__username=username, place=place)
        return place != "" and known.filter(last_at__gt=at - KNOWN_FOR).exists()

    def check() -> staff.StaffMember | None:
        members = staff.StaffMember.objects.filter(username=username, is_active=True, casino__isnull=False)
        member = members.select_related("casino").first()
        if member is None:
            make_password(password)  # a stranger takes as long as a known name
            return None
        return member if check_password(password, member.password) else None

    member = attempts.guarded(
        bounds=guessing.PASSWORDS,
        casino_id=None,
        name=username,
        place=place,
        at=at,
        check=check,
        is_known_there=is_known_there,
    )
    if member.password_one_time and not new_password:
        raise NotAllowed("one_time_password")
    chosen = ""
    if new_password:
        house = [member.casino.code, member.casino.name] if member.casino else []
        chosen = credentials.password_hash(new_password, member.username, member.name, before=password, house=house)
    actor = _actor(member, "")
    if not chosen and actor.roles != _MACHINE:
        secret_age.require_young(member, member.password_set_at, at, "password_too_old")
    token = secrets.token_urlsafe(32)
    with house_entry(actor=actor, at=at, request={}) as entry:
        _require_here(member, guessing.PASSWORDS)
        if chosen:
            credentials.keep_password(entry, member, chosen, one_time=False)
            _end(entry, terminals.SignOn.objects.filter(staff=member, terminal=None))
        _begin(entry, member, token, None)
        _remember(member, place, at)
    return SignedOn(actor=actor, expires_at=at + LIFETIME, language=member.language, token=token)


def sign_off(*, actor: Actor, at: datetime, digest: str) -> None:
    """End the actor's sign-on with this digest. A second time changes nothing."""
    with house_entry(actor=actor, at=at, request={}) as entry:
        running = terminals.SignOn.objects.filter(digest=digest, staff_id=actor.staff_id, signed_off_at=None)
        if running.update(signed_off_at=at):
            entry.record("signed_off", _data(actor.badge, actor.terminal))


def end_at_terminal(entry: Entry, terminal: terminals.Terminal) -> None:
    """Sign off whoever is signed on at the terminal, inside an entry of the house."""
    _end(entry, terminals.SignOn.objects.filter(terminal=terminal))


def end_at_terminals(entry: Entry, member: staff.StaffMember, but: int | None = None) -> None:
    """Sign a person off at every terminal ``but`` one (its row's number): his PIN is another one now.

    A password that changes ends what it began, too: whoever signed on with the old one is out (ASVS 7.4.3).
    """
    _end(entry, terminals.SignOn.objects.filter(staff=member, terminal__isnull=False).exclude(terminal=but))


def end_of_person(entry: Entry, member: staff.StaffMember) -> None:
    """Sign a person off everywhere, inside an entry of the house."""
    _end(entry, terminals.SignOn.objects.filter(staff=member))


def _end(entry: Entry, of: QuerySet[terminals.SignOn]) -> None:
    """End those of these sign-ons that run, each with its event."""
    running = of.filter(signed_off_at=None)
    for badge, terminal in list(running.values_list("staff__badge", "terminal__code")):
        entry.record("signed_off", _data(badge, terminal or ""))
    running.update(signed_off_at=entry.at)


def _begin(entry: Entry, member: staff.StaffMember, token: str, device: terminals.Terminal | None) -> None:
    terminals.SignOn.objects.create(
        digest=actors.digest(token),
        staff=member,
        terminal=device,
        signed_on_at=entry.at,
        expires_at=entry.at + LIFETIME,
    )
    entry.record("signed_on", _data(member.badge, device.code if device else ""))


def _require_here(member: staff.StaffMember, bounds: guessing.Bounds) -> None:
    """Refuse who was sent off while his secret was checked, like a stranger; under the house's lock."""
    if not staff.StaffMember.objects.filter(pk=member.pk, is_active=True).exists():
        raise NotAllowed(bounds.wrong)


def _remember(member: staff.StaffMember, place: str, at: datetime) -> None:
    """He signs on from here, and no more from where he has not been for long."""
    places = terminals.KnownPlace.objects.filter(staff=member)
    places.filter(last_at__lte=at - KNOWN_FOR).delete()
    if place:
        places.update_or_create(staff=member, place=place, defaults={"last_at": at})


def _device(token: str) -> terminals.Terminal | None:
    """The enrolled device with this token; an empty token is nobody's."""
    if not token:
        return None
    return terminals.Terminal.objects.filter(token_digest=actors.digest(token), revoked_at=None).first()


def _actor(member: staff.StaffMember, terminal: str) -> Actor:
    actor = actors.actor_for_staff(member.pk, terminal)
    if actor is None:  # deactivated between the two queries
        raise NotAllowed(guessing.PINS.wrong)
    return actor


def _data(badge: str, terminal: str) -> dict[str, Any]:
    return {"badge": badge, "terminal": terminal}
