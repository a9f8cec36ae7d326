"""The shifts that could be certified: the newest ones, however long the house was closed between two of them."""

from datetime import date, timedelta

import pytest

from accounting.selectors import shift_reports
from tables.models.periods import BankPeriod
from tests import builders, custody
from tests.builders import GAMING_DAY, House

pytestmark = [pytest.mark.django_db, pytest.mark.by_hand]


def closed_period(house: House, day: date, shift: str, hours: int) -> None:
    """A period of the table that is open, of an earlier day, as if it had been closed."""
    open_now = BankPeriod.objects.get(table=house.table(), closed_at=None)
    began = open_now.opened_at - (GAMING_DAY - day) + timedelta(hours=hours)
    BankPeriod.objects.create(
        table=open_now.table,
        number=1_000 + BankPeriod.objects.count(),
        session=1,
        gaming_day=day,
        shift=shift,
        opened_at=began,
        opener={},
        opener_total=0,
        opener_variance=0,
        opened_seq=1,
        box=open_now.box,
        closed_at=began + timedelta(hours=1),
        closer={},
        closer_total=0,
        closer_expected=0,
        closed_seq=2,
    )


@pytest.fixture
def house() -> House:
    """One shift is open, one was played the day before, two a month ago and one a year ago."""
    made = custody.running(builders.house(outsider=True))
    closed_period(made, GAMING_DAY - timedelta(days=1), "swing", 2)
    closed_period(made, GAMING_DAY - timedelta(days=1), "swing", 3)
    closed_period(made, GAMING_DAY - timedelta(days=30), "day", 0)
    closed_period(made, GAMING_DAY - timedelta(days=30), "swing", 2)
    closed_period(made, GAMING_DAY - timedelta(days=365), "day", 0)
    return made


def told(house: House, limit: int) -> list[tuple[int, str, int, int]]:
    """Days ago, shift, periods and open periods of each."""
    found = shift_reports.shifts(house.ada, limit=limit)
    return [((GAMING_DAY - one.gaming_day).days, one.shift, one.periods, one.open_periods) for one in found]


def test_the_newest_shifts_come_first(house: House) -> None:
    (newest, *earlier) = told(house, 12)
    assert (newest[0], *newest[2:]) == (0, 1, 1)
    assert earlier == [(1, "swing", 2, 0), (30, "swing", 1, 0), (30, "day", 1, 0), (365, "day", 1, 0)]
    assert told(house, 3) == [newest, *earlier[:2]]
    assert told(house, 1) == [newest]


def test_a_house_in_which_nobody_played_has_none(house: House) -> None:
    assert shift_reports.shifts(house.otto) == []
