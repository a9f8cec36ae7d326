"""What one throw is worth, whoever made it (rules.md S4, S6)."""

from collections import Counter
from functools import cache
from typing import Final, NamedTuple

from tables.games.dice import DEAD, SCARNEY, Face

ALL_DICE: Final = 5

SCORE: Final = "score"
CRAPS: Final = "craps"
CRAP_OUT: Final = "crap_out"
LITTLE: Final = "little_scarney"
BIG: Final = "big_scarney"

LITTLE_POINTS: Final = 25

OPPOSITE: Final[dict[Face, Face]] = dict(zip(SCARNEY, reversed(SCARNEY), strict=True))
"""The face below, by the face on top (S1.3)."""

FACES: Final = frozenset(SCARNEY)

_BONUSES: Final = (
    ("four_of_a_kind", 40, (4,)),
    ("full_house", 30, (3, 2)),
    ("three_of_a_kind", 20, (3,)),
    ("two_pairs", 10, (2, 2)),
)
"""Highest first: name, points, and how many dice alike it takes, largest group first (S4.4)."""


class Value(NamedTuple):
    """A throw by the rules. ``base`` is the sum after doubling, ``dead`` how many dice leave play."""

    kind: str
    dead: int
    base: int
    bonus_name: str | None
    bonus: int

    @property
    def points(self) -> int:
        """What the throw scores."""
        return self.base + self.bonus


@cache
def value(faces: tuple[Face, ...], double: bool, opposite: bool, bonus_min_dice: int, no_dice: str) -> Value:
    """``faces`` as they lie on top, by the two house rules that have a word in it (S4.4, S4.6).

    Kept, because one to five dice can fall in no more than 3905 ways.
    """
    if opposite:
        faces = tuple(OPPOSITE[face] for face in faces)
    count = len(faces)
    dead = faces.count(DEAD)
    if count == ALL_DICE and len(set(faces)) == 1:
        return Value(BIG, 0, 0, None, 0)
    if dead == 4 and (count == ALL_DICE or no_dice == "score"):
        return Value(LITTLE, dead, 0, LITTLE, LITTLE_POINTS)
    if dead:
        return Value(CRAP_OUT if dead == count else CRAPS, dead, 0, None, 0)
    numbers = [face for face in faces if isinstance(face, int)]
    name, bonus = _bonus(numbers) if count >= bonus_min_dice else (None, 0)
    return Value(SCORE, 0, _doubled(numbers) if double else sum(numbers), name, bonus)


def _bonus(numbers: list[int]) -> tuple[str | None, int]:
    """The highest bonus that fits (S4.4)."""
    groups = sorted(Counter(numbers).values(), reverse=True)
    for name, points, wanted in _BONUSES:
        if len(groups) >= len(wanted) and all(has >= wants for has, wants in zip(groups, wanted, strict=False)):
            return name, points
    return None, 0


def _doubled(numbers: list[int]) -> int:
    """The sum counts twice (S6.3); a single die only if it is a 1 or a 6 (S6.4)."""
    total = sum(numbers)
    return total if len(numbers) == 1 and total in (3, 4) else 2 * total
