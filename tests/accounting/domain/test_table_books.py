"""The fold of a table: what a corrected bet leaves behind, and events that do not fit."""

from collections.abc import Sequence
from typing import Any

import pytest

from accounting.domain.drafts import DraftError
from accounting.domain.facts import Fact
from accounting.domain.rows import RoundResult, Rows, Settlement
from accounting.domain.streams import memory
from accounting.domain.table_books import TableBooks


class Nothing:
    """Books in which nothing stands yet; ``rows`` are those of an earlier batch."""

    def __init__(self, rows: Rows | None = None) -> None:
        self._rows = rows or Rows()

    def settlements(self, round_number: int) -> Sequence[Settlement]:
        """Of the earlier batch."""
        return [row for row in self._rows.settlements if row.round == round_number]

    def round_results(self, round_number: int) -> Sequence[RoundResult]:
        """Of the earlier batch."""
        return [row for row in self._rows.rounds if row.round == round_number]

    def expected_cash(self, table: str, box: int) -> int:
        """No box was ever removed."""
        raise AssertionError

    expected_rake = expected_cash


class Table:
    """A table whose events are numbered as they come."""

    def __init__(self) -> None:
        self.rows = Rows()
        self.books = TableBooks(4, {}, Nothing())
        self.seq = 0

    def take(self, type_: str, **data: Any) -> tuple[int | None, int | None]:
        """The next event."""
        self.seq += 1
        at = f"2026-03-04T20:00:{self.seq:02d}.000000Z"
        return self.books.fold(Fact(self.seq, type_, "A", "2026-03-04", "day", at, "dana", data), self.rows)

    def next_batch(self) -> None:
        """What was remembered is written down and read again, as a follower does between two batches."""
        self.books = TableBooks(4, memory(self.books.dump()), Nothing(self.rows))
        self.rows = Rows()

    def opened(self) -> "Table":
        """Box 1 and period 1."""
        self.take("box_placed", box=1)
        self.take(
            "table_opened", period=1, session=1, gaming_day="2026-03-04", shift="day", total=1_000,
            previous_closer=None, variance=0, box=1,
        )  # fmt: skip
        return self

    def play(self, number: int = 1) -> None:
        """A round with one bet that is lost before its end."""
        self.take("round_opened", round=number, game="blackjack")
        self.take("bet_placed", round=number, transfers=[["player:1", "layout", 100, "main", "chips"]])
        lost = [["layout", "rack", 100, "lost", "chips"]]
        self.take("act_taken", round=number, settled=[bet(1, "bust", 100, 0)], transfers=lost)


def bet(number: int, outcome: str, stake: int, returned: int) -> dict[str, Any]:
    """A settled bet as it stands in an event."""
    return {
        "bet": number, "outcome": outcome, "stake": stake, "returned": returned, "due_numerator": 0,
        "due_denominator": 1, "kind": "main", "player": "anna", "tender": "chips",
    }  # fmt: skip


def told(rows: Rows) -> list[tuple[int, int, str, int, int]]:
    return [(row.bet, row.entry, row.outcome, row.stake, row.returned) for row in rows.settlements]


@pytest.mark.parametrize("between", [False, True], ids=["in one batch", "over two batches"])
def test_t_79_a_void_in_the_round_takes_back_what_was_decided(between: bool) -> None:
    table = Table().opened()
    table.play()
    if between:
        table.next_batch()
    table.take(
        "shoe_exhausted", round=1, settled=[bet(1, "void", 100, 100)], ended="void", handle=0, hands=0, house_net=0,
        transfers=[["rack", "player:1", 100, "void", "chips"]],
    )  # fmt: skip
    first = [] if between else [(1, 0, "bust", 100, 0)]
    assert told(table.rows) == [*first, (1, 1, "reversed", -100, 0), (1, 2, "void", 100, 100)]
    assert [(row.outcome, row.rounds, row.house_net) for row in table.rows.rounds] == [("void", 0, 0)]


@pytest.mark.parametrize("between", [False, True], ids=["in one batch", "over two batches"])
def test_t_79_a_void_after_the_end_is_the_exact_opposite(between: bool) -> None:
    table = Table().opened()
    table.play()
    table.take(
        "act_taken", round=1, settled=[bet(2, "win", 50, 100)], ended="settled", handle=150, hands=2, house_net=50
    )
    if between:
        table.next_batch()
    back = [["rack", "layout", 100, "round_voided", "chips"], ["layout", "player:1", 100, "round_voided", "chips"]]
    table.take("round_voided", round=1, reason="a card was seen", transfers=back)
    assert told(table.rows)[-2:] == [(1, 1, "reversed", -100, 0), (2, 1, "reversed", -50, -100)]
    undone = table.rows.rounds[-1]
    assert (undone.outcome, undone.rounds, undone.hands, undone.handle, undone.house_net) == (
        "voided",
        -1,
        -2,
        -150,
        -50,
    )
    period = table.books.period
    assert period is not None
    assert (period.rounds, period.handle, period.house_net, len(period.voids)) == (0, 0, 0, 1)


