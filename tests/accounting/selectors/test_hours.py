"""A day hour by hour: cash into boxes and chips in racks by the log, ending at what was counted."""

from datetime import date, timedelta

import pytest

from accounting.selectors import figures, hours
from accounting.selectors.hours import Hour
from accounting.services import follow
from tables.domain.errors import NotAllowed
from tables.selectors import house as house_reads
from tables.services import clock
from tests import builders, custody
from tests import slips as acts
from tests.builders import AT, GAMING_DAY, House
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def told(house: House, day: date = GAMING_DAY, name: str = "ada") -> list[Hour]:
    follow.follow_all(house.casino.pk)
    schedule = clock.schedule(house.casino.pk, house_reads.of(house.hana).settings_version)
    return list(hours.of_day(house.people[name], day, schedule))


@pytest.fixture
def house() -> House:
    """BJ-01 opens at noon with 10,000.00, sells 100.00 at noon and 500.00 at 13:30, has a fill at 14:10, closes 25.00
    short at 16:00 and opens once more for a moment. The gaming day begins at 06:00."""
    made = acts.house()
    custody.buy_in(made, 10_000, {2_500: 4})
    custody.buy_in(made, 50_000, {2_500: 20}, at=AT + timedelta(minutes=90))
    later = AT + timedelta(minutes=130)
    acts.ask_fill(made, {500: 40, 2_500: 20}, at=later)
    slip = acts.issue(made, at=later)["slip"]
    acts.carry(made, slip, at=later)
    acts.accept(made, slip, at=later)
    rack = dict(custody.rack_of(made))
    rack[2_500] -= 1
    custody.close_table(made, rack, "25.00 short", at=AT + timedelta(hours=4))
    return made


def test_cash_and_racks_by_the_hour(house: House) -> None:
    found = told(house)
    assert [hour.starts for hour in found[:2]] == [AT - timedelta(hours=6), AT - timedelta(hours=5)]
    assert len(found) == 24
    assert {at: hour.cash for at, hour in enumerate(found) if hour.cash} == {6: 10_000, 7: 50_000}
    assert [found[at].racks for at in (0, 5, 6, 7, 8, 9, 10, 23)] == [
        1_000_000, 1_000_000, 990_000, 940_000, 1_010_000, 1_010_000, 1_007_500, 1_007_500,
    ]  # fmt: skip


def test_it_ends_at_what_was_counted_and_adds_up_to_the_boxes_by_the_log(house: House) -> None:
    again = AT + timedelta(hours=5)
    custody.open_table(house, custody.rack_of(house), at=again)
    custody.buy_in(house, 10_000, {2_500: 4}, at=again)
    custody.close_table(house, custody.rack_of(house), at=again + timedelta(hours=1))
    found = told(house)
    line = figures.between(actor=house.ada, first=GAMING_DAY, last=GAMING_DAY).content["figures"]["tables"][0]
    assert sum(hour.cash for hour in found) == line["box_cash_by_log"] == 70_000
    assert found[-1].racks == 997_500


def test_t02_a_day_without_a_count_has_no_hours_and_a_short_one_has_23() -> None:
    house = builders.house()
    assert told(house) == []
    night = AT + timedelta(days=3)  # 2026-03-07: the clocks go forward in its night
    custody.running(house, night)
    custody.close_table(house, custody.rack_of(house), at=night)
    assert len(told(house, GAMING_DAY + timedelta(days=3))) == 23


def test_who_reads_no_reports_reads_no_hours(house: House) -> None:
    with refused("not_permitted", NotAllowed):
        told(house, name="dana")
