"""The time charge of a pot game: chips for the rake box, no round's (domain.md §1.6)."""

from typing import Any

import pytest

from accounting.selectors import ledger
from accounting.services import follow
from tables.domain.errors import Conflict, Invalid, NotAllowed
from tables.services import seat_fees
from tests import builders, custody, potted
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return potted.house("scarney", rake="time", rake_amount=500)


def take(house: House, given: dict[int, int], **more: Any) -> dict[str, Any]:
    asked = {"actor": house.dana, "at": house.at, "table": house.tables[0], "player": "anna", "given": given}
    return seat_fees.take_seat_fee(**{**asked, **more})


def test_whole_charges_go_into_the_rake_box_and_no_rack_moves(house: House) -> None:
    before = custody.rack_of(house)
    assert take(house, {500: 2})["total"] == 1_000
    (told,) = custody.facts(house, "seat_fee_taken")
    assert told["transfers"] == [["player:anna", "rake", 1_000, "seat_fee", "chips"]]
    assert custody.rack_of(house) == before


def test_the_books_hold_it_as_rake(house: House) -> None:
    take(house, {500: 3})
    follow.follow_all()
    balances = {account.code: account.balance for account in ledger.trial_balance(actor=house.ada).accounts}
    assert balances["rake/BJ-01"] == 1_500


def test_a_repeat_charges_once(house: House) -> None:
    assert take(house, {500: 1}, key="press-0001") == take(house, {500: 1}, key="press-0001")
    assert len(custody.facts(house, "seat_fee_taken")) == 1


class TestRefused:
    def test_part_of_a_charge(self, house: House) -> None:
        with custody.refused(house, Invalid, "bad_amount", charge=500):
            take(house, {100: 7})

    def test_nothing(self, house: House) -> None:
        with custody.refused(house, Invalid, "bad_amount"):
            take(house, {})

    def test_a_table_that_charges_no_time(self) -> None:
        house = potted.house("scarney")
        with custody.refused(house, Conflict, "no_seat_fee"):
            take(house, {500: 1})

    def test_who_does_not_deal_here(self, house: House) -> None:
        with custody.refused(house, NotAllowed, "not_dealing"):
            take(house, {500: 1}, actor=house.dev)

    def test_chips_that_the_house_does_not_know(self, house: House) -> None:
        with custody.refused(house, Invalid, "unknown_denomination", denomination=250):
            take(house, {250: 2})

    def test_a_banked_game(self) -> None:
        house = custody.running(builders.house())
        with custody.refused(house, Conflict, "no_seat_fee"):
            take(house, {500: 1})
