"""What a game says of onlookers' bets that stand outside the round's state: which hands they may back, and what those
hands paid (docs/back-bets.md).

Such a bet rides on the hand that its spot was dealt first. It follows no double and no split (rules.md B8.14: who does
not follow leaves his single stake where it lies), so one line a spot says all that a crowd of any size is owed.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol


class Backable(NamedTuple):
    """What may be backed now: player by spot, and the limits of a single stake, in minor units (rules.md B4.5)."""

    minimum: int
    maximum: int
    raised: Mapping[str, int]
    hands: Mapping[int, str]


class Pays(NamedTuple):
    """How the hand of a spot ended for a stake on it.

    ``kept``: the stake goes back to its owner. He wins ``numerator / denominator`` of it besides, rounded to the minor
    unit: down, or up where ``up`` says so (the house rule ``rounding``).
    """

    spot: int
    outcome: str
    kept: bool
    numerator: int
    denominator: int
    up: bool


class Backing(Protocol):
    """The part of a game that takes onlookers' bets in bulk. Games without it take none."""

    def backable(self, state: Any) -> Backable | None:
        """What may be backed now; None when no stakes are taken any more."""

    def pays(self, state: Any) -> tuple[Pays, ...]:
        """What each spot's first hand paid, spot by spot, when the round is over."""
