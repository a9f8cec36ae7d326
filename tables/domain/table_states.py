"""The floor's state machines: one table of arrows each, which code, triggers and docs share (domain.md §5)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tables.domain.errors import Conflict


class TableStatus(StrEnum):
    """CLOSED: locked rack with its slip. STOPPED: open, but play waits for the pit boss (a misdeal)."""

    RETIRED = "retired"
    CLOSED = "closed"
    OPEN = "open"
    STOPPED = "stopped"


class RoundStatus(StrEnum):
    """SETTLED: the rules have decided every bet. CONFIRMED: the dealer has paid and taken as shown."""

    BETTING = "betting"
    IN_PLAY = "in_play"
    SETTLED = "settled"
    CONFIRMED = "confirmed"
    NO_BETS = "no_bets"
    VOIDED = "voided"


PLAYED: Final = (RoundStatus.SETTLED, RoundStatus.CONFIRMED)
"""Rounds that count where rounds are counted: the rules have decided them, and nobody has called them off."""


class ShoeStatus(StrEnum):
    """BLOCKED: fouled, not to be dealt from. RETIRED: cards cancelled, the seeds revealed."""

    RECEIVED = "received"
    INSPECTED = "inspected"
    SHUFFLED = "shuffled"
    CUT = "cut"
    IN_PLAY = "in_play"
    CUT_CARD_OUT = "cut_card_out"
    BLOCKED = "blocked"
    RETIRED = "retired"


class BoxStatus(StrEnum):
    """A drop box, and once it is in the count each of its two sheets: cash, and the rake beside it.

    REMOVED: locked, on its way. IN_COUNT: accepted by a count session. FIRST_COUNTED: one person has counted, blind.
    VARIANCE: a second person counted something else, and a verifier decides. COUNTED: what was found stands.
    """

    ON_TABLE = "on_table"
    REMOVED = "removed"
    IN_COUNT = "in_count"
    FIRST_COUNTED = "first_counted"
    VARIANCE = "variance"
    COUNTED = "counted"


class CountStatus(StrEnum):
    """A count session. CLOSED: its team signed the totals; from then on the house may know them."""

    OPEN = "open"
    CLOSED = "closed"


class SlipStatus(StrEnum):
    """A fill, a credit or an even exchange. Its number is taken when the cage issues it, and is used up for ever.

    IN_TRANSIT: security carries it. ACCEPTED: the chips are in the rack; a credit's are in the cage (RECEIVED).
    DECLINED: the table did not take a fill, whose chips are on the way back. RETURNED: they are in the cage again.
    """

    REQUESTED = "requested"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    ISSUED = "issued"
    IN_TRANSIT = "in_transit"
    ACCEPTED = "accepted"
    COUNTED_OUT = "counted_out"
    RECEIVED = "received"
    DECLINED = "declined"
    RETURNED = "returned"
    VOID = "void"


class MarkerStatus(StrEnum):
    """ISSUED and PART_PAID are owed, in the pit or (TRANSFERRED) in the cage."""

    ISSUED = "issued"
    PART_PAID = "part_paid"
    PAID = "paid"
    TRANSFERRED = "transferred"
    VOID = "void"


class DisputeStatus(StrEnum):
    """ESCALATED: the player does not accept the ruling, and surveillance looks. REGULATOR: the regulator was told."""

    OPEN = "open"
    RULED = "ruled"
    ACCEPTED = "accepted"
    ESCALATED = "escalated"
    REGULATOR = "regulator"


Arrows = Mapping[str, frozenset[str]]

TABLE_ARROWS: Arrows = {
    TableStatus.CLOSED: frozenset({TableStatus.OPEN, TableStatus.RETIRED}),
    TableStatus.OPEN: frozenset({TableStatus.STOPPED, TableStatus.CLOSED}),
    TableStatus.STOPPED: frozenset({TableStatus.OPEN}),
    TableStatus.RETIRED: frozenset(),
}
ROUND_ARROWS: Arrows = {
    # A pot game can be settled by its first action: a player leaves before his cup is thrown, and forfeits.
    RoundStatus.BETTING: frozenset({RoundStatus.IN_PLAY, RoundStatus.SETTLED, RoundStatus.NO_BETS, RoundStatus.VOIDED}),
    RoundStatus.IN_PLAY: frozenset({RoundStatus.SETTLED, RoundStatus.VOIDED}),
    RoundStatus.SETTLED: frozenset({RoundStatus.CONFIRMED, RoundStatus.VOIDED}),
    RoundStatus.CONFIRMED: frozenset({RoundStatus.VOIDED}),
    RoundStatus.NO_BETS: frozenset(),
    RoundStatus.VOIDED: frozenset(),
}
SHOE_ARROWS: Arrows = {
    ShoeStatus.RECEIVED: frozenset({ShoeStatus.INSPECTED, ShoeStatus.BLOCKED}),
    ShoeStatus.INSPECTED: frozenset({ShoeStatus.SHUFFLED, ShoeStatus.BLOCKED, ShoeStatus.RETIRED}),
    ShoeStatus.SHUFFLED: frozenset({ShoeStatus.CUT, ShoeStatus.SHUFFLED, ShoeStatus.BLOCKED, ShoeStatus.RETIRED}),
    ShoeStatus.CUT: frozenset({ShoeStatus.IN_PLAY, ShoeStatus.SHUFFLED, ShoeStatus.BLOCKED, ShoeStatus.RETIRED}),
    ShoeStatus.IN_PLAY: frozenset(
        {ShoeStatus.CUT_CARD_OUT, ShoeStatus.SHUFFLED, ShoeStatus.BLOCKED, ShoeStatus.RETIRED}
    ),
    ShoeStatus.CUT_CARD_OUT: frozenset({ShoeStatus.SHUFFLED, ShoeStatus.BLOCKED, ShoeStatus.RETIRED}),
    ShoeStatus.BLOCKED: frozenset({ShoeStatus.INSPECTED, ShoeStatus.RETIRED}),
    ShoeStatus.RETIRED: frozenset(),
}
BOX_ARROWS: Arrows = {
    BoxStatus.ON_TABLE: frozenset({BoxStatus.REMOVED}),
    BoxStatus.REMOVED: frozenset({BoxStatus.IN_COUNT}),
    BoxStatus.IN_COUNT: frozenset({BoxStatus.FIRST_COUNTED}),
    BoxStatus.FIRST_COUNTED: frozenset({BoxStatus.COUNTED, BoxStatus.VARIANCE}),
    BoxStatus.VARIANCE: frozenset({BoxStatus.COUNTED}),
    BoxStatus.COUNTED: frozenset(),
}
S = SlipStatus
_ASKED: Arrows = {
    S.REQUESTED: frozenset({S.REFUSED, S.WITHDRAWN, S.ISSUED}),
    S.REFUSED: frozenset(),
    S.WITHDRAWN: frozenset(),
    S.VOID: frozenset(),
}
FILL_ARROWS: Arrows = {
    **_ASKED,
    S.ISSUED: frozenset({S.IN_TRANSIT, S.VOID}),
    S.IN_TRANSIT: frozenset({S.ACCEPTED, S.DECLINED}),
    S.DECLINED: frozenset({S.RETURNED}),
    S.ACCEPTED: frozenset(),
    S.RETURNED: frozenset(),
}
"""Chips that moved come back as a credit, not by a void (T-23); only a fill that the table declines returns (T-21)."""
CREDIT_ARROWS: Arrows = {
    **_ASKED,
    S.ISSUED: frozenset({S.COUNTED_OUT, S.VOID}),
    S.COUNTED_OUT: frozenset({S.RECEIVED}),
    S.RECEIVED: frozenset(),
}
EXCHANGE_ARROWS: Arrows = {
    **_ASKED,
    S.ISSUED: frozenset({S.IN_TRANSIT, S.VOID}),
    S.IN_TRANSIT: frozenset({S.COUNTED_OUT, S.DECLINED}),
    S.COUNTED_OUT: frozenset({S.RECEIVED}),
    S.DECLINED: frozenset({S.RETURNED}),
    S.RECEIVED: frozenset(),
    S.RETURNED: frozenset(),
}
"""An exchange is carried both ways: from the cage, and after the change at the table back to it."""
M = MarkerStatus
MARKER_ARROWS: Arrows = {
    M.ISSUED: frozenset({M.PART_PAID, M.PAID, M.TRANSFERRED, M.VOID}),
    M.PART_PAID: frozenset({M.PART_PAID, M.PAID, M.TRANSFERRED}),
    M.TRANSFERRED: frozenset({M.TRANSFERRED, M.PAID}),
    M.PAID: frozenset(),
    M.VOID: frozenset(),
}
D = DisputeStatus
DISPUTE_ARROWS: Arrows = {
    D.OPEN: frozenset({D.RULED}),
    D.RULED: frozenset({D.ACCEPTED, D.ESCALATED}),
    D.ESCALATED: frozenset({D.RULED, D.ACCEPTED, D.REGULATOR}),
    D.ACCEPTED: frozenset(),
    D.REGULATOR: frozenset(),
}
"""What surveillance saw may lead to another ruling; the regulator's word is not the house's to change."""


def require_arrow(arrows: Arrows, old: str, new: str, code: str) -> None:
    """Refuse (409 ``code``) a step that the machine does not have."""
    if new not in arrows[old]:
        raise Conflict(code, state=old, wanted=new)
