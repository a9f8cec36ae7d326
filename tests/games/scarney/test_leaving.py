"""A player leaves in mid-game: his chips stay, the house rule says what becomes of his score (domain.md T-91)."""

import pytest

from tests.games.scarney.tabletop import BIG, FIFTEEN, FOURTEEN, ZERO, Tabletop, game


def ended(table: Tabletop) -> tuple[list[str], str]:
    assert table.engine.status(table.state) == "settled"
    return table.state.winners, table.state.reason


def level(**rules: object) -> Tabletop:
    """A and B in a playoff, C out of it."""
    table = game("ABC", **rules)
    table.to_the_end(A=FIFTEEN, B=FIFTEEN, C=ZERO)
    return table


def test_his_chips_stay_and_his_frames_count_nothing() -> None:
    table = game("ABC")
    table.frames(A="44441 s", B=FIFTEEN, C=FIFTEEN)
    answer = table.do("leave", by="A")
    assert (answer.event, answer.transfers) == ("player_left", ())
    assert [fact["fact"] for fact in answer.facts] == ["left", "frame_ended"]
    assert table.engine.awaits(table.state).player == "B"
    for _ in range(6):
        table.frames(B=FOURTEEN, C=ZERO)
    assert table.scores()["A"] == [57] + [0] * 6
    assert ended(table) == (["B"], "total")
    assert table.view()["net"] == {"A": -100, "B": 200, "C": -100}


def test_the_shooter_who_leaves_loses_his_points_in_hand() -> None:
    table = game("AB")
    table.frame("A", "13461")
    table.do("leave", by="A")
    assert table.scores()["A"] == [0]
    assert table.state.shooter.player == "B"


def test_whoever_is_not_shooting_changes_nobodys_turn() -> None:
    table = game("ABC")
    table.frame("A", "13461")
    answer = table.do("leave", by="B")
    assert answer.facts == ({"fact": "left", "player": "B"},)
    table.frame("A", "s")
    assert table.state.shooter.player == "C"
    assert table.scores() == {"A": [15], "B": [0], "C": []}


def test_a_total_that_is_never_reached_wins_in_absence() -> None:
    table = game("AB")
    table.frames(A="44441 s", B=ZERO)
    table.do("leave", by="A")
    for _ in range(6):
        table.frame("B", ZERO)
    assert ended(table) == (["A"], "total")
    assert table.view()["next_first_shooter"] == "B"


def test_when_all_have_left_the_totals_decide() -> None:
    table = game("AB")
    table.frames(A="44441 s", B=FIFTEEN)
    table.do("leave", by="A")
    table.do("leave", by="B")
    assert table.scores() == {"A": [57] + [0] * 6, "B": [15] + [0] * 6}
    assert ended(table) == (["A"], "total")
    assert table.view()["next_first_shooter"] is None


def test_level_and_all_gone_they_share() -> None:
    table = game("ABC", ante=7)
    table.frames(A=FIFTEEN, B=FIFTEEN, C=ZERO)
    for player in "ABC":
        table.do("leave", by=player)
    assert ended(table) == (["A", "B"], "shared")
    assert table.view()["net"] == {"A": 4, "B": 3, "C": -7}


def test_level_with_one_who_left_the_other_has_won() -> None:
    table = game("AB")
    table.frames(A=FIFTEEN, B=FIFTEEN)
    table.do("leave", by="A")
    for _ in range(6):
        table.frame("B", ZERO)
    assert ended(table) == (["B"], "walkover")


def test_a_playoff_under_way_is_played_out() -> None:
    table = level()
    table.frame("A", FIFTEEN)
    table.do("leave", by="A")
    table.frame("B", FOURTEEN)
    assert ended(table) == (["A"], "playoff")


def test_leaving_in_a_playoff_scores_nothing_in_it() -> None:
    table = level()
    table.do("leave", by="A")
    table.frame("B", "DDD11 D4 4 s")
    assert ended(table) == (["B"], "playoff")
    again = level()
    again.do("leave", by="A")
    again.frame("B", ZERO)
    assert ended(again) == (["B"], "walkover")


def test_a_bystander_of_a_playoff_may_leave() -> None:
    table = level()
    table.do("leave", by="C")
    table.frames(A=FIFTEEN, B=ZERO)
    assert ended(table) == (["A"], "playoff")
    assert table.view()["next_first_shooter"] == "B"


def test_before_a_playoffs_ante_three_become_two() -> None:
    table = game("ABC", playoff_ante=True)
    table.to_the_end(A=FIFTEEN, B=FIFTEEN, C=FIFTEEN)
    table.do("ante", by="A")
    table.do("leave", by="A")
    assert table.view()["to_ante"] == ["B", "C"]
    table.do("ante", by="B")
    table.do("leave", by="C")
    assert ended(table) == (["B"], "walkover")
    assert table.state.pot == 500


