"""Each thing that hinders a day's lock, one by one: put there, seen, and gone when it is counted or explained."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from accounting.domain import shift_report
from accounting.domain.days import VARIANCES, Hindrance
from accounting.models.days import DayLock
from accounting.selectors import progress
from accounting.services import day_checklist, follow
from tables.domain.errors import Conflict
from tables.models.markers import Marker
from tests import builders, cages, custody, days, markers, slips
from tests.builders import House
from tests.days import DAY
from tests.refusals import refused

pytestmark = pytest.mark.django_db

WAITING = ("box_on_table", "box_not_counted", "box_missing", "rake_not_counted")
DIFFERENT: Mapping[str, Mapping[str, Any]] = {
    "opener_variance": {"period": 1, "seq": 4},
    "first_opener_variance": {"period": 1, "seq": 4},
    "closer_difference": {"period": 1, "seq": 9},
    "bank_variance": {"period": 1, "seq": 9},
    "drop_variance": {"box": 1},
    "rake_difference": {"box": 1},
}
"""Those of chips on their way and of the cage's own counts are made by real ones in ``test_days``."""
NOTED = ("round_voided", "misdeal", "shoe_blocked", "counts_differed", "papers_missing", "ruling_paid")
"""To be read in the report; they hold up nothing."""


@pytest.fixture
def house() -> House:
    return builders.house()


def hindrances(house: House, day: date = DAY) -> tuple[Hindrance, ...]:
    """What stands between the day and its lock on the morning after."""
    follow.follow_all(house.casino.pk)
    return day_checklist.one(house.ada, day, days.after(house)).hindrances


def kinds(house: House) -> list[str]:
    return [one.kind for one in hindrances(house)]


class Report:
    """Says of the first table what is put into it, instead of what the books have."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[dict[str, Any]] = []
        monkeypatch.setattr(shift_report, "exceptions", lambda periods, boxes: [dict(line) for line in self.lines])

    def says(self, kind: str, more: Mapping[str, Any]) -> None:
        self.lines = [{"kind": kind, "table": "BJ-01", **more}]


def test_what_is_not_counted_hinders_whoever_explains_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    days.ready(house)
    report = Report(monkeypatch)
    for kind in WAITING:
        report.says(kind, {"box": 1})
        (found,) = [one for one in hindrances(house) if one.kind == kind]
        assert (found.table, found.box, found.exception) == ("BJ-01", 1, "")
        with refused("day_not_ready", Conflict):
            days.locked(house)


def test_each_variance_hinders_until_it_is_explained(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {*DIFFERENT, "transit_variance", "cage_variance"} == VARIANCES
    days.ready(house)
    report = Report(monkeypatch)
    for kind, more in DIFFERENT.items():
        report.says(kind, {**more, "amount": -2_500})
        (found,) = [one for one in hindrances(house) if one.kind == kind]
        assert (found.table, found.amount) == ("BJ-01", -2_500)
        with refused("day_not_ready", Conflict):
            days.locked(house)
        days.explained(house, found.exception, "colin" if "box" in more else "petra")
        assert kind not in kinds(house)


def test_what_is_only_noted_hinders_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    days.ready(house)
    report = Report(monkeypatch)
    before = kinds(house)
    for kind in NOTED:
        report.says(kind, {"seq": 9, "reason": "seen"})
        assert kind not in kinds(house)
    assert before == []


@pytest.mark.by_hand
def test_t24_a_marker_that_nobody_can_show_hinders() -> None:
    house = markers.house()
    for _ in range(3):
        markers.issue(house, {10_000: 1})
    assert "number_missing" not in kinds(house)
    Marker.objects.filter(number=2).delete()
    assert [one.slip for one in hindrances(house) if one.kind == "number_missing"] == ["M-000002"]


@pytest.mark.by_hand
def test_t24_a_gap_between_two_days_hinders_the_later_one(house: House) -> None:
    """Number 1 is of the day before; 2 is gone, so that 3 is the first that the day can show."""
    custody.running(house)
    morning = days.after(house)
    for request, at in ((1, house.at), (2, morning), (3, morning)):
        slips.ask_fill(house, {500: 1}, at=at)
        slips.issue(house, request, at=at)
    custody.roll_table(house, at=morning)
    later = DAY + days.NEXT
    assert "number_missing" not in [one.kind for one in hindrances(house, later)]
    slips.row(house, 2).delete()
    assert [one.slip for one in hindrances(house, later) if one.kind == "number_missing"] == ["F-000002"]


def test_a_shift_hinders_until_its_last_word_is_final_and_true(house: House) -> None:
    """Preliminary before the count; final; and no longer what the books say when the table was opened once more."""
    days.played(house)
    days.certified(house)
    assert [(one.kind, one.what) for one in hindrances(house)] == [
        ("box_on_table", ""),
        ("shift_not_certified", "v1 preliminary"),
    ]
    days.counted(house)
    assert [(one.kind, one.what) for one in hindrances(house)] == [("shift_not_certified", "v1 preliminary")]
    days.certified(house)
    assert kinds(house) == []
    custody.open_table(house, custody.rack_of(house))
    days.closed(house, 0)
    days.counted(house, 0, box=2)
    assert [(one.kind, one.what) for one in hindrances(house)] == [("shift_not_certified", "v2 final")]
    with refused("day_not_ready", Conflict):
        days.locked(house)
    days.certified(house)
    days.locked(house)
    assert DayLock.objects.get().gaming_day == DAY


def test_t20_what_is_asked_for_after_the_day_is_the_next_days(house: House) -> None:
    days.ready(house)
    morning = days.after(house)
    custody.open_table(house, custody.rack_of(house), at=morning)
    slips.ask_fill(house, at=morning)
    assert kinds(house) == []


def test_a_count_of_the_cage_hinders_the_day_that_it_was_made_for(house: House) -> None:
    """In the morning the cage counts two quarters short: it is not the old day's."""
    days.ready(house)
    place = dict(slips.in_cage(house))
    place[2_500] -= 2
    counted = cages.counted({"MAIN": place}, {}, "two quarters short")
    cages.count(house, counted, at=days.after(house) + timedelta(hours=1))
    assert kinds(house) == []


def test_books_that_have_stopped_hinder(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    days.ready(house)
    lag = progress.lag(house.casino.pk)
    stopped = replace(lag, stopped=("DEMO/cage 9",))
    monkeypatch.setattr(progress, "lag", lambda casino_id: stopped)
    assert [(one.kind, one.what) for one in hindrances(house)] == [("books_stopped", "DEMO/cage 9")]