def test_t_07_a_round_counts_in_the_period_in_which_it_is_decided() -> None:
    table = Table().opened()
    table.play()
    mark = table.take("act_taken", round=1, ended="settled", handle=100, hands=1, house_net=100)
    assert mark == (1, 1)
    assert table.take("table_closed", period=1, total=1_100, difference=0, rack={}) == (1, None)
    (closed,) = table.rows.periods
    assert (closed.rounds, closed.handle, closed.house_net, closed.closer, closed.boxes) == (1, 100, 100, 1_100, "1")


def test_cash_of_money_plays_is_expected_in_the_box() -> None:
    table = Table().opened()
    table.take("buy_in_taken", period=1, player="bo", cash=500, chips={"500": 1}, box=1)
    table.take("round_opened", round=1, game="blackjack")
    table.take(
        "act_taken", round=1, ended="settled", handle=100, hands=1, house_net=100,
        transfers=[["layout", "box", 100, "lost", "cash"]],
    )  # fmt: skip
    table.take("table_closed", period=1, total=500, difference=0, rack={})
    table.take("box_removed", box=1, periods=[1])
    (removal,) = table.rows.removals
    assert (removal.box, removal.periods, removal.expected) == (1, "1", 600)


ANTES = [["player:1", "pot", 500, "ante", "chips"], ["player:2", "pot", 500, "ante", "chips"]]
WON = [["pot", "rake", 50, "rake", "chips"], ["pot", "player:2", 950, "pot_won", "chips"]]


def dice_game(table: Table, number: int = 1, between: bool = False) -> None:
    """A pot of 10.00 of which the house takes 0.50."""
    table.take("round_opened", round=number, game="scarney")
    table.take("ante_paid", round=number, transfers=ANTES[:1])
    table.take("ante_paid", round=number, transfers=ANTES[1:])
    if between:
        table.next_batch()
    table.take(
        "frame_stayed", round=number, ended="settled", handle=1_000, hands=2, house_net=50, transfers=WON,
        settled=[bet(1, "lose", 500, 0) | {"kind": "ante"}, bet(2, "win", 500, 950) | {"kind": "ante"}],
    )  # fmt: skip


@pytest.mark.parametrize("between", [False, True], ids=["in one batch", "over two batches"])
def test_t_84_what_goes_into_a_pot_comes_out_as_rake_and_shares(between: bool) -> None:
    table = Table().opened()
    dice_game(table, between=between)
    (result,) = table.rows.rounds
    assert (result.pot, result.pot_paid, result.rake, result.house_net) == (1_000, 950, 50, 50)
    assert [(row.kind, row.stake, row.returned) for row in table.rows.settlements] == [
        ("ante", 500, 0),
        ("ante", 500, 950),
    ]
    table.take("table_closed", period=1, total=1_000, difference=0, rack={})
    table.take("box_removed", box=1, periods=[1])
    (closed,) = table.rows.periods
    assert (closed.pot, closed.pot_paid, closed.rake) == (1_000, 950, 50)
    (removal,) = table.rows.removals
    assert (removal.expected, removal.rake) == (0, 50)


def test_t_79_a_voided_game_gives_its_rake_back() -> None:
    table = Table().opened()
    dice_game(table)
    back = [[target, source, amount, "round_voided", tender] for source, target, amount, _, tender in WON + ANTES]
    table.take("round_voided", round=1, reason="a die fell from the table", transfers=back)
    undone = table.rows.rounds[-1]
    assert (undone.rounds, undone.pot, undone.pot_paid, undone.rake) == (-1, -1_000, -950, -50)
    table.take("table_closed", period=1, total=1_000, difference=0, rack={})
    table.take("box_removed", box=1, periods=[1])
    assert (table.rows.periods[0].pot, table.rows.periods[0].rake, table.rows.removals[0].rake) == (0, 0, 0)


def test_chips_that_a_round_leaves_in_the_pot_are_paid_later() -> None:
    table = Table().opened()
    table.take("round_opened", round=1, game="liars_dice")
    table.take(
        "bid_opened", round=1, ended="settled", handle=100, hands=1, house_net=0,
        transfers=[["player:1", "pot", 100, "penalty", "chips"]],
    )  # fmt: skip
    table.take("pot_paid", player="bo", amount=100, transfers=[["pot", "player:2", 100, "pot_paid", "chips"]])
    period = table.books.period
    assert period is not None
    assert (period.pot, period.pot_paid, period.rake) == (100, 100, 0)


def test_a_seat_pays_for_its_time_into_the_rake_box() -> None:
    table = Table().opened()
    table.take("seat_fee_taken", player="bo", total=300, transfers=[["player:bo", "rake", 300, "seat_fee", "chips"]])
    table.take("table_closed", period=1, total=1_000, difference=0, rack={})
    table.take("box_removed", box=1, periods=[1])
    closed, removal = table.rows.periods[0], table.rows.removals[0]
    assert (closed.rake, closed.time_charges, closed.pot, removal.rake) == (0, 300, 0, 300)


