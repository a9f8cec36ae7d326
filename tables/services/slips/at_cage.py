"""What comes back to the cage: the chips of a credit or an exchange, and those of a slip that a table declined."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tables.domain import chips, permissions, slip_papers
from tables.domain.actors import Actor, Role
from tables.domain.slips import SlipKind
from tables.domain.table_states import SlipStatus
from tables.models.slips import Slip
from tables.selectors import racks as rack_reads
from tables.services import cage_stock, log, witnesses
from tables.services.cage_stream import cage_entry
from tables.services.signatures import SignatureRequest
from tables.services.slips import steps
from tables.services.slips.at_table import SlipCount
from tables.services.witnesses import SignedPaper


def receive_slip(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    count: SlipCount,
    cashier: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The chips that a table gave, by a credit or an exchange, lie in the cage as the cashier counted them.

    They were in security's hands since the table counted them: what is missing is shown alone and needs a note.
    Refused: ``no_such_slip``, ``wrong_slip_kind``, ``bad_slip_step``, ``same_person``, ``total_mismatch``,
    ``unknown_denomination``, ``bad_quantity``, ``note_required``, and what signing refuses.
    """
    known, signed = _signed(actor, at, slip, "slip_receipt", count, cashier)
    with cage_entry(
        actor=actor, at=at, request=signed.request("receive_slip"), key=key, expected_seq=expected_seq
    ) as entry:
        if not entry.repeated:
            row = steps.lock(known)
            steps.require_kind(row, SlipKind.CREDIT, SlipKind.EXCHANGE)
            side = "chips" if row.kind == SlipKind.CREDIT else "given"
            _take(entry, row, SlipStatus.RECEIVED, (side, row.chips), count, signed)
    return entry.answer


def return_slip(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    count: SlipCount,
    cashier: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The chips of a slip that the table declined lie in the cage again; the slip is spent, the pit asks anew (T-21).

    Refused: what ``receive_slip`` refuses.
    """
    known, signed = _signed(actor, at, slip, "slip_return", count, cashier)
    with cage_entry(
        actor=actor, at=at, request=signed.request("return_slip"), key=key, expected_seq=expected_seq
    ) as entry:
        if not entry.repeated:
            row = steps.lock(known)
            steps.require_kind(row, SlipKind.FILL, SlipKind.EXCHANGE)
            sent = ("chips", row.chips) if row.kind == SlipKind.FILL else ("taken", row.taken)
            _take(entry, row, SlipStatus.RETURNED, sent, count, signed)
    return entry.answer


def _signed(
    actor: Actor, at: datetime, slip: str, act: str, count: SlipCount, cashier: SignatureRequest
) -> tuple[Slip, SignedPaper]:
    permissions.require(actor, "receive_slip")
    count.require_sound()
    known = steps.named(actor, slip)
    paper = slip_papers.count(act, actor.casino, known.table.code, slip, count.counted, count.note)
    return known, witnesses.sign(actor, at, paper, [(Role.CASHIER, cashier)])


def _take(
    entry: log.Entry,
    row: Slip,
    status: SlipStatus,
    sent: tuple[str, Mapping[str, int]],
    count: SlipCount,
    signed: SignedPaper,
) -> None:
    """End a locked slip with what the cashier counted of ``sent``: its name in the event, and the slip's chips."""
    steps.advance(row, status, entry.at)
    counted = chips.checked(count.counted, rack_reads.ever(row.table.chip_set_id))
    row.missing = steps.difference(row, sent[1], counted, count.note)
    row.received, row.note = chips.as_data(counted), count.note
    act = f"{row.kind}_{status}"
    steps.sign(row, act, signed)
    cage_stock.take_chips(row.casino_id, row.table.chip_set_id, counted)
    row.save(update_fields=["status", "changed_at", "received", "missing", "note", "signatures"])
    data = {
        **steps.named_in(row),
        "total": row.total,
        sent[0]: sent[1],
        "counted": row.received,
        "counted_total": count.total,
        "note": count.note,
        **({"reason": row.reason} if status == SlipStatus.RETURNED else {}),
    }
    entry.record(act, {**data, "signatures": signed.as_data()})
    entry.answer = steps.told(row, received=row.received, missing=row.missing)
