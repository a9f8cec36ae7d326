"""Time charges at the terminal: a key where the house rules charge time, one touch a player, and what he has paid."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from tables.selectors import seat_fees, tables
from tests import builders, custody, potted
from tests.tables.screens.hands import Hands, refusal

FEE = "/t/BJ-01/fee"


@pytest.fixture
def clock(db: None) -> Iterator[None]:
    with time_machine.travel(builders.AT, tick=False):
        yield


def at_terminal(**rules: Any) -> Hands:
    return Hands(potted.house("scarney", **rules)).at_the_terminal()


@pytest.fixture
def hands(clock: None) -> Hands:
    """Dana before a table that charges 5.00 a seat."""
    return at_terminal(rake="time", rake_amount=500)


def keys(hands: Hands) -> list[str]:
    found = re.findall(r'<button class="key" name="player"[^>]*>(.*?)</button>', hands.page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", key).split()) for key in found]


def test_the_key_is_there_where_time_is_charged(hands: Hands) -> None:
    assert "sheet=fee" in hands.look("/t/BJ-01/?sheet=felt").content.decode()
    hands.look("/t/BJ-01/?sheet=fee")
    assert "Time charge: 5 a seat" in hands.page
    assert keys(hands) == [f"Seat {number}" for number in range(1, 8)]


@pytest.mark.usefixtures("clock")
def test_it_is_not_there_where_rake_is_taken() -> None:
    hands = at_terminal(rake="percent")
    assert "sheet=fee" not in hands.look("/t/BJ-01/?sheet=felt").content.decode()


def test_a_touch_takes_a_charge_and_the_sheet_stays(hands: Hands) -> None:
    hands.look("/t/BJ-01/?sheet=fee")
    assert hands.press(FEE, {"player": "S2", "charges": "1"}).status_code == 200
    hands.press(FEE, {"player": "S2", "charges": "3"})
    assert [fee["total"] for fee in custody.facts(hands.house, "seat_fee_taken")] == [500, 1_500]
    assert keys(hands)[1] == "Seat 2 paid 4 ×, last at 12:00:00"
    assert seat_fees.paid(hands.house.petra, "BJ-01")["S2"].charges == 4


def test_a_form_that_is_sent_twice_charges_once(hands: Hands) -> None:
    hands.look("/t/BJ-01/?sheet=fee")
    page = hands.page
    hands.press(FEE, {"player": "S2", "charges": "1"})
    hands.page = page
    hands.press(FEE, {"player": "S2", "charges": "1"})
    assert len(custody.facts(hands.house, "seat_fee_taken")) == 1


def test_what_was_paid_in_an_earlier_period_is_not_counted(hands: Hands) -> None:
    hands.look("/t/BJ-01/?sheet=fee")
    hands.press(FEE, {"player": "S2", "charges": "1"})
    custody.roll_table(hands.house)
    assert seat_fees.paid(hands.house.dana, "BJ-01") == {}


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"player": "", "charges": "1"}, "bad_form"),
        ({"player": "S1", "charges": "0"}, "bad_form"),
        ({"player": "S1", "charges": "100"}, "bad_form"),
        ({"player": "S1"}, "bad_form"),
    ],
)
def test_a_wrong_form_charges_nothing(hands: Hands, keyed: dict[str, str], code: str) -> None:
    hands.look("/t/BJ-01/?sheet=fee")
    before = builders.snapshot()
    assert refusal(hands.press(FEE, keyed)) == code
    assert builders.snapshot() == before


@pytest.mark.usefixtures("clock")
def test_a_table_that_charges_no_time_says_so() -> None:
    hands = at_terminal()
    before = builders.snapshot()
    assert refusal(hands.press(FEE, {"player": "S1", "charges": "1"})) == "no_seat_fee"
    assert builders.snapshot() == before


def test_a_table_tells_its_charge(hands: Hands) -> None:
    assert tables.table(hands.house.dana, "BJ-01", hands.house.at).seat_charge == 500
