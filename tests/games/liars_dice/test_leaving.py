"""A player who leaves in mid-round (domain.md T-91)."""

import pytest

from tables.games.contract import Laid, Settled, Status, Transfer
from tables.games.liars_dice.engine import ENGINE
from tests.games.liars_dice.tabletop import Tabletop, opened, ready


def test_the_leaver_forfeits_one_unit_to_the_player_after_him() -> None:
    table = ready("ABC").bids("A4x2 B5x2")
    answer = table.do("leave", by="B")
    assert answer.event == "player_left"
    assert answer.facts == (
        {"fact": "forfeited", "loser": "B", "winner": "C", "units": 1},
        {"fact": "round_over", "status": "settled", "next_starter": "C"},
    )
    assert answer.transfers == (
        Transfer("player:2", "pot", 100, "penalty", "chips"),
        Transfer("pot", "player:3", 100, "winnings", "chips"),
    )
    assert answer.laid == (Laid(1, "penalty", "B", "2", 0, 100, "chips", None),)
    assert answer.settled == (Settled(1, "forfeit", 100, 0, 0, 1),)
    assert answer.exposed == (0, 1, 2)
    assert ENGINE.status(table.state) is Status.SETTLED


def test_after_the_last_seat_comes_the_first() -> None:
    table = ready("ABC")
    table.do("leave", by="C")
    view = table.view()
    assert (view["net"], view["next_starter"], view["leaver"]) == ({"A": 100, "B": 0, "C": -100}, "A", "C")
    assert (view["result"], view["opened"]) == (None, None)
    assert [line["counted"] for line in view["players"]] == [None, None, None]


def test_a_forfeit_is_raked_and_goes_where_penalties_go() -> None:
    table = ready(payee="pot", rake="percent", rake_percent=[1, 10])
    table.do("leave", by="A")
    assert (table.view()["net"], table.view()["pot"], table.view()["rake"]) == ({"A": -100, "B": 0}, 90, 10)


def test_a_player_may_leave_while_cups_are_thrown() -> None:
    table = Tabletop("ABC")
    table.roll("B", "12345")
    answer = table.do("leave", by="A")
    assert answer.exposed == (0,)
    assert table.view()["players"][1]["earlier"] == [[1, 2, 3, 4, 5]]
    assert table.view()["awaits"] == "nothing"
    assert table.view()["wanted"] == []


def test_where_cups_are_keyed_at_the_open_there_is_nothing_to_expose() -> None:
    table = Tabletop(cups="at_open").bids("A4x2")
    assert table.do("leave", by="A").exposed == ()


@pytest.mark.parametrize(("leaver", "starter"), [("B", "A"), ("C", "A"), ("A", "B")])
def test_the_round_may_be_void_instead(leaver: str, starter: str) -> None:
    table = ready("ABC", leaver="voids").bids("A4x2")
    answer = table.do("leave", by=leaver)
    assert (answer.transfers, answer.laid, answer.settled) == ((), (), ())
    assert answer.facts == ({"fact": "round_over", "status": "void", "next_starter": starter},)
    assert answer.exposed == (0, 1, 2)
    assert ENGINE.status(table.state) is Status.VOID
    assert table.view()["net"] == {"A": 0, "B": 0, "C": 0}


def test_strangers_do_not_leave_and_nobody_leaves_a_round_that_is_over() -> None:
    ready().refused("unknown_player", "leave", by="Z")
    opened("22345 22466", "A5x2").refused("round_over", "leave", by="A")
