"""What the house owes for its chips, as the cage's page fetches it."""

from collections.abc import Iterator

import pytest
import time_machine

from accounting.services import follow
from tests import builders, cages
from tests.builders import House
from tests.cages import lot
from tests.tables.screens.hands import Hands

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> Iterator[House]:
    """A house with chips and cash in its drawers, on the day of its founding."""
    with time_machine.travel(builders.AT, tick=False):
        yield cages.with_cash(builders.house())


def test_a_page_of_its_own_and_a_part_of_another(house: House) -> None:
    cages.sell(house, lot({10_000: 2}), {10_000: 2})
    follow.follow_all()
    ada = Hands(house).sit_down("ada")
    ada.look("/books/chip-liability")
    assert "<html" in ada.page
    ada.look("/books/chip-liability", **{"HX-Request": "true"})
    assert "<html" not in ada.page
    for shown in ("431,000.00", "430,800.00", "200.00"):
        assert shown in ada.page
    assert "Call the auditor" not in ada.page


def test_t45_chips_from_nowhere_are_an_alarm(house: House) -> None:
    cages.redeem(house, lot({10_000: 2}), {10_000: 2})
    follow.follow_all()
    ada = Hands(house).sit_down("ada")
    ada.look("/books/chip-liability")
    assert 'role="alert"' in ada.page
    assert "Call the auditor" in ada.page
    assert "−200.00" in ada.page


def test_t45_the_alarm_stands_where_reports_are_certified(house: House) -> None:
    ada, petra = Hands(house).sit_down("ada"), Hands(house).sit_down("petra")
    ada.look("/reports/")
    assert "Call the auditor" not in ada.page
    cages.redeem(house, lot({10_000: 2}), {10_000: 2})
    follow.follow_all()
    ada.look("/reports/")
    assert "Call the auditor" in ada.page
    assert petra.look("/reports/").status_code == 200
    assert "Call the auditor" not in petra.page


def test_the_cashier_does_not_read_the_books(house: House) -> None:
    assert Hands(house).sit_down("cass").look("/books/chip-liability").status_code == 403
