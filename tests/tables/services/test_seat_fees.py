"""The time charge of a pot game: chips for the rake box, no round's (domain.md §1.6)."""

import json
from typing import Any

import pytest

from accounting.selectors import ledger
from accounting.services import follow
from accounting.services.verify import run
from tables.domain.canonical import canonical
from tables.domain.errors import Conflict, Invalid, NotAllowed
from tables.models import log, periods
from tables.services import patrons, seat_fees
from tests import builders, custody, potted
from tests.accounting import forging
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
    assert (told["game"], told["rules_version"], told["charge"]) == ("scarney", 1, 500)
    assert custody.rack_of(house) == before


def test_the_books_hold_it_as_rake(house: House) -> None:
    take(house, {500: 3})
    follow.follow_all()
    balances = {account.code: account.balance for account in ledger.trial_balance(actor=house.ada).accounts}
    assert balances["rake/BJ-01"] == 1_500


def test_a_repeat_charges_once(house: House) -> None:
    assert take(house, {500: 1}, key="press-0001") == take(house, {500: 1}, key="press-0001")
    assert len(custody.facts(house, "seat_fee_taken")) == 1


def test_known_chips_fall_with_it(house: House) -> None:
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="anna", amount=1_200)
    take(house, {500: 2})
    assert house.state().funds == {"anna": 200}
    potted.open_scarney(house, "bo", "cy")
    take(house, {500: 1}, player="bo")
    assert house.state().funds == {"anna": 200}


def test_the_box_beside_it_has_rake_to_count(house: House) -> None:
    take(house, {500: 1})
    assert periods.DropBox.objects.get(table=house.table()).raked is True


class TestProof:
    """A forger makes the chain fit again; the house rules still tell on him."""

    @pytest.mark.parametrize(
        ("forge", "told"),
        [
            ({"charge": 250}, "the charge is not the one of the house rules"),
            ({"rules_version": 2}, "the charge is not the one of the house rules"),
            ({"chips": {"100": 7}, "total": 700}, "the chips are no whole number of charges"),
            ({"chips": {"500": 3}}, "the chips are not what was moved"),
            ({"total": 500}, "the chips are not what was moved"),
            (
                {"transfers": [["player:bo", "rake", 1_000, "seat_fee", "chips"]]},
                "the chips are not what was moved",
            ),
        ],
    )
    def test_a_charge_that_was_changed_is_named(self, house: House, forge: dict[str, Any], told: str) -> None:
        take(house, {500: 2})
        with forging.changed():
            forging.unguard()
            row = log.Event.objects.get(type="seat_fee_taken")
            body = json.loads(row.body)
            body["data"] |= forge
            log.Event.objects.filter(stream_id=row.stream_id, seq=row.seq).update(body=canonical(body))
            forging.chain_again(log.Stream.objects.get(pk=row.stream_id))
            found = [str(finding) for finding in run.verify(["DEMO/table/BJ-01"]).findings]
        assert f"DEMO/table/BJ-01 #{row.seq} seat_fee_taken: {told}" in found


class TestRefused:
    def test_more_than_the_player_is_known_to_have(self, house: House) -> None:
        patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="anna", amount=400)
        with custody.refused(house, Invalid, "insufficient_funds", funds=400):
            take(house, {500: 1})

    def test_from_a_tracked_player_during_a_round(self, house: House) -> None:
        patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="anna", amount=4_000)
        potted.open_scarney(house)
        with custody.refused(house, Conflict, "round_in_play", round=1):
            take(house, {500: 1})

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
