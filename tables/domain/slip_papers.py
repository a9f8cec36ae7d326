"""What is signed on the way of a slip: one paper a step, each with what its signers saw or counted.

Like the papers of counts (``papers``) each is one mapping whose hash stands in its signatures. The request is signed
before the slip has a number; from the carrying on every paper names it.
"""

from collections.abc import Mapping
from typing import Any

from tables.domain import chips
from tables.domain.papers import Paper

Holding = Mapping[int, int]


def request(kind: str, casino: str, table: str, moved: Holding, taken: Holding, total: int, *, urgent: bool) -> Paper:
    """What the pit boss asks the cage for. ``taken`` is what an exchange brings to the table."""
    return {
        "paper": f"{kind}_request",
        "casino": casino,
        "table": table,
        "chips": chips.as_data(moved),
        "taken": chips.as_data(taken),
        "total": total,
        "urgent": urgent,
    }


def slip(kind: str, casino: str, table: str, request: int, moved: Any, taken: Any, total: int) -> Paper:
    """What the cashier makes out for the table's request of this number; the chips as they stand in the row."""
    return {
        "paper": f"{kind}_slip",
        "casino": casino,
        "table": table,
        "request": request,
        "chips": moved,
        "taken": taken,
        "total": total,
    }


def carriage(casino: str, table: str, slip: str, total: int) -> Paper:
    """What security takes from the cage to the table."""
    return {"paper": "slip_carriage", "casino": casino, "table": table, "slip": slip, "total": total}


def count(act: str, casino: str, table: str, slip: str, counted: Holding, note: str) -> Paper:
    """A count of a slip's chips, and in ``note`` why it differs: ``act`` is what it was made for.

    ``fill_acceptance``, ``slip_decline``, ``credit_count_out``, ``exchange_at_table``, ``slip_receipt`` and
    ``slip_return``.
    """
    return {
        "paper": act,
        "casino": casino,
        "table": table,
        "slip": slip,
        "counted": chips.as_data(counted),
        "counted_total": chips.value(counted),
        "note": note,
    }


def void(casino: str, table: str, slip: str, total: int, reason: str) -> Paper:
    """The word VOID on every copy of a slip, and why."""
    return {
        "paper": "slip_void",
        "casino": casino,
        "table": table,
        "slip": slip,
        "total": total,
        "reason": reason,
    }
