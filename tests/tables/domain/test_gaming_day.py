"""One gaming day for the house by the server's clock (domain.md T-01 to T-03, T-08)."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.domain.gaming_day import DaySchedule, DayStart, ShiftStart, Window

LOS_ANGELES = ZoneInfo("America/Los_Angeles")
EARLY = date(2020, 1, 1)


def schedule(
    starts: list[tuple[date, time]] | None = None, shifts: list[tuple[date, str, time]] | None = None
) -> DaySchedule:
    return DaySchedule(
        zone=LOS_ANGELES,
        day_starts=[DayStart(*start) for start in starts or [(EARLY, time(6))]],
        shift_starts=[
            ShiftStart(*shift)
            for shift in shifts or [(EARLY, "day", time(6)), (EARLY, "swing", time(14)), (EARLY, "grave", time(22))]
        ],
    )


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2025-03-10T10:00", date(2025, 3, 9)),  # 03:00 PDT; a UTC-minus-6 h shortcut says 03-10
        ("2025-03-10T12:59", date(2025, 3, 9)),
        ("2025-03-10T12:59:59.999999", date(2025, 3, 9)),
        ("2025-03-10T13:00", date(2025, 3, 10)),
        ("2025-12-31T13:59", date(2025, 12, 30)),
        ("2025-12-31T14:00", date(2025, 12, 31)),
        ("2026-01-01T13:59", date(2025, 12, 31)),
    ],
)
def test_t01_gaming_day_is_not_the_calendar_day(moment: str, day: date) -> None:
    assert schedule().gaming_day(utc(moment)) == day


@pytest.mark.parametrize(
    ("day", "start", "end", "hours"),
    [
        (date(2025, 3, 8), "2025-03-08T14:00", "2025-03-09T13:00", 23),
        (date(2025, 11, 1), "2025-11-01T13:00", "2025-11-02T14:00", 25),
        (date(2025, 7, 1), "2025-07-01T13:00", "2025-07-02T13:00", 24),
    ],
)
def test_t02_days_last_23_or_25_hours(day: date, start: str, end: str, hours: int) -> None:
    house = schedule()
    begins, ends = house.start_of(day), house.start_of(day + timedelta(days=1))
    assert (begins, ends) == (utc(start), utc(end))
    assert ends - begins == timedelta(hours=hours)


@pytest.mark.parametrize(("date_", "hours"), [(date(2025, 3, 9), 7), (date(2025, 11, 2), 9), (date(2025, 6, 1), 8)])
def test_t02_grave_shift_from_midnight(date_: date, hours: int) -> None:
    house = schedule(
        [(EARLY, time(0))],
        [(EARLY, "grave", time(0)), (EARLY, "day", time(8)), (EARLY, "swing", time(16))],
    )
    grave = house.windows(date_)[0]
    assert (grave.shift, grave.ends - grave.starts) == ("grave", timedelta(hours=hours))


def test_t02_the_same_local_time_twice_is_two_instants_of_one_shift() -> None:
    first, second = utc("2025-11-02T08:30"), utc("2025-11-02T09:30")
    assert first.astimezone(LOS_ANGELES).time() == second.astimezone(LOS_ANGELES).time() == time(1, 30)
    house = schedule()
    assert house.window(first) == house.window(second)
    assert house.window(first).shift == "grave"


def test_t02_a_start_that_does_not_exist_moves_forward() -> None:
    house = schedule([(EARLY, time(2, 30))])
    assert house.start_of(date(2025, 3, 9)) == utc("2025-03-09T10:30")  # 03:30 PDT, the first time after the gap
    assert house.gaming_day(utc("2025-03-09T10:29")) == date(2025, 3, 8)
    assert house.gaming_day(utc("2025-03-09T10:30")) == date(2025, 3, 9)


def test_t03_closed_days_keep_their_start() -> None:
    house = schedule([(EARLY, time(5)), (date(2025, 6, 10), time(11)), (date(2025, 6, 20), time(13))])
    assert house.start_of(date(2025, 6, 9)) == utc("2025-06-09T12:00")
    assert house.start_of(date(2025, 6, 10)) == utc("2025-06-10T18:00")
    assert house.start_of(date(2025, 6, 20)) == utc("2025-06-20T20:00")
    # The last day of the old start lasts until the first of the new one begins: 30 hours, and no instant is lost.
    assert house.gaming_day(utc("2025-06-10T17:59")) == date(2025, 6, 9)
    assert house.gaming_day(utc("2025-06-10T18:00")) == date(2025, 6, 10)


def test_t03_an_earlier_start_shortens_the_day_before() -> None:
    house = schedule([(EARLY, time(11)), (date(2025, 6, 10), time(5))])
    assert house.start_of(date(2025, 6, 10)) - house.start_of(date(2025, 6, 9)) == timedelta(hours=18)
    assert house.gaming_day(utc("2025-06-10T12:00")) == date(2025, 6, 10)


def test_no_start_in_force_is_said() -> None:
    with pytest.raises(ValueError, match="no gaming-day start in force on 2019-12-31"):
        schedule().start_of(date(2019, 12, 31))


def test_shifts_cover_the_day_without_a_gap() -> None:
    for day in (date(2025, 3, 8), date(2025, 11, 1), date(2025, 7, 1)):
        house = schedule()
        windows = house.windows(day)
        assert [window.shift for window in windows] == ["day", "swing", "grave"]
        assert windows[0].starts == house.start_of(day)
        assert windows[-1].ends == house.start_of(day + timedelta(days=1))
        assert all(one.ends == two.starts for one, two in pairwise(windows))


def test_a_shift_that_starts_within_the_day_is_preceded_by_the_last_one() -> None:
    house = schedule(shifts=[(EARLY, "early", time(8)), (EARLY, "late", time(20))])
    assert [(window.shift, window.ends - window.starts) for window in house.windows(date(2025, 7, 1))] == [
        ("late", timedelta(hours=2)),
        ("early", timedelta(hours=12)),
        ("late", timedelta(hours=10)),
    ]


def test_a_house_without_shifts_has_one_a_day() -> None:
    house = DaySchedule(LOS_ANGELES, [DayStart(EARLY, time(6))], [])
    assert house.windows(date(2025, 7, 1)) == [
        Window(date(2025, 7, 1), "day", utc("2025-07-01T13:00"), utc("2025-07-02T13:00"))
    ]


def test_the_shift_pattern_in_force_is_the_days() -> None:
    house = schedule(
        shifts=[(EARLY, "whole", time(6)), (date(2025, 7, 2), "am", time(6)), (date(2025, 7, 2), "pm", time(18))]
    )
    assert [window.shift for window in house.windows(date(2025, 7, 1))] == ["whole"]
    assert [window.shift for window in house.windows(date(2025, 7, 2))] == ["am", "pm"]


@pytest.mark.parametrize(
    ("moment", "shift", "day"),
    [
        ("2025-07-01T19:59", "day", date(2025, 7, 1)),  # 12:59 local, an hour and a minute before the roll
        ("2025-07-01T20:00", "swing", date(2025, 7, 1)),  # 13:00, exactly an hour early: the next shift's opener
        ("2025-07-01T20:59", "swing", date(2025, 7, 1)),
        ("2025-07-02T12:40", "day", date(2025, 7, 2)),  # 05:40: tomorrow's first shift
        ("2025-07-01T21:00", "swing", date(2025, 7, 1)),
    ],
)
def test_t08_a_count_up_to_an_hour_early_opens_the_next_shift(moment: str, shift: str, day: date) -> None:
    window = schedule().window_after_count(utc(moment), timedelta(minutes=60))
    assert (window.shift, window.gaming_day) == (shift, day)


@given(st.datetimes(datetime(2024, 12, 1), datetime(2026, 12, 1)))
def test_every_instant_belongs_to_one_day_and_one_shift(naive: datetime) -> None:
    moment, house = naive.replace(tzinfo=UTC), schedule([(EARLY, time(5)), (date(2025, 6, 10), time(11))])
    day = house.gaming_day(moment)
    assert house.start_of(day) <= moment < house.start_of(day + timedelta(days=1))
    assert [window for window in house.windows(day) if window.starts <= moment < window.ends] == [house.window(moment)]
