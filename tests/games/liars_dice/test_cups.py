"""Throwing under the cups before the bidding, and keying them at the open (rules.md L1, L2, L6.2)."""

from typing import Any

import pytest

from tables.games.contract import Applied, Await, Awaiting, Status, Table
from tables.games.liars_dice.engine import ENGINE
from tests.games.liars_dice.tabletop import Tabletop, faces, ready


def test_cups_are_called_clockwise_from_the_starter() -> None:
    table = Tabletop("ABC", "B")
    for player, seat, dice in (("B", "2", "22345"), ("C", "3", "33466"), ("A", "1", "11256")):
        assert ENGINE.awaits(table.state) == Await(Awaiting.DICE, seat, None, False, player, (), 5, "roll")
        assert ENGINE.legal(table.state) == ()
        table.roll(player, dice)
    assert ENGINE.awaits(table.state) == Await(Awaiting.ACT, "2", None, False, "B", ("bid",))


def test_cups_may_be_thrown_in_any_order() -> None:
    table = Tabletop("ABC", "B")
    table.roll("A", "22345")
    table.roll("C", "33466")
    assert ENGINE.awaits(table.state).player == "B"
    assert table.view()["wanted"] == ["B"]
    answer = table.roll("B", "11256")
    assert answer.facts == ({"fact": "cup_ready", "player": "B"}, {"fact": "bidding_opened", "player": "B"})


def test_a_throw_is_sealed_and_tells_only_that_it_was_made() -> None:
    answer = Tabletop().roll("A", "22345")
    assert answer == Applied("cup_rolled", ({"fact": "cup_ready", "player": "A"},), secret=("dice",))


def test_a_single_hand_must_be_thrown_again_and_again() -> None:
    table = Tabletop()
    for dice in ("12345", "23456", "65432"):
        answer = table.roll("A", dice)
        assert answer == Applied("cup_rolled", ({"fact": "must_reroll", "player": "A"},), secret=("dice",))
        assert table.view()["wanted"] == ["A", "B"]
    table.roll("A", "11234")
    assert table.view()["wanted"] == ["B"]
    table.refused("cup_not_called", "roll", by="A", dice=faces("11111"))


@pytest.mark.parametrize(
    "rules",
    [{"reroll_single": "never"}, {"counting": "as_rolled"}, {"counting": "as_rolled", "reroll_single": "never"}],
)
def test_a_single_hand_stands_where_the_house_says_so(rules: dict[str, Any]) -> None:
    table = Tabletop(**rules)
    assert table.roll("A", "12345").facts == ({"fact": "cup_ready", "player": "A"},)


def test_nobody_bids_opens_or_throws_out_of_time() -> None:
    table = Tabletop()
    table.refused("cups_not_ready", "bid", by="A", quantity=3, face=2)
    table.refused("cups_not_ready", "open", by="B")
    table.roll("A", "22345")
    table.roll("B", "33466")
    table.refused("cup_not_called", "roll", by="A", dice=faces("22345"))


@pytest.mark.parametrize("dice", [None, [], "22345", [2, 2, 3, 4], [2, 2, 3, 4, 5, 5], {"1": 1}, 22345])
def test_a_throw_has_five_dice(dice: Any) -> None:
    Tabletop().refused("wrong_dice_count", "roll", by="A", dice=dice)


@pytest.mark.parametrize("face", [0, 7, -1, "1", True, 1.0, None, "D", [1]])
def test_a_die_shows_one_to_six(face: Any) -> None:
    Tabletop().refused("invalid_face", "roll", by="A", dice=[2, 2, 3, 4, face])


def test_a_throw_is_checked_in_order() -> None:
    table = Tabletop()
    table.refused("unknown_player", "roll", by="Z", dice=[])
    table.roll("A", "22345")
    table.refused("cup_not_called", "roll", by="A", dice=[])
    table.refused("wrong_dice_count", "roll", by="B", dice=[0])


def test_the_number_of_dice_is_a_house_rule() -> None:
    table = Tabletop(dice_per_player=2)
    assert ENGINE.awaits(table.state).dice == 2
    table.refused("wrong_dice_count", "roll", by="A", dice=faces("22345"))
    table.roll("A", "12")
    assert table.view()["wanted"] == ["A", "B"]
    table.roll("A", "22")
    assert table.view()["wanted"] == ["B"]


