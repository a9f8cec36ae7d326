"""Shoes as the log tells them: for cards from the server, every order is made again from its seed (docs/fairness.md).

The seed of each shuffle was committed to before a card of it was dealt; the orders that the seeds give must be the
cards that came out, and the seeds shown when the shoe is retired must be the ones that were sealed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from accounting.services.verify.rounds import Wrong
from tables.domain import shoes
from tables.domain.table_states import ShoeStatus
from tables.games.cards import JOKER


@dataclass(slots=True)
class FoldedShoe:
    """A shoe's row as it follows from the log; the same columns, the same forms."""

    number: int
    decks: int
    status: str = ShoeStatus.RECEIVED
    shuffles: int = 0
    stock: str = ""
    dealt: str = ""
    on_table: str = ""
    round_from: int = 0
    seeds: list[dict[str, Any]] = field(default_factory=list)

    def mixed(
        self, seq: int, data: Mapping[str, Any], hidden: Mapping[str, tuple[str, str]], *, round_running: bool
    ) -> None:
        """All cards that are not on the table are shuffled; the running round's stay where they lie."""
        earlier = self.on_table if self.round_from == 0 else ""
        of_round = self.dealt[self.round_from :].replace(shoes.CUT_CARD, "")  # the cut card goes back into the pack
        self.on_table = earlier + of_round if round_running else ""
        cards = shoes.pack(self.decks, without=self.on_table)
        self.shuffles += 1
        if (data["shuffle"], data["cards"]) != (self.shuffles, len(cards)):
            raise Wrong("the shuffle does not count what is in the shoe")
        self.dealt, self.round_from, self.stock = "", 0, ""
        if data["source"] == "server":
            nonce, seed = hidden["seed"]
            self.stock = "".join(shoes.shuffled(cards, seed))
            self.seeds.append({"seq": seq, "field": "seed", "nonce": nonce, "value": seed})
        self.status = ShoeStatus.SHUFFLED

    def cut(self, data: Mapping[str, Any]) -> None:
        """The cut card stands in the order from now on."""
        if self.stock:
            order = shoes.cut(shoes.split(self.stock), data["cut_from_top"], data["cut_card_from_bottom"])
            self.stock = "".join(order)
        self.status = ShoeStatus.CUT

    def taken(self, card: str, *, from_server: bool) -> None:
        """A card left the shoe. Raises Wrong when the seed gives another one."""
        code = shoes.CUT_CARD if card == JOKER else card
        if from_server:
            if self.stock[:2] != code:
                raise Wrong("the card is not the one that the shuffle's seed gives")
            self.stock = self.stock[2:]
        self.dealt += code
        if card == JOKER:
            self.status = ShoeStatus.CUT_CARD_OUT
        elif self.status == ShoeStatus.CUT:
            self.status = ShoeStatus.IN_PLAY

    def retired(self, data: Mapping[str, Any]) -> None:
        """Every seed is shown. Raises Wrong when one is not what was sealed."""
        if data["revealed"] != self.seeds:
            raise Wrong("the seeds shown are not the ones that were sealed")
        self.status = ShoeStatus.RETIRED
