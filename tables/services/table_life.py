"""A table's life between two counts: opened, rolled into the next shift, closed (domain.md §4, T-07 to T-12).

Each count is made by a dealer, watched by a pit boss who is in charge of the pit, and signed by both.
"""

from datetime import datetime
from typing import Any

from tables.domain import papers, permissions
from tables.domain.actors import Actor, Role
from tables.domain.chips import Chips
from tables.domain.errors import Conflict
from tables.domain.table_states import TableStatus
from tables.services import boxes, log, periods, pots, seat_links, signatures, standing, witnesses
from tables.services.approvals import finding
from tables.services.boxes import BoxRemoval
from tables.services.periods import RackCount
from tables.services.signatures import SignatureRequest
from tables.services.witnesses import SignedPaper

NO_CORRECTION: Chips = {}


def open_table(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    count: RackCount,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Open a closed table with the opener ``dealer`` counted and ``pit_boss`` watched, placing a box if there is none.

    The opener is compared with the previous closer, at the first opening with the bank that the cage issued (T-11).
    Refused: ``table_not_closed``, ``total_mismatch``, ``unknown_denomination``, ``bad_quantity``, ``note_required``,
    ``not_in_charge``, and what signing refuses.
    """
    permissions.require(actor, "count_rack")
    signed = _sign(actor, at, table, papers.OPENER, count, dealer, pit_boss)
    request = signed.request("open_table")
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = standing.of(entry)
            if state.status != TableStatus.CLOSED:
                raise Conflict("table_not_closed", state=state.status)
            witnesses.require_in_charge(state.table_id, signed)
            correction = periods.take_count(state, count)
            if state.box is None:
                boxes.place_box(entry, state)
            entry.answer = {"table": table, **periods.open_period(entry, state, count, correction, signed)}
            standing.save(state)
    return entry.answer


def close_table(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    count: RackCount,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Close an open table, between rounds, with the closer that ``dealer`` counted and ``pit_boss`` watched.

    The box stays on the table until counters take it, and the dealer may stay tapped in. What the table asked of the
    floor and nobody decided is taken back. Refused:
    ``table_not_open``, ``play_stopped``, ``round_in_play`` (T-07), ``pot_not_empty``, and what ``open_table`` says of a
    count.
    """
    permissions.require(actor, "count_rack")
    signed = _sign(actor, at, table, papers.CLOSER, count, dealer, pit_boss)
    request = signed.request("close_table")
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = standing.of(entry)
            standing.require_open(state)
            standing.require_between_rounds(state)
            pots.require_empty(state)
            witnesses.require_in_charge(state.table_id, signed)
            correction = periods.take_count(state, count)
            entry.answer = {"table": table, **periods.close_period(entry, state, count, correction, signed)}
            state.status = TableStatus.CLOSED
            standing.save(state)
            seat_links.end_all(entry)
            finding.withdraw_all(entry)
    return entry.answer


def roll_table(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    count: RackCount,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    removal: BoxRemoval | None = None,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Take an open table over a shift change: one count is the closer of one period and the opener of the next (T-10).

    With ``removal`` the counters take the box in the same act and the next period gets an empty one; without it the
    box goes on collecting, and the periods in it have one drop together (V-08). Refused: what ``close_table`` and
    ``boxes.take_box`` refuse; ``same_person`` also between those who count the rack and those who take the box.
    """
    permissions.require(actor, "count_rack")
    signed = _sign(actor, at, table, papers.ROLL, count, dealer, pit_boss)
    request = signed.request("roll_table")
    label = None
    if removal is not None:
        label = boxes.sign_removal(actor, at, table, removal)
        signatures.require_different(*signed.signatures, *label.signatures)
        request["removal"] = label.request("remove_box")
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = standing.of(entry)
            standing.require_open(state)
            standing.require_between_rounds(state)
            witnesses.require_in_charge(state.table_id, signed)
            correction = periods.take_count(state, count)
            entry.answer = {"table": table, "closed": periods.close_period(entry, state, count, correction, signed)}
            if removal is not None and label is not None:
                boxes.take_box(entry, state, removal, label)
                boxes.place_box(entry, state)
            entry.answer["opened"] = periods.open_period(entry, state, count, NO_CORRECTION, signed)
            standing.save(state)
    return entry.answer


def _sign(
    actor: Actor,
    at: datetime,
    table: str,
    kind: str,
    count: RackCount,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
) -> SignedPaper:
    count.require_sound()
    paper = papers.inventory_slip(actor.casino, table, kind, count.counted, count.total, count.note)
    return witnesses.sign(actor, at, paper, [(Role.DEALER, dealer), (Role.PIT_BOSS, pit_boss)])
