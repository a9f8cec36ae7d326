"""Opening a bid: who counts what, who loses, and for how much (rules.md L6, L7)."""

from itertools import permutations

import pytest

from tables.games.contract import Await, Awaiting, Status
from tables.games.liars_dice.counting import counted, is_single, is_wei
from tables.games.liars_dice.engine import ENGINE
from tests.games.liars_dice.tabletop import faces, opened, ready


@pytest.mark.parametrize(
    ("dice", "face", "wild", "bonus", "count"),
    [
        ("12233", 2, True, True, 3),
        ("12233", 2, False, True, 2),
        ("12233", 1, False, True, 1),
        ("12233", 6, True, True, 1),
        ("44444", 4, True, True, 7),
        ("44444", 4, False, True, 7),
        ("44444", 4, True, False, 5),
        ("44444", 3, True, True, 0),
        ("14444", 4, True, True, 6),
        ("14444", 4, True, False, 5),
        ("14444", 4, False, True, 4),
        ("11114", 4, True, True, 6),
        ("11111", 4, True, True, 6),
        ("11111", 4, False, True, 0),
        ("11111", 1, False, True, 7),
        ("11114", 1, False, True, 4),
        ("24444", 4, True, True, 4),
        ("11234", 1, True, True, 2),
        ("11111", 1, True, True, 7),
    ],
)
def test_what_a_hand_counts(dice: str, face: int, wild: bool, bonus: bool, count: int) -> None:
    for order in set(permutations(faces(dice))):
        assert counted(order, face, wild, bonus) == count


@pytest.mark.parametrize(
    ("dice", "wild", "wei"),
    [
        ("44444", True, True),
        ("44444", False, True),
        ("14444", True, True),
        ("14444", False, False),
        ("11114", True, True),
        ("11111", True, True),
        ("11111", False, True),
        ("24444", True, False),
        ("12444", True, False),
        ("22444", True, False),
    ],
)
def test_what_a_wei_is(dice: str, wild: bool, wei: bool) -> None:
    assert is_wei(faces(dice), wild) is wei


@pytest.mark.parametrize(("dice", "single"), [("12345", True), ("65432", True), ("13456", True), ("11234", False)])
def test_what_a_single_hand_is(dice: str, single: bool) -> None:
    assert is_single(faces(dice)) is single


@pytest.mark.parametrize(("bid", "holds"), [("A3x2", True), ("A4x2", True), ("A5x2", False)])
def test_a_bid_holds_when_there_are_as_many_or_more(bid: str, holds: bool) -> None:
    table = opened("22345 22466", bid)
    assert table.counts() == (4, holds)
    result = table.view()["result"]
    assert (result["loser"], result["winner"]) == (("B", "A") if holds else ("A", "B"))


def test_only_bidder_and_opener_win_or_lose() -> None:
    table = opened("22345 33466 11256 44566", "A6x2 B7x2 C8x2")
    assert table.view()["net"] == {"A": 0, "B": 0, "C": -100, "D": 100}
    assert table.view()["opened"] == {"by": "D", "units": 1}


def test_the_answer_to_an_open_tells_all() -> None:
    answer = opened("22345 22466", "A5x2", 2).answers[-1]
    assert answer.event == "bid_opened"
    assert answer.secret == ()
    assert answer.exposed == (0, 1)
    assert answer.facts == (
        {
            "fact": "bid_decided",
            "quantity": 5,
            "face": 2,
            "ones_wild": True,
            "count": 4,
            "holds": False,
            "loser": "A",
            "winner": "B",
            "units": 2,
            "penalty": 200,
        },
        {"fact": "round_over", "status": "settled", "next_starter": "A"},
    )


def test_what_each_cup_counted_is_shown() -> None:
    table = opened("11234 11662 44566", "A5x6 B6x6")
    assert [line["counted"] for line in table.view()["players"]] == [2, 4, 2]
    assert table.view()["result"]["count"] == 8


def test_fei_makes_ones_and_weis_count_again() -> None:
    assert opened("14444 22336", "A5x4zhai").counts() == (4, False)
    assert opened("14444 22336", "A3x4zhai B6x4fei").counts() == (6, True)


def test_only_the_player_in_turn_opens_and_never_his_own_bid() -> None:
    table = ready("ABC").bids("A4x2")
    table.refused("not_your_turn", "open", by="C")
    table.refused("not_your_turn", "open", by="A")
    table.refused("unknown_player", "open", by="Z")
    table.open("B")


@pytest.mark.parametrize("units", [0, 3, -1, "1", 1.0, True, [1]])
def test_an_open_is_for_one_or_two(units: object) -> None:
    ready().bids("A5x2").refused("bad_units", "open", by="B", units=units)


def test_the_most_units_are_a_house_rule() -> None:
    ready(max_open_units=1).bids("A5x2").refused("bad_units", "open", by="B", units=2)
    assert opened("22345 22466", "A5x2", 3, max_open_units=3).view()["result"]["penalty"] == 300


def test_one_unit_is_meant_when_nothing_is_said() -> None:
    assert opened("22345 22466", "A5x2").view()["result"]["units"] == 1
    table = ready().bids("A5x2")
    table.do("open", by="B", units=None)
    assert table.view()["result"]["units"] == 1


@pytest.mark.parametrize(
    ("hands", "bids", "units"),
    [
        ("44444 22336", "A8x4", 2),  # a quanwei
        ("14444 22336", "A7x4", 2),  # a wei
        ("14444 22336", "A5x3", 2),  # whatever face was bid
        ("11111 22336", "A8x4", 2),
        ("44444 22336", "A8x4zhai", 2),
        ("11111 22336", "A8x1", 2),
        ("14444 22336", "A5x4zhai", 1),  # under zhai a one is no 4
        ("22345 33333", "A9x3", 1),  # the opener's hand never matters
        ("33333 22345", "A7x3", 1),  # nor the bidder's when he wins
        ("24444 22336", "A7x4", 1),
    ],
)
def test_a_wei_of_the_opened_bidder_who_loses_may_double(hands: str, bids: str, units: int) -> None:
    assert opened(hands, bids, wei_double=True).view()["result"]["units"] == units
    assert opened(hands, bids).view()["result"]["units"] == 1


def test_two_units_are_doubled_to_four() -> None:
    assert opened("44444 22336", "A8x4", 2, wei_double=True).view()["net"] == {"A": -400, "B": 400}


def test_a_wei_doubles_where_hands_count_as_rolled() -> None:
    assert opened("44444 22336", "A6x4", wei_double=True, counting="as_rolled").view()["result"]["units"] == 2


def test_the_loser_starts_the_next_round() -> None:
    assert opened("22345 22466", "A4x2").view()["next_starter"] == "B"
    assert opened("22345 22466", "A5x2").view()["next_starter"] == "A"
    assert ENGINE.dump(opened("22345 22466", "A4x2").state)["next_starter"] == "B"
    assert ready("ABC", starter="C").view()["next_starter"] == "C"


def test_the_round_is_over_for_everybody() -> None:
    table = opened("22345 22466", "A5x2")
    assert ENGINE.status(table.state) is Status.SETTLED
    assert ENGINE.awaits(table.state) == Await(Awaiting.NOTHING)
    assert ENGINE.legal(table.state) == ()
    for kind in ("roll", "bid", "open", "leave", "pass", None):
        table.refused("round_over", kind, by="Z")
