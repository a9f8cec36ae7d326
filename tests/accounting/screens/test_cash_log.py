"""The cash log on screen: sums that are never netted, what is due, what looks like structuring, and who may read."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import time_machine

from accounting.services import follow
from tables.services import patrons, taps
from tests import builders, cages, custody
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

pytestmark = pytest.mark.django_db
HERE = "/books/cash-log/"
BANK = {100: 200, 500: 200, 2_500: 160, 10_000: 48, 50_000: 40, 100_000: 30}
"""60,000.00"""
DAYS = "first=2026-03-04&last=2026-03-05"
EVENING = builders.AT + timedelta(days=1)


def buys(house: House, cash: int, piece: int, who: str, at: datetime = builders.AT) -> None:
    """Somebody buys in for chips of one kind."""
    custody.buy_in(house, cash, {piece: cash // piece}, who, at=at)


@pytest.fixture
def house(db: None) -> Iterator[House]:
    """Pat brings 12,000.00 and takes 500.00, seat 3 brings 4,000.00; Bo brings 9,000.00 a day, two days in a row."""
    with time_machine.travel(builders.AT, tick=False):
        made = builders.house(posted=(500, 1_000_000), licensed_maximum=1_000_000, outsider=True)
        custody.issue_bank(made, BANK)
        custody.open_table(made, BANK)
        taps.tap_in(actor=made.dana, at=made.at, table="BJ-01")
        for code, name in (("P-7", "Pat Seven"), ("P-8", "Bo Lee")):
            patrons.register_patron(actor=made.petra, at=made.at, code=code, name=name)
        cages.with_cash(made)
        buys(made, 700_000, 100_000, "P-7")
        buys(made, 500_000, 100_000, "P-7")
        buys(made, 400_000, 100_000, "seat 3")
        buys(made, 900_000, 50_000, "P-8")
        cages.redeem(made, cages.lot({50_000: 1}), {10_000: 5}, patron="P-7")
    with time_machine.travel(EVENING, tick=False):
        buys(made, 900_000, 50_000, "P-8", EVENING)
        follow.follow_all()
        yield made


@pytest.fixture
def ada(house: House) -> Hands:
    """The accountant at her desk."""
    return Hands(house).sit_down("ada")


def text(hands: Hands, query: str = "") -> str:
    """The page as text without tags."""
    hands.look(f"{HERE}?{query}")
    return " ".join(re.sub(r"<[^>]+>", " ", hands.page).split())


def test_the_log_lists_sums_by_day_and_never_nets_them(ada: Hands) -> None:
    shown = text(ada, DAYS)
    assert "A report is due above 10,000.00, the log lists from 2,500.00 on." in shown
    assert shown.index("Gaming day 2026-03-05") < shown.index("Gaming day 2026-03-04")
    assert "P-7 Pat Seven 12,000.00 500.00 ■ above the threshold Report due: cash in 3 movements" in shown
    assert "P-8 Bo Lee 9,000.00 0.00 ▲ near the threshold 1 movement" in shown
    assert "seat 3 · BJ-01 not identified 4,000.00 0.00 1 movement" in shown


def test_every_movement_is_behind_its_sum(ada: Hands) -> None:
    shown = text(ada, DAYS + "&who=P-7")
    assert "12:00 BJ-01 buy-in cash in 7,000.00 dana" in shown
    assert "12:00 Cage chips redeemed cash out 500.00 cass" in shown
    assert "Bo Lee" not in shown


def test_reports_that_are_due_are_a_list_of_their_own(ada: Hands) -> None:
    shown = text(ada, DAYS + "&show=reports")
    assert "P-7 Pat Seven 12,000.00 500.00" in shown
    assert "P-8" not in shown
    assert "seat 3" not in shown
    assert "No report is due for these days." in text(ada, "first=2026-03-05&last=2026-03-05&show=reports")


def test_structuring_is_reviewed_over_the_days(ada: Hands) -> None:
    shown = text(ada, DAYS + "&show=review")
    together = "cash in 2026-03-04: 9,000.00 2026-03-05: 9,000.00 18,000.00"
    assert f"P-8 two days that pass the threshold only together {together}" in shown
    assert f"P-8 day after day just below the threshold {together}" in shown
    assert "P-7" not in shown
    assert "kept below the threshold" in text(ada, DAYS + "&show=review&who=P-7")


def test_everybody_is_shown_when_asked_for(house: House) -> None:
    with time_machine.travel(EVENING, tick=False):
        buys(house, 100_000, 100_000, "seat 5", EVENING)
        follow.follow_all()
        ada = Hands(house).sit_down("ada")
        assert "seat 5" not in text(ada, DAYS)
        assert "seat 5 · BJ-01 not identified 1,000.00 0.00 1 movement" in text(ada, DAYS + "&show=all")


def test_the_last_week_is_shown_when_nothing_was_chosen(ada: Hands) -> None:
    shown = text(ada)
    assert 'name="first" value="2026-02-27"' in ada.page
    assert 'name="last" value="2026-03-05"' in ada.page
    assert "Gaming day 2026-03-04" in shown
    assert 'name="first" value="2026-02-26"' in ada.look(f"{HERE}?last=2026-03-04").content.decode()


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("first=2026-03-05&last=2026-03-04", "bad_days"),
        ("first=2026-01-01&last=2026-03-04", "bad_days"),
        ("first=tomorrow", "bad_form"),
        ("who=" + "x" * 81, "bad_form"),
    ],
)
def test_days_that_cannot_be_are_refused_with_the_form_still_there(ada: Hands, query: str, code: str) -> None:
    response = ada.look(f"{HERE}?{query}")
    assert (response.status_code, refusal(response)) == (422, code)
    assert 'name="first"' in ada.page
    assert "Gaming day" not in ada.page


@pytest.mark.parametrize(("name", "status"), [("axel", 200), ("petra", 403), ("cass", 403), ("hana", 403)])
def test_only_accounting_and_audit_read_it(house: House, name: str, status: int) -> None:
    hands = Hands(house).sit_down(name)
    assert hands.look(HERE).status_code == status
    assert ("P-7" in hands.page) is (status == 200)
    hands.look("/")
    assert (f'href="{HERE}"' in hands.page) is (status == 200)
