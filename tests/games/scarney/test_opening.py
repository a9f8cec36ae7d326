"""Before the first throw: the table's options, and the antes (rules.md S2.1, S3.1, S8.1)."""

from typing import Any

import pytest

from tables.games.contract import Applied, Laid, Table, Transfer
from tables.games.scarney.engine import ENGINE, PARTNERSHIP
from tests.games.scarney.tabletop import Tabletop, game, opened


def table(engine: Any = ENGINE, /, minimum: int = 100, maximum: int = 500, **options: Any) -> Tabletop:
    return Tabletop(engine, Table(minimum, maximum, options=options))


def test_ante_and_chip_are_the_tables_minimum_unless_they_are_given() -> None:
    assert (table(players=["A", "B"]).state.ante, table(players=["A", "B"]).state.chip) == (100, 100)
    given = table(players=["A", "B"], ante=500, chip=25).state
    assert (given.ante, given.chip) == (500, 25)


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({}, "players"),
        ({"players": ["A"]}, "players"),
        ({"players": "AB"}, "players"),
        ({"players": ["A", ""]}, "players"),
        ({"players": ["A", 2]}, "players"),
        ({"players": ["A", "A"]}, "players"),
        ({"players": [f"P{at}" for at in range(21)]}, "players"),
        ({"players": ["A", "B"], "ante": 99}, "ante"),
        ({"players": ["A", "B"], "ante": 501}, "ante"),
        ({"players": ["A", "B"], "ante": 100.0}, "ante"),
        ({"players": ["A", "B"], "ante": True}, "ante"),
        ({"players": ["A", "B"], "chip": 0}, "chip"),
        ({"players": ["A", "B"], "chip": "5"}, "chip"),
        ({"players": ["A", "B"], "chip": 10**13}, "chip"),
        ({"players": ["A", "B"], "seating": 1}, "seating"),
        ({"players": ["A", "B"], "teams": [["A"], ["B"]]}, "teams"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=rf"^{wrong}: "):
        table(**options)


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"players": list("ABC")}, "players"),
        ({"players": list("ABCDE"), "teams": [list("ACE"), list("BD")]}, "players"),
        ({"players": list("ABCDEFGH"), "seating": True}, "players"),
        ({"players": list("ABCD")}, "teams"),
        ({"players": list("ABCD"), "teams": [list("AB"), list("CD")]}, "teams"),
        ({"players": list("ABCD"), "teams": [list("AC"), list("BDD")]}, "teams"),
        ({"players": list("ABCD"), "teams": [list("AC")]}, "teams"),
        ({"players": list("ABCD"), "teams": ["AC", "BD"]}, "teams"),
        ({"players": list("ABCD"), "teams": [list("AC"), list("BD")], "seating": True}, "teams"),
        ({"players": list("ABCDEF"), "teams": [list("ABC"), list("DEF")]}, "teams"),
    ],
)
def test_a_wrong_option_of_partners_is_named(options: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=rf"^{wrong}: "):
        table(PARTNERSHIP, **options)


@pytest.mark.parametrize("limits", [(0, 5), (6, 5), (-1, 5)])
def test_limits_must_let_an_ante_pass(limits: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"^minimum: "):
        table(ENGINE, *limits, players=["A", "B"])


def test_antes_and_chips_are_amounts_that_chips_can_pay() -> None:
    options = {"players": ["A", "B"], "ante": 150, "chip": 25}
    assert Tabletop(ENGINE, Table(100, 500, options=options), pay_unit=25).state.ante == 150
    with pytest.raises(ValueError, match=r"^ante: "):
        Tabletop(ENGINE, Table(100, 500, options=options), pay_unit=100)


@pytest.mark.parametrize("teams", [[list("AC"), list("BD")], [list("DB"), list("CA")]])
def test_sides_stand_as_they_are_given(teams: list[list[str]]) -> None:
    state = table(PARTNERSHIP, players=list("ABCD"), teams=teams).state
    assert state.sides == teams
    assert [state.sides[seat.side] for seat in state.seats] == [
        next(side for side in teams if name in side) for name in "ABCD"
    ]


def test_antes_go_round_from_the_first_shooter() -> None:
    opening = opened("ABC", ante=50)
    answer = opening.do("ante", by="A")
    assert answer == Applied(
        "ante_paid",
        (),
        (Transfer("player:1", "pot", 50, "ante", "chips"),),
        (Laid(1, "ante", "A", "1", 0, 50, "chips", None),),
    )
    assert opening.view()["to_ante"] == ["B", "C"]
    opening.refused("not_your_turn", "ante", by="C")
    opening.refused("not_your_turn", "ante", by="A")
    opening.refused("unknown_player", "ante", by="Z")
    opening.do("ante", by="B")
    opening.do("ante", by="C")
    assert opening.state.pot == 150
    assert opening.engine.awaits(opening.state).player == "A"
    opening.refused("antes_closed", "ante", by="A")


def test_no_throw_before_every_ante_is_in() -> None:
    opening = opened("AB")
    opening.do("ante", by="A")
    for kind in ("throw", "announce", "stay"):
        opening.refused("antes_open", kind, by="A", dice=[1] * 5)
        opening.refused("unknown_player", kind, by="Z")
    opening.refused("dice_not_called", "dice", dice=[1] * 5)
    opening.refused("not_started", "leave", by="A")
    opening.refused("seating_closed", "seat", throws={})
    assert opening.legal() == ()


def test_an_ante_needs_the_chips_where_they_are_known() -> None:
    opening = opened("AB", funds={"A": 99, "B": 100})
    assert opening.refused("insufficient_funds", "ante", by="A") == {"funds": 99}
    rich = game("AB", funds={"A": 250, "B": 100})
    assert rich.state.funds == {"A": 150, "B": 0}
    rich.frame("A", "d13461 s")
    assert rich.state.funds == {"A": 50, "B": 0}
    rich.refused_word("insufficient_funds", "B", "d13461")


def test_the_pot_is_chips_only() -> None:
    opening = opened("AB")
    assert opening.refused("bad_action", "ante", by="A", tender="cash") == {"field": "tender"}
    opening.do("ante", by="A", tender="chips")
    opening.antes()
    opening.refused_word("bad_action", "A", "d13461", tender="cash")
