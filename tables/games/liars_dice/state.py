"""A round of liar's dice in memory: cups, bids, and where the round stands (rules.md L1 to L8)."""

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from tables.games.contract import Action, Laid, Refused, Settled, Status, Transfer
from tables.games.liars_dice.rules import Rules

# Where a round stands. Small ints, because every action branches on them.
ROLL: Final = 0  # cups are shaken
BID: Final = 1  # the player in turn bids or opens
SHOW: Final = 2  # opened; the dealer keys what lies under the cups
OVER: Final = 3

NOBODY: Final = -1

ZHAI: Final = "zhai"
FEI: Final = "fei"


class Throw(NamedTuple):
    """One throw of a cup. ``ordinal`` is that of its action, ``at`` a place in ``State.players``."""

    ordinal: int
    at: int
    dice: tuple[int, ...]


class Bid(NamedTuple):
    """An accepted bid. ``call`` is what was said with it; ``zhai`` how the round stands after it (L5)."""

    at: int
    quantity: int
    face: int
    call: str | None
    zhai: bool


class Verdict(NamedTuple):
    """How an opened bid was decided (L6, L7). ``units`` are after doubling; money in minor units."""

    counted: int
    holds: bool
    loser: int
    winner: int
    units: int


@dataclass(slots=True, eq=False)
class State:
    """One round. Only the engine's modules change it; a refused action never does.

    People are kept as places in ``players``, which go clockwise; ``places`` finds the place of a name. ``cups`` holds
    the throw that stands, by place; ``missing`` counts the cups that are still to be thrown or keyed. ``at_open``: the
    cups are keyed after the open, so nobody but their owners knows them before (``table.options["cups"]``). ``maximum``
    is the highest number that can be bid (L4.4). ``verdict`` is None unless a bid was opened and decided; ``leaver``
    ended the round by leaving it. ``next_starter`` is the starter until the round is over.
    """

    rules: Rules
    players: tuple[str, ...]
    places: dict[str, int]
    starter: int
    unit: int
    at_open: bool
    funds: dict[str, int]
    maximum: int
    cups: list[tuple[int, ...] | None]
    phase: int
    turn: int
    next_starter: int
    missing: int
    count: int = 0
    status: Status = Status.OPEN
    zhai: bool = False
    opener: int = NOBODY
    open_units: int = 0
    leaver: int = NOBODY
    verdict: Verdict | None = None
    throws: list[Throw] = field(default_factory=list)
    bids: list[Bid] = field(default_factory=list)
    laid: tuple[Laid, ...] = ()
    settled: tuple[Settled, ...] = ()
    transfers: tuple[Transfer, ...] = ()


def place_of(state: State, action: Action) -> int:
    """The place of who acts, ``by``."""
    name = action.get("by")
    at = state.places.get(name) if type(name) is str else None
    if at is None:
        raise Refused("unknown_player")
    return at


def after(state: State, at: int) -> int:
    """The next place clockwise."""
    return at + 1 if at + 1 < len(state.players) else 0


def seat_number(at: int) -> str:
    """The seat of a place, counted from 1, as text like all seats of the contract."""
    return str(at + 1)


def round_over(state: State, status: Status, next_starter: int) -> dict[str, Any]:
    """No further act; the fact that says so. Every cup and every earlier throw is open from now on."""
    state.phase = OVER
    state.status = status
    state.next_starter = next_starter
    return {"fact": "round_over", "status": status.value, "next_starter": state.players[next_starter]}
