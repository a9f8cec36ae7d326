"""What is paid, in what, and to the smallest unit (rules.md B10; domain.md T-43, T-47, T-75)."""

from fractions import Fraction
from typing import Any

import pytest

from tables.games.blackjack.engine import ENGINE
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.settle import natural_due
from tables.games.contract import Settled, Table, Transfer
from tests.games.blackjack.tabletop import Tabletop, sole

NATURAL = "AS 9D KH TC"


@pytest.mark.parametrize(
    ("stake", "due", "unit", "rounding", "paid"),
    [
        (500, Fraction(750), 1, "down", 750),
        (700, Fraction(1050), 1, "down", 1050),
        (1500, Fraction(2250), 1, "down", 2250),
        (2500, Fraction(3750), 1, "down", 3750),
        (1700, Fraction(2550), 1, "down", 2550),
        (5, Fraction(15, 2), 1, "down", 7),
        (5, Fraction(15, 2), 1, "up", 8),
        (500, Fraction(750), 100, "down", 700),
        (500, Fraction(750), 100, "up", 800),
        (600, Fraction(900), 100, "down", 900),
        (600, Fraction(900), 100, "up", 900),
        (1, Fraction(3, 2), 100, "down", 0),
        (1, Fraction(3, 2), 100, "up", 100),
    ],
)
def test_t47_an_odd_three_to_two_keeps_the_exact_due(
    stake: int, due: Fraction, unit: int, rounding: str, paid: int
) -> None:
    table = sole(NATURAL, stake, pay_unit=unit, rounding=rounding)
    row = table.settled()[1]
    assert Fraction(row.due_numerator, row.due_denominator) == due
    assert row.returned - row.stake == paid


@pytest.mark.parametrize(
    ("stake", "rounding", "paid"),
    [
        (500, "down", 750),  # three 2.50s, although a 1.00 is the smallest chip
        (700, "down", 1_050),
        (100, "down", 100),  # neither 0.50 nor 1.50 can be made
        (100, "up", 200),
        (101, "down", 100),
        (101, "up", 200),
        (33, "up", 100),
        (33, "down", 0),
    ],
)
def test_t47_a_larger_mix_of_chips_pays_what_the_smallest_one_cannot(stake: int, rounding: str, paid: int) -> None:
    table = sole(NATURAL, stake, pay_unit=50, pay_gaps=[50, 150], rounding=rounding)
    row = table.settled()[1]
    assert row.returned - row.stake == paid


@pytest.mark.parametrize(("odds", "paid"), [((6, 5), 120), ((1, 1), 100), ((2, 1), 200), ((7, 5), 140)])
def test_naturals_pay_by_house_rule(odds: tuple[int, int], paid: int) -> None:
    assert natural_due(Rules(natural_pays=odds), 100) == (paid, 100 * odds[0], odds[1])


def test_t47_each_bet_is_rounded_by_itself_never_their_sum() -> None:
    table = Tabletop()
    table.bet("A", 1, 1)
    for name in "klm":
        table.back(name, "K", 1, 1)
    table.begin(NATURAL)
    assert ENGINE.view(table.state, "floor")["net"] == {"A": 1, "K": 3}


def test_a_lost_bet_is_due_nothing() -> None:
    table = sole("TS 9D 8H TC")
    assert table.act("A", 1, "s").settled == (Settled(1, "lose", 100, 0, 0, 1),)


def test_t75_a_push_moves_the_stake_back_and_nothing_else() -> None:
    table = sole("TS 9D 9H TC")
    answer = table.act("A", 1, "s")
    assert answer.transfers == (Transfer("layout", "player:1", 100, "stake_returned", "chips"),)
    assert answer.settled == (Settled(1, "push", 100, 100, 0, 1),)


def test_winnings_of_nothing_move_nothing() -> None:
    table = sole(NATURAL, 1, pay_unit=100)
    assert table.answers[-1].transfers == (Transfer("layout", "player:1", 1, "stake_returned", "chips"),)


def notes(cards: str, acts: str = "s", **rules: Any) -> Tabletop:
    table = Tabletop(Table(1, 500, funds={"A": 0}), **rules)
    table.bet("A", 1, 100, tender="cash")
    table.begin(cards)
    if acts:
        table.act("A", 1, acts)
    return table


def test_t43_lost_notes_go_into_the_box_never_into_the_rack() -> None:
    table = notes("TS 9D 8H TC")
    assert table.answers[-1].transfers == (Transfer("layout", "box", 100, "lost", "cash"),)


def test_t43_won_notes_go_back_and_are_paid_in_chips() -> None:
    table = notes("TS 9D TH TC")
    assert table.answers[-1].transfers == (
        Transfer("layout", "player:1", 100, "stake_returned", "cash"),
        Transfer("rack", "player:1", 100, "winnings", "chips"),
    )
    assert table.state.funds == {"A": 100}


def test_t43_won_notes_are_changed_for_chips_by_house_rule() -> None:
    table = notes("TS 9D TH TC", money_play="changed")
    assert table.answers[-1].transfers == (
        Transfer("layout", "box", 100, "changed", "cash"),
        Transfer("rack", "player:1", 100, "changed", "chips"),
        Transfer("rack", "player:1", 100, "winnings", "chips"),
    )
    assert table.state.funds == {"A": 200}


@pytest.mark.parametrize("money_play", ["notes_back", "changed"])
def test_t43_notes_of_a_push_go_back_as_they_are(money_play: str) -> None:
    table = notes("TS 9D 9H TC", money_play=money_play)
    assert table.answers[-1].transfers == (Transfer("layout", "player:1", 100, "stake_returned", "cash"),)
    assert table.state.funds == {"A": 0}


def test_t43_a_natural_on_notes_is_paid_in_chips() -> None:
    table = notes(NATURAL, "")
    assert table.answers[-1].transfers == (
        Transfer("layout", "player:1", 100, "stake_returned", "cash"),
        Transfer("rack", "player:1", 150, "winnings", "chips"),
    )


def test_a_doubled_hand_is_two_bets_each_with_its_own_settlement() -> None:
    table = sole("5S TD 6H 9C", 100, Table(1, 500, funds={"A": 200}))
    answer = table.act("A", 1, "d", "TS")
    assert answer.settled == (
        Settled(1, "win", 100, 200, 100, 1),
        Settled(2, "win", 100, 200, 100, 1),
    )
    assert table.state.funds == {"A": 400}


def test_winnings_are_chips_that_can_be_staked_in_the_same_round() -> None:
    table = Tabletop(Table(1, 500, funds={"A": 300}))
    table.bet("A", 1, 200)
    table.bet("A", 2, 100)
    table.begin("AS 5S 9D KH 6H TC")
    assert table.state.funds == {"A": 500}
    table.do("double", by="A", spot=2)
    assert table.state.funds == {"A": 400}


def test_result_is_every_transfer_of_the_round_in_order() -> None:
    table = sole("8S 7D 8H TC")
    table.act("A", 1, "ps", "2S TH")
    table.act("A", 1, "s")
    assert list(ENGINE.result(table.state)) == table.transfers()
    assert table.moved("player:1", "layout") == 200
    assert table.moved("layout", "rack") == 100
    assert table.moved("rack", "player:1") == 100
