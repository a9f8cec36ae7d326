"""One shooter's frame: throws, hits, staying, craps (rules.md S3.3, S5, S6)."""

import pytest

from tables.games.contract import Await, Awaiting, Laid, Transfer
from tests.games.scarney.tabletop import FIFTEEN, ZERO, game


def test_a_scoring_throw_leaves_the_choice() -> None:
    table = game()
    answer = table.frame("A", "13461")
    assert answer.event == "dice_thrown"
    assert answer.facts == (
        {
            "fact": "thrown",
            "player": "A",
            "kind": "score",
            "base": 15,
            "bonus_name": None,
            "bonus": 0,
            "points": 15,
            "frame_points": 15,
            "live_dice": 5,
        },
    )
    assert answer[2:] == ((), (), (), (), ())
    assert table.engine.awaits(table.state) == Await(Awaiting.ACT, "1", 0, False, "A", ("stay", "throw"))


def test_staying_ends_the_frame_and_passes_the_dice() -> None:
    table = game()
    answer = table.frame("A", FIFTEEN)
    assert answer.event == "frame_stayed"
    assert answer.facts == ({"fact": "frame_ended", "player": "A", "frame": 1, "score": 15, "total": 15},)
    assert table.engine.awaits(table.state).player == "B"
    assert table.scores() == {"A": [15], "B": []}


def test_throws_add_up() -> None:
    table = game()
    table.frame("A", "13461 33346 11334 s")
    assert table.scores()["A"] == [15 + 39 + 22]


def test_the_newest_throw_counts_by_house_rule() -> None:
    table = game(frame_score="last_throw")
    table.frame("A", "33346 13461 s")
    table.frame("B", "44441 DDDD3 s")
    assert table.scores() == {"A": [15], "B": [25]}


def test_craps_in_between_keeps_the_points_of_the_last_throw_rule() -> None:
    table = game(frame_score="last_throw")
    table.frame("A", "33346 D1346 6661 s")
    assert table.scores()["A"] == [39]


@pytest.mark.parametrize("frame_score", ["cumulative", "last_throw"])
def test_t83_crapping_out_loses_the_points_in_hand(frame_score: str) -> None:
    table = game(frame_score=frame_score)
    answer = table.frame("A", "33346 DDD13 DD")
    assert table.scores()["A"] == [0]
    assert answer.facts[0]["frame_points"] == 0
    assert answer.facts[1] == {"fact": "frame_ended", "player": "A", "frame": 1, "score": 0, "total": 0}


def test_dead_dice_leave_play_step_by_step() -> None:
    table = game()
    for word, live in (("134DD", 3), ("1D4", 2), ("D4", 1), ("4", 1)):
        table.frame("A", word)
        assert table.state.live == live
    assert table.legal() == ("stay", "throw", "throw+opposite")
    table.frame("A", "o6 s")
    assert table.scores()["A"] == [5]


def test_a_little_scarney_that_leaves_no_die_ends_the_frame() -> None:
    table = game()
    table.frame("A", "D1346 1346 DDDD")
    assert table.scores() == {"A": [14 + 25], "B": []}
    variant = game(little_scarney_no_dice="crap_out")
    variant.frame("A", "D1346 1346 DDDD")
    assert variant.scores() == {"A": [0], "B": []}


def test_the_frame_starts_afresh_for_each_shooter() -> None:
    table = game()
    table.frame("A", ZERO)
    assert table.state.live == 5
    assert table.legal() == ("throw", "throw+double")
    table.frame("B", "13461")
    assert table.state.points == 15


@pytest.mark.parametrize(
    ("words", "legal"),
    [
        ("", ("throw", "throw+double")),
        ("D1346", ("throw", "throw+double")),
        ("13461", ("stay", "throw")),
        ("13461 D1346", ("throw",)),
        ("DDDD6", ("stay", "throw", "throw+opposite")),
        ("DDD13 1D", ("throw", "throw+double", "throw+double+opposite", "throw+opposite")),
        ("D1346 D461 461 DD1", ("throw", "throw+opposite")),
    ],
)
def test_what_is_legal(words: str, legal: tuple[str, ...]) -> None:
    table = game()
    table.frame("A", words) if words else None
    assert table.legal() == legal
    assert table.engine.awaits(table.state).acts == legal


def test_points_stay_in_hand_after_craps_by_house_rule() -> None:
    table = game(stay_after_craps=True)
    table.frame("A", "13461 D1346")
    assert table.legal() == ("stay", "throw")
    table.frame("A", "s")
    table.frame("B", "D1346")
    assert table.legal() == ("throw", "throw+double")
    table.refused_word("stay_without_score", "B", "s")


def test_no_staying_on_old_points_after_craps() -> None:
    table = game()
    table.frame("A", "13461 D1346")
    table.refused_word("must_throw", "A", "s")
    table.frame("A", "1346 s")
    assert table.scores()["A"] == [29]


