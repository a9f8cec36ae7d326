"""The papers of custody as they are signed: each is one mapping whose hash stands in its signatures.

Whoever holds the event can build the mapping again and compare (docs/custody.md). A paper holds what the signers
saw and counted, never what the house expected: the count is worth something only because it does not know.
"""

from collections.abc import Mapping
from typing import Any

from tables.domain import chips

Paper = dict[str, Any]

OPENER, CLOSER, ROLL = "opener", "closer", "roll"
"""Kinds of table inventory slip. A roll is one count that stands on two papers, closer and opener (T-10)."""


def inventory_slip(casino: str, table: str, kind: str, counted: Mapping[int, int], total: int, note: str) -> Paper:
    """The table inventory slip: what dealer and pit boss counted in the rack, by denomination."""
    return {
        "paper": "inventory_slip",
        "casino": casino,
        "table": table,
        "kind": kind,
        "chips": chips.as_data(counted),
        "total": total,
        "note": note,
    }


def bank_slip(casino: str, table: str, issued: Mapping[int, int], total: int) -> Paper:
    """The chips that the cage gives to a table before its first opening."""
    return {
        "paper": "bank_slip",
        "casino": casino,
        "table": table,
        "chips": chips.as_data(issued),
        "total": total,
    }


def chip_receipt(casino: str, chip_set: str, place: str, received: Mapping[int, int], total: int) -> Paper:
    """The chips of a set that came into the cage or the vault from outside the house."""
    return {
        "paper": "chip_receipt",
        "casino": casino,
        "chip_set": chip_set,
        "place": place,
        "chips": chips.as_data(received),
        "total": total,
    }


def buy_in_correction(casino: str, table: str, corrects: int, cash: int, cut: Mapping[int, int], reason: str) -> Paper:
    """What a buy-in really was; ``corrects`` is the number of its event in the table's log."""
    return {
        "paper": "buy_in_correction",
        "casino": casino,
        "table": table,
        "corrects": corrects,
        "cash": cash,
        "chips": chips.as_data(cut),
        "reason": reason,
    }


def box_removal(casino: str, table: str, box: int, emergency: str) -> Paper:
    """The label of a drop box that two counters take from its table; ``emergency`` says why out of turn, if it is."""
    return {"paper": "box_removal", "casino": casino, "table": table, "box": box, "emergency": emergency}
