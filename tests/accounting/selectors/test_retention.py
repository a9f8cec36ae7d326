"""What was kept for long enough: a reminder by the rule pack in force, and nothing is deleted."""

from datetime import date

import pytest

from accounting.models.days import DayLock
from accounting.selectors import retention
from accounting.selectors.retention import Kept
from tables.domain.errors import NotAllowed
from tests import builders
from tests.builders import House
from tests.refusals import refused
from tests.reviewed import lock

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 4)


@pytest.fixture
def house() -> House:
    """Days of 2019 and 2021; papers are kept for 7 years, cash logs for 5."""
    made = builders.house()
    for day in (date(2019, 3, 3), date(2019, 3, 4), date(2021, 3, 3), date(2021, 3, 4)):
        lock(made, day, 1_000, 100)
    return made


def test_days_are_counted_from_the_pack_in_force(house: House) -> None:
    assert retention.kept(house.ada, TODAY) == [
        Kept("papers", 7, date(2019, 3, 4), 1, date(2019, 3, 3)),
        Kept("cash", 5, date(2021, 3, 4), 3, date(2019, 3, 3)),
    ]
    assert DayLock.objects.count() == 4


def test_a_young_house_is_reminded_of_nothing(house: House) -> None:
    assert retention.kept(house.ada, date(2024, 3, 3)) == []


def test_29_february_is_not_called_kept_too_soon() -> None:
    assert retention.years_before(date(2028, 2, 29), 7) == date(2021, 2, 28)
    assert retention.years_before(date(2028, 2, 29), 4) == date(2024, 2, 28)


def test_it_is_for_the_books(house: House) -> None:
    with refused("not_permitted", NotAllowed):
        retention.kept(house.petra, TODAY)
