"""A pit boss hands his pit to the next: one page of what is open, signed by both, and the charge with it."""

from datetime import datetime
from typing import Any

from django.db.models import Max

from tables.domain import handovers as papers
from tables.domain import names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.canonical import content_hash
from tables.domain.errors import Conflict, Invalid, NotAllowed
from tables.models import floor, staff
from tables.models.approvals import ShiftHandover
from tables.selectors import codes, handovers
from tables.selectors.handovers import Sheet
from tables.services import log, pits, rule_packs, witnesses
from tables.services.house_stream import house_entry
from tables.services.signatures import SignatureRequest
from tables.services.witnesses import SignedPaper


def sheet(*, actor: Actor, at: datetime, pit: str) -> Sheet:
    """What is open in a pit now, as it would be handed over. Refused: ``not_permitted``, ``no_such_pit``."""
    permissions.require(actor, "read_pit")
    window, pack = rule_packs.shift_at(actor.casino_id, at)
    return handovers.sheet(actor, pit, window, pack, at)


def hand_over(
    *,
    actor: Actor,
    at: datetime,
    pit: str,
    figures_sha256: str,
    messages: str,
    outgoing: SignatureRequest,
    incoming: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """Sign the sheet whose figures have ``figures_sha256``; the charge of the pit goes from one to the other.

    Refused: ``not_permitted``, ``no_such_pit``, ``bad_messages``, ``handover_changed`` (something came or went since
    the sheet was drawn), ``not_in_charge`` (the outgoing boss is not), ``deals_in_pit`` (the incoming one does), and
    what signing refuses.
    """
    permissions.require(actor, "hand_over_shift")
    _require_messages(messages)
    drawn = sheet(actor=actor, at=at, pit=pit)
    paper = papers.handover(actor.casino, pit, drawn.gaming_day, drawn.shift, drawn.figures, messages)
    asked = {"do": "hand_over", "pit": pit, "figures": figures_sha256, "messages": messages}
    request = {**asked, "outgoing": outgoing.badge, "incoming": incoming.badge}
    if not log.is_answered(actor, key) and drawn.sha256 != figures_sha256:
        raise Conflict("handover_changed")
    signed = witnesses.sign(actor, at, paper, [(Role.PIT_BOSS, outgoing), (Role.PIT_BOSS, incoming)])
    with house_entry(actor=actor, at=at, request=request, key=key) as entry:
        if not entry.repeated:
            row = codes.pit(actor.casino_id, pit)
            first, second = signed.signatures
            if not pits.end_charge(row, first.staff_id, at):
                raise NotAllowed("not_in_charge")
            entry.answer = _write(entry, row, drawn, messages, signed)
            entry.record("pit_boss_relieved", {"pit": pit, "badge": first.badge})
            _take_charge(entry, row, second.staff_id, second.badge)
    return entry.answer


def _require_messages(messages: str) -> None:
    """Free words of several lines: each line is one that the log may hold. Refused: ``bad_messages``."""
    if len(messages) > papers.MOST_MESSAGES:
        raise Invalid("bad_messages", most=papers.MOST_MESSAGES)
    for line in filter(None, messages.split("\n")):
        names.require_name(line.strip(), papers.MOST_MESSAGES, "bad_messages")


def _write(entry: log.Entry, row: floor.Pit, drawn: Sheet, messages: str, signed: SignedPaper) -> dict[str, Any]:
    number = (row.handovers.aggregate(newest=Max("number"))["newest"] or 0) + 1
    first, second = signed.signatures
    data: dict[str, Any] = {
        "pit": row.code,
        "handover": number,
        "gaming_day": drawn.gaming_day.isoformat(),
        "shift": drawn.shift,
        "outgoing": first.badge,
        "incoming": second.badge,
        "figures": drawn.figures,
        "messages": messages,
        "sha256": content_hash(signed.paper),
    }
    seq = entry.record("shift_handed_over", {**data, "signatures": signed.as_data()})
    ShiftHandover.objects.create(
        casino_id=entry.actor.casino_id,
        pit=row,
        number=number,
        gaming_day=drawn.gaming_day,
        shift=drawn.shift,
        outgoing_id=first.staff_id,
        incoming_id=second.staff_id,
        figures=drawn.figures,
        messages=messages,
        sha256=data["sha256"],
        signatures=signed.as_data(),
        handed_over_at=entry.at,
        seq=seq,
    )
    return data


def _take_charge(entry: log.Entry, row: floor.Pit, staff_id: int, badge: str) -> None:
    """Put the incoming boss in charge, unless he is already. Refused: ``deals_in_pit``."""
    pits.lock_person(staff_id)
    if row.assignments.filter(staff_id=staff_id, until=None).exists():
        return
    if staff.DealerTurn.objects.filter(staff_id=staff_id, tapped_out_at=None, table__pit=row).exists():
        raise Conflict("deals_in_pit", pit=row.code, badge=badge)
    staff.PitAssignment.objects.create(pit=row, staff_id=staff_id, since=entry.at)
    entry.record("pit_boss_assigned", {"pit": row.code, "badge": badge})
