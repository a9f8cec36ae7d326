"""People leave the house and come back. Nobody is deleted: what he did and signed stays his.

Who leaves is signed off and out of every pit with the same commit, by the house's own stream. A dealer who is tapped in
is part of a table's stream and of a running game, so he is relieved there first.
"""

from datetime import datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, NotAllowed
from tables.models import staff
from tables.services import pits, sign_ons, staffing
from tables.services.house_stream import house_entry
from tables.services.log import Entry


def deactivate_staff(*, actor: Actor, at: datetime, badge: str, key: str | None = None) -> dict[str, Any]:
    """A person works here no more: sign-ons and charges of pits end, no PIN or password of his proves anything.

    Roles, games and licence stay as they are, for the day he comes back. The answer names the ``pits`` that he was in
    charge of. Refused: ``no_such_badge``, ``same_person`` (a house manager is sent off by another one),
    ``last_house_manager``, ``person_left``, ``still_dealing`` (``table``: relieve him there first).
    """
    permissions.require(actor, "manage_staff")
    with house_entry(actor=actor, at=at, request={"do": "deactivate_staff", "badge": badge}, key=key) as entry:
        if not entry.repeated:
            member = pits.lock_person(staffing.require_member(actor, badge).pk)
            _require_may_go(actor, member)
            charges = _end_charges(entry, member)
            sign_ons.end_of_person(entry, member)
            member.is_active = False
            member.save(update_fields=["is_active"])
            entry.record("staff_deactivated", {"badge": badge})
            entry.answer = {"badge": badge, "pits": charges}
    return entry.answer


def reactivate_staff(*, actor: Actor, at: datetime, badge: str, key: str | None = None) -> dict[str, Any]:
    """A person works here again, with the roles and games held when he left and the secrets he had.

    Where those may be known to others by now, the house gives new ones (``one_time``). Refused: ``no_such_badge``,
    ``person_here``.
    """
    permissions.require(actor, "manage_staff")
    with house_entry(actor=actor, at=at, request={"do": "reactivate_staff", "badge": badge}, key=key) as entry:
        if not entry.repeated:
            member = pits.lock_person(staffing.require_member(actor, badge).pk)
            if member.is_active:
                raise Conflict("person_here", badge=badge)
            member.is_active = True
            member.save(update_fields=["is_active"])
            entry.record("staff_reactivated", {"badge": badge})
            entry.answer = {"badge": badge}
    return entry.answer


def _require_may_go(actor: Actor, member: staff.StaffMember) -> None:
    if member.pk == actor.staff_id:
        raise NotAllowed("same_person")
    if not member.is_active:
        raise Conflict("person_left", badge=member.badge)
    staffing.require_other_manager(member)
    turn = member.turns.filter(tapped_out_at=None).select_related("table").first()
    if turn is not None:
        raise Conflict("still_dealing", badge=member.badge, table=turn.table.code)


def _end_charges(entry: Entry, member: staff.StaffMember) -> list[str]:
    """Relieve the person of every pit; their codes."""
    charges = member.pit_assignments.filter(until=None)
    codes = list(charges.order_by("pit__code").values_list("pit__code", flat=True))
    for code in codes:
        entry.record("pit_boss_relieved", {"pit": code, "badge": member.badge})
    charges.update(until=entry.at)
    return codes
