"""Playing cards as two-letter codes: rank ``A23456789TJQK`` and suit ``SHDC`` (``"TS"`` is the ten of spades).

A card travels as its code everywhere (actions, log, state); what counts is one dictionary look-up away.
"""

from collections.abc import Iterable
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
JOKER: Final = "JOKER"
"""The cut card. A marker in the shoe, never part of a hand (rules.md B2.1)."""

HIDDEN: Final = "??"
"""What a face-down card looks like to whoever may not see it."""

PACK: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards of one pack, in the order of a new one."""

VALUES: Final[dict[str, int]] = {code: min(RANKS.index(code[0]) + 1, 10) for code in PACK}
"""Counting values; an ace is 1 here and made 11 by ``best_total`` (B2.2)."""


def best_total(hard: int, has_ace: bool) -> tuple[int, bool]:
    """Total and softness of cards that add up to ``hard`` with every ace as 1 (B2.3).

    At most one ace can count 11 without passing 21, so the answer needs no more than this.
    """
    if has_ace and hard <= 11:
        return hard + 10, True
    return hard, False


def count(codes: Iterable[str]) -> tuple[int, bool]:
    """Total and softness of a hand given by its card codes."""
    hard = 0
    has_ace = False
    for code in codes:
        value = VALUES[code]
        hard += value
        has_ace = has_ace or value == 1
    return best_total(hard, has_ace)
