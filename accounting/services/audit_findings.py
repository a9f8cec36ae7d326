"""Findings of internal audit: recorded and signed, answered by their owner, closed by two persons.

The facts stand in the house's stream; the register's rows are written in the same transaction and follow from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Max

from accounting.domain import audit_findings as register
from accounting.domain.audit_findings import Area, Cause, FindingStatus
from accounting.models.audit_findings import AuditFinding
from tables.domain import names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models import log as log_rows
from tables.models import staff
from tables.services import witnesses
from tables.services.house_stream import house_entry
from tables.services.signatures import SignatureRequest
from tables.services.witnesses import SignedPaper


@dataclass(frozen=True, slots=True)
class NewFinding:
    """What an auditor has seen. ``about`` are events of the log that show it; ``repeat_of`` is an earlier finding."""

    area: str
    cause: str
    explanation: str
    gaming_day: date
    owner: str
    about: Sequence[tuple[str, int]] = ()
    repeat_of: int | None = None

    def as_data(self) -> dict[str, Any]:
        """The finding as it stands in the log and under its signature, number and count aside."""
        return {
            "area": self.area,
            "cause": self.cause,
            "explanation": self.explanation,
            "gaming_day": self.gaming_day.isoformat(),
            "owner": self.owner,
            "about": [{"stream": stream, "seq": seq} for stream, seq in sorted(set(self.about))],
            "repeat_of": self.repeat_of,
        }

    def require_sound(self) -> None:
        """Refuse ``bad_area``, ``bad_cause``, ``bad_explanation`` and ``bad_about`` (too many events)."""
        if self.area not in list(Area):
            raise Invalid("bad_area", known=list(Area))
        if self.cause not in list(Cause):
            raise Invalid("bad_cause", known=list(Cause))
        names.require_name(self.explanation, register.LONGEST_TEXT, "bad_explanation")
        if len(self.about) > register.MOST_EVENTS:
            raise Invalid("bad_about", most=register.MOST_EVENTS)


def record_finding(
    *, actor: Actor, at: datetime, finding: NewFinding, auditor: SignatureRequest, key: str | None = None
) -> dict[str, Any]:
    """Put a finding on record under the auditor's signature; it is open until its owner has answered.

    A repeat is linked to the first finding of its kind and counted (``occurrence``). Refused: what ``require_sound``
    says; ``day_not_begun``, ``no_such_event``, ``no_such_badge``, ``bad_owner`` (he does not work in that area),
    ``same_person``, ``no_such_finding`` and ``not_a_repeat`` (of another area), and what signing refuses.
    """
    permissions.require(actor, "record_finding")
    finding.require_sound()
    told = finding.as_data()
    signed = witnesses.sign(actor, at, register.finding(actor.casino, told), [(Role.AUDITOR, auditor)])
    with house_entry(actor=actor, at=at, request=signed.request("record_finding"), key=key) as entry:
        if not entry.repeated:
            if finding.gaming_day > entry.window.gaming_day:
                raise Invalid("day_not_begun", gaming_day=entry.window.gaming_day.isoformat())
            _require_events(actor.casino_id, finding.about)
            _require_owner(actor.casino_id, finding, signed)
            first, occurrence = _family(actor.casino_id, finding)
            number = _newest(actor.casino_id) + 1
            data = {"finding": number, **told, "repeat_of": first, "occurrence": occurrence}
            seq = entry.record("finding_recorded", {**data, "signatures": signed.as_data()})
            AuditFinding.objects.create(
                casino_id=actor.casino_id,
                number=number,
                **{**told, "repeat_of": first, "gaming_day": finding.gaming_day},
                occurrence=occurrence,
                recorded_at=at,
                recorded_by=signed.signatures[0].badge,
                recorded_seq=seq,
            )
            entry.answer = {**data, "status": FindingStatus.OPEN.value}
    return entry.answer


def answer_finding(
    *, actor: Actor, at: datetime, finding: int, answer: str, owner: SignatureRequest, key: str | None = None
) -> dict[str, Any]:
    """What was done about it, signed by the finding's owner or by a house manager in his place.

    A better answer takes the place of one before; the log keeps both. Refused: ``bad_answer``, ``no_such_finding``,
    ``finding_closed``, ``same_person`` (nobody answers what he has recorded), and what signing refuses.
    """
    permissions.require(actor, "answer_finding")
    names.require_name(answer, register.LONGEST_TEXT, "bad_answer")
    row = _row(actor.casino_id, finding)
    own = register.answering_roles(row.area) if owner.badge == row.owner else [Role.HOUSE_MANAGER]
    role = _role_of(actor.casino_id, owner.badge, own)
    signed = witnesses.sign(actor, at, register.answer(actor.casino, finding, answer), [(role, owner)])
    with house_entry(actor=actor, at=at, request=signed.request("answer_finding"), key=key) as entry:
        if not entry.repeated:
            row = _row(actor.casino_id, finding)
            if owner.badge == row.recorded_by:
                raise NotAllowed("same_person")
            if row.status == FindingStatus.CLOSED:
                raise Conflict("finding_closed")
            row.status, row.answer, row.answered_at, row.answered_by = FindingStatus.ANSWERED, answer, at, owner.badge
            row.save(update_fields=["status", "answer", "answered_at", "answered_by"])
            entry.record("finding_answered", {"finding": finding, "answer": answer, "signatures": signed.as_data()})
            entry.answer = {"finding": finding, "status": row.status.value}
    return entry.answer


def close_finding(
    *,
    actor: Actor,
    at: datetime,
    finding: int,
    remark: str,
    auditor: SignatureRequest,
    second: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """An auditor is content with the answer, and a second person of another department signs beside him.

    Neither is the owner nor who answered. Refused: ``bad_remark``, ``no_such_finding``, ``not_answered``,
    ``finding_closed``, ``same_person``, and what signing refuses.
    """
    permissions.require(actor, "close_finding")
    names.require_name(remark, register.LONGEST_TEXT, "bad_remark")
    role = _role_of(actor.casino_id, second.badge, register.seconding_roles(_row(actor.casino_id, finding).area))
    paper = register.closure(actor.casino, finding, remark)
    signed = witnesses.sign(actor, at, paper, [(Role.AUDITOR, auditor), (role, second)])
    with house_entry(actor=actor, at=at, request=signed.request("close_finding"), key=key) as entry:
        if not entry.repeated:
            row = _row(actor.casino_id, finding)
            if row.status != FindingStatus.ANSWERED:
                raise Conflict("finding_closed" if row.status == FindingStatus.CLOSED else "not_answered")
            if {row.owner, row.answered_by} & {signature.badge for signature in signed.signatures}:
                raise NotAllowed("same_person")
            row.status, row.remark, row.closed_at = FindingStatus.CLOSED, remark, at
            row.closed_by, row.seconded_by = auditor.badge, second.badge
            row.save(update_fields=["status", "remark", "closed_at", "closed_by", "seconded_by"])
            entry.record("finding_closed", {"finding": finding, "remark": remark, "signatures": signed.as_data()})
            entry.answer = {"finding": finding, "status": row.status.value}
    return entry.answer


def _row(casino_id: int, number: int) -> AuditFinding:
    row = AuditFinding.objects.filter(casino_id=casino_id, number=number).first()
    if row is None:
        raise NotFound("no_such_finding")
    return row


def _newest(casino_id: int) -> int:
    rows = AuditFinding.objects.filter(casino_id=casino_id)
    return int(rows.aggregate(newest=Max("number"))["newest"] or 0)


def _family(casino_id: int, finding: NewFinding) -> tuple[int | None, int]:
    """The first finding of which this is a repeat, and how often it has been seen with this one."""
    if finding.repeat_of is None:
        return None, 1
    earlier = _row(casino_id, finding.repeat_of)
    if earlier.area != finding.area:
        raise Conflict("not_a_repeat", area=earlier.area)
    first = earlier.repeat_of or earlier.number
    return first, AuditFinding.objects.filter(casino_id=casino_id, repeat_of=first).count() + 2


def _require_events(casino_id: int, about: Sequence[tuple[str, int]]) -> None:
    streams = dict(log_rows.Stream.objects.filter(casino_id=casino_id).values_list("key", "head_seq"))
    for stream, seq in about:
        if not 1 <= seq <= streams.get(stream, 0):
            raise NotFound("no_such_event", stream=stream[:64], seq=seq)


def _require_owner(casino_id: int, finding: NewFinding, signed: SignedPaper) -> None:
    roles = _roles(casino_id, finding.owner)
    if roles is None:
        raise NotFound("no_such_badge")
    if not roles & set(register.answering_roles(finding.area)):
        raise Conflict("bad_owner", area=finding.area)
    if finding.owner in {signature.badge for signature in signed.signatures}:
        raise NotAllowed("same_person")


def _role_of(casino_id: int, badge: str, roles: Sequence[Role]) -> Role:
    """The first of ``roles`` that the person holds. Who holds none signs in the first, and is refused after his PIN."""
    held = _roles(casino_id, badge) or set()
    return next((role for role in roles if role in held), roles[0])


def _roles(casino_id: int, badge: str) -> set[str] | None:
    """What the person holds now; None if nobody active has the badge."""
    person = staff.StaffMember.objects.filter(casino_id=casino_id, badge=badge, is_active=True).first()
    return None if person is None else set(person.roles_held.filter(until=None).values_list("role", flat=True))
