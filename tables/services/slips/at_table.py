"""The slip at the table: the dealer counts on the layout, the boss in charge watches, both sign.

A fill or a credit falls into the bank period that is open now, whatever the slip says of its issue (T-20), and the
table's copy into the box that stands there. Play may go on: a rack that is short in mid-round needs its fill.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.domain import chips, permissions, slip_papers
from tables.domain.actors import Actor, Role
from tables.domain.chips import Chips
from tables.domain.errors import Conflict, NotAllowed
from tables.domain.rule_packs.words import FillMismatch
from tables.domain.slips import SlipKind
from tables.domain.table_states import SlipStatus
from tables.models import floor
from tables.models.slips import Slip
from tables.selectors import racks as rack_reads
from tables.services import authority, log, racks, rule_packs, standing, witnesses
from tables.services.signatures import SignatureRequest
from tables.services.slips import steps
from tables.services.witnesses import SignedPaper


@dataclass(frozen=True, slots=True)
class SlipCount:
    """A slip's chips as counted, what they are worth in minor units, and why they differ from the slip if they do."""

    counted: Mapping[int, int]
    total: int
    note: str = ""

    def require_sound(self) -> None:
        """Refuse ``total_mismatch`` (T-31) and ``bad_note``."""
        steps.require_count(self.counted, self.total, self.note)


