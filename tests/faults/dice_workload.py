"""A terminal at a table where people play each other: Scarney and liar's dice, with the server's dice.

What is known beforehand: the house has a rake of ``RAKE`` a round and nothing else, and nobody bets against it.
"""

from random import Random
from typing import Any

from tests.faults.live_house import LiveHouse
from tests.faults.workload import Terminal

RAKE = 100
"""Minor units that each round owes the house, as ``found_house`` sets the rules of these tables."""
UNIT = 500
PLAYERS = ["p1", "p2", "p3"]
LONGEST = 400
"""Presses that a round may take; a game of one frame takes some thirty, a playoff more."""


class DiceTerminal(Terminal):
    """Plays what the felt offers: mostly the careful act, now and then another."""

    bets_a_round = 0

    def begin_round(self) -> None:
        """Open a round; cups are rolled, or antes asked for."""
        self._inputs({"do": "open_round", "options": self._options()})
        self.in_round = True

    def end_round(self) -> None:
        """Play what was opened, to the confirmation."""
        for _ in range(LONGEST):
            awaited = self._seen["next"]
            if awaited["kind"] == "nothing":
                break
            self._inputs(self._act(awaited))
        assert self._seen["next"]["kind"] == "nothing", f"{self.table}: a round without an end"
        self.stakes += sum(payment[1] for payment in self._seen["pot_settlement"]["payments"])
        self.house_net += RAKE
        self._inputs({"do": "confirm_settlement"})
        self.rounds += 1
        self.in_round = False

    def _options(self) -> dict[str, Any]:
        if self.table.startswith("LD"):
            return {"players": PLAYERS, "starter": self.chance.choice(PLAYERS), "unit": UNIT}
        if self.table.startswith("SP"):
            return {"players": [*PLAYERS, "p4"], "teams": [["p1", "p3"], ["p2", "p4"]], "ante": UNIT, "chip": UNIT}
        return {"players": PLAYERS, "ante": UNIT, "chip": UNIT}

    def _act(self, awaited: dict[str, Any]) -> dict[str, Any]:
        if awaited["kind"] == "stakes":
            return {"do": "ante", "by": awaited["player"]}
        turn = self._seen["felt"]["turn"]
        if self.table.startswith("LD"):
            return self._bid_or_open(awaited["player"], turn)
        if "stay" in turn["acts"] and self.chance.random() < 0.6:
            return {"do": "stay", "by": awaited["player"]}
        return {"do": "announce", "by": awaited["player"]}

    def _bid_or_open(self, player: str, turn: dict[str, Any]) -> dict[str, Any]:
        if "bid" not in turn["acts"] or ("open" in turn["acts"] and self.chance.random() < 0.4):
            return {"do": "open", "by": player, "units": 1}
        bid = {name: value for name, value in self.chance.choice(turn["bids"]).items() if value is not None}
        return {"do": "bid", "by": player, **bid}


def at_all_tables(house: LiveHouse) -> list[Terminal]:
    """The terminals of every table of a live house that has just been opened; it is peopled first."""
    return [
        (Terminal if table.startswith("BJ") else DiceTerminal)(house.url, table, token, Random(table))
        for table, token in house.found().items()
    ]
