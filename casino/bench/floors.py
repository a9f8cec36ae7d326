"""A table to press at, made by the services, with server cards so that a press is all it takes."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.test import override_settings

from casino.bench.keys import SPOTS, keyed
from tables.services import pin_hashes, play, shoes, taps
from tables.services.simulation import bank, houses
from tables.services.simulation.houses import MadeHouse
from tables.services.simulation.shift import ShiftPlan, house_plan, table_plan

TABLE, DEALER = "T-001", "D001"
CHEAP: Final = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
"""What hashing a PIN costs where many people sign on before anything is measured."""


@dataclass(slots=True)
class PressTable:
    """An open table with its dealer tapped in; ``inputs`` never ends: round after round, three spots each."""

    made: MadeHouse
    shown: dict[str, Any]
    table: str = TABLE
    dealer: str = DEALER

    def now(self) -> datetime:
        return datetime.now(UTC)

    def press(self, given: dict[str, Any]) -> None:
        """One committed key press through the service, with a key of its own and the sequence it saw."""
        actor = self.made.at_table(self.dealer, self.table)
        key = f"bench-{time.monotonic_ns()}"
        self.shown = play.record_inputs(
            actor=actor, at=self.now(), table=self.table, inputs=[given], key=key, expected_seq=self.shown["seq"]
        )

    def inputs(self) -> Iterator[dict[str, Any]]:
        """What the dealer keys next, by what the last answer showed."""
        for given in keyed(lambda: self.shown):
            if given is None:
                self.shuffle()
            else:
                yield given

    def shuffle(self) -> None:
        """Mix and cut, which is not what is measured."""
        actor, at = self.made.at_table(self.dealer, self.table), self.now()
        mixed = shoes.mix_shoe(actor=actor, at=at, table=self.table)
        self.shown = shoes.cut_shoe(
            actor=actor,
            at=at,
            table=self.table,
            cut_by="the dealer",
            cut_from_top=int(mixed["cards"]) // 2,
            cut_card_from_bottom=houses.CUT_CARD_FROM_BOTTOM,
        )


def open_press_table(beside: int = 0) -> PressTable:
    """Found a house with one table of server cards that is dealt at, and ``beside`` other tables that are open, too."""
    return open_press_tables(1, beside)[0]


def open_press_tables(dealt_at: int, beside: int = 0) -> list[PressTable]:
    """The same with many tables that are dealt at."""
    now = datetime.now(UTC)
    tables = dealt_at + beside
    plan = ShiftPlan(tables, rounds=0, seed=1, spots=len(SPOTS), gaming_day=now.date(), games=("blackjack",))
    made = houses.found_house(house_plan(plan), now - timedelta(minutes=5))
    opened = []
    for number in range(tables):
        table, dealer = replace(table_plan(number, plan), card_source="server"), f"D{number + 1:03d}"
        houses.furnish_table(made, table, now - timedelta(minutes=4))
        bank.open_table(made, table, dealer, now - timedelta(minutes=3))
        if number < dealt_at:
            houses.bring_shoe(made, table, 4, dealer, now - timedelta(minutes=2))
            taps.tap_in(actor=made.at_table(dealer, table.code), at=now - timedelta(minutes=1), table=table.code)
            opened.append(PressTable(made, {}, table.code, dealer))
            opened[-1].shuffle()
    return opened


@contextmanager
def cheap_pins() -> Iterator[None]:
    """Hash PINs cheaply in this process, for houses with many people; what they cost is measured nowhere here."""
    pin_hashes._hasher.cache_clear()
    try:
        with override_settings(PIN_HASH_COST=CHEAP):
            yield
    finally:
        pin_hashes._hasher.cache_clear()