def test_the_last_one_asked_leaves_and_the_playoff_begins() -> None:
    table = game("ABC", playoff_ante=True)
    table.to_the_end(A=FIFTEEN, B=FIFTEEN, C=FIFTEEN)
    table.do("ante", by="A")
    table.do("ante", by="B")
    table.do("leave", by="C")
    table.frames(A=ZERO, B=FIFTEEN)
    assert ended(table) == (["B"], "playoff")
    assert table.view()["playoffs"] == [{"A": 0, "B": 15, "C": 0}]


def test_refusals() -> None:
    table = game("ABC")
    table.refused("unknown_player", "leave", by="Z")
    table.refused("unknown_player", "leave")
    table.do("leave", by="B")
    table.refused("already_left", "leave", by="B")
    table.refused_word("not_your_turn", "B", "13461")
    table.frame("A", BIG)
    table.refused("game_over", "leave", by="C")


def test_out_the_last_one_left_takes_the_pot_at_once() -> None:
    table = game("ABC", leaver="out")
    table.frames(A="44441 s")
    table.do("leave", by="A")
    table.frame("B", "13461")
    answer = table.do("leave", by="C")
    assert ended(table) == (["B"], "walkover")
    assert [fact["fact"] for fact in answer.facts] == ["left", "game_over", "round_over"]


def test_out_is_barred_from_the_pot_whatever_he_had() -> None:
    table = game("ABC", leaver="out")
    table.frames(A="44441 s", B=FIFTEEN, C=ZERO)
    table.do("leave", by="A")
    for _ in range(6):
        table.frames(B=ZERO, C=ZERO)
    assert table.scores()["A"] == [57] + [0] * 6
    assert ended(table) == (["B"], "total")


def test_out_of_a_playoff_the_other_has_won() -> None:
    table = level(leaver="out")
    table.frame("A", FIFTEEN)
    table.do("leave", by="A")
    assert ended(table) == (["B"], "walkover")


def test_out_during_an_announced_throw_of_another() -> None:
    table = game("AB", leaver="out")
    table.do("announce", by="A")
    table.do("leave", by="B")
    assert ended(table) == (["A"], "walkover")
    table.refused("game_over", "dice", dice=[1] * 5)


def partners(**rules: object) -> Tabletop:
    return game("ABCD", ["AC", "BD"], **rules)


def test_a_side_goes_on_with_one_and_he_who_left_shares() -> None:
    table = partners()
    table.frames(A=FIFTEEN, B=ZERO, C=FIFTEEN, D=ZERO)
    table.do("leave", by="A")
    table.frame("B", ZERO)
    table.frame("C", BIG)
    assert ended(table) == (["A", "C"], "big_scarney")
    assert table.view()["net"] == {"A": 100, "B": -100, "C": 100, "D": -100}


def test_out_he_who_left_has_no_share_but_his_points_stay() -> None:
    table = partners(leaver="out")
    table.frames(A="44441 s", B=FIFTEEN, C=ZERO, D=FIFTEEN)
    table.do("leave", by="A")
    for _ in range(6):
        table.frames(B=ZERO, C=ZERO, D=ZERO)
    assert ended(table) == (["C"], "total")
    assert table.view()["net"] == {"A": -100, "B": -100, "C": 300, "D": -100}
    assert table.view()["teams"][0]["total"] == 57


def test_out_a_side_that_is_gone_has_lost() -> None:
    table = partners(leaver="out")
    table.do("leave", by="B")
    table.frame("A", ZERO)
    table.do("leave", by="D")
    assert ended(table) == (["A", "C"], "walkover")


@pytest.mark.parametrize(("gone", "winners", "reason"), [("BD", "AC", "walkover"), ("ABCD", "ABCD", "shared")])
def test_level_sides_that_are_gone(gone: str, winners: str, reason: str) -> None:
    table = partners()
    for player in gone:
        table.do("leave", by=player)
    while table.state.status == "open":
        table.frame(table.state.shooter.player, ZERO)
    assert ended(table) == (list(winners), reason)


def test_level_sides_play_on_with_one_each() -> None:
    table = partners()
    table.do("leave", by="A")
    table.do("leave", by="D")
    for _ in range(7):
        table.frames(B=ZERO, C=ZERO)
    table.frames(B=ZERO, C=FIFTEEN)
    assert ended(table) == (["A", "C"], "playoff")
    assert table.view()["playoffs"] == [{"A": 0, "B": 0, "C": 15, "D": 0}]
