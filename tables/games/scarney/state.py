"""A game of Scarney dice in memory: seats, score sheet, the frame in play and the pot (rules.md S2 to S8)."""

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from tables.games.contract import Applied, Laid, Settled, Status, Transfer
from tables.games.dice import Face
from tables.games.scarney.rules import Rules
from tables.games.scarney.throws import ALL_DICE

# Where a game stands. Small ints, because every action branches on them.
SEATING: Final = 0  # a throw for the seats is awaited
ANTES: Final = 1
ACT: Final = 2  # the shooter decides
DICE: Final = 3  # a throw has been announced and has not fallen
OVER: Final = 4

NOBODY: Final = -1
"""In ``Seat.side``: the player has no partners."""

# Why the pot went where it went; the first three are words of the case files.
TOTAL: Final = "total"
PLAYOFF: Final = "playoff"
BIG_SCARNEY: Final = "big_scarney"
WALKOVER: Final = "walkover"  # whoever else could have won has left the table
SHARED: Final = "shared"  # level at the top, and none of them is there to play it off


@dataclass(slots=True, eq=False)
class Seat:
    """A player in his seat, with his line of the score sheet.

    ``number`` counts from 1 clockwise, the first shooter's first, as text like all seats of the contract. ``frames``
    are the finished frames' scores without playoffs. ``ante`` is the number of his first ante, ``paid`` all he has
    put into the pot, minor units.
    """

    player: str
    number: str
    side: int
    frames: list[int] = field(default_factory=list)
    total: int = 0
    ante: int = 0
    paid: int = 0
    left: bool = False


class Throw(NamedTuple):
    """A throw as it fell, in the words of the case files. ``dice`` are the faces on top."""

    player: str
    dice: tuple[Face, ...]
    double: bool
    opposite: bool
    kind: str
    base: int
    bonus_name: str | None
    bonus: int


@dataclass(slots=True, eq=False)
class State:
    """One game. Only the engine's modules change it; a refused action never does.

    ``groups`` are the players by their throws for the seats, best first, until every group is one player;
    ``seat_sums`` what those of the first larger group have thrown so far. ``seats`` go clockwise from the first
    shooter; ``sides`` are the partners' names, once they are known (empty without ``partners``).

    ``order`` holds the places in ``seats`` of those who play the frame in play, ``at`` the shooter's place in it, and
    ``frame`` counts all frames from 0, playoffs included; ``playoffs`` has one line a playoff frame, by place in
    ``seats``. ``live``, ``points`` and ``craps`` (the last throw had dead dice) are the shooter's; ``throws`` those of
    the frame that was thrown in last. ``owing`` are the places in ``seats`` of those who have still to ante.
    ``laid`` is indexed by bet number less one. Money in minor units.
    """

    rules: Rules
    partners: bool
    ante: int
    chip: int
    funds: dict[str, int]
    groups: list[list[str]]
    seat_sums: dict[str, int] = field(default_factory=dict)
    count: int = 0
    phase: int = SEATING
    status: Status = Status.OPEN
    seats: list[Seat] = field(default_factory=list)
    sides: list[list[str]] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    at: int = 0
    frame: int = 0
    playoffs: list[dict[int, int]] = field(default_factory=list)
    live: int = ALL_DICE
    points: int = 0
    craps: bool = False
    double: bool = False
    opposite: bool = False
    throws: list[Throw] = field(default_factory=list)
    owing: list[int] = field(default_factory=list)
    pot: int = 0
    rake: int = 0
    laid: list[Laid] = field(default_factory=list)
    settled: list[Settled] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    reason: str = ""

    @property
    def shooter(self) -> Seat:
        """The player whose frame it is."""
        return self.seats[self.order[self.at]]


class Effects:
    """What an action does, gathered while it is done; ``applied`` makes the contract's value of it."""

    __slots__ = ("facts", "laid", "settled", "transfers")

    def __init__(self) -> None:
        self.facts: list[dict[str, Any]] = []
        self.transfers: list[Transfer] = []
        self.laid: list[Laid] = []
        self.settled: list[Settled] = []

    def applied(self, state: State, event: str) -> Applied:
        """The finished value, its transfers entered in the game's."""
        state.transfers += self.transfers
        return Applied(event, tuple(self.facts), tuple(self.transfers), tuple(self.laid), tuple(self.settled))
