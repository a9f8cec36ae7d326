"""What is in a shoe: the pack, the order that a seed gives, the cut, the cut card (rules.md B3; docs/fairness.md).

Cards are two-letter codes written one after the other in a text; ``JK`` is the cut card. The second joker, the
indicator at the very bottom, is never dealt and so never stands in an order (B3.2).
"""

from collections import Counter
from collections.abc import Sequence

from tables.domain import fair_numbers
from tables.domain.errors import Invalid

CUT_CARD = "JK"
INDICATOR_AND_CUT_CARD = 2
NEAREST_CUT = 10
"""No cut nearer than this to either end (N.J.A.C. 13:69F, domain.md §1.2)."""
CUT_CARD_FROM_BOTTOM = range(25, 36)
"""Where the cut card may go: about 30 from the bottom (B3.3)."""
FULL_SHOE = 70
"""Fewer cards than this (discards shuffled in mid-round) may be cut anywhere and may go without a cut card."""

_RANKS, _SUITS = "A23456789TJQK", "SHDC"
_DECK = tuple(rank + suit for suit in _SUITS for rank in _RANKS)


def pack(decks: int, without: str = "") -> list[str]:
    """Every card of ``decks`` decks in a fixed order, less the cards in the text ``without``."""
    left = Counter(_DECK * decks)
    left.subtract(split(without))
    return [card for card in _DECK for _ in range(left[card])]


def split(cards: str) -> list[str]:
    """The two-letter codes of a text of cards."""
    return [cards[i : i + 2] for i in range(0, len(cards), 2)]


def is_out(card: str, decks: int, out: str) -> bool:
    """Whether every copy of ``card`` is among the cards in the text ``out``, so that it cannot leave the shoe again."""
    copies = 1 if card == CUT_CARD else decks
    return split(out).count(card) >= copies


def shuffled(cards: Sequence[str], seed: str) -> list[str]:
    """The order that ``seed`` (64 hexadecimal digits) gives: Fisher-Yates over the stream of ``fair_numbers``."""
    order = list(cards)
    numbers = fair_numbers.numbers(bytes.fromhex(seed))
    for last in range(len(order) - 1, 0, -1):
        pick = fair_numbers.below(last + 1, numbers)
        order[last], order[pick] = order[pick], order[last]
    return order


def cut(order: Sequence[str], from_top: int, cut_card_from_bottom: int) -> list[str]:
    """The order after the player's cut, with the cut card in its place (none for 0).

    The part cut off the top goes to the bottom (B3.2). Refused: ``bad_cut``, ``bad_cut_card_place``.
    """
    check_cut(len(order), from_top, cut_card_from_bottom)
    turned = [*order[from_top:], *order[:from_top]]
    if cut_card_from_bottom:
        turned.insert(len(turned) - cut_card_from_bottom, CUT_CARD)
    return turned


def check_cut(cards: int, from_top: int, cut_card_from_bottom: int) -> None:
    """Refuse a cut or a cut-card place that the procedure does not allow for a pack of ``cards`` cards."""
    nearest = NEAREST_CUT if cards >= FULL_SHOE else 0
    if not nearest <= from_top <= cards - nearest:
        raise Invalid("bad_cut", nearest=nearest, cards=cards)
    if cards >= FULL_SHOE:
        if cut_card_from_bottom not in CUT_CARD_FROM_BOTTOM:
            raise Invalid("bad_cut_card_place", least=25, most=35)
    elif not 0 <= cut_card_from_bottom <= cards:
        raise Invalid("bad_cut_card_place", least=0, most=cards)
