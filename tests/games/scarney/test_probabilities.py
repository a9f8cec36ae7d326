"""Exact figures of the game, got from the engine by throwing every throw there is (rules.md §6, 5.3)."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from tables.games.dice import SCARNEY
from tables.games.scarney import odds
from tables.games.scarney.engine import ENGINE
from tables.games.scarney.rules import Rules
from tests.games.scarney.tabletop import game


def live(count: int) -> dict[str, Any]:
    """A frame with nothing in hand and ``count`` dice left."""
    table = game()
    if count < 5:
        table.frame("A", "D" * (5 - count) + "13461"[:count]) if count > 1 else table.frame("A", "DDD13 1D")
    assert table.state.live == count
    return table.engine.dump(table.state)


@cache
def falls(count: int) -> Counter[tuple[str, int, int]]:
    """Every throw of ``count`` dice put to the engine: (kind, bonus, dice left), and in how many ways it falls."""
    data, rules = live(count), ENGINE.rules({})
    seen: Counter[tuple[str, int, int]] = Counter()
    for dice in product(SCARNEY, repeat=count):
        state = ENGINE.load(rules, data)
        fact = ENGINE.apply(state, {"do": "throw", "by": "A", "dice": list(dice)}).facts[0]
        seen[fact["kind"], fact["bonus"], fact["live_dice"]] += 1
    return seen


def ways(count: int, kind: str) -> int:
    return sum(many for (found, _, _), many in falls(count).items() if found == kind)


def test_big_scarney_of_five_dice() -> None:
    assert Fraction(ways(5, "big_scarney"), 6**5) == Fraction(36, 7776) == Fraction(1, 216)


def test_little_scarney_of_five_dice() -> None:
    assert Fraction(ways(5, "little_scarney"), 6**5) == Fraction(320, 7776) == Fraction(10, 243)


@pytest.mark.parametrize(("bonus", "wanted"), [(40, 60), (30, 120), (20, 240), (10, 360), (0, 240)])
def test_the_bonuses_of_five_live_dice(bonus: int, wanted: int) -> None:
    assert falls(5)["score", bonus, 5] == wanted


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_a_throw_scores_if_no_die_is_dead(count: int) -> None:
    alike = 4 if count == 5 else 0  # five numbers alike are Big Scarney
    assert Fraction(ways(count, "score") + alike, 6**count) == Fraction(2, 3) ** count


@cache
def crapping_out(count: int) -> Fraction:
    """The chance of a crap-out before any score, thrown on as the rules order."""
    total = 6**count
    chance = Fraction(ways(count, "crap_out"), total)
    for (kind, _, left), many in falls(count).items():
        if kind == "craps":
            chance += Fraction(many, total) * crapping_out(left)
    return chance


@pytest.mark.parametrize(("count", "wanted"), [(1, ".3333"), (2, ".2593"), (3, ".2263"), (4, ".1992"), (5, ".1828")])
def test_crapping_out_before_any_score(count: int, wanted: str) -> None:
    assert f"{float(crapping_out(count)):.4f}" == f"0{wanted}"


def always_doubling(frame: odds.Frame, count: int) -> float:
    """The best expected frame when every throw that may be doubled is."""
    seen: Counter[tuple[str, int, int]] = Counter()
    data, rules = live(count), ENGINE.rules({})
    for dice in product(SCARNEY, repeat=count):
        state = ENGINE.load(rules, data)
        action = {"do": "throw", "by": "A", "dice": list(dice), "double": True}
        fact = ENGINE.apply(state, action).facts[0]
        seen[fact["kind"], fact["points"], fact["live_dice"]] += 1
    expected = 0.0
    for (kind, points, left), many in seen.items():
        if kind == "big_scarney":
            expected += many * odds.BIG_POINTS
        elif kind == "craps":
            expected += many * always_doubling(frame, left)
        elif kind != "crap_out":
            expected += many * (frame.keep(left, points) if left else points)
    return expected / float(6**count)


@pytest.mark.parametrize(("frame_score", "plain", "doubled"), [("cumulative", 12.8, 18.0), ("last_throw", 10.7, 17.1)])
def test_the_best_expected_frame(frame_score: str, plain: float, doubled: float) -> None:
    frame = odds.frame(Rules(frame_score=frame_score))
    assert round(frame.hit(5, 0), 1) == plain
    assert round(always_doubling(frame, 5), 1) == doubled


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_the_odds_are_those_of_the_engine(count: int) -> None:
    fall = odds.chances(count, 3, "score")
    assert sum(chance for _, chance in fall.scores) == pytest.approx(ways(count, "score") / 6**count)
    assert sum(chance for _, chance in fall.doubled) == pytest.approx(ways(count, "score") / 6**count)
    assert fall.little == ways(count, "little_scarney") / 6**count
    assert fall.big == ways(count, "big_scarney") / 6**count
    dead = {left: many / 6**count for (kind, _, left), many in falls(count).items() if kind == "craps"}
    assert dict(fall.craps) == pytest.approx(dead)
