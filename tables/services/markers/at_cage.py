"""Markers in the cage: the originals that the pit hands over, and what patrons pay on them at the window."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tables.domain import chips, markers, permissions
from tables.domain.actors import Actor, Role
from tables.domain.cage import CagePlace, ChipLot
from tables.domain.errors import Conflict, Invalid
from tables.domain.house_settings import ChipKind
from tables.domain.notes import NoteCount
from tables.domain.table_states import MarkerStatus
from tables.models.markers import Marker
from tables.selectors import chip_sets
from tables.services import cage_stock, log, witnesses
from tables.services.cage_moves import checked_lot
from tables.services.cage_stock import StockMove
from tables.services.cage_stream import cage_entry
from tables.services.markers import steps
from tables.services.signatures import SignatureRequest

MOST_AT_ONCE = 200


def transfer_markers(
    *,
    actor: Actor,
    at: datetime,
    owed: Mapping[str, int],
    pit_boss: SignatureRequest,
    cashier: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The originals go from the pit to the cage with one transfer form, at the latest when the gaming day ends.

    ``owed`` is marker -> what is still owed on it, as both read it. The boss in charge of the tables gives, the cashier
    takes. Refused: ``no_markers``, ``too_many_markers``, ``no_such_marker``, ``marker_not_owed``, ``marker_in_cage``,
    ``marker_changed`` (something was paid meanwhile), ``not_in_charge``, ``same_person``, and what signing refuses.
    """
    permissions.require(actor, "settle_marker")
    if not owed:
        raise Invalid("no_markers")
    if len(owed) > MOST_AT_ONCE:
        raise Invalid("too_many_markers", most=MOST_AT_ONCE)
    known = [steps.named(actor, slip) for slip in sorted(owed)]
    paper = markers.transfer(actor.casino, owed)
    signed = witnesses.sign(actor, at, paper, [(Role.PIT_BOSS, pit_boss), (Role.CASHIER, cashier)])
    request = signed.request("transfer_markers")
    with cage_entry(actor=actor, at=at, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            for table_id in sorted({row.table_id for row in known}):
                witnesses.require_in_charge(table_id, signed)
            for one in sorted(known, key=lambda row: (row.patron_id, row.pk)):
                row = steps.lock(one)
                _transfer(entry, row, owed[steps.text_of(row)])
                steps.sign(row, "marker_transferred", signed)
                row.save()
                data: dict[str, Any] = {"slip": steps.text_of(row), "table": row.table.code, "patron": row.patron.code}
                data |= {"amount": row.amount - row.paid, "form": paper}
                entry.record("marker_transferred", {**data, "signatures": signed.as_data()})
            entry.answer = {"markers": sorted(owed), "total": sum(owed.values())}
    return entry.answer


def _transfer(entry: log.Entry, row: Marker, left: int) -> None:
    steps.require_owed(row, markers.AT_TABLE)
    if row.amount - row.paid != left:
        raise Conflict("marker_changed", slip=steps.text_of(row), left=row.amount - row.paid)
    row.held = markers.IN_CAGE
    steps.advance(entry, row, MarkerStatus.TRANSFERRED)


def settle_marker(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    notes: NoteCount,
    lot: ChipLot | None,
    cashier: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """A patron pays at the window: banknotes, chips of the house or both come into the cage.

    Refused: ``no_such_marker``, ``marker_at_table`` (it is paid there, or handed over first), ``marker_not_owed``,
    ``marker_out_of_order``, ``nothing_paid``, ``overpaid``, ``not_redeemable`` (promotional chips and colours without a
    value), ``no_such_chip_set``, ``unknown_denomination``, ``unknown_note``, ``bad_quantity``, ``total_mismatch``, and
    what signing refuses.
    """
    permissions.require(actor, "settle_marker")
    known = steps.named(actor, slip)
    cash = notes.checked()
    pieces, chip_set = (lot.pieces, lot.chip_set) if lot else ({}, "")
    chips.require_total(pieces, lot.total if lot else 0)
    if notes.total + chips.value(pieces) <= 0:
        raise Invalid("nothing_paid")
    paper = markers.settlement(actor.casino, slip, notes.notes, chip_set, pieces)
    signed = witnesses.sign(actor, at, paper, [(Role.CASHIER, cashier)])
    request = signed.request("settle_marker")
    with cage_entry(actor=actor, at=at, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            row = steps.lock(known)
            steps.require_owed(row, markers.IN_CAGE)
            steps.require_next(entry, row)
            moves, taken = _stock(actor, cash, lot)
            left = steps.pay(entry, row, notes.total, chips.as_data(taken), chips.value(taken), None)
            steps.sign(row, "marker_settled", signed)
            row.save()
            cage_stock.move_stock(row.casino_id, *moves)
            data = {
                "slip": slip,
                "patron": row.patron.code,
                "notes": chips.as_data(cash),
                "cash": notes.total,
                "chips": chips.as_data(taken),
                "chips_total": chips.value(taken),
                "left": left,
            }
            of_set = {"chip_set": chip_set} if taken else {}
            entry.record("marker_settled", {**data, **of_set, "signatures": signed.as_data()})
            entry.answer = steps.told(row, cash=notes.total, chips_total=chips.value(taken))
    return entry.answer


def _stock(actor: Actor, cash: chips.Chips, lot: ChipLot | None) -> tuple[list[StockMove], chips.Chips]:
    """What comes into the cage's drawers, and the chips of it. Refused: ``not_redeemable``."""
    moves = [StockMove(CagePlace.CAGE, cash)]
    if lot is None or not lot.total:
        return moves, {}
    known = chip_sets.named(actor.casino_id, lot.chip_set)
    if known.kind != ChipKind.VALUE:
        raise Invalid("not_redeemable")
    taken = checked_lot(lot, known)
    return [*moves, StockMove(CagePlace.CAGE, taken, known.id)], taken
