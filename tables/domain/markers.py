"""Markers: chips on credit against a patron's signature (domain.md §1.1 Marker, V-06, V-07, T-57).

A marker is three parts of one number: the original, which the pit keeps until it is paid or goes to the cage, the issue
slip, which lies in the box of the table that gave the chips, and the payment slip.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from tables.domain.chips import as_data
from tables.domain.errors import Conflict, Invalid
from tables.domain.papers import Paper
from tables.domain.rule_packs.words import RedeemOrder
from tables.domain.table_states import MarkerStatus

LETTER: Final = "M"
"""What a marker's number begins with."""
PARTS: Final = ("original", "issue", "payment")
"""The parts of a marker. A void is marked on all three."""
AT_TABLE, IN_CAGE = "table", "cage"
"""Where the original lies."""
OWED: Final = frozenset({MarkerStatus.ISSUED, MarkerStatus.PART_PAID, MarkerStatus.TRANSFERRED})
"""Something is still to be paid."""
EVENTS: Final = ("marker_issued", "marker_paid", "marker_transferred", "marker_settled", "marker_voided")
"""Every type of event that changes a marker; each names it in ``slip``."""
REPRINTED: Final = "marker_reprinted"
ALL_EVENTS: Final = (*EVENTS, REPRINTED)
"""Those, and what changes nothing but the number of its copies."""


class Owed(NamedTuple):
    """An open marker, as the order of payments compares them: when it was given, and its row."""

    issued_at: Any
    id: int
    slip: str


def require_parts(parts: Iterable[str]) -> None:
    """Refuse ``parts_not_marked`` unless the word VOID stands on all three parts."""
    missing = sorted(set(PARTS) - set(parts))
    if missing or set(parts) - set(PARTS):
        raise Invalid("parts_not_marked", missing=missing)


def require_next(order: RedeemOrder, slip: str, owed: Iterable[Owed]) -> None:
    """Refuse ``marker_out_of_order``, naming the marker that has to be paid first.

    ``owed`` are the patron's open markers that lie at the same place; New Jersey redeems them in reverse date order.
    """
    if order == RedeemOrder.PATRONS_CHOICE:
        return
    first = (max if order == RedeemOrder.NEWEST_FIRST else min)(owed)
    if first.slip != slip:
        raise Conflict("marker_out_of_order", first=first.slip)


def after(amount: int, paid: int, *, in_cage: bool) -> MarkerStatus:
    """The state of a marker of ``amount`` when ``paid`` of it is paid."""
    if paid >= amount:
        return MarkerStatus.PAID
    if in_cage:
        return MarkerStatus.TRANSFERRED
    return MarkerStatus.PART_PAID if paid else MarkerStatus.ISSUED


def issue(casino: str, table: str, patron: str, amount: int, chips: Mapping[int, int], over_limit: str) -> Paper:
    """What the patron signs and the dealer and the boss sign with him; ``over_limit`` says why the line was passed."""
    return {
        "paper": "marker",
        "casino": casino,
        "table": table,
        "patron": patron,
        "amount": amount,
        "chips": as_data(chips),
        "over_limit": over_limit,
    }


def payment(casino: str, table: str, slip: str, cash: int, chips: Mapping[int, int], chips_total: int) -> Paper:
    """The payment slip of a payment at a table."""
    return {
        "paper": "marker_payment",
        "casino": casino,
        "table": table,
        "slip": slip,
        "cash": cash,
        "chips": as_data(chips),
        "chips_total": chips_total,
    }


def void(casino: str, table: str, slip: str, amount: int, reason: str) -> Paper:
    """The word VOID on every part of a marker, and why."""
    return {
        "paper": "marker_void",
        "casino": casino,
        "table": table,
        "slip": slip,
        "amount": amount,
        "parts": list(PARTS),
        "reason": reason,
    }


def transfer(casino: str, markers: Mapping[str, int]) -> Paper:
    """The transfer form: the originals that go from the pit to the cage, and what is still owed on each."""
    lines = [{"slip": slip, "amount": amount} for slip, amount in sorted(markers.items())]
    return {"paper": "marker_transfer", "casino": casino, "markers": lines}


def settlement(casino: str, slip: str, notes: Mapping[int, int], chip_set: str, chips: Mapping[int, int]) -> Paper:
    """The payment slip of a payment at the cage."""
    return {
        "paper": "marker_settlement",
        "casino": casino,
        "slip": slip,
        "notes": as_data(notes),
        "chip_set": chip_set,
        "chips": as_data(chips),
    }
