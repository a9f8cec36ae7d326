"""A demo house that stands already: which one it is, whether it was finished, and sign-ins for who lost them."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256

from django.contrib.auth.hashers import check_password
from django.db.models import QuerySet

from tables.domain.actors import Actor, Role
from tables.domain.events import StreamKind
from tables.models import log, staff
from tables.models.house import Casino
from tables.selectors import actors
from tables.services import credentials, one_time, pin_hashes, sign_ons, staffing
from tables.services.log import stream_key
from tables.services.simulation.cast import Secrets
from tables.services.simulation.demo_plan import DemoPlan


def stands(casino: str) -> bool:
    """Whether the demo house, or the beginning of one, is there."""
    return Casino.objects.filter(code=casino).exists()


def is_finished(casino: str) -> bool:
    """Whether the house was seeded to the end.

    Last of all its terminals are registered for whoever will enrol them, so one that was registered after the shift
    had been certified says that all else is there. Before, they are the terminals of the evening that was played.
    """
    told = _told(casino)
    certified = told.filter(type="shift_certified").order_by("seq").first()
    return certified is not None and told.filter(type="terminal_registered", seq__gt=certified.seq).exists()


def identity(casino: str) -> str:
    """What tells this house from every other that was ever seeded: the hash (hex) of the first event of its log.

    A copy of the database is the same house. Empty where there is no house.
    """
    first = _told(casino).filter(seq=1).values_list("hash", flat=True).first()
    return bytes(first).hex() if first is not None else ""


def _told(casino: str) -> QuerySet[log.Event]:
    """The events of the house's own stream."""
    streams = log.Stream.objects.filter(key=stream_key(casino, StreamKind.HOUSE)).values("pk")
    return log.Event.objects.filter(stream_id__in=streams, round=None)


def manager_of(casino: str) -> Actor:
    """A house manager of the demo."""
    held = staff.RoleHeld.objects.filter(
        staff__casino__code=casino, staff__is_active=True, role=Role.HOUSE_MANAGER, until=None
    )
    manager = actors.actor_for_staff(held.order_by("pk").values_list("staff_id", flat=True).first() or 0)
    if manager is None:
        raise LookupError(f"{casino} has no house manager")  # the last one cannot be taken away
    return manager


def stamps(casino: str) -> dict[str, str]:
    """Badge -> what changes with the person's PIN or password: a hash of what is kept of both, cheap to compare."""
    rows = staff.StaffMember.objects.filter(casino__code=casino, is_active=True)
    kept = rows.values_list("badge", "pin", "password")
    return {badge: sha256(f"{pin} {password}".encode()).hexdigest() for badge, pin, password in kept}


def changed(casino: str, secrets: Secrets, noted: Mapping[str, str]) -> frozenset[str]:
    """The badges of those who sign in otherwise by now, or not at all. Proving a secret takes a quarter of a second, so
    only those are proved whose stamp is not the ``noted`` one."""
    known = {row.badge: row for row in staff.StaffMember.objects.filter(casino__code=casino, is_active=True)}
    now = stamps(casino)
    doubtful = {badge for badge in secrets.pins if noted.get(badge, "") != now.get(badge)}
    wrong = {badge for badge in doubtful if not _is_pin(known, badge, secrets.pins[badge])}
    wrong |= {
        badge
        for badge in doubtful & secrets.passwords.keys() - wrong
        if not _is_password(known, badge, secrets.passwords[badge])
    }
    return frozenset(wrong)


def renew_secrets(plan: DemoPlan, now: datetime) -> Secrets:
    """New PINs and passwords for everybody of the plan who still works here, as if each had chosen his own.

    Refused: ``password_locked``.
    """
    manager = manager_of(plan.house.code)
    pins, passwords = {}, {}
    for member in plan.house.people:
        row = staff.StaffMember.objects.filter(casino_id=manager.casino_id, badge=member.badge).first()
        actor = actors.actor_for_staff(row.pk) if row else None
        if row is None or actor is None:
            continue
        pins[member.badge] = _own_pin(manager, actor, row.username, now)
        if member.office:
            passwords[member.badge] = _own_password(manager, actor, row.username, now)
    return Secrets(pins, passwords)


def _own_pin(manager: Actor, person: Actor, username: str, now: datetime) -> str:
    """The manager cannot give himself one, so he gets his from the operator, who seeds the house."""
    if person.staff_id == manager.staff_id:
        given = one_time.rescue_managers_pin(at=now, casino=manager.casino, username=username)["pin"]
    else:
        given = one_time.issue_pin(actor=manager, at=now, badge=person.badge)["pin"]
    pin = credentials.fresh_pin()
    staffing.set_pin(actor=person, at=now, badge=person.badge, pin=pin, old_pin=given)
    return pin


def _own_password(manager: Actor, person: Actor, username: str, now: datetime) -> str:
    if person.staff_id == manager.staff_id:
        given = one_time.rescue_manager(at=now, casino=manager.casino, username=username)["password"]
    else:
        given = one_time.issue_password(actor=manager, at=now, badge=person.badge)["password"]
    password = credentials.fresh_password()
    signed = sign_ons.sign_on_with_password(at=now, username=username, password=given, new_password=password)
    sign_ons.sign_off(actor=signed.actor, at=now, digest=actors.digest(signed.token))
    return password


def _is_pin(known: Mapping[str, staff.StaffMember], badge: str, pin: str) -> bool:
    row = known.get(badge)
    return row is not None and not row.pin_one_time and pin_hashes.matches(pin, row.pin)


def _is_password(known: Mapping[str, staff.StaffMember], badge: str, password: str) -> bool:
    row = known.get(badge)
    return row is not None and not row.password_one_time and check_password(password, row.password)
