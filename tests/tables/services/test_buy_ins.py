"""Cash for chips and chips for chips: the rack never holds cash, and no value comes or goes."""

from typing import Any

import pytest

from tables.domain.errors import Conflict, Invalid, NotAllowed
from tables.domain.table_states import RoundStatus, TableStatus
from tables.models import floor
from tables.services import buy_ins, taps
from tests import builders, custody
from tests.builders import House
from tests.custody import BANK, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A house whose table is open under dana."""
    return custody.running(builders.house())


def colour_up(house: House, given: dict[int, int], taken: dict[int, int], **more: Any) -> dict[str, Any]:
    """A player's chips for larger ones from the rack."""
    asked: dict[str, Any] = {"actor": house.dana, "at": house.at, "table": "BJ-01", "player": "seat 3"}
    return buy_ins.change_chips(**{**asked, "given": given, "taken": taken, **more})


# ------------------------------------------------------------------------------------------------------------- buy-ins
def test_t44_cash_goes_to_the_box_and_chips_leave_the_rack(house: House) -> None:
    answer = custody.buy_in(house, 50_000, {2_500: 16, 500: 20, 100: 0})
    data = {"period": 1, "player": "seat 3", "cash": 50_000, "chips": {"500": 20, "2500": 16}, "box": 1}
    assert answer == {"table": "BJ-01", **data, "seq": 6}
    assert custody.facts(house, "buy_in_taken") == [data]
    assert custody.rack_of(house) == {**BANK, 500: 180, 2_500: 144}


@pytest.mark.by_hand
def test_known_chips_of_a_tracked_player_rise(house: House) -> None:
    floor.TableState.objects.update(funds={"P-100": 20_000, "P-200": 0})
    custody.buy_in(house, 50_000, {2_500: 20}, player="P-100")
    custody.buy_in(house, 10_000, {2_500: 4}, player="seat 3")
    assert house.state().funds == {"P-100": 70_000, "P-200": 0}


@pytest.mark.by_hand
def test_a_buy_in_during_a_round_is_fine_for_a_player_nobody_tracks(house: House) -> None:
    floor.TableState.objects.update(funds={"P-100": 20_000}, round_status=RoundStatus.IN_PLAY, round_number=3)
    assert custody.buy_in(house, 50_000, {2_500: 20})["cash"] == 50_000
    with refused(house, Conflict, "round_in_play", round=3):
        custody.buy_in(house, 50_000, {2_500: 20}, player="P-100")


@pytest.mark.parametrize(
    ("cash", "cut", "player", "family", "code", "detail"),
    [
        (52_500, {2_500: 20}, "x", Invalid, "total_mismatch", {"given": 52_500, "counted": 50_000}),
        (50_000, {2_500: 21, 500: -5}, "x", Invalid, "bad_quantity", {"denomination": 500}),
        (2_000, {2_000: 1}, "x", Invalid, "unknown_denomination", {"denomination": 2_000}),
        (402_500, {2_500: 161}, "x", Conflict, "rack_short", {"denomination": 2_500}),
        (0, {}, "x", Invalid, "bad_amount", {}),
        (-500, {500: -1}, "x", Invalid, "bad_amount", {}),
        (500, {500: 1}, "", Invalid, "bad_player", {}),
        (500, {500: 1}, "x" * 41, Invalid, "bad_player", {}),
        (500, {500: 1}, "a\u202eb", Invalid, "bad_player", {}),
    ],
)
def test_t31_t34_a_buy_in_that_is_not_right_is_refused(
    house: House, cash: int, cut: dict[int, int], player: str, family: Any, code: str, detail: dict[str, Any]
) -> None:
    with refused(house, family, code, **detail):
        custody.buy_in(house, cash, cut, player=player)


def test_a_buy_in_repeated_is_taken_once(house: House) -> None:
    first = custody.buy_in(house, 50_000, {2_500: 20}, key="b1")
    assert custody.buy_in(house, 50_000, {2_500: 20}, key="b1") == first
    assert len(custody.facts(house, "buy_in_taken")) == 1
    assert custody.rack_of(house) == {**BANK, 2_500: 140}


