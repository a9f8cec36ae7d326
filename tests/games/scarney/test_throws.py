"""What one throw is worth (rules.md S4, S6; domain.md T-80 to T-82)."""

import pytest

from tables.games.scarney.throws import OPPOSITE, Value, value
from tests.games.scarney.tabletop import faces


def worth(word: str, *, double: bool = False, opposite: bool = False, least: int = 3, no_dice: str = "score") -> Value:
    return value(tuple(faces(word)), double, opposite, least, no_dice)


def score(base: int, bonus_name: str | None = None, bonus: int = 0) -> Value:
    return Value("score", 0, base, bonus_name, bonus)


@pytest.mark.parametrize(
    ("word", "base", "bonus_name", "bonus", "points"),
    [
        ("44663", 23, "two_pairs", 10, 33),
        ("11133", 9, "full_house", 30, 39),
        ("6666", 24, "four_of_a_kind", 40, 64),
    ],
)
def test_t80_one_bonus_and_no_more(word: str, base: int, bonus_name: str, bonus: int, points: int) -> None:
    assert worth(word) == score(base, bonus_name, bonus)
    assert worth(word).points == points


def test_t80_a_double_counts_the_sum_twice_and_not_the_bonus() -> None:
    assert worth("44663", double=True).points == 46 + 10


def test_t80_the_number_beside_four_dead_is_not_added() -> None:
    assert worth("DDDD6") == Value("little_scarney", 4, 0, "little_scarney", 25)


@pytest.mark.parametrize("word", ["D1111", "11D33", "666DD", "3D344"])
def test_t80_no_bonus_with_a_dead_die(word: str) -> None:
    assert worth(word) == Value("craps", word.count("D"), 0, None, 0)


@pytest.mark.parametrize(("top", "counts"), [("1", 2), ("3", 3), ("4", 4), ("6", 12)])
def test_t81_a_single_die_doubles_its_1_and_6_only(top: str, counts: int) -> None:
    assert worth(top, double=True) == score(counts)


@pytest.mark.parametrize(("top", "below"), [("1", 6), ("6", 1), ("3", 4), ("4", 3)])
def test_t81_opposite_counts_the_face_below(top: str, below: int) -> None:
    assert worth(top, opposite=True) == score(below)


def test_t81_dead_on_top_is_dead_below() -> None:
    assert worth("D", opposite=True) == Value("crap_out", 1, 0, None, 0)


@pytest.mark.parametrize(("top", "counts"), [("1", 12), ("6", 2), ("3", 4), ("4", 3)])
def test_double_the_opposite_looks_at_the_number_that_counts(top: str, counts: int) -> None:
    assert worth(top, double=True, opposite=True) == score(counts)


@pytest.mark.parametrize("word", ["11111", "33333", "44444", "66666", "DDDDD"])
def test_t82_five_alike_are_big_scarney(word: str) -> None:
    assert worth(word) == Value("big_scarney", 0, 0, None, 0)
    assert worth(word, double=True) == Value("big_scarney", 0, 0, None, 0)


@pytest.mark.parametrize(
    ("word", "kind"), [("6666", "score"), ("DDDD", "little_scarney"), ("DDD", "crap_out"), ("1", "score")]
)
def test_t82_fewer_than_five_dice_are_never_big_scarney(word: str, kind: str) -> None:
    assert worth(word).kind == kind


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("13461", score(15)),
        ("11334", score(12, "two_pairs", 10)),
        ("33346", score(19, "three_of_a_kind", 20)),
        ("33366", score(21, "full_house", 30)),
        ("44441", score(17, "four_of_a_kind", 40)),
        ("3366", score(18, "two_pairs", 10)),
        ("6661", score(19, "three_of_a_kind", 20)),
        ("1346", score(14)),
        ("444", score(12, "three_of_a_kind", 20)),
        ("116", score(8)),
        ("33", score(6)),
        ("6", score(6)),
    ],
)
def test_the_highest_bonus_that_fits(word: str, wanted: Value) -> None:
    assert worth(word) == wanted


@pytest.mark.parametrize("word", ["6666", "6661", "3366", "444"])
def test_bonuses_for_full_throws_only_by_house_rule(word: str) -> None:
    assert worth(word, least=5) == score(sum(map(int, word)))
    assert worth("11334", least=5) == score(12, "two_pairs", 10)


@pytest.mark.parametrize("double", [False, True])
def test_a_little_scarney_is_25_doubled_or_not(double: bool) -> None:
    assert worth("D1DDD", double=double) == Value("little_scarney", 4, 0, "little_scarney", 25)


def test_a_little_scarney_that_leaves_no_die_by_house_rule() -> None:
    assert worth("DDDD") == Value("little_scarney", 4, 0, "little_scarney", 25)
    assert worth("DDDD", no_dice="crap_out") == Value("crap_out", 4, 0, None, 0)
    assert worth("DDDD6", no_dice="crap_out").kind == "little_scarney"


@pytest.mark.parametrize("word", ["DDD4", "DD", "D", "DDD"])
def test_dead_dice_leave_play(word: str) -> None:
    dead = word.count("D")
    assert worth(word) == Value("crap_out" if dead == len(word) else "craps", dead, 0, None, 0)


def test_order_on_the_table_is_nothing() -> None:
    assert worth("61431") == worth("11346") == score(15)
    assert worth("63363") == worth("33366") == score(21, "full_house", 30)


def test_opposite_faces_are_those_of_an_ordinary_die() -> None:
    assert OPPOSITE == {1: 6, 6: 1, 3: 4, 4: 3, "D": "D"}
