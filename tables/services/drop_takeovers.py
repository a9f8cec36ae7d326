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
from tables.domain.table_states import CountStatus
from tables.models.counts import CountSession
from tables.selectors import chip_sets
from tables.selectors.chip_sets import ChipSetView
from tables.services import cage_stock, witnesses
from tables.services.cage_stock import StockMove
from tables.services.cage_stream import cage_entry
from tables.services.signatures import SignatureRequest

_TOTALS = ("cash_total", "chips_total", "promotional_total")


@dataclass(frozen=True, slots=True)
class Takeover:
    """What a counter hands over and a cashier counts: banknotes, and chips by set.

    ``chips_total`` is what the chips with a value come to, ``promotional_total`` what is written on promotional ones.
    """

    session: int
    notes: NoteCount
    sets: Mapping[str, Chips]
    chips_total: int
    promotional_total: int = 0


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

    Coupons do not come: they are cancelled and go to accounting with the papers. Refused: ``no_such_drop`` (not
    closed, or taken over before), ``drop_differs`` (not what was counted: the count stands, so somebody has to count
    again), ``not_value_chips`` (a set without a value), ``no_such_chip_set``, ``unknown_denomination``,
    ``unknown_note``, ``bad_quantity``, ``total_mismatch`` (T-31), and what signing refuses.
    """
    permissions.require(actor, "take_over_drop")
    notes = handed.notes.checked()
    money = (handed.notes.total, handed.chips_total, handed.promotional_total)
    paper = cage_papers.drop_takeover(actor.casino, handed.session, handed.sets, notes, *money)
    signed = witnesses.sign(actor, at, paper, [(Role.COUNTER, counter), (Role.CASHIER, cashier)])
    request = signed.request("take_over_drop")
    with cage_entry(actor=actor, at=at, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            known = chip_sets.of_casino(actor.casino_id)
            sets = _checked(handed, known)
            row = _closed(actor, handed.session)
            if money != tuple((row.totals or {})[name] for name in _TOTALS):
                raise Conflict("drop_differs")
            moves = [StockMove(CagePlace.VAULT, pieces, known[code].id) for code, pieces in sets.items()]
            cage_stock.move_stock(actor.casino_id, StockMove(CagePlace.VAULT, notes), *moves)
            row.taken_over_at = entry.at
            row.save(update_fields=["taken_over_at"])
            data = {
                "session": handed.session,
                "notes": chips.as_data(notes),
                "cash_total": handed.notes.total,
                "sets": {code: chips.as_data(pieces) for code, pieces in sets.items()},
                "chips": chips.as_data(_of_kind(sets, known, ChipKind.VALUE)),
                "chips_total": handed.chips_total,
                "promotional_total": handed.promotional_total,
            }
            entry.record("drop_taken_over", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def _closed(actor: Actor, session: int) -> CountSession:
    """The closed count whose money has not come yet. Refused: ``no_such_drop``."""
    closed = CountSession.objects.filter(casino_id=actor.casino_id, status=CountStatus.CLOSED, taken_over_at=None)
    row = closed.filter(number=session).first()
    if row is None:
        raise NotFound("no_such_drop")
    return row


def _checked(handed: Takeover, known: Mapping[str, ChipSetView]) -> dict[str, Chips]:
    """The chips by set, those sets that have any; on all of them stands what they are worth (T-31)."""
    sets = {}
    for code, pieces in sorted(handed.sets.items()):
        if code not in known:
            raise NotFound("no_such_chip_set")
        if known[code].kind == ChipKind.NON_VALUE:
            raise Invalid("not_value_chips")
        sets[code] = chips.checked(pieces, known[code].ever)
    chips.require_total(_of_kind(sets, known, ChipKind.VALUE), handed.chips_total)
    chips.require_total(_of_kind(sets, known, ChipKind.PROMOTIONAL), handed.promotional_total)
    return {code: pieces for code, pieces in sets.items() if pieces}


def _of_kind(sets: Mapping[str, Chips], known: Mapping[str, ChipSetView], kind: ChipKind) -> Chips:
    """The chips of all sets of a kind, by denomination."""
    return chips.add(*(pieces for code, pieces in sets.items() if known[code].kind == kind))