def test_no_staying_without_points() -> None:
    table = game()
    table.refused_word("stay_without_score", "A", "s")
    table.frame("A", "D1346")
    table.refused_word("stay_without_score", "A", "s")


def test_a_double_puts_a_chip_into_the_pot_for_the_next_throw_only() -> None:
    table = game(chip=40)
    answer = table.frame("A", "dD1346")
    assert answer.transfers == (Transfer("player:1", "pot", 40, "double", "chips"),)
    assert answer.laid == (Laid(3, "double", "A", "1", 0, 40, "chips", 1),)
    assert table.frame("A", "1346").facts[0]["base"] == 14
    assert table.state.pot == 240


def test_doubles_are_repeated_as_long_as_nothing_is_in_hand() -> None:
    table = game(chip=40, double_chips=3)
    table.frame("A", "dD1346 dD134 d134")
    table.refused_word("double_not_allowed", "A", "d134")
    assert table.state.pot == 200 + 3 * 120
    assert table.state.points == 16


def test_no_doubling_after_points_craps_or_not() -> None:
    table = game()
    table.frame("A", "13461 D1346")
    table.refused_word("double_not_allowed", "A", "d1346")


def test_opposite_is_for_the_last_die_only() -> None:
    table = game()
    table.frame("A", "DDD13")
    table.refused_word("opposite_not_allowed", "A", "o13")
    table.refused_word("opposite_not_allowed", "A", "do13")
    table.frame("A", "D1")
    assert table.frame("A", "do1").facts[0]["base"] == 12


@pytest.mark.parametrize(
    "dice", [None, [], [1, 3, 4, 6], [1, 3, 4, 6, 1, 1], "13461", {"0": 1}, 5, [1, 3, 4, "X"], [[1]]]
)
def test_the_count_of_dice_is_checked_first(dice: object) -> None:
    table = game()
    assert table.refused("wrong_dice_count", "throw", by="A", dice=dice) == {"dice": 5}


@pytest.mark.parametrize("face", [2, 5, 0, 7, -1, "d", "1", "DEAD", "", None, True, 1.0, [1], {"a": 1}])
def test_other_faces_are_no_faces(face: object) -> None:
    table = game()
    table.refused("invalid_face", "throw", by="A", dice=[1, 3, 4, 6, face])


def test_the_order_of_checks_of_a_throw() -> None:
    table = game("AB", funds={"A": 100})
    table.frame("A", "13461")
    wrong = {"dice": [2], "double": True, "opposite": True}
    table.refused("unknown_action", "pass", by="Z", **wrong)
    table.refused("unknown_player", "throw", by="Z", **wrong)
    table.refused("not_your_turn", "throw", by="B", **wrong)
    table.refused("double_not_allowed", "throw", by="A", **wrong)
    table.refused("opposite_not_allowed", "throw", by="A", **{**wrong, "double": False})
    table.refused("wrong_dice_count", "throw", by="A", dice=[2])
    table.refused("invalid_face", "throw", by="A", dice=[2] * 5)
    table.frame("A", "DDDDD")
    table.refused("game_over", "pass", by="Z", **wrong)
    table.refused("game_over", None)


def test_chips_are_looked_at_last() -> None:
    table = game("AB", funds={"A": 100})
    table.refused("wrong_dice_count", "throw", by="A", dice=[2], double=True)
    table.refused("invalid_face", "throw", by="A", dice=[2] * 5, double=True)
    assert table.refused("insufficient_funds", "throw", by="A", dice=[1] * 5, double=True) == {"funds": 0}
    assert table.legal() == ("throw",)


@pytest.mark.parametrize("by", [None, 1, ["A"], "", "a"])
def test_somebody_else_is_a_stranger(by: object) -> None:
    table = game()
    table.refused("unknown_player", "throw", by=by, dice=[1, 3, 4, 6, 1])
    table.refused("unknown_player", "stay", by=by)


@pytest.mark.parametrize("field", ["double", "opposite"])
@pytest.mark.parametrize("value", [None, 1, "yes", []])
def test_an_announcement_is_true_or_false(field: str, value: object) -> None:
    table = game()
    detail = table.refused("bad_action", "throw", by="A", dice=[1, 3, 4, 6, 1], **{field: value})
    assert detail == {"field": field}


@pytest.mark.parametrize("kind", ["pass", "hit", None, 1, [], {}])
def test_unknown_acts(kind: object) -> None:
    table = game()
    table.refused("unknown_action", kind, by="A")


def test_whoever_stayed_does_not_throw_again() -> None:
    table = game()
    table.frame("A", FIFTEEN)
    table.refused_word("not_your_turn", "A", "13461")
    table.refused_word("not_your_turn", "A", "s")
