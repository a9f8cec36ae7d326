"""Chips and cash that come to the cage and its vault, leave them for good, or go from one to the other."""

from datetime import datetime
from typing import Any

from tables.domain import cage, cage_papers, chips, names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.cage import CagePlace, ChipLot
from tables.domain.chips import Chips
from tables.domain.errors import Invalid
from tables.domain.notes import NoteCount
from tables.domain.papers import Paper
from tables.selectors import chip_sets
from tables.selectors.chip_sets import ChipSetView
from tables.services import cage_stock, witnesses
from tables.services.cage_stock import StockMove
from tables.services.cage_stream import cage_entry
from tables.services.signatures import SignatureRequest

RECEIVED, BANKED = "received", "banked"


def withdraw_chips(
    *,
    actor: Actor,
    at: datetime,
    place: CagePlace,
    lot: ChipLot,
    reason: str,
    cashier: SignatureRequest,
    accountant: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Chips are destroyed or leave the house for good: it owes nothing for them any more. Retired ones may go as well.

    Refused: ``no_such_chip_set``, ``no_chips``, ``unknown_denomination``, ``bad_quantity``, ``total_mismatch``,
    ``cage_short``, ``bad_reason``, and what signing refuses.
    """
    permissions.require(actor, "run_cage")
    names.require_name(reason, 240, "bad_reason")
    paper = cage_papers.withdrawal(actor.casino, place.value, lot, reason)
    signed = witnesses.sign(actor, at, paper, [(Role.CASHIER, cashier), (Role.ACCOUNTANT, accountant)])
    request = signed.request("withdraw_chips")
    with cage_entry(actor=actor, at=at, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            known = chip_sets.named(actor.casino_id, lot.chip_set)
            pieces = checked_lot(lot, known)
            cage_stock.move_stock(actor.casino_id, StockMove(place, chips.less({}, pieces), known.id))
            data = {"place": place.value, **lot_data(known, pieces, lot.total), "reason": reason}
            entry.record("chips_withdrawn", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def move_vault(
    *,
    actor: Actor,
    at: datetime,
    source: CagePlace,
    target: CagePlace,
    lot: ChipLot | None,
    notes: NoteCount,
    giver: SignatureRequest,
    taker: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Chips of a set, banknotes or both between the cage and its vault, counted by two cashiers.

    Refused: ``same_place``, ``nothing_moved``, ``no_such_chip_set``, ``unknown_denomination``, ``unknown_note``,
    ``bad_quantity``, ``total_mismatch``, ``cage_short``, ``cash_short``, and what signing refuses.
    """
    permissions.require(actor, "run_cage")
    if source == target:
        raise Invalid("same_place")
    moved = notes.checked()
    if lot is None and not moved:
        raise Invalid("nothing_moved")
    paper = cage_papers.transfer(actor.casino, source.value, target.value, lot, notes)
    signed = witnesses.sign(actor, at, paper, [(Role.CASHIER, giver), (Role.CASHIER, taker)])
    request = signed.request("move_vault")
    with cage_entry(actor=actor, at=at, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            known = chip_sets.named(actor.casino_id, lot.chip_set) if lot else None
            pieces = checked_lot(lot, known) if lot and known else {}
            moves = [StockMove(source, chips.less({}, moved)), StockMove(target, moved)]
            if known:
                moves += [StockMove(source, chips.less({}, pieces), known.id), StockMove(target, pieces, known.id)]
            cage_stock.move_stock(actor.casino_id, *moves)
            data = {
                "source": source.value,
                "target": target.value,
                **({"chip_set": known.code, "kind": known.kind} if known else {}),
                "chips": chips.as_data(pieces),
                "chips_total": lot.total if lot else 0,
                "notes": chips.as_data(moved),
                "cash_total": notes.total,
            }
            entry.record("vault_moved", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def receive_cash(
    *,
    actor: Actor,
    at: datetime,
    notes: NoteCount,
    cashier: SignatureRequest,
    accountant: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Banknotes come from the bank into the vault.

    Refused: ``nothing_moved``, ``unknown_note``, ``bad_quantity``, ``total_mismatch``, and what signing refuses.
    """
    return _with_bank(actor, at, RECEIVED, notes, (cashier, accountant), key, expected_seq)


def bank_cash(
    *,
    actor: Actor,
    at: datetime,
    notes: NoteCount,
    cashier: SignatureRequest,
    accountant: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Banknotes leave the vault for the bank. Refused: ``cash_short``, and what ``receive_cash`` refuses."""
    return _with_bank(actor, at, BANKED, notes, (cashier, accountant), key, expected_seq)


def _with_bank(
    actor: Actor,
    at: datetime,
    direction: str,
    notes: NoteCount,
    signers: tuple[SignatureRequest, SignatureRequest],
    key: str | None,
    expected_seq: int | None,
) -> dict[str, Any]:
    permissions.require(actor, "run_cage")
    moved = notes.checked()
    if not moved:
        raise Invalid("nothing_moved")
    paper: Paper = cage_papers.bank_transfer(actor.casino, direction, notes)
    signed = witnesses.sign(actor, at, paper, [(Role.CASHIER, signers[0]), (Role.ACCOUNTANT, signers[1])])
    request = signed.request(f"cash_{direction}")
    with cage_entry(actor=actor, at=at, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            change = moved if direction == RECEIVED else chips.less({}, moved)
            cage_stock.move_stock(actor.casino_id, StockMove(CagePlace.VAULT, change))
            data = {"notes": chips.as_data(moved), "total": notes.total}
            entry.record(f"cash_{direction}", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def checked_lot(lot: ChipLot, known: ChipSetView, *, going_out: bool = False) -> Chips:
    """The lot's chips without zero lines; a retired one does not go out to anybody (T-34).

    Refused: ``unknown_denomination``, ``bad_quantity``, ``no_chips``, ``total_mismatch`` (T-31).
    """
    pieces = chips.checked(lot.pieces, known.in_use if going_out else known.ever)
    if not pieces:
        raise Invalid("no_chips")
    cage.require_worth(known.kind, pieces, lot.total)
    return pieces


def lot_data(known: ChipSetView, pieces: Chips, total: int) -> dict[str, Any]:
    """A lot as it stands in the log; ``kind`` tells the books whether the chips are money."""
    return {"chip_set": known.code, "kind": known.kind, "chips": chips.as_data(pieces), "total": total}
