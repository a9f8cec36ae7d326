"""The cards in a made-up shoe, as a reader would name them one by one. Chance is handed in."""

from collections.abc import Sequence
from random import Random

from tables.domain import shoes
from tables.games.cards import JOKER
from tables.services.simulation.houses import CUT_CARD_FROM_BOTTOM


class Pack:
    """The order of a shoe of ``decks`` decks, known to nobody but the simulation."""

    def __init__(self, decks: int, chance: Random) -> None:
        self._decks = decks
        self._chance = chance
        self._order: list[str] = []

    def mix(self, on_table: Sequence[str] = ()) -> None:
        """Mix every card that is not on the table and put the cut card in; a shoe of few cards goes without one."""
        cards = shoes.pack(self._decks, without="".join(on_table))
        self._chance.shuffle(cards)
        if len(cards) >= shoes.FULL_SHOE:
            cards.insert(len(cards) - CUT_CARD_FROM_BOTTOM, JOKER)
        self._order = cards[::-1]

    def draw(self) -> str | None:
        """The next card, or None from an empty shoe."""
        return self._order.pop() if self._order else None
