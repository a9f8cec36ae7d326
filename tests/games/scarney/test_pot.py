"""The pot, the house's charge and the shares, to the last cent (rules.md S7.5, S8.5; domain.md T-84, T-86, §1.6)."""

from fractions import Fraction

import pytest

from tables.games.contract import Settled, Transfer
from tables.games.scarney.pot import house_charge, shares
from tables.games.scarney.rules import Rules
from tables.games.scarney.state import Seat
from tests.games.scarney.tabletop import BIG, FIFTEEN, ZERO, Tabletop, game


def seats(*totals: int) -> list[Seat]:
    return [Seat(name, str(at), 0, total=total) for at, (name, total) in enumerate(zip("ABC", totals, strict=False), 1)]


def test_t84_antes_and_a_chip_for_each_double_down() -> None:
    table = game("ABCD", ante=5, chip=5)
    table.frame("A", "dD1346 d1346 s")
    assert table.state.pot == 30
    table.frame("B", BIG)
    assert table.moved("pot", "player:2") == 30
    assert table.view()["net"] == {"A": -15, "B": 25, "C": -5, "D": -5}


def test_t84_every_stake_is_settled_once_when_the_game_is_over() -> None:
    table = game("AB", ante=100, chip=40)
    table.frame("A", "dD1346 1346 s")
    table.frame("B", "d13461 s")
    assert table.state.settled == []
    answer = table.frame("A", BIG)
    assert answer.transfers == (Transfer("pot", "player:1", 280, "pot_won", "chips"),)
    assert answer.settled == (
        Settled(1, "win", 100, 280, 180, 1),
        Settled(2, "lose", 100, 0, 0, 1),
        Settled(3, "win", 40, 0, 0, 1),
        Settled(4, "lose", 40, 0, 0, 1),
    )


@pytest.mark.parametrize(
    ("rake", "pot", "charge"),
    [
        ({}, 1000, 0),
        ({"rake": "none", "rake_amount": 50}, 1000, 0),
        ({"rake": "percent"}, 1000, 50),
        ({"rake": "percent"}, 1019, 50),
        ({"rake": "percent"}, 19, 0),
        ({"rake": "percent", "rake_percent": [1, 3]}, 1000, 333),
        ({"rake": "percent", "rake_percent": [1, 3], "rake_cap": 300}, 1000, 300),
        ({"rake": "percent", "rake_percent": [1, 3], "rake_cap": 300}, 600, 200),
        ({"rake": "percent", "rake_percent": [1, 3], "pay_unit": 50}, 1000, 300),
        ({"rake": "percent", "rake_cap": 45, "pay_unit": 10}, 1000, 40),
        ({"rake": "percent", "rake_percent": [1, 1]}, 1000, 1000),
        ({"rake": "per_game", "rake_amount": 75}, 1000, 75),
        ({"rake": "per_game", "rake_amount": 75, "pay_unit": 10}, 1000, 70),
        ({"rake": "per_game", "rake_amount": 2000}, 1000, 1000),
        ({"rake": "time", "rake_amount": 75}, 1000, 0),
    ],
)
def test_what_the_house_takes(rake: dict[str, object], pot: int, charge: int) -> None:
    rules = game("AB", **rake).rules
    assert house_charge(rules, pot) == charge


def test_rake_leaves_the_pot_before_it_is_shared_and_is_no_win_of_the_rack() -> None:
    table = game("AB", ante=1000, rake="percent", rake_percent=[5, 100], rake_cap=90)
    answer = table.frame("A", BIG)
    assert answer.transfers == (
        Transfer("pot", "rake", 90, "rake", "chips"),
        Transfer("pot", "player:1", 1910, "pot_won", "chips"),
    )
    assert answer.facts[1] == {"fact": "game_over", "winners": ["A"], "reason": "big_scarney", "rake": 90}
    assert table.view()["net"] == {"A": 910, "B": -1000}
    assert (table.state.pot, table.state.rake) == (2000, 90)
    assert all("rack" not in (move.source, move.target) for move in table.engine.result(table.state))


def test_a_charge_as_large_as_the_pot_leaves_nothing_to_win() -> None:
    table = game("AB", ante=10, rake="per_game", rake_amount=50)
    answer = table.frame("A", BIG)
    assert answer.transfers == (Transfer("pot", "rake", 20, "rake", "chips"),)
    assert answer.settled == (Settled(1, "win", 10, 0, 0, 1), Settled(2, "lose", 10, 0, 0, 1))


@pytest.mark.parametrize(
    ("pot", "totals", "unit", "wanted"),
    [
        (500, (10, 20), 1, [250, 250]),
        (501, (10, 20), 1, [250, 251]),
        (501, (20, 10), 1, [251, 250]),
        (501, (20, 20), 1, [251, 250]),
        (500, (10, 30, 20), 1, [166, 167, 167]),
        (500, (10, 10, 30), 1, [167, 166, 167]),
        (2500, (10, 20), 100, [1200, 1300]),
        (700, (0, 0, 0), 100, [300, 200, 200]),
        (7, (5,), 1, [7]),
        (0, (5, 6), 1, [0, 0]),
    ],
)
def test_t86_what_does_not_divide_goes_by_own_total_then_by_seat(
    pot: int, totals: tuple[int, ...], unit: int, wanted: list[int]
) -> None:
    assert shares(pot, seats(*totals), unit) == wanted


def odd_pot() -> Tabletop:
    """A and C win a pot of 501."""
    table = game("ABCD", ["AC", "BD"], chip=101)
    table.frame("A", "d13461 s")
    table.frames(B=ZERO, C="33346 s", D=ZERO)
    for _ in range(6):
        table.frames(A=ZERO, B=ZERO, C=ZERO, D=ZERO)
    return table


def test_t86_the_odd_cent_of_the_partners() -> None:
    table = odd_pot()
    assert table.answers[-1].transfers == (
        Transfer("pot", "player:1", 250, "pot_won", "chips"),
        Transfer("pot", "player:3", 251, "pot_won", "chips"),
    )
    assert table.view()["net"] == {"A": 49, "B": -100, "C": 151, "D": -100}


def test_t86_the_exact_share_stays_on_record_and_breakage_adds_up_to_nothing() -> None:
    rows = {row.bet: row for row in odd_pot().answers[-1].settled}
    assert rows[1] == Settled(1, "win", 100, 250, 301, 2)
    assert rows[3] == Settled(3, "win", 100, 251, 301, 2)
    assert rows[5] == Settled(5, "win", 101, 0, 0, 1)
    breakage = [
        row.returned - row.stake - Fraction(row.due_numerator, row.due_denominator) for row in (rows[1], rows[3])
    ]
    assert breakage == [Fraction(-1, 2), Fraction(1, 2)]


def test_t86_chips_that_cannot_be_cut_are_shared_in_whole_chips() -> None:
    table = game("ABCD", ["AC", "BD"], ante=600, chip=100, pay_unit=100)
    table.frame("A", "d13461 s")
    table.frame("B", BIG)
    assert (table.moved("pot", "player:2"), table.moved("pot", "player:4")) == (1300, 1200)


def test_known_chips_follow_the_pot() -> None:
    table = game("AB", ante=100, chip=10, funds={"A": 500, "B": 500})
    table.frames(A="d13461 s", B=FIFTEEN)
    assert table.state.funds == {"A": 390, "B": 400}
    table.frame("A", BIG)
    assert table.state.funds == {"A": 600, "B": 400}
    assert table.engine.dump(table.state)["funds"] == {"A": 600, "B": 400}


def test_rules_default_to_no_charge() -> None:
    assert house_charge(Rules(), 10**9) == 0
