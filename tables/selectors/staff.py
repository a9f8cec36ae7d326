"""People as the house sees them, and who is in charge where. No hash and no PIN is ever read here."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, OuterRef, Q, QuerySet, Value, When

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.models import staff
from tables.selectors import codes


@dataclass(frozen=True, slots=True)
class Person:
    """A person of the house; ``table`` is where he deals now, ``pits`` those in his charge.

    ``pin`` and ``password`` say which there is: ``none``, ``one_time`` (given out and not replaced yet) or ``own``.
    """

    badge: str
    name: str
    username: str
    licence: str
    licence_expires_on: date | None
    active: bool
    pin: str
    password: str
    roles: tuple[str, ...]
    games: tuple[str, ...]
    table: str | None
    pits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Charge:
    """A pit boss in charge of a pit since ``since``; ``until`` is None while he is."""

    pit: str
    badge: str
    name: str
    since: datetime
    until: datetime | None


def people(actor: Actor) -> list[Person]:
    """Everybody of the actor's house, by badge; one query. Refused: ``not_permitted``."""
    permissions.require(actor, "read_staff")
    rows = staff.StaffMember.objects.filter(casino_id=actor.casino_id).defer("pin", "password").order_by("badge")
    found = rows.annotate(
        pin_state=_state("pin", Q(pin="")),
        password_state=_state("password", Q(password="") | Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)),
        held=_now(staff.RoleHeld.objects.filter(until=None), "role"),
        dealt=_now(staff.GameSignOff.objects.all(), "game"),
        at_tables=_now(staff.DealerTurn.objects.filter(tapped_out_at=None), "table__code"),
        in_pits=_now(staff.PitAssignment.objects.filter(until=None), "pit__code"),
    )
    return [
        Person(
            badge=row.badge,
            name=row.name,
            username=row.username,
            licence=row.licence,
            licence_expires_on=row.licence_expires_on,
            active=row.is_active,
            pin=row.pin_state,
            password=row.password_state,
            roles=tuple(row.held),
            games=tuple(row.dealt),
            table=next(iter(row.at_tables), None),
            pits=tuple(row.in_pits),
        )
        for row in found
    ]


def in_charge(actor: Actor, pit: str) -> list[Charge]:
    """Who is in charge of a pit now, the longest first. Refused: ``not_permitted``, ``no_such_pit``."""
    permissions.require(actor, "read_pit")
    row = codes.pit(actor.casino_id, pit)
    charges = row.assignments.filter(until=None).order_by("since").select_related("staff")
    return [Charge(row.code, charge.staff.badge, charge.staff.name, charge.since, charge.until) for charge in charges]


def _state(name: str, none: Q) -> Case:
    """Which secret there is, told by the database, so that no hash leaves it."""
    own_or_not = [When(none, then=Value("none")), When(Q(**{f"{name}_one_time": True}), then=Value("one_time"))]
    return Case(*own_or_not, default=Value("own"))


def _now(rows: QuerySet[Any], code: str) -> ArraySubquery:
    """A person's codes, in order. Each list by itself: joined, every turn he ever dealt would meet every charge."""
    return ArraySubquery(rows.filter(staff=OuterRef("pk")).order_by(code).values(code))