def test_the_throw_given_is_kept_as_it_fell() -> None:
    table = Tabletop()
    dice = [3, 3, 6, 6, 1]
    table.do("roll", by="A", dice=dice)
    dice[0] = 9
    assert table.view("player:A")["players"][0]["cup"] == [3, 3, 6, 6, 1]


def at_open(**rules: Any) -> Tabletop:
    """Bidding first: A bids five 3s, B opens for two."""
    table = Tabletop("ABC", cups="at_open", **rules)
    table.bids("A4x3 B5x3")
    return table


def test_where_cups_are_keyed_at_the_open_the_bidding_comes_first() -> None:
    table = Tabletop("ABC", "C", cups="at_open")
    assert ENGINE.awaits(table.state) == Await(Awaiting.ACT, "3", None, False, "C", ("bid",))
    table.refused("cup_not_called", "roll", by="C", dice=faces("22345"))
    assert table.view()["wanted"] == []


def test_the_open_calls_for_every_cup_and_the_last_one_decides() -> None:
    table = at_open()
    assert table.open("C", 2) == Applied("bid_opened")
    assert ENGINE.awaits(table.state) == Await(Awaiting.DICE, "1", None, False, "A", (), 5, "roll")
    assert ENGINE.status(table.state) is Status.OPEN
    assert table.view()["wanted"] == ["A", "B", "C"]
    assert table.roll("B", "33166") == Applied("cup_shown")
    assert table.roll("A", "22345") == Applied("cup_shown")
    answer = table.roll("C", "44566")
    assert (answer.event, answer.secret, answer.exposed) == ("cup_shown", (), ())
    assert table.counts() == (4, False)
    assert [row[:4] for row in answer.transfers] == [
        ("player:2", "pot", 200, "penalty"),
        ("pot", "player:3", 200, "winnings"),
    ]
    assert ENGINE.awaits(table.state) == Await(Awaiting.NOTHING)


def test_a_single_hand_keyed_at_the_open_stands() -> None:
    table = at_open()
    table.open("C")
    assert table.roll("A", "12345") == Applied("cup_shown")
    assert table.view()["wanted"] == ["B", "C"]


def test_once_opened_nobody_bids_opens_leaves_or_shows_twice() -> None:
    table = at_open()
    table.open("C")
    table.roll("A", "22345")
    table.refused("bid_already_opened", "bid", by="A", quantity=6, face=3)
    table.refused("bid_already_opened", "open", by="A")
    table.refused("bid_already_opened", "leave", by="B")
    table.refused("cup_not_called", "roll", by="A", dice=faces("22345"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "players: must be two or more different names"),
        ({"players": ["A"], "starter": "A", "unit": 1}, "players"),
        ({"players": "AB", "starter": "A", "unit": 1}, "players"),
        ({"players": ["A", "A"], "starter": "A", "unit": 1}, "players"),
        ({"players": ["A", ""], "starter": "A", "unit": 1}, "players"),
        ({"players": ["A", 2], "starter": "A", "unit": 1}, "players"),
        ({"players": ["A", "B"], "unit": 1}, "starter: must be one of the players"),
        ({"players": ["A", "B"], "starter": "C", "unit": 1}, "starter"),
        ({"players": ["A", "B"], "starter": ["A"], "unit": 1}, "starter"),
        ({"players": ["A", "B"], "starter": "A"}, "unit: must be a whole number"),
        ({"players": ["A", "B"], "starter": "A", "unit": 0}, "unit"),
        ({"players": ["A", "B"], "starter": "A", "unit": True}, "unit"),
        ({"players": ["A", "B"], "starter": "A", "unit": 10**12 + 1}, "unit"),
        ({"players": ["A", "B"], "starter": "A", "unit": 1, "cups": "hidden"}, "cups: must be one of rolled, at_open"),
    ],
)
def test_a_round_that_cannot_be_played_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        ENGINE.new(ENGINE.rules({}), Table(1, 1, options=options))


def test_every_accepted_action_is_counted() -> None:
    table = ready("AB").bids("A3x2")
    assert ENGINE.count(table.state) == 3
    table.open("B")
    assert ENGINE.count(table.state) == 4
