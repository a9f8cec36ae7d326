"""The slip in the cage: made out, given to security, voided before it leaves, printed again."""

from datetime import datetime
from typing import Any

from tables.domain import chips, permissions, slip_papers, slips
from tables.domain.actors import Actor, Role, instant
from tables.domain.errors import Conflict, NotAllowed
from tables.domain.slips import SlipKind
from tables.domain.table_states import SlipStatus
from tables.models.slips import Slip
from tables.services import cage_stock, second_signers, slip_numbers, witnesses
from tables.services.cage_stream import cage_entry
from tables.services.signatures import SignatureRequest
from tables.services.slips import steps


def issue_slip(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    request: int,
    cashier: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Make out the slip of a request: it takes the next number, and the chips for a table are set apart (T-20).

    A credit slip moves nothing yet. The number is used up for ever, whatever becomes of the slip (T-24), and the same
    key twice takes one (T-29). Refused: ``no_such_request``, ``bad_slip_step``, ``cage_short``, ``same_person``, and
    what signing refuses.
    """
    permissions.require(actor, "issue_slip")
    known = steps.requested(actor, table, request)
    paper = slip_papers.slip(known.kind, actor.casino, table, request, known.chips, known.taken, known.total)
    signed = witnesses.sign(actor, at, paper, [(Role.CASHIER, cashier)])
    with cage_entry(
        actor=actor, at=at, request=signed.request("issue_slip"), key=key, expected_seq=expected_seq
    ) as entry:
        if not entry.repeated:
            row = steps.lock(known)
            steps.advance(row, SlipStatus.ISSUED, entry.at)
            steps.sign(row, f"{row.kind}_issued", signed)
            number = slip_numbers.take(entry, slips.LETTERS[row.kind])
            row.series, row.number, row.issued_at = number.series, number.number, entry.at
            row.gaming_day, row.shift = entry.window.gaming_day, entry.window.shift
            cage_stock.give_chips(row.casino_id, row.table.chip_set_id, _set_apart(row))
            row.save()
            entry.record(f"{row.kind}_issued", {**_data(row), "signatures": signed.as_data()})
            entry.answer = steps.told(row, gaming_day=row.gaming_day.isoformat(), shift=row.shift)
    return entry.answer


def _set_apart(row: Slip) -> chips.Chips:
    """What leaves the cage for the table."""
    return chips.from_data({SlipKind.FILL: row.chips, SlipKind.EXCHANGE: row.taken}.get(SlipKind(row.kind), {}))


def _data(row: Slip) -> dict[str, Any]:
    said = {**steps.named_in(row), "total": row.total}
    if row.kind == SlipKind.EXCHANGE:
        return {**said, "given": row.chips, "taken": row.taken}
    return {**said, "chips": row.chips}


def carry_slip(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    security: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Security takes the chips of a fill or an exchange to the table; from now on the slip cannot be voided (T-23).

    Refused: ``no_such_slip``, ``wrong_slip_kind`` (a credit is fetched at the table), ``bad_slip_step``,
    ``same_person``, and what signing refuses.
    """
    permissions.require(actor, "carry_slip")
    known = steps.named(actor, slip)
    paper = slip_papers.carriage(actor.casino, known.table.code, slip, known.total)
    signed = witnesses.sign(actor, at, paper, [(Role.SECURITY, security)])
    with cage_entry(
        actor=actor, at=at, request=signed.request("carry_slip"), key=key, expected_seq=expected_seq
    ) as entry:
        if not entry.repeated:
            row = steps.lock(known)
            steps.require_kind(row, SlipKind.FILL, SlipKind.EXCHANGE)
            steps.advance(row, SlipStatus.IN_TRANSIT, entry.at)
            steps.sign(row, "slip_carried", signed)
            row.save(update_fields=["status", "changed_at", "signatures"])
            data = {**steps.named_in(row), "kind": row.kind, "total": row.total}
            entry.record("slip_carried", {**data, "signatures": signed.as_data()})
            entry.answer = steps.told(row)
    return entry.answer


def void_slip(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    reason: str,
    cashier: SignatureRequest,
    second: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Void a slip before its chips have left: the number stays used up, the chips lie in the cage again (T-23, T-24).

    A cashier says why; ``second`` is somebody of another department, in a role that the rule pack names, who has not
    signed this slip before, least of all made it out (T-25). Refused: ``no_such_slip``, ``chips_moved`` (order a
    credit), ``bad_slip_step``, ``bad_reason``, ``same_person``, and what signing refuses.
    """
    permissions.require(actor, "void_slip")
    steps.require_reason(reason)
    known = steps.named(actor, slip)
    paper = slip_papers.void(actor.casino, known.table.code, slip, known.total, reason)
    seconding = second_signers.void_role(actor, at, second.badge, Role.CASHIER)
    signed = witnesses.sign(actor, at, paper, [(Role.CASHIER, cashier), (seconding, second)])
    with cage_entry(
        actor=actor, at=at, request=signed.request("void_slip"), key=key, expected_seq=expected_seq
    ) as entry:
        if not entry.repeated:
            row = steps.lock(known)
            if row.status not in {SlipStatus.ISSUED, SlipStatus.VOID}:
                raise Conflict("chips_moved", state=row.status)
            steps.advance(row, SlipStatus.VOID, entry.at)
            if second.badge in {signature["badge"] for signature in row.signatures}:
                raise NotAllowed("same_person")
            steps.sign(row, "slip_voided", signed)
            cage_stock.take_chips(row.casino_id, row.table.chip_set_id, _set_apart(row))
            row.reason = reason
            row.save(update_fields=["status", "changed_at", "signatures", "reason"])
            data = {**steps.named_in(row), "kind": row.kind, "total": row.total, "reason": reason}
            entry.record("slip_voided", {**data, "signatures": signed.as_data()})
            entry.answer = steps.told(row, reason=reason)
    return entry.answer


def reprint_slip(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    reason: str,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Print a slip again: the same number, marked with the number of the copy, and counted (T-26).

    Refused: ``no_such_slip``, ``bad_reason``.
    """
    permissions.require(actor, "reprint_slip")
    steps.require_reason(reason)
    known = steps.named(actor, slip)
    asked = {"do": "reprint_slip", "slip": slip, "reason": reason}
    with cage_entry(actor=actor, at=at, request=asked, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            row = steps.lock(known)
            copy = len(row.reprints) + 1
            line = {"copy": copy, "at": instant(entry.at), "by": actor.badge, "reason": reason}
            row.reprints = [*row.reprints, line]
            row.save(update_fields=["reprints"])
            data = {**steps.named_in(row), "kind": row.kind, "copy": copy, "reason": reason}
            entry.record("slip_reprinted", data)
            entry.answer = steps.told(row, copy=copy)
    return entry.answer
