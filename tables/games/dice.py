"""Dice as the faces they show, left to right as they lie; a throw travels as a list of faces everywhere."""

from collections.abc import Collection
from typing import Any, Final

from tables.games.contract import Refused

Face = int | str
"""A number, or ``DEAD``."""

DEAD: Final = "D"

ORDINARY: Final[tuple[Face, ...]] = (1, 2, 3, 4, 5, 6)
SCARNEY: Final[tuple[Face, ...]] = (1, DEAD, 3, 4, DEAD, 6)
"""The six faces of a Scarney die. It is an ordinary one whose 2 and 5 are dead, so opposite faces stand first and
last, second and last but one, and so on (rules.md S1.1, S1.3)."""


def read(value: Any, count: int, die: Collection[Face]) -> tuple[Face, ...]:
    """The faces of a throw of ``count`` dice. Refused: ``wrong_dice_count``, then ``invalid_face``."""
    if not isinstance(value, (list, tuple)) or len(value) != count:
        raise Refused("wrong_dice_count", dice=count)
    for face in value:
        # True and 1.0 equal 1, but they are no faces.
        if type(face) not in (int, str) or face not in die:
            raise Refused("invalid_face", face=face)
    return tuple(value)
