"""What is seen of a game: the score sheet, the frame in play, the pot (seed text; rules.md S2.4)."""

import pytest

from tests.games.scarney.tabletop import FIFTEEN, ZERO, game, opened


def test_the_score_sheet_has_the_frame_and_the_running_total_beside_it() -> None:
    table = game("AB")
    table.frames(A=FIFTEEN, B="44441 s")
    table.frames(A="33346 s", B=ZERO)
    assert table.view()["sheet"] == [
        {"player": "A", "seat": "1", "frames": [[15, 15], [39, 54]], "total": 54, "paid": 100, "left": False},
        {"player": "B", "seat": "2", "frames": [[57, 57], [0, 57]], "total": 57, "paid": 100, "left": False},
    ]
    assert table.view()["frame"] == 3


def test_the_frame_in_play() -> None:
    table = game("AB", chip=25, double_chips=2)
    table.frame("A", "d13D46 1346")
    seen = table.view()
    assert seen["turn"] == {
        "player": "A",
        "seat": "1",
        "live_dice": 4,
        "points": 14,
        "craps": False,
        "announced": None,
        "acts": ["stay", "throw"],
    }
    assert seen["throws"][0] == {
        "player": "A",
        "dice": [1, 3, "D", 4, 6],
        "double": True,
        "opposite": False,
        "kind": "craps",
        "base": 0,
        "bonus_name": None,
        "bonus": 0,
        "points": 0,
    }
    assert [throw["points"] for throw in seen["throws"]] == [0, 14]
    assert (seen["ante"], seen["chip"], seen["double_price"], seen["pot"], seen["rake"]) == (100, 25, 50, 250, 0)
    assert (seen["status"], seen["awaits"], seen["winners"], seen["reason"], seen["net"]) == (
        "open",
        "act",
        [],
        None,
        None,
    )


def test_the_last_frames_throws_lie_there_until_the_next_shooter_throws() -> None:
    table = game("AB")
    table.frame("A", ZERO)
    assert [throw["player"] for throw in table.view()["throws"]] == ["A", "A"]
    table.frame("B", "13461")
    assert [throw["player"] for throw in table.view()["throws"]] == ["B"]


def test_before_the_antes_nobody_is_in_turn() -> None:
    seen = opened("AB").view()
    assert (seen["awaits"], seen["turn"], seen["to_ante"]) == ("stakes", None, ["A", "B"])
    assert seen["seating"] == {"to_throw": [], "ranking": []}


def test_a_finished_game_tells_the_winner_and_who_shoots_first_next() -> None:
    table = game("ABC", frames=1)
    table.frames(A=ZERO, B=FIFTEEN, C=ZERO)
    seen = table.view()
    assert (seen["status"], seen["awaits"], seen["turn"]) == ("settled", "nothing", None)
    assert (seen["winners"], seen["reason"]) == (["B"], "total")
    assert seen["net"] == {"A": -100, "B": 200, "C": -100}
    assert seen["next_first_shooter"] == "C"


def test_who_has_left_does_not_shoot_first_next() -> None:
    table = game("ABC", frames=1)
    table.frames(A=FIFTEEN, B=ZERO)
    table.do("leave", by="B")
    table.frame("C", ZERO)
    assert table.view()["next_first_shooter"] == "C"


@pytest.mark.parametrize("audience", ["dealer", "floor", "public", "player:A", "player:Z"])
def test_everybody_sees_the_same(audience: str) -> None:
    table = game("AB")
    table.frame("A", "13461")
    assert table.engine.view(table.state, audience) == table.view()
