"""Gaming days on screen: the checklist leads to what hinders, two persons lock, the report is the frozen one."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from accounting.models.days import DayAdjustment, DayLock, ExceptionExplained
from accounting.services import follow
from tests import builders, custody, days, slips
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

pytestmark = pytest.mark.django_db
LIST, DAY = "/reports/days/", "/reports/days/2026-03-04/"
TWO = {
    "accountant_badge": "ada", "accountant_pin": "150872", "second_badge": "hana", "second_pin": "370194",
}  # fmt: skip


@pytest.fixture
def short() -> Iterator[House]:
    """The morning after: 25.00 are missing at BJ-01, all else is done."""
    with time_machine.travel(builders.AT, tick=False):
        made = days.played(builders.house(), note="25.00 short", lost=1)
        days.counted(made)
    with time_machine.travel(days.after(made), tick=False):
        days.certified(made)
        follow.follow_all()
        yield made


def test_a_variance_is_explained_and_the_day_locked(short: House) -> None:
    ada = Hands(short).sit_down("ada")
    shown = ada.look(DAY).content.decode()
    assert "Closer differs from what the rounds expect" in shown
    assert "Lock the gaming day" not in shown
    keyed = {
        "do": "explain", "exception": "closer_difference/BJ-01/1", "cause": "count_error", "explanation": "found later",
        "owner_badge": "petra", "owner_pin": "610437",
    }  # fmt: skip
    response = ada.press(DAY, keyed, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, DAY)
    assert ExceptionExplained.objects.get().explained_by == "petra"
    follow.follow_all()
    shown = ada.look(DAY).content.decode()
    assert "found later" in shown
    assert "PREVIEW, not locked" in shown
    assert ada.press(DAY, {"do": "lock", **TWO}, swap=False).status_code == 302
    shown = ada.look(DAY).content.decode()
    row = DayLock.objects.get()
    assert row.sha256 in shown
    assert "LOCKED" in shown
    assert ada.look(f"{DAY}report.json").content.decode() == row.text
    assert ada.look(LIST).status_code == 200
    assert row.sha256[:16] in ada.page


def test_a_wrong_pin_locks_nothing_and_keeps_what_was_keyed(short: House) -> None:
    days.explained(short, "closer_difference/BJ-01/1")
    follow.follow_all()
    ada = Hands(short).sit_down("ada")
    ada.look(DAY)
    response = ada.press(DAY, {"do": "lock", **TWO, "second_pin": "000000"}, swap=False)
    assert response.status_code == 403
    assert refusal(response) == "wrong_badge_or_pin"
    assert 'value="hana"' in ada.page
    assert not DayLock.objects.exists()


def test_a_locked_day_is_adjusted_in_the_running_one(short: House) -> None:
    days.explained(short, "closer_difference/BJ-01/1")
    days.locked(short)
    ada = Hands(short).sit_down("ada")
    ada.look(DAY)
    keyed = {"do": "adjust", "table": "BJ-01", "figure": "box", "amount": "12.50", "down": "on", "reason": "a bad note"}
    assert ada.press(DAY, {**keyed, **TWO}, swap=False).status_code == 302
    assert DayAdjustment.objects.get().amount == -1_250


def test_the_files_are_drawn(short: House) -> None:
    days.explained(short, "closer_difference/BJ-01/1")
    days.locked(short)
    ada = Hands(short).sit_down("ada")
    response = ada.client.get(f"{DAY}report.pdf")
    assert (response.status_code, response.content[:5]) == (200, b"%PDF-")
    assert ada.client.get(f"{DAY}report.csv").status_code == 404


def test_who_sees_days(short: House) -> None:
    petra = Hands(short).sit_down("petra")
    assert petra.look(LIST).status_code == 403
    assert petra.look(DAY).status_code == 403
    axel = Hands(short).sit_down("axel")
    assert axel.look(DAY).status_code == 200
    assert "Explain a variance" not in axel.page


def test_a_shift_to_be_certified_leads_only_who_may_to_its_page() -> None:
    with time_machine.travel(builders.AT, tick=False):
        made = days.played(builders.house())
        days.counted(made)
    with time_machine.travel(days.after(made), tick=False):
        follow.follow_all()
        for name, leads in (("ada", True), ("hana", False)):
            hands = Hands(made).sit_down(name)
            hands.look(DAY)
            assert ('/certify/"' in hands.page) is leads
            assert "certified" in hands.page


def test_what_hinders_is_told_in_words() -> None:
    with time_machine.travel(builders.AT, tick=False):
        made = days.played(builders.house())
        slips.ask_fill(made)
        slips.issue(made)
        follow.follow_all()
        page = Hands(made).sit_down("ada").look(DAY).content.decode()
    assert "BJ-01 F-000001 · Fill 1 · made out" in page
    assert "· Vault" in page
    assert "· vault" not in page


def test_a_day_without_anything_to_lock(short: House) -> None:
    ada = Hands(short).sit_down("ada")
    assert ada.look("/reports/days/2026-03-03/").status_code == 404
    custody.open_table(short, custody.rack_of(short), at=days.after(short) + timedelta(minutes=1))
    shown = ada.look(LIST).content.decode()
    assert "2026-03-05" in shown