def accept_fill(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    count: SlipCount,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The chips of a fill come into the rack, all of them at once (T-22).

    Where the rule pack says ``void_and_reissue`` a count that differs from the slip stops here (``slip_mismatch``): the
    table declines the fill and the pit asks again. Where it says ``variance`` what was counted comes into the rack,
    both counts stay, and the difference is shown alone (T-21); that needs a note. Refused too: ``no_such_slip``,
    ``wrong_slip_kind``, ``bad_slip_step``, ``table_not_open``, ``play_stopped``, ``terminal_required``,
    ``not_dealing``, ``not_in_charge``, ``same_person``, ``total_mismatch``, ``unknown_denomination``,
    ``note_required``, and what signing refuses.
    """
    known, signed = _signed(actor, at, slip, "fill_acceptance", count, dealer, pit_boss)
    with steps.at_table(actor, at, known, signed.request("accept_fill"), key, expected_seq) as entry:
        if not entry.repeated:
            row, state = _open(entry, known, signed, SlipKind.FILL)
            steps.advance(row, SlipStatus.ACCEPTED, entry.at)
            counted = chips.checked(count.counted, rack_reads.in_use(row.table.chip_set_id))
            if chips.as_data(counted) != row.chips:
                _require_variance_allowed(entry, count.total - row.total)
            missing = steps.difference(row, row.chips, counted, count.note)
            racks.move_rack(state.table_id, counted)
            row.missing, row.note = missing, count.note
            _at_table(row, state, counted)
            steps.sign(row, "fill_accepted", signed)
            row.save()
            data = {"chips": row.chips, "note": count.note, **_said(row, state, counted, rack=counted)}
            entry.record("fill_accepted", {**data, "signatures": signed.as_data()})
            entry.answer = steps.told(row, period=data["period"], counted=data["counted"], missing=missing)
    return entry.answer


def _require_variance_allowed(entry: log.Entry, difference: int) -> None:
    """Refuse ``slip_mismatch`` where the rule pack wants the fill void and made out anew (T-21)."""
    if rule_packs.of(entry).fill_mismatch == FillMismatch.VOID_AND_REISSUE:
        raise Conflict("slip_mismatch", difference=difference)


def decline_slip(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    count: SlipCount,
    reason: str,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The table does not take a fill or an exchange that security brought: the chips go back with the slip (T-21).

    Nothing of it comes into the rack (T-22). A table that has closed in the meantime declines as well. Refused:
    ``no_such_slip``, ``wrong_slip_kind``, ``bad_slip_step``, ``bad_reason``, ``terminal_required``, ``not_in_charge``,
    ``same_person``, ``total_mismatch``, ``unknown_denomination``, and what signing refuses.
    """
    steps.require_reason(reason)
    count = SlipCount(count.counted, count.total, reason)
    known, signed = _signed(actor, at, slip, "slip_decline", count, dealer, pit_boss)
    with steps.at_table(actor, at, known, signed.request("decline_slip"), key, expected_seq) as entry:
        if not entry.repeated:
            row = steps.lock(known)
            steps.require_kind(row, SlipKind.FILL, SlipKind.EXCHANGE)
            authority.require_place(actor, "supervise_count", row.table_id)
            witnesses.require_in_charge(row.table_id, signed)
            steps.advance(row, SlipStatus.DECLINED, entry.at)
            counted = _counted(row, count)
            row.counted, row.reason = chips.as_data(counted), reason
            steps.sign(row, f"{row.kind}_declined", signed)
            row.save(update_fields=["status", "changed_at", "counted", "reason", "signatures"])
            data = {
                "slip": slip,
                "request": row.request,
                "total": row.total,
                "counted": row.counted,
                "counted_total": count.total,
                "reason": reason,
            }
            entry.record(f"{row.kind}_declined", {**data, "signatures": signed.as_data()})
            entry.answer = steps.told(row, counted=row.counted, reason=reason)
    return entry.answer


def count_out_credit(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    count: SlipCount,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    security: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The chips of a credit leave the rack, counted before the boss and security, who takes them to the cage.

    Exactly what the slip says (T-22): otherwise ``slip_mismatch``, and the cage voids it. Refused too: ``rack_short``
    (T-33), and what ``accept_fill`` refuses.
    """
    known, signed = _signed(actor, at, slip, "credit_count_out", count, dealer, pit_boss, security)
    with steps.at_table(actor, at, known, signed.request("count_out_credit"), key, expected_seq) as entry:
        if not entry.repeated:
            row, state = _open(entry, known, signed, SlipKind.CREDIT)
            steps.advance(row, SlipStatus.COUNTED_OUT, entry.at)
            counted = _exactly(row, row.chips, count)
            out = chips.less({}, counted)
            racks.move_rack(state.table_id, out)
            _at_table(row, state, counted)
            steps.sign(row, "credit_counted_out", signed)
            row.save()
            data = {"chips": row.chips, **_said(row, state, counted, rack=out)}
            entry.record("credit_counted_out", {**data, "signatures": signed.as_data()})
            entry.answer = steps.told(row, period=data["period"])
    return entry.answer


def make_exchange(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    count: SlipCount,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    security: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The chips that came go into the rack, those of the slip leave it, equal in value: win does not move.

    ``count`` is of what came, and must be what the slip says (``slip_mismatch``): else the table declines. Refused
    too: ``rack_short``, and what ``accept_fill`` refuses.
    """
    known, signed = _signed(actor, at, slip, "exchange_at_table", count, dealer, pit_boss, security)
    with steps.at_table(actor, at, known, signed.request("make_exchange"), key, expected_seq) as entry:
        if not entry.repeated:
            row, state = _open(entry, known, signed, SlipKind.EXCHANGE)
            steps.advance(row, SlipStatus.COUNTED_OUT, entry.at)
            taken = chips.checked(_exactly(row, row.taken, count), rack_reads.in_use(row.table.chip_set_id))
            change = chips.less(taken, chips.from_data(row.chips))
            racks.move_rack(state.table_id, change)
            _at_table(row, state, taken)
            steps.sign(row, "exchange_made", signed)
            row.save()
            data = {"given": row.chips, "taken": row.taken, **_said(row, state, taken, rack=change)}
            entry.record("exchange_made", {**data, "signatures": signed.as_data()})
            entry.answer = steps.told(row, period=data["period"])
    return entry.answer


def _signed(
    actor: Actor,
    at: datetime,
    slip: str,
    act: str,
    count: SlipCount,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    security: SignatureRequest | None = None,
) -> tuple[Slip, SignedPaper]:
    """The slip, not locked yet, and the count under the signatures of who made it and watched it."""
    permissions.require(actor, "accept_slip")
    count.require_sound()
    known = steps.named(actor, slip)
    paper = slip_papers.count(act, actor.casino, known.table.code, slip, count.counted, count.note)
    signers: Sequence[tuple[Role, SignatureRequest]] = [(Role.DEALER, dealer), (Role.PIT_BOSS, pit_boss)]
    if security is not None:
        signers = [*signers, (Role.SECURITY, security)]
    return known, witnesses.sign(actor, at, paper, signers)


def _open(entry: log.Entry, known: Slip, signed: SignedPaper, kind: SlipKind) -> tuple[Slip, floor.TableState]:
    """The slip and its table, both locked: the table is open, its own dealer counts, its boss in charge watches."""
    state = standing.of(entry)
    row = steps.lock(known)
    steps.require_kind(row, kind)
    standing.require_open(state)
    authority.require_place(entry.actor, "supervise_count", row.table_id)
    if signed.signatures[0].staff_id != state.dealer_id:
        raise NotAllowed("not_dealing", badge=signed.signatures[0].badge)
    witnesses.require_in_charge(row.table_id, signed)
    return row, state


def _counted(row: Slip, count: SlipCount) -> Chips:
    """The count without zero lines, on the way to the cage. Refused: ``unknown_denomination``, ``bad_quantity``."""
    return chips.checked(count.counted, rack_reads.ever(row.table.chip_set_id))


def _exactly(row: Slip, wanted: Mapping[str, int], count: SlipCount) -> Chips:
    """What was counted, if it is what the slip says, chip by chip. Refused: ``slip_mismatch``."""
    counted = _counted(row, count)
    if chips.as_data(counted) != wanted:
        raise Conflict("slip_mismatch", difference=count.total - row.total)
    return counted


def _at_table(row: Slip, state: floor.TableState, counted: Chips) -> None:
    row.period, row.box, row.counted = state.period, state.box, chips.as_data(counted)


def _said(row: Slip, state: floor.TableState, counted: Chips, rack: Mapping[int, int]) -> dict[str, Any]:
    """What every event of a slip at an open table says."""
    return {
        **steps.period_of(state),
        "slip": steps.text_of(row),
        "request": row.request,
        "total": row.total,
        "counted": chips.as_data(counted),
        "counted_total": chips.value(counted),
        "rack": chips.as_data(rack),
    }
