"""The month of the bench is a month of the floor: worked by the services, locked day by day, proven whole."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from accounting.models.days import DayLock
from accounting.selectors import figures
from accounting.services.verify.run import verify
from casino.bench import month
from casino.bench.month import Month, Paced
from tables.models.periods import DropBox
from tests import whole_house

pytestmark = pytest.mark.django_db
FIRST = date(2026, 3, 2)


@pytest.fixture
def worked(settings: Any) -> Iterator[Month]:
    """Two tables on two days; the cost of a PIN is given back to the other tests."""
    settings.PIN_HASH_COST = month.CHEAP
    made = month.begin(2, FIRST)
    with whole_house.frozen():
        for _ in range(2):
            made.work()
        yield made


def test_two_days_are_locked_and_nothing_is_found(worked: Month) -> None:
    days = [FIRST, FIRST + timedelta(days=1)]
    assert list(DayLock.objects.order_by("gaming_day").values_list("gaming_day", flat=True)) == days
    assert worked.today == days[-1]
    assert [str(finding) for finding in verify().findings] == []


def test_the_figures_are_what_the_floor_counted(worked: Month) -> None:
    house = figures.between(actor=worked.accountant, first=FIRST, last=worked.today).content["figures"]["house"]
    banked = house["banked"]
    counted = sum(box.counted_total or 0 for box in DropBox.objects.all())
    assert (banked["rounds"], banked["drop"], banked["difference"]) == (4, counted, 0)
    assert counted > 0
    assert banked["win"] == banked["engine_net"]


def test_the_reports_that_are_timed_are_those_of_the_last_day(worked: Month) -> None:
    assert {name: len(paced) for name, paced in month.reports(worked).items()} == {
        "shift report": 5,
        "master game report": 5,
        "day report": 5,
    }
    assert len(worked.locks) == 2


def test_growth_is_a_ratio_beside_the_reference() -> None:
    """Twice as long on a machine half as quick is no growth."""
    first, later = [Paced(0.1, 0.02)] * 3, [Paced(0.2, 0.04)] * 3
    line = month.growth("day report", later, first, 1.5)
    assert (line.ours, line.baseline, line.ratio, line.met) == (200.0, 100.0, 1.0, True)
    grown = month.growth("day report", [Paced(0.2, 0.02)] * 3, first, 1.5)
    assert (grown.ratio, grown.bar, grown.met) == (2.0, "<= 1.5 x", False)
