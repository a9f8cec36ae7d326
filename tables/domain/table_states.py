"""The floor's state machines: one table of arrows each, which code, triggers and docs share (domain.md §5)."""

from collections.abc import Mapping
from enum import StrEnum

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
    """A drop box: on its table, removed and locked, or counted."""

    ON_TABLE = "on_table"
    REMOVED = "removed"
    COUNTED = "counted"


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
    BoxStatus.REMOVED: frozenset({BoxStatus.COUNTED}),
    BoxStatus.COUNTED: frozenset(),
}


def require_arrow(arrows: Arrows, old: str, new: str, code: str) -> None:
    """Refuse (409 ``code``) a step that the machine does not have."""
    if new not in arrows[old]:
        raise Conflict(code, state=old, wanted=new)
