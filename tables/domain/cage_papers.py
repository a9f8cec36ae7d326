"""What is signed in the cage, one paper an act; like the papers of counts each is one mapping (``papers``)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.domain import chips
from tables.domain.cage import CageCount, ChipLot
from tables.domain.notes import NoteCount
from tables.domain.papers import Paper


def withdrawal(casino: str, place: str, lot: ChipLot, reason: str) -> Paper:
    """Chips that leave the house for good: cancelled, destroyed, given back to their maker."""
    return {"paper": "chip_withdrawal", "casino": casino, "place": place, **_lot(lot), "reason": reason}


def transfer(casino: str, source: str, target: str, lot: ChipLot | None, notes: NoteCount) -> Paper:
    """Chips and banknotes between cage and vault, signed by who gives and who takes."""
    return {
        "paper": "vault_transfer",
        "casino": casino,
        "source": source,
        "target": target,
        **_lot(lot or ChipLot("", {}, 0)),
        "notes": chips.as_data(notes.notes),
        "cash_total": notes.total,
    }


def bank_transfer(casino: str, direction: str, notes: NoteCount) -> Paper:
    """Banknotes from the bank (``received``) or to it (``banked``)."""
    return {
        "paper": "bank_transfer",
        "casino": casino,
        "direction": direction,
        "notes": chips.as_data(notes.notes),
        "total": notes.total,
    }


def promotional_slip(casino: str, patron: str, lot: ChipLot, reason: str) -> Paper:
    """Promotional chips that a patron gets, and for what."""
    return {"paper": "promotional_slip", "casino": casino, "patron": patron, **_lot(lot), "reason": reason}


def cage_count_sheet(casino: str, place: str, count: CageCount) -> Paper:
    """What the outgoing and the incoming cashier counted. What should be there stands nowhere on it."""
    return {
        "paper": "cage_count_sheet",
        "casino": casino,
        "place": place,
        "sets": _sets(count.sets),
        "chips_total": count.chips_total,
        "promotional_total": count.promotional_total,
        "notes": chips.as_data(chips.add(count.notes.notes)),
        "cash_total": count.notes.total,
        "note": count.note,
    }


def drop_takeover(
    casino: str,
    session: int,
    sets: Mapping[str, Mapping[int, int]],
    notes: Mapping[int, int],
    cash: int,
    chips_total: int,
    promotional_total: int,
) -> Paper:
    """The money of a closed count that a counter hands over and a cashier takes."""
    return {
        "paper": "drop_takeover",
        "casino": casino,
        "session": session,
        "sets": _sets(sets),
        "chips_total": chips_total,
        "promotional_total": promotional_total,
        "notes": chips.as_data(notes),
        "cash_total": cash,
    }


def impressment(casino: str, chip_set: str, pieces: Mapping[int, int], note: str) -> Paper:
    """All pieces of a set without a value, colour by colour, wherever they were found (T-42)."""
    return {
        "paper": "impressment",
        "casino": casino,
        "chip_set": chip_set,
        "chips": chips.as_data(chips.add(pieces)),
        "note": note,
    }


def foreign_chips(casino: str, table: str, items: Sequence[Mapping[str, Any]]) -> Paper:
    """What dealer and pit boss found among a table's chips that is not the table's, and put into its box (T-40)."""
    return {"paper": "foreign_chips", "casino": casino, "table": table, "items": [dict(item) for item in items]}


def _sets(sets: Mapping[str, Mapping[int, int]]) -> dict[str, dict[str, int]]:
    """Those sets that have any chips, as the event has them."""
    found = {code: chips.add(pieces) for code, pieces in sorted(sets.items())}
    return {code: chips.as_data(pieces) for code, pieces in found.items() if pieces}


def _lot(lot: ChipLot) -> Paper:
    return {"chip_set": lot.chip_set, "chips": chips.as_data(chips.add(lot.pieces)), "total": lot.total}
