"""Who is in charge of which pit. A role alone gives nobody authority over a table (T-100)."""

from datetime import date, datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor, Role
from tables.domain.errors import Conflict, NotAllowed
from tables.models import floor, staff
from tables.models.approvals import QueueClaim
from tables.selectors import codes, due
from tables.services import log, rule_packs, staffing
from tables.services.house_stream import house_entry


def require_pit_boss(actor: Actor, table_id: int, gaming_day: date) -> None:
    """Refuse ``not_in_charge`` unless the actor is a pit boss; and what ``require_in_charge`` refuses."""
    if Role.PIT_BOSS not in actor.roles:
        raise NotAllowed("not_in_charge")
    require_in_charge(actor.staff_id, table_id, gaming_day)


def require_in_charge(staff_id: int | None, table_id: int, gaming_day: date) -> None:
    """Refuse ``not_in_charge`` unless the person, known to hold the role, is assigned to the table's pit now.

    Refused too: ``licence_expired``. An assignment outlives licences, and who acts on his own word signs nothing.
    """
    licence_ends = require_assigned(staff_id, table_id).licence_expires_on
    if licence_ends is not None and licence_ends < gaming_day:
        raise NotAllowed("licence_expired")


def require_assigned(staff_id: int | None, table_id: int) -> staff.StaffMember:
    """The person, if he is assigned to the table's pit now; for who has just signed. Refused: ``not_in_charge``."""
    assignments = staff.PitAssignment.objects.filter(until=None, pit__gaming_tables=table_id, staff_id=staff_id)
    assignment = assignments.select_related("staff").first() if staff_id is not None else None
    if assignment is None:
        raise NotAllowed("not_in_charge")
    return assignment.staff


def assign_pit_boss(*, actor: Actor, at: datetime, pit: str, badge: str, key: str | None = None) -> dict[str, Any]:
    """Put a pit boss in charge of a pit until he is relieved.

    ``warnings`` may say that he has more open tables than the rule pack gives one supervisor; it is no refusal (T-18).

    Nobody takes charge by himself: the role alone would then be authority. Refused: ``no_such_pit``,
    ``no_such_badge``, ``same_person``, ``person_left``, ``role_not_held``, ``already_assigned``,
    ``deals_in_pit`` (he is tapped in at one of its tables).
    """
    permissions.require(actor, "assign_pit_boss")
    data = {"pit": pit, "badge": badge}
    with house_entry(actor=actor, at=at, request={"do": "assign_pit_boss", **data}, key=key) as entry:
        if not entry.repeated:
            member = lock_person(staffing.require_member(actor, badge).pk)
            row = codes.pit(actor.casino_id, pit)
            if member.pk == actor.staff_id:
                raise NotAllowed("same_person")
            staffing.require_here(member)
            if not member.roles_held.filter(role=Role.PIT_BOSS, until=None).exists():
                raise Conflict("role_not_held", role=Role.PIT_BOSS)
            if row.assignments.filter(staff=member, until=None).exists():
                raise Conflict("already_assigned", **data)
            if staff.DealerTurn.objects.filter(staff=member, tapped_out_at=None, table__pit=row).exists():
                raise Conflict("deals_in_pit", **data)
            staff.PitAssignment.objects.create(pit=row, staff=member, since=at)
            entry.record("pit_boss_assigned", data)
            entry.answer = {**data, "warnings": _warnings(entry, badge)}
    return entry.answer


def relieve_pit_boss(*, actor: Actor, at: datetime, pit: str, badge: str, key: str | None = None) -> dict[str, Any]:
    """End a pit boss's charge of a pit. Refused: ``no_such_pit``, ``no_such_badge``, ``not_assigned``."""
    permissions.require(actor, "assign_pit_boss")
    data = {"pit": pit, "badge": badge}
    with house_entry(actor=actor, at=at, request={"do": "relieve_pit_boss", **data}, key=key) as entry:
        if not entry.repeated:
            member = staffing.require_member(actor, badge)
            if not end_charge(codes.pit(actor.casino_id, pit), member.pk, at):
                raise Conflict("not_assigned", **data)
            entry.record("pit_boss_relieved", data)
            entry.answer = dict(data)
    return entry.answer


def end_charge(pit: floor.Pit, staff_id: int, at: datetime) -> bool:
    """A pit boss answers for the pit no more, and what he had open in its queue is free again; whether he did."""
    QueueClaim.objects.filter(staff_id=staff_id, table__pit=pit).delete()
    return bool(pit.assignments.filter(staff_id=staff_id, until=None).update(until=at))


def lock_person(staff_id: int) -> staff.StaffMember:
    """The person's row, locked, so that a tap-in and an assignment at the same moment see each other.

    Taken after the stream's lock and only one a transaction, so nobody waits in a circle. The weaker lock lets
    others point a foreign key at the person meanwhile.
    """
    return staff.StaffMember.objects.select_for_update(no_key=True).get(pk=staff_id)


def _warnings(entry: log.Entry, badge: str) -> list[str]:
    crowded = dict(due.crowded(entry.actor.casino_id, rule_packs.of(entry)))
    return ["too_many_tables"] if badge in crowded else []
