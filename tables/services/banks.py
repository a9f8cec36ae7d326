"""Chips that the cage gets from outside, and the bank that it gives to a table before its first opening."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tables.domain import chips, papers, permissions
from tables.domain.actors import Actor, Role
from tables.domain.cage import CagePlace, ChipLot
from tables.domain.errors import Conflict, Invalid
from tables.domain.table_states import TableStatus
from tables.models import periods
from tables.selectors import chip_sets
from tables.selectors import racks as rack_reads
from tables.services import cage_stock, log, racks, standing, witnesses
from tables.services.cage_moves import checked_lot, lot_data
from tables.services.cage_stock import StockMove
from tables.services.cage_stream import cage_entry
from tables.services.signatures import SignatureRequest


def receive_chips(
    *,
    actor: Actor,
    at: datetime,
    chip_set: str,
    received: Mapping[int, int],
    total: int,
    cashier: SignatureRequest,
    accountant: SignatureRequest,
    place: CagePlace = CagePlace.CAGE,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Chips of a set come from outside into the cage or the vault; the accountant, who holds the order, counts as well.

    Refused: ``no_such_chip_set``, ``no_chips``, ``total_mismatch`` (T-31), ``unknown_denomination`` (T-34, also a
    retired one), ``bad_quantity``, and what signing refuses.
    """
    permissions.require(actor, "receive_chips")
    paper = papers.chip_receipt(actor.casino, chip_set, place.value, chips.add(received), total)
    signed = witnesses.sign(actor, at, paper, [(Role.CASHIER, cashier), (Role.ACCOUNTANT, accountant)])
    with cage_entry(
        actor=actor,
        at=at,
        request=signed.request("receive_chips"),
        key=key,
        expected_seq=expected_seq,
    ) as entry:
        if not entry.repeated:
            known = chip_sets.named(actor.casino_id, chip_set)
            counted = checked_lot(ChipLot(chip_set, dict(received), total), known, going_out=True)
            cage_stock.move_stock(actor.casino_id, StockMove(place, counted, known.id))
            data = {"place": place.value, **lot_data(known, counted, total)}
            entry.record("chips_received", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def issue_table_bank(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    issued: Mapping[int, int],
    total: int,
    cashier: SignatureRequest,
    pit_boss: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The cage gives a table its chips, once, before its first opening; later the rack changes by fills and credits.

    Refused: ``already_opened``, ``bank_already_issued``, ``no_chips``, ``total_mismatch`` (T-31), ``cage_short``,
    ``unknown_denomination`` (T-34), ``bad_quantity``, ``not_in_charge``, and what signing refuses.
    """
    permissions.require(actor, "issue_table_bank")
    chips.require_total(issued, total)
    paper = papers.bank_slip(actor.casino, table, chips.add(issued), total)
    signed = witnesses.sign(actor, at, paper, [(Role.CASHIER, cashier), (Role.PIT_BOSS, pit_boss)])
    with log.table_entry(
        actor=actor,
        at=at,
        table=table,
        request=signed.request("issue_table_bank"),
        key=key,
        expected_seq=expected_seq,
    ) as entry:
        if not entry.repeated:
            state = standing.of(entry)
            opened_before = periods.BankPeriod.objects.filter(table_id=state.table_id).exists()
            if state.status != TableStatus.CLOSED or opened_before:
                raise Conflict("already_opened", state=state.status)
            if racks.holding(state.table_id):
                raise Conflict("bank_already_issued")
            witnesses.require_in_charge(state.table_id, signed)
            given = chips.checked(issued, rack_reads.in_use(state.table.chip_set_id))
            if not given:
                raise Invalid("no_chips")
            cage_stock.give_chips(actor.casino_id, state.table.chip_set_id, given)
            racks.move_rack(state.table_id, given)
            data = {"chips": chips.as_data(given), "total": total}
            entry.record("table_bank_issued", {**data, "signatures": signed.as_data()})
            entry.answer = {"table": table, **data}
    return entry.answer
