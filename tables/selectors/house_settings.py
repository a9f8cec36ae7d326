"""The house's dated settings as they were set: when the gaming day starts, and the shifts of a day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.models import house


@dataclass(frozen=True, slots=True)
class Pattern:
    """The shifts of a gaming day from ``effective_from`` on, in the order in which the day has them."""

    effective_from: date
    shifts: Sequence[tuple[str, time]]


def day_starts(actor: Actor) -> list[tuple[date, time]]:
    """From which gaming day on the day starts when, the latest first. Refused: ``not_permitted``."""
    permissions.require(actor, "manage_house")
    rows = house.GamingDayStart.objects.filter(casino_id=actor.casino_id).order_by("-effective_from")
    return list(rows.values_list("effective_from", "starts_at"))


def shift_patterns(actor: Actor) -> list[Pattern]:
    """Every pattern of shifts, the latest first. Refused: ``not_permitted``."""
    starts = day_starts(actor)
    found: dict[date, list[tuple[str, time]]] = {}
    rows = house.ShiftStart.objects.filter(casino_id=actor.casino_id).order_by("-effective_from", "starts_at")
    for day, code, at in rows.values_list("effective_from", "code", "starts_at"):
        found.setdefault(day, []).append((code, at))
    return [Pattern(day, _from(_start_on(day, starts), shifts)) for day, shifts in found.items()]


def _start_on(day: date, starts: Sequence[tuple[date, time]]) -> time:
    """When that gaming day starts; before the first start that is known, when that one does."""
    return next((at for since, at in starts if since <= day), starts[-1][1])


def _from(start: time, shifts: Sequence[tuple[str, time]]) -> Sequence[tuple[str, time]]:
    """The shifts in the order of a day that starts at ``start``: those before it come after midnight."""
    return sorted(shifts, key=lambda shift: (shift[1] < start, shift[1]))
