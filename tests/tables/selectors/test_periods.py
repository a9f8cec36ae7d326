"""What still waits for a count, and a table's own history."""

from datetime import date

import pytest

from tables.selectors import periods
from tables.services import clock
from tests import builders, custody
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """Two tables: the first opened at noon, the second never."""
    made = builders.house(tables=("BJ-01", "BJ-02"), outsider=True)
    custody.issue_bank(made)
    custody.open_table(made)
    return made


def late(house: House, hour: int, minute: int = 0, day: int = 4) -> list[tuple[str, int, date, str]]:
    house.casino.refresh_from_db()
    now = clock.window(
        house.casino.pk, house.casino.settings_version, house.at.replace(day=day, hour=hour, minute=minute)
    )
    found = periods.uncounted(house.casino.pk, now)
    return [(row.table, row.period, row.gaming_day, row.shift) for row in found]


def test_t08_a_table_not_counted_at_the_change_of_shift_is_late(house: House) -> None:
    assert late(house, hour=21, minute=59) == []
    assert late(house, hour=22, minute=0) == [("BJ-01", 1, date(2026, 3, 4), "day")]
    custody.roll_table(house, at=house.at.replace(hour=22, minute=10))
    assert late(house, hour=22, minute=11) == []
    assert late(house, day=5, hour=14) == [("BJ-01", 2, date(2026, 3, 4), "swing")]


def test_t08_a_count_before_the_change_is_in_time(house: House) -> None:
    custody.roll_table(house, at=house.at.replace(hour=21, minute=40))
    assert late(house, hour=21, minute=45) == []
    assert late(house, hour=22, minute=0) == []


def test_a_closed_table_is_not_late(house: House) -> None:
    custody.close_table(house)
    assert late(house, hour=22) == []


def test_t54_a_box_waits_from_its_removal_to_its_count(house: House) -> None:
    assert periods.waiting_boxes(house.casino.pk) == []
    custody.roll_table(house)
    custody.roll_table(house, at=house.at.replace(hour=21), removal=custody.removal(house))
    custody.close_table(house)
    custody.remove_box(house, 2, at=house.at.replace(hour=22))
    assert periods.waiting_boxes(house.casino.pk) == [
        periods.WaitingBox("BJ-01", 1, house.at.replace(hour=21), (1, 2)),
        periods.WaitingBox("BJ-01", 2, house.at.replace(hour=22), (3,)),
    ]
    custody.count_box(house, {})
    assert [box.box for box in periods.waiting_boxes(house.casino.pk)] == [2]


def test_a_tables_history_is_its_own(house: House) -> None:
    custody.roll_table(house)
    custody.issue_bank(house, table="BJ-02")
    custody.open_table(house, table="BJ-02")
    mine = periods.of_table(house.casino.pk, "BJ-01").order_by("-number")
    assert [(row.number, row.box.number) for row in mine] == [(2, 1), (1, 1)]
    assert list(periods.of_table(house.otto.casino_id, "BJ-01")) == []
