"""Throws for the seats, ties, and who is whose partner (rules.md S2, S8.1 to S8.3; domain.md T-87)."""

from typing import Any

import pytest

from tables.games.contract import Await, Awaiting
from tables.games.scarney.engine import ENGINE, PARTNERSHIP
from tests.games.scarney.tabletop import Tabletop, faces, seating


def throw(table: Tabletop, **words: str) -> Any:
    """Throws for the seats by name."""
    return table.do("seat", throws={player: faces(word) for player, word in words.items()})


def seats(table: Tabletop) -> list[str]:
    return [seat.player for seat in table.state.seats]


def test_the_highest_sum_shoots_first_and_the_next_sit_to_his_left() -> None:
    table = seating("ABC")
    answer = throw(table, A="13DD4", B="66611", C="DDDD6")
    assert answer.event == "seats_thrown"
    assert answer.facts == (
        {"fact": "seat_thrown", "player": "A", "sum": 8},
        {"fact": "seat_thrown", "player": "B", "sum": 20},
        {"fact": "seat_thrown", "player": "C", "sum": 6},
        {"fact": "seated", "ranking": ["B", "A", "C"], "players": ["B", "A", "C"], "teams": []},
    )
    assert seats(table) == ["B", "A", "C"]
    assert table.engine.awaits(table.state) == Await(Awaiting.STAKES, "1", 0, False, "B")


def test_five_alike_win_nothing_but_the_seat() -> None:
    table = seating("AB")
    throw(table, A="DDDDD", B="1111D")
    assert seats(table) == ["B", "A"]
    assert table.antes().legal() == ("throw", "throw+double")


def test_the_tied_and_only_they_throw_again() -> None:
    table = seating("ABC")
    answer = throw(table, A="66D11", B="1346D", C="DDD66")
    assert answer.facts[-1] == {"fact": "seats_level", "players": ["A", "B"]}
    assert table.view()["seating"] == {"to_throw": ["A", "B"], "ranking": []}
    throw(table, A="DDDD1", B="DDDD3")
    assert seats(table) == ["B", "A", "C"]


def test_each_tie_by_itself_the_highest_first() -> None:
    table = seating("ABCD")
    throw(table, A="DDDD1", B="66666", C="DDDD1", D="66666")
    assert table.view()["seating"]["to_throw"] == ["B", "D"]
    throw(table, B="DDDDD", D="DDDDD")
    assert table.view()["seating"]["to_throw"] == ["B", "D"]
    throw(table, B="DDDDD", D="DDDD1")
    assert table.view()["seating"]["to_throw"] == ["A", "C"]
    throw(table, A="66666", C="44444")
    assert seats(table) == ["D", "B", "A", "C"]


@pytest.mark.parametrize(
    "throws",
    [
        None,
        [],
        {},
        {"A": [1] * 5},
        {"A": [1] * 5, "B": [3] * 5, "C": [4] * 5, "Z": [6] * 5},
        {"A": [1] * 5, "B": [3] * 5, "Z": [4] * 5},
    ],
)
def test_exactly_those_throw_who_have_to(throws: object) -> None:
    table = seating("ABC")
    assert table.refused("bad_seating", "seat", throws=throws) == {"players": ["A", "B", "C"]}


def test_whoever_is_apart_does_not_throw_again() -> None:
    table = seating("ABC")
    throw(table, A="66D11", B="1346D", C="DDD66")
    table.refused("bad_seating", "seat", throws={"A": [1] * 5, "B": [3] * 5, "C": [4] * 5})


def test_seat_throws_are_five_good_dice_each() -> None:
    table = seating("AB")
    table.refused("wrong_dice_count", "seat", throws={"A": [1] * 5, "B": [3] * 4})
    table.refused("invalid_face", "seat", throws={"A": [1] * 5, "B": [3, 3, 3, 3, 5]})


def test_nothing_else_happens_before_everybody_sits() -> None:
    table = seating("AB")
    table.refused("seating_open", "ante", by="A")
    table.refused("seating_open", "throw", by="A", dice=[1] * 5)
    table.refused("seating_open", "stay", by="Z")
    table.refused("seating_open", "announce", by="A")
    table.refused("not_started", "leave", by="A")


def test_seats_are_not_thrown_for_again() -> None:
    table = seating("AB")
    throw(table, A="66666", B="DDDDD")
    table.refused("seating_closed", "seat", throws={"A": [1] * 5, "B": [3] * 5})


def test_the_servers_dice_fall_for_one_after_the_other() -> None:
    table = seating("ABC")
    for player, word in (("A", "66D11"), ("B", "1346D"), ("C", "DDD66"), ("A", "DDDD1"), ("B", "DDDD3")):
        assert table.engine.awaits(table.state) == Await(Awaiting.DICE, player=player, dice=5, word="dice")
        assert table.do("dice", dice=faces(word)).event == "dice_thrown"
    assert seats(table) == ["B", "A", "C"]


def test_keyed_throws_go_on_where_the_servers_stopped() -> None:
    table = seating("ABC")
    table.refused("wrong_dice_count", "dice", dice=[1])
    table.do("dice", dice=faces("13461"))
    table.refused("bad_seating", "seat", throws={player: [1] * 5 for player in "ABC"})
    throw(table, B="66666", C="DDDDD")
    assert seats(table) == ["B", "A", "C"]


def partners(**words: str) -> Tabletop:
    table = seating("".join(words), PARTNERSHIP)
    throw(table, **words)
    return table


def test_t87_two_highest_against_two_lowest_turn_about() -> None:
    table = partners(A="13DD4", B="6664D", C="DDDDD", D="44414")
    assert table.state.sides == [["B", "D"], ["A", "C"]]
    assert seats(table) == ["B", "A", "D", "C"]
    assert [seat.side for seat in table.state.seats] == [0, 1, 0, 1]


def test_t87_a_level_second_and_third_throw_again() -> None:
    table = partners(A="66666", B="1346D", C="1346D", D="DDDDD")
    assert table.view()["seating"]["to_throw"] == ["B", "C"]
    throw(table, B="DDDD1", C="DDDD3")
    assert table.state.sides == [["A", "C"], ["B", "D"]]


@pytest.mark.parametrize(
    ("words", "again"),
    [
        ({"A": "1346D", "B": "1346D", "C": "1346D", "D": "DDDDD"}, ["A", "B", "C"]),
        ({"A": "1346D", "B": "1346D", "C": "1346D", "D": "1346D"}, ["A", "B", "C", "D"]),
    ],
)
def test_t87_three_or_four_level_throw_again(words: dict[str, str], again: list[str]) -> None:
    assert partners(**words).view()["seating"]["to_throw"] == again


def test_three_against_three() -> None:
    table = partners(A="66666", B="66664", C="66663", D="66661", E="666D4", F="DDDDD")
    assert table.state.sides == [["A", "B", "C"], ["D", "E", "F"]]
    assert seats(table) == ["A", "D", "B", "E", "C", "F"]


@pytest.mark.parametrize("engine", [ENGINE, PARTNERSHIP], ids=lambda engine: engine.code)
def test_the_ranking_is_kept_beside_the_seats(engine: Any) -> None:
    table = seating("ABCD", engine)
    throw(table, A="DDDDD", B="DDDD1", C="DDDD3", D="DDDD4")
    assert table.view()["seating"] == {"to_throw": [], "ranking": ["D", "C", "B", "A"]}