def test_the_box_of_a_buy_in_is_the_one_on_the_table(house: House) -> None:
    custody.roll_table(house, removal=custody.removal(house))
    custody.buy_in(house, 50_000, {2_500: 20})
    (taken,) = custody.facts(house, "buy_in_taken")
    assert (taken["period"], taken["box"]) == (2, 2)


# ----------------------------------------------------------------------------------------------------------- colour-up
def test_a_colour_up_changes_the_mix_and_not_the_total(house: House) -> None:
    answer = colour_up(house, {500: 40, 2_500: 4}, {10_000: 3})
    data = {"period": 1, "player": "seat 3", "given": {"500": 40, "2500": 4}, "taken": {"10000": 3}}
    assert answer == {"table": "BJ-01", **data, "seq": 6}
    assert custody.facts(house, "chips_changed") == [data]
    assert custody.rack_of(house) == {**BANK, 500: 240, 2_500: 164, 10_000: 45}


def test_t46_tokes_change_like_any_other_chips(house: House) -> None:
    colour_up(house, {100: 25}, {2_500: 1}, player="tokes")
    assert custody.rack_of(house) == {**BANK, 100: 225, 2_500: 159}


@pytest.mark.parametrize(
    ("given", "taken", "family", "code", "detail"),
    [
        ({500: 5}, {2_500: 2}, Invalid, "total_mismatch", {"given": 2_500, "counted": 5_000}),
        ({500: 5}, {500: 5}, Invalid, "empty_change", {}),
        ({}, {}, Invalid, "empty_change", {}),
        ({2_000: 5}, {10_000: 1}, Invalid, "unknown_denomination", {"denomination": 2_000}),
        ({500: 5}, {1_250: 2}, Invalid, "unknown_denomination", {"denomination": 1_250}),
        ({500: -5}, {2_500: -1}, Invalid, "bad_quantity", {"denomination": 500}),
        ({100: 500}, {50_000: 1}, Conflict, "rack_short", {"denomination": 50_000}),
    ],
)
def test_a_change_that_is_not_right_is_refused(
    house: House, given: dict[int, int], taken: dict[int, int], family: Any, code: str, detail: dict[str, Any]
) -> None:
    with refused(house, family, code, **detail):
        colour_up(house, given, taken)


# ------------------------------------------------------------------------------------------------------------- who may
def take(house: House, **more: Any) -> dict[str, Any]:
    return custody.buy_in(house, 50_000, {2_500: 20}, **more)


def change(house: House, **more: Any) -> dict[str, Any]:
    return colour_up(house, {500: 5}, {2_500: 1}, **more)


@pytest.mark.parametrize("act", [take, change])
def test_only_the_dealer_who_is_tapped_in_moves_chips(house: House, act: Any) -> None:
    with refused(house, NotAllowed, "not_dealing"):
        act(house, actor=house.dev)
    taps.tap_out(actor=house.dana, at=house.at, table="BJ-01")
    with refused(house, NotAllowed, "not_dealing"):
        act(house)


@pytest.mark.parametrize("act", [take, change])
@pytest.mark.parametrize("name", ["petra", "cass", "colin", "ada", "axel", "hana"])
def test_nobody_but_a_dealer_takes_buy_ins(house: House, act: Any, name: str) -> None:
    with refused(house, NotAllowed, "not_permitted", permission="take_buy_in"):
        act(house, actor=builders.actor(name))


@pytest.mark.parametrize("act", [take, change])
def test_a_closed_table_moves_no_chips(house: House, act: Any) -> None:
    custody.close_table(house)
    with refused(house, Conflict, "table_not_open", state="closed"):
        act(house)


@pytest.mark.by_hand
@pytest.mark.parametrize("act", [take, change])
def test_a_stopped_table_moves_no_chips(house: House, act: Any) -> None:
    floor.TableState.objects.update(status=TableStatus.STOPPED, stopped_reason="misdeal")
    with refused(house, Conflict, "play_stopped", reason="misdeal"):
        act(house)
