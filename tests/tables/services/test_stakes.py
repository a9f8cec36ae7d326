"""What becomes of chips when the rules call a round off that was paid in part (rules.md B3.6)."""

import pytest
from django.db import connection

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.domain import chips
from tables.domain.table_states import RoundStatus
from tables.models.rounds import Round
from tests import builders, custody, dealt
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
