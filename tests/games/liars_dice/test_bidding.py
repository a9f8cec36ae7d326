"""Opening bids, raises, zhai and fei (rules.md L3 to L5)."""

from typing import Any

import pytest

from tables.games.contract import Applied, Refused
from tables.games.liars_dice.engine import ENGINE
from tests.games.liars_dice.tabletop import Tabletop, ready


def lowest(table: Tabletop) -> list[tuple[int, int, str | None]]:
    """The bids on offer, as (quantity, face, call)."""
    return [(offer["quantity"], offer["face"], offer["call"]) for offer in table.view()["turn"]["bids"]]


def accepts(table: Tabletop, quantity: int, face: int, call: str | None) -> bool:
    """Whether the player in turn may make this bid; ``table`` is left as it was."""
    state = ENGINE.load(table.rules, ENGINE.dump(table.state))
    action = {"do": "bid", "by": table.view()["turn"]["player"], "quantity": quantity, "face": face, "call": call}
    try:
        ENGINE.apply(state, action)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(
    ("players", "odd", "fewest"),
    [
        (2, "floor", 3),
        (3, "floor", 4),
        (3, "ceil", 5),
        (4, "floor", 6),
        (5, "floor", 7),
        (5, "ceil", 8),
        (6, "ceil", 9),
    ],
)
def test_an_opening_is_one_and_a_half_times_the_players(players: int, odd: str, fewest: int) -> None:
    table = ready("ABCDEF"[:players], opening_odd=odd)
    table.refused("opening_too_low", "bid", by="A", quantity=fewest - 1, face=6)
    table.bid("A", fewest, 2)


@pytest.mark.parametrize(("face", "call"), [(1, None), (1, "zhai"), (6, "zhai")])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_an_opening_zhai_is_as_many_as_there_are_players(players: int, face: int, call: str | None) -> None:
    table = ready("ABCDEF"[:players])
    table.refused("opening_too_low", "bid", by="A", quantity=players - 1, face=face, call=call)
    table.bid("A", players, face, call)
    assert table.view()["zhai"] is True


def test_nothing_can_be_opened_before_a_bid() -> None:
    table = ready()
    table.refused("no_bid_to_open", "open", by="A")
    table.refused("no_bid_to_open", "open", by="A", units=9)


def test_a_bid_goes_to_the_next_player_clockwise() -> None:
    table = ready("ABC", starter="C")
    assert table.bid("C", 4, 2) == Applied("bid_made")
    assert ENGINE.awaits(table.state).player == "A"
    table.bids("A4x3 B5x2")
    assert table.view()["turn"]["player"] == "C"
    assert table.view()["bids"][1] == {"by": "A", "quantity": 4, "face": 3, "call": None, "zhai": False}
    assert table.view()["standing_bid"] == {"by": "B", "quantity": 5, "face": 2}


@pytest.mark.parametrize(
    ("quantity", "face", "higher"),
    [
        (4, 4, True),
        (4, 3, False),
        (4, 2, False),
        (4, 1, False),
        (5, 1, True),
        (5, 2, True),
        (3, 6, False),
        (14, 6, True),
    ],
)
def test_higher_is_more_dice_or_as_many_of_a_higher_face(quantity: int, face: int, higher: bool) -> None:
    table = ready().bids("A4x3")
    if higher:
        table.bid("B", quantity, face)
    else:
        table.refused("bid_not_higher", "bid", by="B", quantity=quantity, face=face)


def test_ones_may_rank_highest() -> None:
    table = ready(ones_rank="high").bids("A4x6")
    table.refused("bid_not_higher", "bid", by="B", quantity=4, face=6)
    table.bid("B", 4, 1)
    table.refused("bid_not_higher", "bid", by="A", quantity=4, face=6)
    table.bid("A", 5, 2)


@pytest.mark.parametrize(("counting", "most"), [("bonus", 14), ("as_rolled", 10)])
def test_no_bid_goes_above_what_could_be_counted(counting: str, most: int) -> None:
    table = ready(counting=counting)
    table.refused("bid_above_maximum", "bid", by="A", quantity=most + 1, face=6)
    table.bid("A", most, 6)
    assert ENGINE.legal(table.state) == ("open",)
    assert table.view()["turn"]["bids"] == []


