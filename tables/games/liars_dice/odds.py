"""How likely a bid is to hold, by exact counting of the hands that may lie under the cups nobody has seen."""

from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Final

from tables.games.liars_dice.counting import counted, is_single
from tables.games.liars_dice.rules import Rules

_FACES: Final = range(1, 7)
_A_FACE: Final = 6
"""Any face but ones stands for all: under zhai every face is as likely as another, ones included."""


@lru_cache(maxsize=64)
def hand_ways(dice: int, wild: bool, bonus: bool, no_single: bool) -> tuple[int, ...]:
    """How many of the ``6 ** dice`` hands count 0, 1, 2 ... towards a bid; ``no_single`` leaves those out (L2.3)."""
    ways = [0] * (dice + 3)
    for hand in combinations_with_replacement(_FACES, dice):
        if no_single and is_single(hand):
            continue
        orders = factorial(dice)
        for face in _FACES:
            orders //= factorial(hand.count(face))
        ways[counted(hand, _A_FACE, wild, bonus)] += orders
    return tuple(ways)


@lru_cache(maxsize=1024)
def table_ways(hands: int, dice: int, wild: bool, bonus: bool, no_single: bool) -> tuple[int, ...]:
    """The same for several hands together."""
    if hands == 0:
        return (1,)
    rest = table_ways(hands - 1, dice, wild, bonus, no_single)
    one = hand_ways(dice, wild, bonus, no_single)
    ways = [0] * (len(rest) + len(one) - 1)
    for at, left in enumerate(rest):
        for more, right in enumerate(one):
            ways[at + more] += left * right
    return tuple(ways)


def at_least(rules: Rules, hands: int, needed: int, wild: bool) -> float:
    """The chance that ``hands`` unseen hands count ``needed`` or more towards a bid."""
    if needed <= 0:
        return 1.0
    ways = table_ways(hands, rules.dice_per_player, wild, rules.counting == "bonus", rules.rerolls)
    return sum(ways[needed:]) / sum(ways)
