"""What the players of a simulation have: chips before them, stakes on the layout, notes laid down for more chips."""

from collections.abc import Iterable

from tables.domain import chips
from tables.domain.chips import Chips
from tables.games.contract import Applied, Tender

FIRST_BUY_IN = 30
"""What a player brings, in minimum bets; he brings it again when he has less than ``LEAST`` of them."""
LEAST = 10


class Purses:
    """Chips by player, in minor units. ``note`` is the banknote people pay with, ``minimum`` the table's minimum bet.

    ``notes`` is the cash that was laid down since the last box: banknote -> pieces.
    """

    def __init__(self, players: Iterable[str], minimum: int, note: int) -> None:
        self.chips = dict.fromkeys(players, 0)
        self.notes: Chips = {}
        self._minimum = minimum
        self._note = note
        self._stakes: dict[str, int] = {}
        self._bets: dict[int, tuple[str, int]] = {}
        self._before: dict[str, int] = {}

    def begin_round(self) -> None:
        """Nothing is on the layout."""
        self._stakes, self._bets, self._before = {}, {}, dict(self.chips)

    def follow(self, applied: Applied) -> None:
        """Move stakes and payments between purses and layout as the rules say; the last word on a bet counts.

        Notes that are bet stay out of this.
        """
        for laid in applied.laid:
            if laid.tender == Tender.CHIPS:
                self.chips[laid.player] -= laid.amount
                self._stakes[laid.player] = self._stakes.get(laid.player, 0) + laid.amount
                self._bets[laid.bet] = (laid.player, 0)
        for settled in applied.settled:
            if settled.bet in self._bets:
                player, before = self._bets[settled.bet]
                self.chips[player] += settled.returned - before
                self._bets[settled.bet] = (player, settled.returned)

    def undo_round(self) -> None:
        """The round was called off: everybody has what he had before it."""
        self.chips = dict(self._before)

    def bought(self, player: str, cash: int) -> None:
        """Notes became chips."""
        self.chips[player] += cash
        self.laid_down(cash)

    def laid_down(self, cash: int) -> None:
        """Notes went into the box."""
        self.notes = chips.add(self.notes, {self._note: cash // self._note})

    def short(self) -> list[tuple[str, int]]:
        """Who should buy in before a round, and for how much in whole notes."""
        wanted = self._whole_notes(FIRST_BUY_IN * self._minimum)
        return [(player, wanted) for player, held in self.chips.items() if held < LEAST * self._minimum]

    def uncovered(self) -> list[tuple[str, int]]:
        """Who could not lay his stakes once more, as an act may ask of him, and what covers it in whole notes."""
        missing = {player: stake - self.chips[player] for player, stake in self._stakes.items()}
        return [(player, self._whole_notes(amount)) for player, amount in missing.items() if amount > 0]

    def _whole_notes(self, amount: int) -> int:
        return -(-amount // self._note) * self._note
