"""What the dice under one cup are worth. Plain functions of the dice (rules.md L2.2, L6, L7.4)."""

from collections.abc import Sequence


def is_single(dice: Sequence[int]) -> bool:
    """All dice different (L2.2)."""
    return len(set(dice)) == len(dice)


def counted(dice: Sequence[int], face: int, wild: bool, bonus: bool) -> int:
    """How many dice answer a bid on ``face``, extras for a wei or a quanwei included where ``bonus`` (L6.2, L6.3)."""
    shown = dice.count(face)
    ones = dice.count(1) if wild and face != 1 else 0
    if bonus and shown + ones == len(dice):
        return shown + ones + (1 if ones else 2)
    return shown + ones


def is_wei(dice: Sequence[int], wild: bool) -> bool:
    """All dice alike, ones standing in for the other face while the round is wild; whatever was bid (L7.4)."""
    faces = set(dice)
    return len(faces) == 1 or (wild and len(faces) == 2 and 1 in faces)
