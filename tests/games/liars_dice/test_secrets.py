"""Who sees what, and when (rules.md L2.1, L6.2; domain.md T-89)."""

from typing import Any

import pytest

from tables.games.liars_dice.engine import ENGINE
from tests.games.liars_dice.tabletop import Tabletop, opened, ready

AUDIENCES = ["dealer", "floor", "public", "player:A", "player:B", "player:K", "player:", "A"]
BLIND = [audience for audience in AUDIENCES if audience not in ("player:A", "player:B")]


def cups(table: Tabletop, audience: str) -> list[Any]:
    return [(line["cup"], line["earlier"]) for line in table.view(audience)["players"]]


def thrown_again() -> Tabletop:
    """A had a single hand first."""
    table = Tabletop()
    table.roll("A", "12345")
    return table


@pytest.mark.parametrize("audience", BLIND)
def test_nobody_else_sees_a_cup_before_the_open(audience: str) -> None:
    table = thrown_again()
    assert cups(table, audience) == [(None, None), (None, None)]
    table.roll("A", "22345")
    table.roll("B", "22466")
    assert cups(table, audience) == [(None, None), (None, None)]
    assert [(line["throws"], line["ready"]) for line in table.view(audience)["players"]] == [(2, True), (1, True)]


def test_a_player_sees_his_own_dice_and_no_others() -> None:
    table = thrown_again()
    assert cups(table, "player:A") == [(None, [[1, 2, 3, 4, 5]]), (None, None)]
    assert cups(table, "player:B") == [(None, None), (None, [])]
    table.roll("A", "22345")
    table.roll("B", "22466")
    assert cups(table, "player:A") == [([2, 2, 3, 4, 5], [[1, 2, 3, 4, 5]]), (None, None)]
    assert cups(table, "player:B") == [(None, None), ([2, 2, 4, 6, 6], [])]


@pytest.mark.parametrize("audience", AUDIENCES)
def test_after_the_open_everything_is_open(audience: str) -> None:
    table = thrown_again()
    table.roll("A", "22345")
    table.roll("B", "22466")
    table.bids("A5x2").open("B")
    assert cups(table, audience) == [([2, 2, 3, 4, 5], [[1, 2, 3, 4, 5]]), ([2, 2, 4, 6, 6], [])]
    assert table.answers[-1].exposed == (0, 1, 2)


@pytest.mark.parametrize("audience", BLIND)
def test_a_cup_keyed_at_the_open_is_open_at_once(audience: str) -> None:
    table = Tabletop(cups="at_open").bids("A4x2")
    assert cups(table, audience) == [(None, None), (None, None)]
    table.open("B")
    table.roll("B", "22466")
    assert cups(table, audience) == [(None, []), ([2, 2, 4, 6, 6], [])]


def test_legal_bids_are_told_to_all_alike() -> None:
    table = ready().bids("A5x2")
    assert all(table.view(audience)["turn"] == table.view("dealer")["turn"] for audience in AUDIENCES)


@pytest.mark.parametrize("leaver", ["forfeits", "voids"])
def test_a_round_that_somebody_left_is_open(leaver: str) -> None:
    table = ready(leaver=leaver)
    table.do("leave", by="A")
    assert cups(table, "public") == [([2, 2, 3, 4, 5], []), ([3, 3, 4, 6, 6], [])]


def test_a_picture_is_no_window_into_the_state() -> None:
    table = ready()
    before = ENGINE.dump(table.state)
    picture = table.view("player:A")
    picture["players"][0]["cup"][0] = 9
    picture["bids"].append("x")
    assert ENGINE.dump(table.state) == before


def test_the_picture_of_a_round_in_play() -> None:
    table = ready("AB", unit=250, counting="as_rolled").bids("A9x5zhai")
    assert table.view("player:B") == {
        "status": "open",
        "awaits": "act",
        "wanted": [],
        "unit": 250,
        "starter": "A",
        "players": [
            {
                "player": "A",
                "seat": "1",
                "throws": 1,
                "ready": True,
                "cup": None,
                "earlier": None,
                "counted": None,
            },
            {
                "player": "B",
                "seat": "2",
                "throws": 1,
                "ready": True,
                "cup": [3, 3, 4, 6, 6],
                "earlier": [],
                "counted": None,
            },
        ],
        "bids": [{"by": "A", "quantity": 9, "face": 5, "call": "zhai", "zhai": True}],
        "standing_bid": {"by": "A", "quantity": 9, "face": 5},
        "zhai": True,
        "maximum_bid": 10,
        "turn": {
            "player": "B",
            "acts": ["bid", "open"],
            "bids": [
                {"quantity": 9, "face": 6, "call": None},
                *({"quantity": 10, "face": face, "call": None} for face in (1, 2, 3, 4, 5)),
            ],
            "max_open_units": 2,
        },
        "opened": None,
        "result": None,
        "leaver": None,
        "net": None,
        "pot": 0,
        "rake": 0,
        "next_starter": "A",
    }


def test_the_picture_of_a_finished_round() -> None:
    table = opened("22345 22466", "A5x2", 2, unit=250)
    assert table.view() == {
        "status": "settled",
        "awaits": "nothing",
        "wanted": [],
        "unit": 250,
        "starter": "A",
        "players": [
            {
                "player": "A",
                "seat": "1",
                "throws": 1,
                "ready": True,
                "cup": [2, 2, 3, 4, 5],
                "earlier": [],
                "counted": 2,
            },
            {
                "player": "B",
                "seat": "2",
                "throws": 1,
                "ready": True,
                "cup": [2, 2, 4, 6, 6],
                "earlier": [],
                "counted": 2,
            },
        ],
        "bids": [{"by": "A", "quantity": 5, "face": 2, "call": None, "zhai": False}],
        "standing_bid": {"by": "A", "quantity": 5, "face": 2},
        "zhai": False,
        "maximum_bid": 14,
        "turn": None,
        "opened": {"by": "B", "units": 2},
        "result": {"count": 4, "holds": False, "loser": "A", "winner": "B", "units": 2, "penalty": 500},
        "leaver": None,
        "net": {"A": -500, "B": 500},
        "pot": 0,
        "rake": 0,
        "next_starter": "A",
    }
