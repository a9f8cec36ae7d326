"""What still waits for a count, and a table's own history."""

from datetime import date

import pytest

from tables.domain.errors import NotAllowed, NotFound
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
    found = periods.uncounted(house.petra, now)
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


def test_a_tables_history_is_its_own_and_newest_first(house: House) -> None:
    at = house.at.replace(hour=22)
    custody.roll_table(house, {**custody.BANK, 500: 199}, note="a red is missing", at=at)
    custody.issue_bank(house, table="BJ-02")
    custody.open_table(house, table="BJ-02")
    newest, first = periods.of_table(house.petra, "BJ-01")
    short = {"100": 200, "500": 199, "2500": 160, "10000": 48}
    assert newest == periods.PeriodView(
        number=2,
        session=1,
        gaming_day=date(2026, 3, 4),
        shift="swing",
        box=1,
        opened_at=at,
        opener=short,
        opener_total=999_500,
        opener_variance=0,
        closed_at=None,
        closer=None,
        closer_total=None,
        closer_expected=None,
    )
    assert newest.difference is None
    assert (first.number, first.closer, first.closer_total, first.closer_expected, first.difference) == (
        1,
        short,
        999_500,
        1_000_000,
        -500,
    )


def test_a_history_is_read_in_pages(house: House) -> None:
    for _ in range(4):
        custody.roll_table(house)
    assert [row.number for row in periods.of_table(house.petra, "BJ-01", limit=2)] == [5, 4]
    assert [row.number for row in periods.of_table(house.petra, "BJ-01", before=4, limit=2)] == [3, 2]
    assert periods.of_table(house.petra, "BJ-01", before=1) == []


def test_who_may_not_know_is_not_told(house: House) -> None:
    late_now = clock.window(house.casino.pk, 1, house.at)
    for refusal in (
        lambda: periods.uncounted(house.dana, late_now),
        lambda: periods.of_table(house.cass, "BJ-01"),
    ):
        with pytest.raises(NotAllowed) as caught:
            refusal()
        assert caught.value.code == "not_permitted"
    for reader in (builders.actor("dana"), house.otto):
        with pytest.raises(NotFound) as missing:
            periods.of_table(reader, "BJ-01")
        assert missing.value.code == "no_such_table"
