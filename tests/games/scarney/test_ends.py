"""How a game ends: totals, playoffs, Big Scarney, sides (rules.md S7, S8.4; domain.md T-82, T-85)."""

import pytest

from tables.games.contract import Await, Awaiting
from tests.games.scarney.tabletop import BIG, FIFTEEN, FOURTEEN, ZERO, Tabletop, game


def over(table: Tabletop) -> tuple[list[str], str]:
    assert table.engine.status(table.state) == "settled"
    assert table.engine.awaits(table.state) == Await(Awaiting.NOTHING)
    return table.state.winners, table.state.reason


def net(table: Tabletop) -> dict[str, int]:
    found: dict[str, int] = table.view()["net"]
    return found


def level(players: str = "AB", **rules: object) -> Tabletop:
    """A and B level after seven frames, everybody else behind."""
    table = game(players, **rules)
    table.to_the_end(**{name: FIFTEEN if name in "AB" else FOURTEEN for name in players})
    return table


def test_the_highest_total_takes_the_pot() -> None:
    table = game("ABC")
    table.to_the_end(A=FOURTEEN, B=FIFTEEN, C=ZERO)
    assert over(table) == (["B"], "total")
    assert net(table) == {"A": -100, "B": 200, "C": -100}
    assert table.view()["next_first_shooter"] == "C"


def test_the_last_seats_left_neighbour_is_the_first() -> None:
    table = game("ABC")
    table.to_the_end(A=ZERO, B=ZERO, C=FIFTEEN)
    assert table.view()["next_first_shooter"] == "A"


def test_a_game_of_other_length_by_house_rule() -> None:
    table = game("AB", frames=1)
    table.frames(A=FIFTEEN, B=ZERO)
    assert over(table) == (["A"], "total")


@pytest.mark.parametrize("word", [BIG, "DDDDD", "11111"])
def test_t82_big_scarney_ends_it_whatever_the_scores(word: str) -> None:
    table = game("ABC")
    table.frames(A="44441 s", B="66661 s")
    answer = table.frame("C", word)
    assert over(table) == (["C"], "big_scarney")
    assert [fact["fact"] for fact in answer.facts] == ["thrown", "game_over", "round_over"]
    assert table.scores()["C"] == []
    assert net(table) == {"A": -100, "B": -100, "C": 200}


def test_t82_big_scarney_after_a_hit_with_all_five_dice() -> None:
    table = game("AB")
    table.frame("A", "13461 33333")
    assert over(table) == (["A"], "big_scarney")


def test_t85_only_the_tied_play_on_without_a_new_ante() -> None:
    table = level("ABC")
    assert table.facts("playoff_begun") == [{"fact": "playoff_begun", "players": ["A", "B"]}]
    table.refused_word("not_your_turn", "C", "13461")
    table.frame("A", ZERO)
    table.refused_word("not_your_turn", "C", "13461")
    table.frame("B", FIFTEEN)
    assert over(table) == (["B"], "playoff")
    assert table.view()["playoffs"] == [{"A": 0, "B": 15}]
    assert table.state.pot == 300
    assert net(table) == {"A": -100, "B": 200, "C": -100}


def test_t85_those_still_level_play_again() -> None:
    table = game("ABCD")
    table.to_the_end(**dict.fromkeys("ABCD", FIFTEEN))
    table.frames(A=FIFTEEN, B=ZERO, C=FIFTEEN, D=FOURTEEN)
    assert table.facts("playoff_begun")[-1]["players"] == ["A", "C"]
    table.frames(A=ZERO, C=ZERO)
    table.frames(A=FOURTEEN, C=ZERO)
    assert over(table) == (["A"], "playoff")
    assert table.view()["playoffs"] == [{"A": 15, "B": 0, "C": 15, "D": 14}, {"A": 0, "C": 0}, {"A": 14, "C": 0}]
    assert [seat.total for seat in table.state.seats] == [105] * 4


def test_doubling_in_a_playoff_is_paid_for_and_big_scarney_wins() -> None:
    table = level()
    table.frame("A", "d13461 s")
    table.frame("B", BIG)
    assert over(table) == (["B"], "big_scarney")
    assert net(table) == {"A": -200, "B": 200}


def test_a_playoffs_ante_by_house_rule() -> None:
    table = level("ABC", playoff_ante=True, funds={"B": 150})
    assert table.engine.awaits(table.state) == Await(Awaiting.STAKES, "1", 0, False, "A")
    assert table.view()["to_ante"] == ["A", "B"]
    table.refused_word("antes_open", "A", "13461")
    table.do("ante", by="A")
    table.refused("not_your_turn", "ante", by="C")
    assert table.refused("insufficient_funds", "ante", by="B") == {"funds": 50}
    table.do("leave", by="B")
    assert over(table) == (["A"], "walkover")
    assert table.state.pot == 400


def test_a_second_playoff_asks_for_another_ante() -> None:
    table = level("ABC", playoff_ante=True).antes()
    table.frames(A=ZERO, B=ZERO)
    assert table.awaiting() == "stakes"
    table.antes()
    table.frames(A=FIFTEEN, B=ZERO)
    assert net(table) == {"A": 400, "B": -300, "C": -100}
    kinds = [(laid.kind, laid.player, laid.parent) for laid in table.state.laid[3:]]
    assert kinds == [("ante", "A", 1), ("ante", "B", 2)] * 2


def partners(**rules: object) -> Tabletop:
    return game("ABCD", ["AC", "BD"], **rules)


def test_partners_totals_are_added() -> None:
    table = partners()
    table.to_the_end(A="33346 s", B=FIFTEEN, C=ZERO, D=FIFTEEN)
    assert over(table) == (["A", "C"], "total")
    assert table.view()["teams"] == [{"players": ["A", "C"], "total": 273}, {"players": ["B", "D"], "total": 210}]
    assert net(table) == {"A": 100, "B": -100, "C": 100, "D": -100}
    assert table.view()["next_first_shooter"] is None


def test_one_partners_big_scarney_wins_for_the_side() -> None:
    table = partners()
    table.frames(A=ZERO, B="44441 s", C="44444")
    assert over(table) == (["A", "C"], "big_scarney")
    other = partners()
    other.frames(A=FIFTEEN, B="44444")
    assert over(other) == (["B", "D"], "big_scarney")


def test_level_sides_play_a_frame_of_every_member() -> None:
    table = partners()
    table.to_the_end(A=FIFTEEN, B=ZERO, C=ZERO, D=FIFTEEN)
    assert table.facts("playoff_begun") == [{"fact": "playoff_begun", "players": ["A", "B", "C", "D"]}]
    table.frames(A=FIFTEEN, B=FIFTEEN, C=ZERO, D=ZERO)
    assert len(table.state.playoffs) == 2
    table.frames(A=ZERO, B=FOURTEEN, C=FIFTEEN, D=ZERO)
    assert over(table) == (["A", "C"], "playoff")


def test_a_partner_does_not_throw_for_his_partner() -> None:
    table = partners()
    table.refused_word("not_your_turn", "C", "13461")


def test_three_partners_share_in_thirds() -> None:
    table = game("ABCDEF", ["ACE", "BDF"])
    table.frame("A", ZERO)
    table.frame("B", BIG)
    assert over(table) == (["B", "D", "F"], "big_scarney")
    assert net(table) == {"A": -100, "B": 100, "C": -100, "D": 100, "E": -100, "F": 100}