def test_above_the_highest_number_a_higher_face_or_zhai_is_left() -> None:
    assert ENGINE.legal(ready().bids("A14x5").state) == ("bid", "open")
    assert ENGINE.legal(ready(ones_rank="high").bids("A14x6").state) == ("bid", "open")
    assert ENGINE.legal(ready(ones_rank="high").bids("A14x1").state) == ("open",)
    same = ready(to_zhai="same_ok").bids("A14x6")
    assert ENGINE.legal(same.state) == ("bid", "open")
    assert lowest(same) == [(14, 6, "zhai")]
    assert ENGINE.legal(same.bids("B14x6zhai").state) == ("open",)


@pytest.mark.parametrize(
    "fields",
    [
        {"quantity": 4, "face": 0},
        {"quantity": 4, "face": 7},
        {"quantity": 4, "face": "3"},
        {"quantity": 4, "face": True},
        {"quantity": 4},
        {"quantity": 0, "face": 3},
        {"quantity": -4, "face": 3},
        {"quantity": 4.0, "face": 3},
        {"quantity": True, "face": 3},
        {"face": 3},
        {"quantity": 4, "face": 3, "call": "Zhai"},
        {"quantity": 4, "face": 3, "call": ""},
        {"quantity": 4, "face": 3, "call": ["zhai"]},
        {"quantity": 99, "face": 9},
    ],
)
def test_a_bid_that_is_none_is_refused(fields: dict[str, Any]) -> None:
    ready().refused("bad_bid", "bid", by="A", **fields)


def test_the_checks_come_in_the_order_of_the_rule_book() -> None:
    table = ready("ABC")
    table.refused("unknown_action", "pass", by="Z")
    table.refused("unknown_action", None, by="A")
    table.refused("unknown_action", ["bid"], by="A")
    table.refused("unknown_player", "bid", by="Z", quantity=0, face=9)
    table.refused("unknown_player", "bid", by=["A"], quantity=0, face=9)
    table.refused("unknown_player", "open", by=None)
    table.refused("not_your_turn", "bid", by="B", quantity=0, face=9)
    table.refused("not_your_turn", "open", by="C")
    table.refused("bad_bid", "bid", by="A", quantity=99, face=9)
    table.refused("bid_above_maximum", "bid", by="A", quantity=99, face=1, call="fei")
    table.refused("fei_without_zhai", "bid", by="A", quantity=1, face=1, call="fei")
    table.bids("A3x5zhai")
    table.refused("bid_above_maximum", "bid", by="B", quantity=22, face=1, call="fei")
    table.refused("fei_on_ones", "bid", by="B", quantity=2, face=1, call="fei")
    table.refused("fei_not_double", "bid", by="B", quantity=1, face=2, call="fei")
    table.refused("bid_not_higher", "bid", by="B", quantity=1, face=2)


def test_zhai_is_called_or_comes_with_a_bid_on_ones() -> None:
    called = ready().bids("A3x4")
    assert called.bid("B", 4, 4, "zhai").facts == ({"fact": "zhai_called"},)
    ones = ready().bids("A3x4")
    assert ones.bid("B", 4, 1).facts == ({"fact": "zhai_called"},)
    assert called.view()["zhai"] is ones.view()["zhai"] is True


def test_zhai_stays_on_through_bids_that_say_nothing_or_say_it_again() -> None:
    table = ready().bids("A2x3zhai")
    assert table.bid("B", 3, 3) == table.bid("A", 4, 3, "zhai") == Applied("bid_made")
    assert [bid["zhai"] for bid in table.view()["bids"]] == [True, True, True]


