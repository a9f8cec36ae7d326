"""The one contract every game engine keeps (design.md §4).

An engine is a deterministic state machine in plain Python. It knows no database, clock, log or source of
randomness: chance is an input, so the card that left the shoe and the dice that fell are actions like any other.
A round's state is always the fold of its accepted actions over ``Engine.new``; a dispute is settled by folding
them again.

Money is integer minor units. It leaves an engine only as ``Transfer`` values between places; every rounding is
named where it happens.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar

Action = Mapping[str, Any]
"""What happened at the table: ``{"do": <kind>, ...}`` with JSON values only, integers for money."""


class Refused(Exception):
    """An action that the rules do not allow. It changes nothing; ``code`` is the stable kind (rules.md)."""

    def __init__(self, code: str, **detail: Any) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


class Place(StrEnum):
    """Where an engine may move money, beside ``player:<seat>`` (see ``player_place``)."""

    LAYOUT = "layout"
    RACK = "rack"
    POT = "pot"
    RAKE = "rake"  # what the house charges for a pot game, taken from the pot (domain.md §1.6)
    BOX = "box"  # only lost cash of a money play (domain.md T-43)


class Tender(StrEnum):
    """What a stake is laid in; books balance per asset (design.md §5)."""

    CHIPS = "chips"
    CASH = "cash"


def player_place(seat: str) -> str:
    """The place of a player's own money, by the seat or spot he plays: ``player:3``."""
    return f"player:{seat}"


WINNINGS: Final = "winnings"
CHANGED: Final = "changed"
"""Why a rack pays for a bet that won: what it wins, and before that chips for the notes it was laid in (T-43). For each
bet in their own order, once each."""


class Transfer(NamedTuple):
    """``amount`` minor units of ``tender`` move from ``source`` to ``target`` because of ``reason``."""

    source: str
    target: str
    amount: int
    reason: str
    tender: str = Tender.CHIPS


class Laid(NamedTuple):
    """A stake that was laid on the layout (or into the pot) by the action just applied.

    ``bet`` counts from 1 within the round and never repeats. ``kind`` is the game's word (``main``, ``back``,
    ``insurance``, ``double``, ``split``, ``ante`` ...). ``seat`` is the place it came from (``player_place``). ``hand``
    counts the hands of a seat as they came to be, so it never changes. ``parent`` is the bet it adds to, or None.
    """

    bet: int
    kind: str
    player: str
    seat: str
    hand: int
    amount: int
    tender: str
    parent: int | None


class Settled(NamedTuple):
    """A bet decided by the action just applied. All money in minor units.

    ``returned`` is what goes back to the player in all (stake included where it is his again), so the net is
    ``returned - stake``. ``due_numerator / due_denominator`` is the exact winnings before rounding to whole
    payable units (domain.md T-47); the breakage is the winnings paid less the winnings due.
    """

    bet: int
    outcome: str
    stake: int
    returned: int
    due_numerator: int
    due_denominator: int


class Applied(NamedTuple):
    """What one accepted action did. A tuple, because one is made for every card and act.

    ``event`` is the past-tense name under which the floor log keeps the action. ``facts`` follow from the rules and
    may be shown to everybody at once. ``secret`` names the action's own fields that must stay sealed for now
    (``("card",)`` for a card dealt face down); ``exposed`` lists the ordinals (see ``Engine.count``) of earlier
    actions whose sealed fields are public from now on.
    """

    event: str
    facts: tuple[Mapping[str, Any], ...] = ()
    transfers: tuple[Transfer, ...] = ()
    laid: tuple[Laid, ...] = ()
    settled: tuple[Settled, ...] = ()
    secret: tuple[str, ...] = ()
    exposed: tuple[int, ...] = ()


class Awaiting(StrEnum):
    """What the engine needs next. The floor reads this and nothing else to know whose move it is."""

    STAKES = "stakes"  # bets or antes, until they are closed
    CARD = "card"  # the next card from the shoe
    DICE = "dice"  # the next throw
    OFFER = "offer"  # a side offer to the players (insurance), until it is closed
    ACT = "act"  # a decision by the player in turn
    SHUFFLE = "shuffle"  # no card can be dealt before the shoe has been shuffled
    NOTHING = "nothing"  # the round is over


