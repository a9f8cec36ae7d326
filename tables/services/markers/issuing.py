"""A marker at the table that gives it: issued, or void before anything of it is paid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.domain import chips, limits, markers, names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.chips import Chips
from tables.domain.errors import Conflict, Invalid, NotAllowed
from tables.domain.table_states import MarkerStatus
from tables.models import floor
from tables.models.markers import CreditLine, Marker
from tables.models.rounds import Patron
from tables.selectors import racks as rack_reads
from tables.services import (
    credit_lines,
    log,
    racks,
    rule_packs,
    second_signers,
    slip_numbers,
    standing,
    witnesses,
)
from tables.services.markers import steps
from tables.services.signatures import SignatureRequest
from tables.services.witnesses import SignedPaper

AUTHORISERS = [Role.HOUSE_MANAGER, Role.ACCOUNTANT]
"""Who may let a patron pass his line: somebody who answers for credit, not for the pit."""


@dataclass(frozen=True, slots=True)
class OverLimit:
    """A second person lets the patron owe more than his line, and says why."""

    reason: str
    authoriser: SignatureRequest


def issue_marker(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    patron: str,
    amount: int,
    cut: Mapping[int, int],
    patron_signed: bool,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    over_limit: OverLimit | None = None,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Chips out of the rack for a registered patron's signature (V-06). The issue slip goes into the box.

    All his open markers and this one must keep within his credit line of today; beyond it a house manager or an
    accountant signs and says why. Nobody signs on a line that he set himself: the limit comes from elsewhere than the
    pit. Refused: ``bad_code``, ``no_such_patron``, ``bad_amount``, ``total_mismatch``, ``unknown_denomination``,
    ``patron_signature_missing``, ``markers_not_allowed`` (by the rule pack), ``no_credit_line``,
    ``credit_line_passed`` (``available`` tells what is left), ``not_independent``, ``bad_reason``, ``rack_short``,
    ``round_in_play`` (of a tracked player), ``table_not_open``, ``play_stopped``, ``not_dealing``, ``not_in_charge``,
    ``same_person``, and what signing refuses.
    """
    permissions.require(actor, "issue_marker")
    _require_sound(patron, amount, cut, patron_signed=patron_signed, over_limit=over_limit)
    known = credit_lines.named_patron(actor, patron)
    why = over_limit.reason if over_limit else ""
    paper = markers.issue(actor.casino, table, patron, amount, cut, why)
    signers: list[tuple[Role, SignatureRequest]] = [(Role.DEALER, dealer), (Role.PIT_BOSS, pit_boss)]
    if over_limit is not None:
        second = over_limit.authoriser
        signers.append((second_signers.held_of(actor, second.badge, AUTHORISERS), second))
    signed = witnesses.sign(actor, at, paper, signers)
    request = signed.request("issue_marker")
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = steps.open_table(entry, signed)
            steps.lock_patron(known.pk)
            line, owed = _within(entry, known, amount, signed, why)
            out = chips.checked(cut, rack_reads.in_use(state.table.chip_set_id))
            _hand_out(state, patron, amount, out)
            row = _row(entry, state, known, amount, out, line, owed, why)
            steps.sign(row, "marker_issued", signed)
            row.save()
            entry.record("marker_issued", {**_issued(row, state), "signatures": signed.as_data()})
            entry.answer = steps.told(row, owed=owed + amount, limit=line.limit)
    return entry.answer


def _require_sound(
    patron: str, amount: int, cut: Mapping[int, int], *, patron_signed: bool, over_limit: OverLimit | None
) -> None:
    names.require_code(patron)
    limits.require_amount(amount)
    chips.require_total(cut, amount)
    if not patron_signed:
        raise Invalid("patron_signature_missing")
    if over_limit is not None:
        names.require_name(over_limit.reason, 240, "bad_reason")


def _within(entry: log.Entry, patron: Patron, amount: int, signed: SignedPaper, why: str) -> tuple[CreditLine, int]:
    """The patron's line of today and what he owes already, under his lock."""
    if not rule_packs.of(entry).markers_allowed:
        raise Conflict("markers_not_allowed")
    line = credit_lines.in_force(patron.pk, entry.window.gaming_day)
    if line is None:
        raise Conflict("no_credit_line", patron=patron.code)
    for signature in signed.signatures:
        if signature.staff_id == line.set_by_id:
            raise NotAllowed("not_independent", badge=signature.badge)
    owed = steps.owed(patron.pk)
    if owed + amount > line.limit and not why:
        raise Conflict("credit_line_passed", limit=line.limit, available=max(line.limit - owed, 0))
    return line, owed


