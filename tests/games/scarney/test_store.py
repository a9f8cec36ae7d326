"""A game's state as JSON and back."""

import json

import pytest

from tests.games.scarney.tabletop import FIFTEEN, ZERO, Tabletop, faces, game, opened, seating


def eventful() -> Tabletop:
    """A partners' game with everything in it, a throw announced in its playoff."""
    table = game("ABCD", ["AC", "BD"], funds={"A": 900, "D": 500}, frames=1, rake="percent")
    table.frames(A="dD1346 1346 s", B=ZERO, C=ZERO)
    table.do("leave", by="C")
    table.frame("D", "D1346 1346 s")
    table.frame("A", ZERO)
    table.do("announce", by="B", double=True)
    return table


def waiting_for_seats() -> Tabletop:
    table = seating("ABC")
    table.do("seat", throws={"A": faces("13461"), "B": faces("13461"), "C": faces("DDDDD")})
    table.do("dice", dice=faces("66666"))
    return table


def waiting_for_antes() -> Tabletop:
    table = opened("AB")
    table.do("ante", by="A")
    return table


def finished() -> Tabletop:
    table = game("AB", frames=1)
    table.frames(A=FIFTEEN, B=ZERO)
    return table


TABLES = pytest.mark.parametrize("make", [eventful, waiting_for_seats, waiting_for_antes, finished])


@TABLES
def test_the_state_comes_back_from_json(make: object) -> None:
    assert callable(make)
    table: Tabletop = make()
    data = table.engine.dump(table.state)
    assert data == json.loads(json.dumps(data))
    again = table.engine.load(table.rules, json.loads(json.dumps(data)))
    assert table.engine.dump(again) == data
    assert table.engine.awaits(again) == table.engine.awaits(table.state)
    assert table.engine.result(again) == table.engine.result(table.state)
    assert table.engine.view(again, "floor") == table.view()


def test_a_loaded_game_is_played_on_like_the_first() -> None:
    table, again = eventful(), eventful()
    again.state = again.engine.load(again.rules, json.loads(json.dumps(table.engine.dump(table.state))))
    for top in (table, again):
        top.do("dice", dice=faces("13461"))
        top.frame("B", "s")
        top.frame("D", ZERO)
    assert table.state.reason == "playoff"
    assert again.engine.dump(again.state) == table.engine.dump(table.state)
    assert again.answers == table.answers


def test_a_dump_is_no_window_into_the_state() -> None:
    table = eventful()
    data = table.engine.dump(table.state)
    before = json.dumps(data)
    again = table.engine.load(table.rules, data)
    for state in (table.state, again):
        table.engine.apply(state, {"do": "dice", "dice": faces("13461")})
        table.engine.apply(state, {"do": "stay", "by": "B"})
    assert json.dumps(data) == before


def test_every_accepted_action_is_counted() -> None:
    table = eventful()
    assert table.engine.count(table.state) == len(table.accepted)
    table.refused("throw_announced", "stay", by="B")
    assert table.engine.count(table.state) == len(table.accepted)
