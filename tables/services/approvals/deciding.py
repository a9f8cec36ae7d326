"""The pit boss decides at his own device: his session is his signature, with his PIN where the act is put on paper."""

from datetime import datetime
from typing import Any

from tables.domain import approvals, permissions
from tables.domain.actors import Actor, Role, Signature
from tables.domain.approvals import ApprovalStatus
from tables.domain.errors import NotAllowed
from tables.models.approvals import Approval
from tables.services import log, pits, rulings, signatures
from tables.services.approvals import claims, finding
from tables.services.approvals.kinds import KINDS, Word
from tables.services.signatures import SignatureRequest

GIVE, REFUSE = "give", "refuse"


def give_approval(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    number: int,
    pin: str = "",
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Allow what was asked, and do it in the same entry: the word and its act are never apart.

    Refused: ``not_permitted``, ``no_such_approval``, ``approval_decided``, ``being_decided``, ``not_in_charge``,
    ``same_person`` (nobody allows himself), ``pin_required``, what the PIN refuses, and what the act refuses by now.
    """
    permissions.require(actor, "decide_approval")
    row = finding.of_table(actor, table, number)
    kind = KINDS[row.kind]
    permissions.require(actor, kind.permission)
    word = _word(actor, at, row, pin)
    request = {"do": "give_approval", "table": table, "approval": number}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            row = _mine(entry, actor, number)
            data = {"approval": number, "kind": row.kind, "signatures": [word.signature.as_data()]}
            entry.record("approval_given", data)
            kind.do(entry, row, word)
            _end(entry, row, ApprovalStatus.GIVEN)
    return entry.answer


def refuse_approval(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    number: int,
    reason: str,
    pin: str = "",
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Say no, and why: the dealer reads it at his terminal.

    Refused: ``reason_required``, and what ``give_approval`` refuses; a refusal moves nothing and takes no PIN.
    """
    permissions.require(actor, "decide_approval")
    rulings.require_reason(reason)
    row = finding.of_table(actor, table, number)
    signature = _signed(actor, at, row, REFUSE, reason, pin)
    request = {"do": "refuse_approval", "table": table, "approval": number, "reason": reason}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            row = _mine(entry, actor, number)
            signed = [signature.as_data()]
            data = {"approval": number, "kind": row.kind, "reason": reason, "signatures": signed}
            entry.record("approval_refused", data)
            _end(entry, row, ApprovalStatus.REFUSED, reason)
    return entry.answer


def _word(actor: Actor, at: datetime, row: Approval, pin: str) -> Word:
    """What the boss signs, before the stream is locked: hashing takes time. Refused: ``pin_required``."""
    paper = KINDS[row.kind].paper
    if paper is None:
        return Word(_signed(actor, at, row, GIVE, "", pin))
    if not pin:
        raise NotAllowed("pin_required")
    signed = paper(actor, at, row, SignatureRequest(badge=actor.badge, pin=pin))
    return Word(_signed(actor, at, row, GIVE, "", ""), signed)


def _signed(actor: Actor, at: datetime, row: Approval, decision: str, reason: str, pin: str) -> Signature:
    """The boss's session signs; a PIN that nobody asked for is proved all the same, for it is never right unread."""
    content = approvals.decision(
        actor.casino, row.table.code, row.number, row.kind, row.content, decision=decision, reason=reason
    )
    return signatures.of_person(actor=actor, role=Role.PIT_BOSS, content=content, at=at, pin=pin)


def _mine(entry: log.Entry, actor: Actor, number: int) -> Approval:
    """The open approval that this boss may decide now."""
    pits.require_pit_boss(actor, entry.table_id or 0, entry.window.gaming_day)
    row = finding.open_one(entry, number)
    claims.require_free(row.table_id, row.kind, str(number), actor, entry.at)
    signatures.require_different(row.asked_by_id, actor.staff_id)
    return row


def _end(entry: log.Entry, row: Approval, status: ApprovalStatus, reason: str = "") -> None:
    finding.decide(row, status, entry.actor.staff_id, entry.at, reason)
    claims.end(row.table_id, row.kind, str(row.number))
    entry.answer = finding.told(row)
