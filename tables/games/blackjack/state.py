"""A round of blackjack in memory: hands, spots, back-bets and where the round stands (rules.md B11)."""

from dataclasses import dataclass, field
from typing import Any, Final

from tables.games.blackjack.rules import Rules
from tables.games.contract import Applied, Laid, Refused, Settled, Status, Transfer

# Where a round stands. Small ints, because every action branches on them.
BETTING: Final = 0
DEAL: Final = 1  # the first two cards of everybody
OFFER: Final = 2  # insurance is open
ACT: Final = 3  # the active hand's owner decides
DRAW: Final = 4  # a card for the active hand is awaited
DEALER: Final = 5  # a card for the dealer is awaited
OVER: Final = 6

# Why the active hand draws.
HIT: Final = 0
DOUBLED: Final = 1
FILL: Final = 2  # the second card of a hand that comes from a split

OPEN_CARD: Final = -1
"""In ``Hand.seals``: this card lies face up."""

# Outcomes of hands and bets, as the case files name them; WITHDRAWN ends a bet that was taken back before the deal.
NATURAL: Final = "natural"
WIN: Final = "win"
PUSH: Final = "push"
LOSE: Final = "lose"
BUST: Final = "bust"
VOID: Final = "void"
WITHDRAWN: Final = "withdrawn"


Target = tuple[int, str | None]
"""What an insurance covers: a spot and None, or 0 and the id of a back-bet."""


@dataclass(slots=True, eq=False)
class Hand:
    """A hand of a spot, or the dealer's.

    ``key`` counts the hands of a spot as they came to be and never changes, while a hand's place in the row moves
    when a hand to its right is split again (B8.9). ``seals`` runs beside ``cards``: the ordinal of the action that
    dealt a card lying face down, or ``OPEN_CARD``. ``hard`` is the sum with every ace as 1. ``bets`` are the numbers
    of all bets that ride on the hand, the owner's first stake in front.
    """

    key: int
    cards: list[str] = field(default_factory=list)
    seals: list[int] = field(default_factory=list)
    hard: int = 0
    has_ace: bool = False
    bets: list[int] = field(default_factory=list)
    doubled: bool = False
    from_split: bool = False
    split_ace: bool = False
    done: bool = False
    outcome: str | None = None

    @property
    def total(self) -> int:
        """The best total (B2.3)."""
        return self.hard + 10 if self.has_ace and self.hard <= 11 else self.hard

    @property
    def soft(self) -> bool:
        """An ace is counted 11 in ``total``."""
        return self.has_ace and self.hard <= 11

    def take(self, code: str, value: int, seal: int) -> None:
        """Add a card; ``seal`` as in ``seals``."""
        self.cards.append(code)
        self.seals.append(seal)
        self.hard += value
        if value == 1:
            self.has_ace = True

    def is_natural(self) -> bool:
        """Ace and ten-card as the first two cards, not after a split (B2.4)."""
        return self.hard == 11 and self.has_ace and len(self.cards) == 2 and not self.from_split

    def show(self, exposed: list[int]) -> None:
        """Turn every card face up, adding the ordinals of those that lay face down to ``exposed``."""
        seals = self.seals
        for at, seal in enumerate(seals):
            if seal != OPEN_CARD:
                exposed.append(seal)
                seals[at] = OPEN_CARD


@dataclass(slots=True, eq=False)
class Spot:
    """A betting spot in play, its hands in the order they are played: the player's right first (B8.1).

    ``seat`` is the number as text, as contract values carry it.
    """

    number: int
    seat: str
    owner: str
    hands: list[Hand]


@dataclass(slots=True, eq=False)
class Back:
    """A back-bet as its owner laid it, ``bet`` its first stake. Whether it follows is said before the deal (B8.14)."""

    id: str
    bet: int
    player: str
    spot: int
    tender: str
    follow_split: bool
    follow_double: bool


@dataclass(slots=True, eq=False)
class State:
    """One round. Only the engine's modules change it; a refused action never does.

    ``laid`` and ``settled`` are indexed by bet number less one; ``settled`` holds the last word on each bet.
    ``places`` is indexed by spot number; ``spots`` are those with a bet, ascending, from the closing of the betting.
    ``shuffling`` is ``before_deal`` or ``mid_round`` while a shuffle is awaited. ``shuffle_due`` is what the next
    round must know; ``reshuffled`` and ``cut_card`` are words of shared/cases.
    """

    rules: Rules
    minimum: int
    maximum: int
    raised: dict[str, int]
    funds: dict[str, int]
    shuffle_due: bool
    places: list[Spot | None]
    count: int = 0
    phase: int = BETTING
    status: Status = Status.OPEN
    spots: list[Spot] = field(default_factory=list)
    dealer: Hand = field(default_factory=lambda: Hand(0))
    backs: dict[str, Back] = field(default_factory=dict)
    covers: dict[Target, int] = field(default_factory=dict)
    laid: list[Laid] = field(default_factory=list)
    settled: list[Settled | None] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    order: list[tuple[int, int]] = field(default_factory=list)
    at_spot: int = 0
    at_hand: int = 0
    draw: int = HIT
    offered: bool = False
    dealer_natural: bool = False
    cards_dealt: int = 0
    cut_card: str = "none"
    exhausted: bool = False
    shuffling: str = ""
    reshuffled: str = "none"


def spot_at(state: State, number: int) -> Spot:
    """The spot of that number, if there is a bet on it."""
    spot = state.places[number] if 0 < number < len(state.places) else None
    if spot is None:
        raise Refused("no_such_hand")
    return spot


class Effects:
    """What an action does, gathered while it is done; ``applied`` makes the contract's value of it."""

    __slots__ = ("exposed", "facts", "laid", "settled", "transfers")

    def __init__(self) -> None:
        self.facts: list[dict[str, Any]] = []
        self.transfers: list[Transfer] = []
        self.laid: list[Laid] = []
        self.settled: list[Settled] = []
        self.exposed: list[int] = []

    def applied(self, state: State, event: str, secret: tuple[str, ...] = ()) -> Applied:
        """The finished value, its transfers entered in the round's; ``exposed`` in the order the cards were dealt."""
        state.transfers += self.transfers
        return Applied(
            event,
            tuple(self.facts),
            tuple(self.transfers),
            tuple(self.laid),
            tuple(self.settled),
            secret,
            tuple(sorted(self.exposed)) if self.exposed else (),
        )
