"""What becomes of chips when the rules call a round off that was paid in part (rules.md B3.6)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.db import connection

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.domain import chips
from tables.domain.table_states import RoundStatus
from tables.models.log import Event, Stream
from tables.models.rounds import Round
from tables.selectors import felts
from tests import builders, custody, dealt
from tests.accounting import forging
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return dealt.ready(builders.house(rules={"exhaustion": "void_round"}))


def off_after_a_paid_natural_and_a_bust(house: House) -> None:
    """Anna's natural on 10.00 is paid 15.00, Bo's bust loses 20.00, then Cy asks for a card that is not there."""
    dealt.press(
        house,
        {"do": "open_round"},
        {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000},
        {"do": "bet", "by": "bo", "spot": 2, "amount": 2_000},
        {"do": "bet", "by": "cy", "spot": 3, "amount": 500},
        {"do": "close_betting"},
    )
    dealt.press(house, *dealt.cards(("AH", "TS", "5D", "8D", "KH", "6H", "5S", "7H")))
    dealt.press(house, {"do": "hit", "by": "bo", "spot": 2}, {"do": "card", "card": "QC"})
    dealt.press(house, {"do": "hit", "by": "cy", "spot": 3})


def test_winnings_that_were_paid_come_back_into_the_rack_and_lost_stakes_leave_it(house: House) -> None:
    before = chips.value(custody.rack_of(house))
    off_after_a_paid_natural_and_a_bust(house)
    assert chips.value(custody.rack_of(house)) == before - 1_500 + 2_000
    dealt.press(house, {"do": "shoe_empty"})
    assert chips.value(custody.rack_of(house)) == before
    row = Round.objects.get()
    assert (row.status, row.handle, row.hands, row.house_net) == (RoundStatus.VOIDED, 0, 0, 0)


def test_the_event_says_what_the_rack_got_back(house: House) -> None:
    off_after_a_paid_natural_and_a_bust(house)
    dealt.press(house, {"do": "shoe_empty"})
    (told,) = custody.facts(house, "shoe_exhausted")
    assert chips.value(chips.from_data(told["rack"])) == 1_500 - 2_000
    assert told["ended"] == "void"


def test_the_books_and_the_rack_agree_about_it(house: House) -> None:
    off_after_a_paid_natural_and_a_bust(house)
    dealt.press(house, {"do": "shoe_empty"})
    follow.follow_all()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(l.amount) FROM accounting_leg l JOIN accounting_account a ON a.id = l.account_id"
            " WHERE a.code = 'rack/BJ-01'"
        )
        assert cursor.fetchone() == (chips.value(custody.rack_of(house)),)


def test_a_bet_that_is_taken_back_before_the_deal_was_never_wagered() -> None:
    house = dealt.ready(builders.house())
    dealt.press(
        house,
        {"do": "open_round"},
        {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000},
        {"do": "bet", "by": "bo", "spot": 2, "amount": 2_000},
        {"do": "withdraw_bet", "by": "anna", "spot": 1},
        {"do": "bet", "by": "cy", "spot": 1, "amount": 500},
        {"do": "close_betting"},
    )
    dealt.press(house, *dealt.cards(("KH", "8C", "TS", "7S", "9D", "7H")))
    dealt.press(house, {"do": "stand", "by": "cy", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})
    row = Round.objects.get()
    assert (row.handle, row.hands, row.house_net) == (2_500, 2, 0)
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


# ------------------------------------------------------------------------------------------- the chips of each payment
def pay(house: House, *bets: Mapping[str, Any], cards: Sequence[str], acts: Sequence[Mapping[str, Any]]) -> Any:
    dealt.press(house, {"do": "open_round"}, *bets, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(cards))
    return dealt.press(house, *acts)


STAND = {"do": "stand", "by": "anna", "spot": 1}
WON = ("KH", "TS", "QS", "7H")


def test_what_is_told_to_be_cut_is_what_left_the_rack() -> None:
    """A rack without a single red chip: 15.00 are fifteen whites, whatever the chip set would have."""
    house = builders.house()
    custody.running(house)
    dealt.shoe_ready(house)
    custody.buy_in(house, 100_000, {500: 200})
    bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 1_500, "chips": {"100": 15}}
    before = custody.rack_of(house)
    answer = pay(house, bet, cards=WON, acts=[STAND])
    assert answer["payments"] == [{"bet": 1, "kind": "main", "seat": "1", "chips": {"100": 15}}]
    assert chips.less(before, custody.rack_of(house)) == {100: 15}
    assert felts.table_felt(actor=house.dana, table="BJ-01").picture["payments"] == answer["payments"]
    (settled,) = custody.facts(house, "act_taken")[-1]["settled"]
    assert settled["chips"] == {"100": 15}


def test_bets_that_lose_or_push_are_paid_nothing(house: House) -> None:
    bets = [
        {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000},
        {"do": "bet", "by": "bo", "spot": 2, "amount": 500},
    ]
    answer = pay(
        house, *bets, cards=("TH", "8C", "TS", "7S", "8D", "7H"), acts=[STAND, {**STAND, "by": "bo", "spot": 2}]
    )
    assert answer["payments"] == []
    assert all("chips" not in line for line in custody.facts(house, "act_taken")[-1]["settled"])


def test_chips_for_notes_and_what_they_won_are_told_together() -> None:
    house = dealt.ready(builders.house(rules={"money_play": "changed"}))
    bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 2_500, "tender": "cash"}
    back = {"do": "back_bet", "id": "k1", "by": "cy", "spot": 1, "amount": 500}
    answer = pay(house, bet, back, cards=WON, acts=[STAND])
    assert answer["payments"] == [
        {"bet": 1, "kind": "main", "seat": "1", "chips": {"2500": 2}},
        {"bet": 2, "kind": "back", "seat": "1/k1", "chips": {"500": 1}},
    ]


def test_every_hand_of_a_split_and_its_double_is_paid_by_itself() -> None:
    house = dealt.ready(builders.house(rules={"double_after_split": True, "player_cards": "face_up"}))
    bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 500}
    dealt.press(house, {"do": "open_round"}, bet, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("8C", "TS", "8D", "7H")))
    dealt.press(house, {"do": "split", "by": "anna", "spot": 1})
    dealt.press(house, *dealt.cards(("3H",)))
    dealt.press(house, {"do": "double", "by": "anna", "spot": 1}, *dealt.cards(("9H", "KS")))
    answer = dealt.press(house, STAND)
    assert [(line["kind"], line["seat"], line["chips"]) for line in answer["payments"]] == [
        ("main", "1", {"500": 1}),
        ("split", "1", {"500": 1}),
        ("double", "1", {"500": 1}),
    ]


def test_an_insurance_is_paid_while_the_round_goes_on(house: House) -> None:
    bets = [{"do": "bet", "by": "anna", "spot": 1, "amount": 1_000}]
    dealt.press(house, {"do": "open_round"}, *bets, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("TH", "AS", "9S", "KH")))
    dealt.press(house, {"do": "insure", "by": "anna", "spot": 1, "amount": 500})
    answer = dealt.press(house, {"do": "close_insurance"})
    assert answer["payments"] == [{"bet": 2, "kind": "insurance", "seat": "1", "chips": {"500": 2}}]


def test_the_next_round_begins_without_payments(house: House) -> None:
    pay(house, {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000}, cards=WON, acts=[STAND])
    answer = dealt.press(house, {"do": "confirm_settlement"})
    assert answer["payments"] == [{"bet": 1, "kind": "main", "seat": "1", "chips": {"500": 2}}]
    assert dealt.press(house, {"do": "open_round"})["payments"] == []


@pytest.mark.by_hand
def test_verify_sees_chips_that_are_not_worth_what_the_rack_paid(house: House) -> None:
    pay(house, {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000}, cards=WON, acts=[STAND])
    follow.follow_all()
    forging.unguard()
    (event,) = Event.objects.filter(type="act_taken")
    Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(
        body=event.body.replace('"chips":{"500":2}', '"chips":{"500":1}')
    )
    forging.chain_again(Stream.objects.get(pk=event.stream_id))
    assert "the chips that bets were paid are not worth what the rack paid" in str(verify().findings[0])