class Await(NamedTuple):
    """``kind`` says what is needed; the rest says by and for whom, as far as it applies.

    ``face_down`` tells where the card goes (``kind`` CARD); ``to`` is ``"dealer"`` or a seat. ``acts`` are the legal
    acts of the player in turn, sorted. ``dice`` is how many dice the next throw has and ``word`` the action that tells
    how they fell (``kind`` DICE): ``{"do": word, "by": player, "dice": faces}``, whoever has thrown them.
    """

    kind: Awaiting
    to: str | None = None
    hand: int | None = None
    face_down: bool = False
    player: str | None = None
    acts: tuple[str, ...] = ()
    dice: int = 0
    word: str = ""


class Status(StrEnum):
    """Where a round stands, for any game."""

    OPEN = "open"
    SETTLED = "settled"
    VOID = "void"
    NO_BETS = "no_bets"


@dataclass(frozen=True, slots=True)
class Table:
    """What a round needs to know of the table it is played at. All money in minor units.

    ``raised`` holds the lifted maximum of single players; ``funds`` the chips of players whose chips are known (who
    is not in it never runs out); ``shuffle_due`` says that the cut card has come out in an earlier round.
    ``options`` are facts that only one game needs (``starter``, ``teams`` ...). ``source`` is where chance comes from
    at this table: ``reader`` or ``keyed``, by people, or ``server``.
    """

    minimum: int
    maximum: int
    raised: Mapping[str, int] = field(default_factory=dict)
    funds: Mapping[str, int] = field(default_factory=dict)
    shuffle_due: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    source: str = "keyed"


R = TypeVar("R")
S = TypeVar("S")


class Engine(Protocol[R, S]):
    """A game. ``R`` is its frozen house-rules value, ``S`` its round state (mutable, owned by the caller)."""

    code: str
    banked: bool  # True: the house is the bank; False: a pot game, the house earns rake or time charges only
    chance: Literal["cards", "dice"]
    die: tuple[int | str, ...]  # the faces of a die, each as likely as the others; empty where none is thrown
    options: frozenset[str]  # the names that ``Table.options`` may have

    def rules(self, values: Mapping[str, Any]) -> R:
        """House rules from JSON values; what is missing takes its default; ValueError names what is wrong."""

    def rule_values(self, rules: R) -> dict[str, Any]:
        """Every house rule as JSON, defaults included. ``rules(rule_values(r)) == r``."""

    def new(self, rules: R, table: Table) -> S:
        """A round before its first stake. ValueError names the option that is wrong; ``Refused`` by the rules."""

    def awaits(self, state: S) -> Await:
        """What is needed next."""

    def legal(self, state: S) -> tuple[str, ...]:
        """The legal acts of the player in turn, sorted; empty when no decision is awaited."""

    def apply(self, state: S, action: Action) -> Applied:
        """Change ``state`` by ``action``. Raises ``Refused`` and then leaves ``state`` as it was."""

    def count(self, state: S) -> int:
        """How many actions were accepted. The ordinal of the next one, counted from 0."""

    def status(self, state: S) -> Status: ...

    def view(self, state: S, audience: str) -> dict[str, Any]:
        """What ``audience`` may see: ``"dealer"``, ``"floor"``, ``"public"`` or ``"player:<name>"``."""

    def result(self, state: S) -> tuple[Transfer, ...]:
        """All transfers of the round so far, in order. Laid stakes are among them."""

    def next_options(self, state: S) -> dict[str, Any]:
        """``Table.options`` for the round after this one, as the rules carry them on; for a round that is not over,
        those to play it again with. What the rules leave open is missing."""

    def dump(self, state: S) -> dict[str, Any]:
        """The whole state as JSON, hidden things included: for the round's row, never for a door."""

    def load(self, rules: R, data: Mapping[str, Any]) -> S:
        """The state that ``dump`` gave. ``dump(load(r, d)) == d``."""


def total_between(transfers: Iterable[Transfer], source: str, target: str) -> int:
    """The sum moved from ``source`` to ``target``, in minor units."""
    return sum(t.amount for t in transfers if t.source == source and t.target == target)
