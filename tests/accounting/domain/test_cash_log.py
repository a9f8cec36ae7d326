"""The cash of a table, event by event, as the log of cash reporting has it (V-24, V-25)."""

from collections.abc import Sequence
from typing import Any

from accounting.domain.cash_log import NOTES_RETURNED, TableCash
from accounting.domain.facts import Fact
from accounting.domain.rows import CashTransaction, Rows
from tables.domain.rule_packs.words import CashKind
from tables.games.contract import Place, Tender

DAY, NEXT = "2026-03-04", "2026-03-05"
PLAY, BUY = CashKind.MONEY_PLAY.value, CashKind.BUY_IN.value
SPOT = "player:1"


class Table:
    """A table whose events are numbered as they come; ``said`` are the lines of the last one."""

    def __init__(self) -> None:
        self.cash, self.seq, self.day = TableCash(4), 0, DAY
        self.rows = Rows()

    def take(self, type_: str, **data: Any) -> "Table":
        """The next event; what was remembered is written down and read again, as between two batches."""
        self.seq, self.rows = self.seq + 1, Rows()
        self.cash = TableCash.read(4, self.cash.dump())
        self.cash.take(Fact(self.seq, type_, "A", self.day, "day", f"{self.day}T20:00:00Z", "dana", data), self.rows)
        return self

    def lays(self, amount: int, player: str = "P-7", number: int = 1) -> "Table":
        """Notes on spot 1, from the player's hand to the layout."""
        laid = [{"tender": Tender.CASH.value, "seat": "1", "player": player}]
        moved = [SPOT, Place.LAYOUT.value, amount, "bet", Tender.CASH.value]
        return self.take("bet_placed", round=number, laid=laid, transfers=[moved])

    def gets_back(self, amount: int, number: int = 1) -> "Table":
        """The same notes, from the layout to his hand."""
        moved = [Place.LAYOUT.value, SPOT, amount, "bet", Tender.CASH.value]
        return self.take("settlement_paid", round=number, transfers=[moved])

    @property
    def said(self) -> Sequence[tuple[Any, ...]]:
        """Who, direction, amount and kind of each line of the last event."""
        return [(row.who, row.direction, row.amount, row.kind) for row in self.rows.cash]

    @property
    def line(self) -> CashTransaction:
        (row,) = self.rows.cash
        return row


def test_v24_the_same_notes_are_cash_in_once_and_an_increase_is() -> None:
    """V-24: 5,000.00 come back; laid again they are nothing new, 6,000.00 are 1,000.00."""
    table = Table()
    assert table.lays(500_000).said == [("P-7", "in", 500_000, PLAY)]
    assert table.gets_back(500_000).said == [("P-7", "out", 500_000, NOTES_RETURNED)]
    assert table.lays(500_000, number=2).said == []
    assert table.gets_back(500_000, number=2).said == [("P-7", "out", 500_000, NOTES_RETURNED)]
    assert table.lays(600_000, number=3).said == [("P-7", "in", 100_000, PLAY)]


def test_v24_a_smaller_stake_leaves_the_rest_known() -> None:
    table = Table().lays(500_000).gets_back(500_000)
    assert table.lays(200_000, number=2).said == []
    assert table.lays(400_000, number=3).said == [("P-7", "in", 100_000, PLAY)]


def test_v24_notes_are_known_of_the_player_they_came_back_to() -> None:
    table = Table().lays(500_000).gets_back(500_000)
    assert table.lays(500_000, player="P-8", number=2).said == [("P-8", "in", 500_000, PLAY)]


def test_v24_the_next_gaming_day_knows_no_notes() -> None:
    """V-24, V-23: a report is of one gaming day, so what is laid on the next is cash in of that day."""
    table = Table().lays(500_000).gets_back(500_000)
    table.day = NEXT
    assert table.lays(500_000, number=2).said == [("P-7", "in", 500_000, PLAY)]
    assert table.line.gaming_day == NEXT


def test_v24_a_closed_table_forgets_the_notes() -> None:
    """V-24: a seat's name may be somebody else's when it opens again; too much in the log is better than too little."""
    table = Table().lays(500_000).gets_back(500_000)
    assert table.take("table_closed").said == []
    assert table.lays(500_000, number=2).said == [("P-7", "in", 500_000, PLAY)]


def test_v24_a_buy_in_spends_the_notes() -> None:
    """V-24: the notes that came back are in the box now: a buy-in counts whole, and the next stake is new."""
    table = Table().lays(500_000).gets_back(500_000)
    assert table.take("buy_in_taken", player="P-7", cash=300_000).said == [("P-7", "in", 300_000, BUY)]
    assert table.lays(500_000, number=2).said == [("P-7", "in", 300_000, PLAY)]


def test_v25_a_correction_points_at_what_it_corrects_and_stands_on_its_day() -> None:
    """V-25: keyed on one gaming day, found on the next: the sum of the first one changes."""
    table = Table().take("buy_in_taken", player="P-7", cash=1_200_000)
    table.day = NEXT
    table.take("buy_in_corrected", player="P-7", cash=-1_080_000, corrects=1, gaming_day=DAY)
    assert table.said == [("P-7", "in", -1_080_000, BUY)]
    assert (table.line.corrects, table.line.gaming_day, table.line.happened_at) == (1, DAY, f"{NEXT}T20:00:00Z")


def test_v25_a_correction_of_the_chips_alone_moves_no_cash() -> None:
    table = Table().take("buy_in_taken", player="P-7", cash=1_200_000)
    assert table.take("buy_in_corrected", player="P-7", cash=0, corrects=1, gaming_day=DAY).said == []
