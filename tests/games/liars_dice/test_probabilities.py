"""Chances worked out elsewhere, found again with the engine's own counting (rules.md §6)."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tables.games.liars_dice import odds
from tables.games.liars_dice.counting import counted, is_single
from tables.games.liars_dice.engine import ENGINE
from tests.games.liars_dice.tabletop import Tabletop

HANDS = list(product(range(1, 7), repeat=5))


def test_the_hands_with_an_extra_and_the_single_hands() -> None:
    extra = Counter(counted(hand, 6, True, True) - counted(hand, 6, True, False) for hand in HANDS)
    assert extra == {0: 7744, 1: 31, 2: 1}
    assert sum(map(is_single, HANDS)) == 720


def test_exactly_nine_sixes_of_twenty_five_dice_with_ones_wild() -> None:
    one = Counter(counted(hand, 6, True, False) for hand in HANDS)
    ways: Counter[int] = Counter({0: 1})
    for _ in range(5):
        ways = _together(ways, one)
    assert sum(ways.values()) == 6**25
    chance = Fraction(ways[9], 6**25)
    assert chance == Fraction(133888409600, 847288609443)
    assert round(float(chance) * 100, 1) == 15.8


def _together(left: Counter[int], right: Counter[int]) -> Counter[int]:
    ways: Counter[int] = Counter()
    for (first, a), (second, b) in product(left.items(), right.items()):
        ways[first + second] += a * b
    return ways


def test_the_strategys_odds_are_the_same_counting() -> None:
    assert Fraction(odds.table_ways(5, 5, True, False, False)[9], 6**25) == Fraction(133888409600, 847288609443)


@pytest.mark.parametrize("wild", [True, False])
@pytest.mark.parametrize("bonus", [True, False])
@pytest.mark.parametrize("no_single", [True, False])
def test_the_odds_of_a_hand_are_those_of_all_its_throws(wild: bool, bonus: bool, no_single: bool) -> None:
    for face in (2, 6) if wild else (1, 2, 6):
        tried = Counter(counted(hand, face, wild, bonus) for hand in HANDS if not (no_single and is_single(hand)))
        ways = odds.hand_ways(5, wild, bonus, no_single)
        assert {count: number for count, number in enumerate(ways) if number} == tried


@pytest.mark.parametrize(("wild", "third"), [(True, Fraction(1, 3)), (False, Fraction(1, 6))])
def test_as_rolled_a_die_answers_one_time_in_three_or_six(wild: bool, third: Fraction) -> None:
    ways = odds.table_ways(3, 5, wild, False, False)
    mean = Fraction(sum(count * number for count, number in enumerate(ways)), sum(ways))
    assert mean == 15 * third


def test_at_least_is_certain_at_nothing_and_impossible_above_all() -> None:
    rules = ENGINE.rules({})
    assert odds.at_least(rules, 2, 0, True) == odds.at_least(rules, 2, -3, True) == 1.0
    assert odds.at_least(rules, 2, 15, True) == 0.0
    assert odds.at_least(rules, 0, 1, True) == 0.0
    assert odds.at_least(rules, 1, 7, False) == 1 / (7776 - 720)


def test_two_hands_of_two_dice_all_rounds_played_out() -> None:
    """Every pair of hands through the whole engine: how often 3 fives hold against the odds."""
    held = 0
    rules: dict[str, Any] = {"dice_per_player": 2, "reroll_single": "never"}
    hands = ["".join(map(str, hand)) for hand in product(range(1, 7), repeat=2)]
    for mine, other in product(hands, hands):
        table = Tabletop(**rules)
        table.roll("A", mine)
        table.roll("B", other)
        table.bids("A3x5").open("B")
        held += table.counts()[1]
    assert held / 36**2 == odds.at_least(ENGINE.rules(rules), 2, 3, True)