def test_turning_zhai_must_raise_unless_the_house_takes_the_same_bid() -> None:
    table = ready().bids("A4x4")
    table.refused("bid_not_higher", "bid", by="B", quantity=4, face=4, call="zhai")
    table.refused("bid_not_higher", "bid", by="B", quantity=4, face=3, call="zhai")
    table.bid("B", 4, 5, "zhai")
    same = ready(to_zhai="same_ok").bids("A4x4")
    same.refused("bid_not_higher", "bid", by="B", quantity=4, face=4)
    same.refused("bid_not_higher", "bid", by="B", quantity=4, face=3, call="zhai")
    same.refused("bid_not_higher", "bid", by="B", quantity=3, face=4, call="zhai")
    same.bid("B", 4, 4, "zhai")
    same.refused("bid_not_higher", "bid", by="A", quantity=4, face=4, call="zhai")


def test_fei_breaks_zhai_at_double_and_need_not_be_a_higher_face() -> None:
    table = ready("ABCD").bids("A5x6zhai")
    table.refused("fei_not_double", "bid", by="B", quantity=9, face=6, call="fei")
    assert table.bid("B", 10, 2, "fei").facts == ({"fact": "zhai_broken"},)
    assert table.view()["zhai"] is False
    table.refused("fei_without_zhai", "bid", by="C", quantity=20, face=3, call="fei")


def test_zhai_and_fei_follow_each_other_without_limit() -> None:
    table = ready("ABCD").bids("A4x1 B8x2fei C8x3zhai D16x4fei A17x1 B18x1")
    table.refused("bid_above_maximum", "bid", by="C", quantity=36, face=4, call="fei")
    assert [bid["zhai"] for bid in table.view()["bids"]] == [True, False, True, False, True, True]
    assert [call for _, _, call in lowest(table)] == [None] * 6


def test_double_the_number_without_calling_fei_stays_zhai() -> None:
    table = ready().bids("A2x1 B4x2")
    assert table.view()["zhai"] is True


def test_the_opening_offers_are_the_lowest_of_each_face_and_call() -> None:
    assert lowest(ready("ABCD")) == [
        (4, 1, None),
        (6, 2, None),
        (6, 3, None),
        (6, 4, None),
        (6, 5, None),
        (6, 6, None),
        (4, 2, "zhai"),
        (4, 3, "zhai"),
        (4, 4, "zhai"),
        (4, 5, "zhai"),
        (4, 6, "zhai"),
    ]


def test_the_offers_after_a_bid_come_lowest_first() -> None:
    assert lowest(ready().bids("A4x5"))[:7] == [
        (4, 6, None),
        (5, 1, None),
        (5, 2, None),
        (5, 3, None),
        (5, 4, None),
        (5, 5, None),
        (4, 6, "zhai"),
    ]
    assert lowest(ready().bids("A4x5zhai"))[6:] == [(8, face, "fei") for face in (2, 3, 4, 5, 6)]
    assert lowest(ready(ones_rank="high").bids("A4x5"))[:2] == [(4, 6, None), (4, 1, None)]


def test_what_may_be_opened_for_is_told() -> None:
    assert ready(max_open_units=1).view()["turn"]["max_open_units"] == 1


@pytest.mark.parametrize("rules", [{}, {"ones_rank": "high", "to_zhai": "same_ok"}, {"counting": "as_rolled"}])
@pytest.mark.parametrize("bids", ["", "A3x2", "A3x6", "A2x4zhai", "A2x1", "A2x1 B5x3fei", "A10x6", "A9x3zhai"])
def test_the_offers_tell_exactly_what_is_legal(bids: str, rules: dict[str, Any]) -> None:
    table = ready(**rules).bids(bids)
    zhai, least = table.view()["zhai"], {(face, call): quantity for quantity, face, call in lowest(table)}
    for quantity in range(1, 16):
        for face in range(1, 7):
            for call in (None, "zhai", "fei"):
                # Zhai says nothing new on ones or while it is on, so it is offered as the plain bid.
                told = None if call == "zhai" and (zhai or face == 1) else call
                legal = table.view()["maximum_bid"] >= quantity >= least.get((face, told), 99)
                assert accepts(table, quantity, face, call) == legal, (quantity, face, call)
