"""Mistakes found in other implementations, by their numbers in rules.md §7, and the traps of domain.md.

Row 62 is about Scarney dice.
"""

import json

import pytest

from tables.games.liars_dice.counting import counted
from tables.games.liars_dice.engine import ENGINE
from tests.games.liars_dice.tabletop import Tabletop, faces, opened, ready


def test_53_more_dice_of_a_lower_face_are_a_raise() -> None:
    table = ready().bids("A2x5zhai B3x3")
    assert table.view()["standing_bid"] == {"by": "B", "quantity": 3, "face": 3}


@pytest.mark.parametrize(("players", "loser"), [("AB", "B"), ("ABC", "B"), ("ABCD", "B")])
def test_54_the_loser_starts_and_not_the_next_in_rotation(players: str, loser: str) -> None:
    table = ready(players, *["66666"] * len(players)).bids("A9x6")
    table.open(loser)
    assert table.view()["next_starter"] == loser


def test_55_a_higher_face_does_not_make_up_for_fewer_dice() -> None:
    table = ready(ones_rank="high").bids("A5x2")
    table.refused("bid_not_higher", "bid", by="B", quantity=1, face=3)
    table.refused("bid_not_higher", "bid", by="B", quantity=4, face=1)


def test_56_ones_are_wild_and_sixes_are_not() -> None:
    assert counted([1], 3, True, False) + counted([3], 3, True, False) == 2
    assert opened("11466 34466", "A3x3").counts() == (3, True)


@pytest.mark.parametrize("ones_rank", ["low", "high"])
def test_57_the_very_next_bid_is_legal(ones_rank: str) -> None:
    order = [1, 2, 3, 4, 5, 6] if ones_rank == "low" else [2, 3, 4, 5, 6, 1]
    ladder = [(quantity, face) for quantity in range(3, 15) for face in order]
    table = ready(ones_rank=ones_rank)
    for at, (quantity, face) in enumerate(ladder):
        table.bid("AB"[at % 2], quantity, face)
        if at + 1 < len(ladder):
            offers = table.view()["turn"]["bids"]
            assert {"quantity": ladder[at + 1][0], "face": ladder[at + 1][1], "call": None} in offers
    assert ENGINE.legal(table.state) == ("open",)


def test_58_the_bidder_pays_for_a_false_bid() -> None:
    assert opened("22345 33466", "A8x6").view()["net"] == {"A": -100, "B": 100}


def test_59_more_of_a_lower_face_is_a_raise_whatever_the_face_before() -> None:
    assert ready().bids("A3x5 B4x2").view()["standing_bid"] == {"by": "B", "quantity": 4, "face": 2}


def test_60_zhai_is_broken_by_doubling() -> None:
    table = ready("ABCD").bids("A4x3zhai")
    table.refused("fei_not_double", "bid", by="B", quantity=6, face=3, call="fei")
    assert table.bids("B8x3fei").view()["zhai"] is False


def test_61_five_of_a_face_with_wilds_are_five_and_one() -> None:
    assert opened("11333 22446", "A6x3").counts() == (6, True)
    assert opened("11333 22446", "A7x3").counts() == (6, False)


@pytest.mark.parametrize(
    ("players", "odd", "fewest"),
    [
        (4, "floor", 6),
        (5, "floor", 7),
        (5, "ceil", 8),
        (6, "floor", 9),
        (2, "floor", 3),
        (3, "floor", 4),
        (3, "ceil", 5),
    ],
)
def test_t88_openings(players: int, odd: str, fewest: int) -> None:
    table = ready("ABCDEF"[:players], opening_odd=odd)
    offers = {(offer["face"], offer["call"]): offer["quantity"] for offer in table.view()["turn"]["bids"]}
    assert {offers[face, None] for face in (2, 3, 4, 5, 6)} == {fewest}
    assert {offers[face, "zhai"] for face in (2, 3, 4, 5, 6)} == {offers[1, None]} == {players}


def test_t88_calling_ones_makes_zhai_and_fei_doubles() -> None:
    table = ready("ABCD").bids("A5x1")
    assert table.view()["zhai"] is True
    table.refused("fei_not_double", "bid", by="B", quantity=9, face=2, call="fei")
    assert table.bids("B10x2fei").view()["zhai"] is False


def test_t88_the_hand_of_the_text() -> None:
    assert counted(faces("12233"), 2, True, True) == 3
    assert counted(faces("12233"), 2, False, True) == 2


def test_t89_hidden_dice_are_in_nothing_that_others_get() -> None:
    """The same round over two other cups: whatever the engine gives for B, or for the house, is the same."""
    given = []
    for hands in (["66666", "11111"], ["23344", "45566"]):
        table = Tabletop("ABC")
        table.roll("A", hands[0])
        table.roll("B", "12334")
        table.roll("C", hands[1])
        table.bids("A4x6 B5x6 C6x6")
        pictures = [table.view(audience) for audience in ("dealer", "floor", "public", "player:B", "player:K")]
        given.append(json.dumps([table.answers, pictures, ENGINE.awaits(table.state)]))
    assert given[0] == given[1]


def test_t91_a_round_is_finished_when_a_player_leaves() -> None:
    table = ready("ABC").bids("A4x2")
    table.do("leave", by="C")
    assert table.view()["awaits"] == "nothing"
    assert table.view()["net"] == {"A": 100, "B": 0, "C": -100}