def _hand_out(state: floor.TableState, patron: str, amount: int, out: Chips) -> None:
    if patron in state.funds:
        standing.require_between_rounds(state)
    racks.move_rack(state.pk, chips.less({}, out))
    steps.move_funds(state, patron, amount)


def _row(
    entry: log.Entry,
    state: floor.TableState,
    patron: Patron,
    amount: int,
    out: Chips,
    line: CreditLine,
    owed: int,
    why: str,
) -> Marker:
    """The marker with the next number of its series; not saved yet."""
    if state.period is None or state.box is None:
        raise RuntimeError(f"{entry.stream} is open without a period or a box")
    number = slip_numbers.take(entry, markers.LETTER)
    return Marker(
        casino_id=entry.actor.casino_id,
        table=state.table,
        patron=patron,
        series=number.series,
        number=number.number,
        amount=amount,
        chips=chips.as_data(out),
        limit=line.limit,
        owed_before=owed,
        over_limit=why,
        gaming_day=entry.window.gaming_day,
        shift=entry.window.shift,
        period=state.period,
        box=state.box,
        issued_at=entry.at,
        changed_at=entry.at,
    )


def _issued(row: Marker, state: floor.TableState) -> dict[str, Any]:
    return {
        "period": row.period.number,
        "slip": steps.text_of(row),
        "patron": row.patron.code,
        "amount": row.amount,
        "chips": row.chips,
        "rack": chips.as_data(chips.less({}, chips.from_data(row.chips))),
        "box": row.box.number,
        "limit": row.limit,
        "owed_before": row.owed_before,
        "over_limit": row.over_limit,
        "patron_signed": True,
    }


def void_marker(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    parts: Sequence[str],
    reason: str,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    second: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Void a marker of which nothing is paid, in the bank period in which it was given: the chips come back.

    The word VOID stands on all three parts; ``second`` holds a role that the rule pack names, is not of the pit, and
    stands under the marker nowhere else (T-25). The number stays used up (T-24). Refused: ``no_such_marker``,
    ``parts_not_marked``, ``bad_reason``, ``bad_marker_step``, ``period_over``, ``insufficient_funds``,
    ``round_in_play`` (of a tracked player), ``table_not_open``, ``play_stopped``, ``not_dealing``, ``not_in_charge``,
    ``same_person``, and what signing refuses.
    """
    permissions.require(actor, "issue_marker")
    markers.require_parts(parts)
    names.require_name(reason, 240, "bad_reason")
    known = steps.named(actor, slip)
    table = known.table.code
    paper = markers.void(actor.casino, table, slip, known.amount, reason)
    seconding = second_signers.void_role(actor, at, second.badge, Role.PIT_BOSS)
    signers = [(Role.DEALER, dealer), (Role.PIT_BOSS, pit_boss), (seconding, second)]
    signed = witnesses.sign(actor, at, paper, signers)
    request = signed.request("void_marker")
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = steps.open_table(entry, signed)
            row = steps.lock(known)
            steps.advance(entry, row, MarkerStatus.VOID)
            if state.period is None or row.period_id != state.period.pk:
                raise Conflict("period_over")
            if row.patron.code in state.funds:
                standing.require_between_rounds(state)
            steps.sign(row, "marker_voided", signed, again=[second.badge])
            back = chips.from_data(row.chips)
            racks.move_rack(state.pk, back)
            steps.move_funds(state, row.patron.code, -row.amount)
            row.reason = reason
            row.save()
            data = {
                "period": state.period.number,
                "slip": slip,
                "patron": row.patron.code,
                "amount": row.amount,
                "chips": row.chips,
                "rack": row.chips,
                "parts": list(markers.PARTS),
                "reason": reason,
            }
            entry.record("marker_voided", {**data, "signatures": signed.as_data()})
            entry.answer = steps.told(row, reason=reason)
    return entry.answer
