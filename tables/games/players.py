"""Made-up players, for shift simulations and demonstrations: how a game's people bet and decide."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from tables.games.contract import Action, Await, Engine, Table

T = TypeVar("T")


class Chance(Protocol):
    """The source of chance is always handed in; ``random.Random`` is one."""

    def random(self) -> float:
        """From 0 up to, not including, 1."""

    def randint(self, a: int, b: int) -> int:
        """A whole number from ``a`` to ``b``, both included."""

    def choice(self, seq: Sequence[T]) -> T:
        """One of ``seq``."""


class Strategy(Protocol):
    """How the people at a table behave. Actions given are legal for the state they are asked for."""

    def stakes(self, chance: Chance, table: Table, seats: Mapping[str, str]) -> list[Action]:
        """What is laid before a round begins. ``seats`` gives the player of each seat, by the seat's number."""

    def decide(self, engine: Engine[Any, Any], state: Any, awaited: Await, chance: Chance) -> Action:
        """The answer to an offer or the act of the player in turn; ``awaited`` is the engine's own word."""
