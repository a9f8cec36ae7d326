"""The cage's window: patrons buy chips, have them redeemed, and are given promotional ones."""

from datetime import datetime
from typing import Any

from tables.domain import cage_papers, chips, names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.cage import CagePlace, ChipLot
from tables.domain.errors import Invalid
from tables.domain.house_settings import ChipKind
from tables.domain.notes import NoteCount
from tables.selectors import chip_sets
from tables.services import cage_stock, witnesses
from tables.services.cage_moves import checked_lot, lot_data
from tables.services.cage_stock import StockMove
from tables.services.cage_stream import cage_entry
from tables.services.signatures import SignatureRequest

LONGEST_PATRON = 80


def sell_chips(
    *,
    actor: Actor,
    at: datetime,
    patron: str,
    notes: NoteCount,
    lot: ChipLot,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Chips with a value for banknotes of equal value. ``patron`` is a code, a name or what he looks like.

    Refused: ``bad_patron``, ``not_value_chips``, ``no_such_chip_set``, ``unknown_denomination`` (also a retired one),
    ``unknown_note``, ``no_chips``, ``bad_quantity``, ``total_mismatch``, ``cage_short``.
    """
    permissions.require(actor, "run_cage")
    names.require_person(patron, LONGEST_PATRON, "bad_patron")
    paid = notes.checked()
    _require_even(notes, lot)
    with cage_entry(
        actor=actor,
        at=at,
        request=_request("sell_chips", patron, notes, lot),
        key=key,
        expected_seq=expected_seq,
    ) as entry:
        if not entry.repeated:
            known = _value_set(actor, lot, "not_value_chips")
            sold = checked_lot(lot, known, going_out=True)
            cage_stock.move_stock(
                actor.casino_id,
                StockMove(CagePlace.CAGE, paid),
                StockMove(CagePlace.CAGE, chips.less({}, sold), known.id),
            )
            data = {
                "patron": patron,
                "notes": chips.as_data(paid),
                "cash": notes.total,
                "chip_set": known.code,
                "chips": chips.as_data(sold),
            }
            entry.record("chips_sold", data)
            entry.answer = data
    return entry.answer


def redeem_chips(
    *,
    actor: Actor,
    at: datetime,
    patron: str,
    lot: ChipLot,
    notes: NoteCount,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Banknotes for a patron's chips of equal value, retired ones as well: the house pays what stands on them.

    Refused: ``bad_patron``, ``not_redeemable`` (promotional chips and colours without a value), ``no_such_chip_set``,
    ``unknown_denomination``, ``unknown_note``, ``no_chips``, ``bad_quantity``, ``total_mismatch``, ``cash_short``.
    """
    permissions.require(actor, "run_cage")
    names.require_person(patron, LONGEST_PATRON, "bad_patron")
    paid = notes.checked()
    _require_even(notes, lot)
    with cage_entry(
        actor=actor,
        at=at,
        request=_request("redeem_chips", patron, notes, lot),
        key=key,
        expected_seq=expected_seq,
    ) as entry:
        if not entry.repeated:
            known = _value_set(actor, lot, "not_redeemable")
            redeemed = checked_lot(lot, known)
            cage_stock.move_stock(
                actor.casino_id,
                StockMove(CagePlace.CAGE, redeemed, known.id),
                StockMove(CagePlace.CAGE, chips.less({}, paid)),
            )
            data = {
                "patron": patron,
                "chip_set": known.code,
                "chips": chips.as_data(redeemed),
                "total": lot.total,
                "notes": chips.as_data(paid),
                "cash": notes.total,
            }
            entry.record("chips_redeemed", data)
            entry.answer = data
    return entry.answer


def give_promotional(
    *,
    actor: Actor,
    at: datetime,
    patron: str,
    lot: ChipLot,
    reason: str,
    cashier: SignatureRequest,
    manager: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Promotional chips for a patron: they are wagered, never paid out, and no money of the house (T-41).

    Refused: ``bad_patron``, ``bad_reason``, ``not_promotional``, ``no_such_chip_set``, ``unknown_denomination``,
    ``no_chips``, ``bad_quantity``, ``total_mismatch``, ``cage_short``, and what signing refuses.
    """
    permissions.require(actor, "run_cage")
    names.require_person(patron, LONGEST_PATRON, "bad_patron")
    names.require_name(reason, 240, "bad_reason")
    paper = cage_papers.promotional_slip(actor.casino, patron, lot, reason)
    signed = witnesses.sign(actor, at, paper, [(Role.CASHIER, cashier), (Role.HOUSE_MANAGER, manager)])
    request = signed.request("give_promotional")
    with cage_entry(actor=actor, at=at, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            known = chip_sets.named(actor.casino_id, lot.chip_set)
            if known.kind != ChipKind.PROMOTIONAL:
                raise Invalid("not_promotional")
            given = checked_lot(lot, known, going_out=True)
            cage_stock.move_stock(actor.casino_id, StockMove(CagePlace.CAGE, chips.less({}, given), known.id))
            data = {"patron": patron, **lot_data(known, given, lot.total), "reason": reason}
            entry.record("promotional_given", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def _value_set(actor: Actor, lot: ChipLot, refusal: str) -> chip_sets.ChipSetView:
    known = chip_sets.named(actor.casino_id, lot.chip_set)
    if known.kind != ChipKind.VALUE:
        raise Invalid(refusal)
    return known


def _require_even(notes: NoteCount, lot: ChipLot) -> None:
    """Cash and chips must be of one value. Refused: ``total_mismatch``."""
    if notes.total != lot.total:
        raise Invalid("total_mismatch", given=notes.total, counted=lot.total)


def _request(do: str, patron: str, notes: NoteCount, lot: ChipLot) -> dict[str, Any]:
    return {
        "do": do,
        "patron": patron,
        "notes": chips.as_data(notes.notes),
        "cash": notes.total,
        "chip_set": lot.chip_set,
        "chips": chips.as_data(lot.pieces),
        "total": lot.total,
    }
