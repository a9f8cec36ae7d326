"""What is locked after wrong PINs, for those who may unlock it (tables/domain/guessing.py)."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.guessing import DAY, PINS, WINDOW
from tables.models import staff, terminals


@dataclass(frozen=True, slots=True)
class Lock:
    """A device where nobody can sign (``badge`` empty), or a badge that is locked at a place or (empty) everywhere.

    ``since`` is the last wrong try that counts.
    """

    terminal: str
    badge: str
    since: datetime


def locks(actor: Actor, at: datetime) -> list[Lock]:
    """Devices and badges of the actor's house that are locked now, the newest first. Refused: ``not_permitted``."""
    permissions.require(actor, "unlock_pin")
    since: dict[tuple[str, str], datetime] = {}
    tries: Counter[tuple[str, str]] = Counter()
    recent = staff.PinFailure.objects.filter(casino_id=actor.casino_id, failed_at__gt=at - DAY).order_by("failed_at")
    for row in recent:
        lately = row.failed_at > at - WINDOW
        places = [row.place] if lately and row.place else []
        counted = [(place, row.badge) for place in ["", *places]] if row.cleared_at is None else []
        counted += [(place, "") for place in places] if row.place_cleared_at is None else []
        for key in counted:
            tries[key] += 1
            since[key] = row.failed_at
    found = [Lock(*key, since[key]) for key, number in tries.items() if number >= _most(*key)]
    return sorted(_of_the_house(actor.casino_id, found), key=lambda lock: lock.since, reverse=True)


def _most(place: str, badge: str) -> int:
    if not badge:
        return PINS.at_a_place
    return PINS.of_a_name_there if place else PINS.of_a_name


def _of_the_house(casino_id: int, found: list[Lock]) -> list[Lock]:
    """Those that somebody can unlock: wrong tries also come under badges that nobody has, and from desks."""
    if not found:
        return []
    badges = {
        "",
        *staff.StaffMember.objects.filter(casino_id=casino_id, is_active=True).values_list("badge", flat=True),
    }
    devices = {"", *terminals.Terminal.objects.filter(casino_id=casino_id).values_list("code", flat=True)}
    return [lock for lock in found if lock.badge in badges and (lock.badge or lock.terminal in devices)]
