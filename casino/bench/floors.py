"""A table to press at, made by the services, with server cards so that a press is all it takes."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from tables.services import play, shoes, taps
from tables.services.simulation import bank, houses
from tables.services.simulation.houses import MadeHouse
from tables.services.simulation.shift import ShiftPlan, house_plan, table_plan

TABLE, DEALER = "T-001", "D001"
SPOTS = (1, 4, 7)
STAKE = 2_500


@dataclass(slots=True)
class PressTable:
    """An open table with its dealer tapped in; ``inputs`` never ends: round after round, three spots each."""

    made: MadeHouse
    shown: dict[str, Any]

    def now(self) -> datetime:
        return datetime.now(UTC)

    def press(self, given: dict[str, Any]) -> None:
        """One committed key press through the service, with a key of its own and the sequence it saw."""
        actor = self.made.at_table(DEALER, TABLE)
        key = f"bench-{time.monotonic_ns()}"
        self.shown = play.record_inputs(
            actor=actor, at=self.now(), table=TABLE, inputs=[given], key=key, expected_seq=self.shown["seq"]
        )

    def inputs(self) -> Iterator[dict[str, Any]]:
        """What the dealer keys next, by what the last answer showed."""
        while True:
            yield {"do": "open_round"}
            for spot in SPOTS:
                yield {"do": "bet", "by": f"p{spot}", "spot": spot, "amount": STAKE}
            yield {"do": "close_betting"}
            while self.shown["round"]["status"] not in ("settled", "voided"):
                waits = self.shown["next"]
                if waits["kind"] == "shuffle":
                    self.shuffle()
                elif waits["kind"] == "offer":
                    yield {"do": "close_insurance"}
                else:
                    yield {"do": "stand", "by": waits["player"], "spot": int(waits["to"])}
            if self.shown["round"]["status"] == "settled":
                yield {"do": "confirm_settlement"}

    def shuffle(self) -> None:
        """Mix and cut, which is not what is measured."""
        actor, at = self.made.at_table(DEALER, TABLE), self.now()
        mixed = shoes.mix_shoe(actor=actor, at=at, table=TABLE)
        self.shown = shoes.cut_shoe(
            actor=actor,
            at=at,
            table=TABLE,
            cut_by="the dealer",
            cut_from_top=int(mixed["cards"]) // 2,
            cut_card_from_bottom=houses.CUT_CARD_FROM_BOTTOM,
        )


def open_press_table(beside: int = 0) -> PressTable:
    """Found a house with one table of server cards and open it, and ``beside`` other tables that are open, too."""
    now = datetime.now(UTC)
    day = now.date()
    plan = ShiftPlan(tables=1 + beside, rounds=0, seed=1, spots=len(SPOTS), gaming_day=day, games=("blackjack",))
    made = houses.found_house(house_plan(plan), now - timedelta(minutes=5))
    for number in range(1 + beside):
        table = replace(table_plan(number, plan), card_source="server")
        houses.furnish_table(made, table, now - timedelta(minutes=4))
        bank.open_table(made, table, f"D{number + 1:03d}", now - timedelta(minutes=3))
    houses.bring_shoe(made, table_plan(0, plan), 4, DEALER, now - timedelta(minutes=2))
    taps.tap_in(actor=made.at_table(DEALER, TABLE), at=now - timedelta(minutes=1), table=TABLE)
    opened = PressTable(made, {})
    opened.shuffle()
    return opened
