"""A marker is paid at a table: any table of the house, in cash, in chips or in both, all of it or a part (T-57)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tables.domain import chips, limits, markers, permissions
from tables.domain.actors import Actor, Role
from tables.domain.errors import Invalid
from tables.selectors import racks as rack_reads
from tables.services import log, racks, standing, witnesses
from tables.services.markers import steps
from tables.services.signatures import SignatureRequest


def pay_marker(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    slip: str,
    cash: int,
    given: Mapping[int, int],
    given_total: int,
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Cash goes into the box of ``table``, chips into its rack, wherever the marker was given (V-07, T-57).

    A marker that lies in the cage is settled there. Where the rule pack sets an order, the patron's newest or oldest
    marker that lies in the pit comes first. Refused: ``no_such_marker``, ``bad_amount``, ``total_mismatch``,
    ``unknown_denomination``, ``nothing_paid``, ``overpaid``, ``marker_not_owed``, ``marker_in_cage``,
    ``marker_out_of_order``, ``insufficient_funds`` and ``round_in_play`` (chips of a tracked player),
    ``table_not_open``, ``play_stopped``, ``not_dealing``, ``not_in_charge``, ``same_person``, and what signing refuses.
    """
    permissions.require(actor, "take_marker_payment")
    limits.require_amount(cash, least=0)
    chips.require_total(given, given_total)
    if cash + given_total <= 0:
        raise Invalid("nothing_paid")
    known = steps.named(actor, slip)
    paper = markers.payment(actor.casino, table, slip, cash, given, given_total)
    signed = witnesses.sign(actor, at, paper, [(Role.DEALER, dealer), (Role.PIT_BOSS, pit_boss)])
    request = signed.request("pay_marker")
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = steps.open_table(entry, signed)
            row = steps.lock(known)
            steps.require_owed(row, markers.AT_TABLE)
            steps.require_next(entry, row)
            taken = chips.checked(given, rack_reads.in_use(state.table.chip_set_id))
            if taken and row.patron.code in state.funds:
                standing.require_between_rounds(state)
                steps.move_funds(state, row.patron.code, -given_total)
            racks.move_rack(state.pk, taken)
            if state.period is None or state.box is None:
                raise RuntimeError(f"{entry.stream} is open without a period or a box")
            box = state.box.number
            left = steps.pay(entry, row, cash, chips.as_data(taken), given_total, box)
            steps.sign(row, "marker_paid", signed)
            row.save()
            data = {
                "period": state.period.number,
                "slip": slip,
                "table": row.table.code,
                "patron": row.patron.code,
                "cash": cash,
                "chips": chips.as_data(taken),
                "chips_total": given_total,
                "rack": chips.as_data(taken),
                "left": left,
                "box": box,
            }
            entry.record("marker_paid", {**data, "signatures": signed.as_data()})
            entry.answer = steps.told(row, paid_at=table, cash=cash, chips_total=given_total)
    return entry.answer