def test_t_15_dealers_are_clocked_inside_the_period() -> None:
    table = Table()
    table.take("dealer_tapped_in", badge="dana", relieves=None)
    table.opened()
    table.take("dealer_tapped_out", badge="dana", relieved_by="dev")
    table.take("dealer_tapped_in", badge="dev", relieves="dana")
    table.take("table_closed", period=1, total=1_000, difference=0, rack={})
    assert '"dealers":[{"badge":"dana","in":"2026-03-04T20:00:03.000000Z","out":"2026-03-04T20:00:04.000000Z"},' in (
        table.rows.periods[0].detail
    )
    assert '{"badge":"dev","in":"2026-03-04T20:00:05.000000Z","out":"2026-03-04T20:00:06.000000Z"}]' in (
        table.rows.periods[0].detail
    )


@pytest.mark.parametrize(
    ("type_", "data", "error"),
    [
        ("table_opened", {"box": 2, "period": 2}, "period 1 is still open"),
        ("table_closed", {"period": 2, "total": 0, "difference": 0}, "period 2 is not open"),
        ("box_placed", {"box": 2}, "box 1 is still on the table"),
        ("box_removed", {"box": 2, "periods": [1]}, "box 2 is not on the table"),
        ("buy_in_taken", {"box": 2, "cash": 5}, "box 2 is not on the table"),
        ("act_taken", {"round": 9, "ended": "settled"}, "round 9 is not running"),
        ("round_voided", {"round": 9, "reason": "x", "transfers": []}, "round 9 was never opened"),
    ],
)
def test_events_that_do_not_fit(type_: str, data: dict[str, Any], error: str) -> None:
    table = Table().opened()
    with pytest.raises(DraftError, match=error):
        table.take(type_, **data)


def test_play_outside_a_period_does_not_fit() -> None:
    table = Table()
    with pytest.raises(DraftError, match="act_taken outside a bank period"):
        table.take("act_taken", round=1, ended="settled")
    table.take("box_placed", box=1)
    with pytest.raises(DraftError, match="box 7 is not on the table"):
        table.take("table_opened", box=7, period=1)


def test_stakes_that_opened_a_hand_are_added_up_with_their_squares() -> None:
    table = Table().opened()
    table.take("round_opened", round=1, game="blackjack")
    doubled = bet(2, "win", 100, 200) | {"kind": "double"}
    settled = [bet(1, "win", 100, 200), doubled, bet(3, "lose", 50, 0)]
    table.take("act_taken", round=1, settled=settled, ended="settled", handle=250, hands=2, house_net=-150)
    assert table.books.period is not None
    assert (table.books.period.staked, table.books.period.staked_squares) == (150, 12_500)


def test_t_79_a_void_takes_stakes_back_to_nothing() -> None:
    """In the round by its own void, after it by a ruling; what was void already is not taken back again."""
    table = Table().opened()
    table.play()
    table.take("shoe_exhausted", round=1, settled=[bet(1, "void", 100, 100)], ended="void", handle=0, hands=0,
               house_net=0, transfers=[])  # fmt: skip
    assert table.books.period is not None
    assert (table.books.period.staked, table.books.period.staked_squares) == (0, 0)
    table.play(2)
    table.take(
        "act_taken", round=2, settled=[bet(2, "win", 50, 100)], ended="settled", handle=150, hands=2, house_net=5
    )
    assert (table.books.period.staked, table.books.period.staked_squares) == (150, 12_500)
    table.take("round_voided", round=2, reason="a card was seen", transfers=[])
    table.take("round_voided", round=1, reason="a card was seen", transfers=[])
    assert (table.books.period.staked, table.books.period.staked_squares) == (0, 0)


def test_t_78_what_a_ruling_moves_is_no_part_of_what_the_rounds_won() -> None:
    table = Table().opened()
    table.take("dispute_opened", dispute=1, round=1, claim="not_paid", claimed=75, player="anna")
    signed = [{"badge": "petra"}]
    table.take("dispute_ruled", dispute=1, round=1, ruling="pay_as_claimed", amount=75, reason="seen", minutes=3,
               signatures=signed)  # fmt: skip
    table.take(
        "ruling_paid", dispute=1, round=1, period=1, amount=75, transfers=[["rack", "player:1", 75, "ruling", "chips"]]
    )
    table.take(
        "ruling_paid", dispute=2, round=1, period=1, amount=-20, transfers=[["player:1", "rack", 20, "ruling", "chips"]]
    )
    period = table.books.period
    assert period is not None
    assert (period.rulings_paid, period.rulings_taken, period.house_net) == (75, 20, 0)
    assert [(line["step"], line["by"], line["dispute"]) for line in period.disputes] == [
        ("opened", "dana", 1),
        ("ruled", "petra", 1),
    ]


def test_a_ruling_of_another_period_stops_the_books() -> None:
    table = Table().opened()
    with pytest.raises(DraftError, match="period 2 is not open"):
        table.take("ruling_paid", dispute=1, round=1, period=2, amount=75, transfers=[])


def test_a_claim_at_a_closed_table_stands_in_no_period() -> None:
    table = Table()
    assert table.take("dispute_accepted", dispute=1, round=1, note="") == (None, 1)
