"""The money of a closed count comes into the vault: counted again by who takes it, and it must be all of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.domain import cage_papers, chips, permissions
from tables.domain.actors import Actor, Role
from tables.domain.cage import CagePlace
from tables.domain.chips import Chips
from tables.domain.errors import Conflict, Invalid, NotFound
from tables.domain.house_settings import ChipKind
from tables.domain.notes import NoteCount
from tables.selectors import chip_sets, drops
from tables.services import cage_stock, witnesses
from tables.services.cage_stock import StockMove
from tables.services.cage_stream import cage_entry
from tables.services.signatures import SignatureRequest


@dataclass(frozen=True, slots=True)
class Takeover:
    """What a counter hands over and a cashier counts: banknotes, and the rake's chips by set."""

    session: int
    notes: NoteCount
    sets: Mapping[str, Chips]
    chips_total: int


def take_over_drop(
    *,
    actor: Actor,
    at: datetime,
    handed: Takeover,
    counter: SignatureRequest,
    cashier: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Once, whole, and only after the count is closed: until then the cage knows nothing of it.

    Refused: ``no_such_drop`` (not closed, or taken over before), ``drop_differs`` (not what was counted: the count
    stands, so somebody has to count again), ``not_value_chips``, ``no_such_chip_set``, ``unknown_denomination``,
    ``unknown_note``, ``bad_quantity``, ``total_mismatch`` (T-31), and what signing refuses.
    """
    permissions.require(actor, "take_over_drop")
    notes = handed.notes.checked()
    paper = cage_papers.drop_takeover(
        actor.casino, handed.session, handed.sets, handed.chips_total, notes, handed.notes.total
    )
    signed = witnesses.sign(actor, at, paper, [(Role.COUNTER, counter), (Role.CASHIER, cashier)])
    request = signed.request("take_over_drop")
    with cage_entry(actor=actor, at=at, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            sets = _checked(actor, handed)
            drop = drops.of_session(actor.casino_id, handed.session)
            if drop is None:
                raise NotFound("no_such_drop")
            if (handed.notes.total, handed.chips_total) != (drop.cash_total, drop.chips_total):
                raise Conflict("drop_differs")
            known = chip_sets.of_casino(actor.casino_id)
            moves = [StockMove(CagePlace.VAULT, pieces, known[code].id) for code, pieces in sets.items()]
            cage_stock.move_stock(actor.casino_id, StockMove(CagePlace.VAULT, notes), *moves)
            data = {
                "session": handed.session,
                "notes": chips.as_data(notes),
                "cash_total": handed.notes.total,
                "sets": {code: chips.as_data(pieces) for code, pieces in sets.items()},
                "chips": chips.as_data(chips.add(*sets.values())),
                "chips_total": handed.chips_total,
            }
            entry.record("drop_taken_over", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def _checked(actor: Actor, handed: Takeover) -> dict[str, Chips]:
    """The rake's chips by set, those sets that have any; they have a value, because nothing else is taken as rake."""
    sets = {}
    for code, pieces in sorted(handed.sets.items()):
        known = chip_sets.named(actor.casino_id, code)
        if known.kind != ChipKind.VALUE:
            raise Invalid("not_value_chips")
        sets[code] = chips.checked(pieces, known.ever)
    chips.require_total(chips.add(*sets.values()), handed.chips_total)
    return {code: pieces for code, pieces in sets.items() if pieces}
