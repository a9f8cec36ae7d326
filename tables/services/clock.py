"""The casino's gaming day and shift for a moment, from its dated settings."""

from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from tables.domain.gaming_day import DaySchedule, DayStart, ShiftStart, Window
from tables.models import house


@lru_cache(maxsize=64)
def schedule(casino_id: int, settings_version: int) -> DaySchedule:
    """The schedule as of ``settings_version``; a changed setting has a new version and so is never read stale."""
    casino = house.Casino.objects.get(pk=casino_id)
    return DaySchedule(
        zone=ZoneInfo(casino.time_zone),
        day_starts=[
            DayStart(row.effective_from, row.starts_at) for row in house.GamingDayStart.objects.filter(casino=casino)
        ],
        shift_starts=[
            ShiftStart(row.effective_from, row.code, row.starts_at)
            for row in house.ShiftStart.objects.filter(casino=casino)
        ],
    )


@lru_cache(maxsize=64)
def _last_window(casino_id: int, settings_version: int) -> list[Window]:
    return []


def window(casino_id: int, settings_version: int, at: datetime) -> Window:
    """The gaming day and shift that ``at`` belongs to. The last answer is kept: most presses fall into the same."""
    kept = _last_window(casino_id, settings_version)
    for known in kept:
        if known.starts <= at < known.ends:
            return known
    found = schedule(casino_id, settings_version).window(at)
    kept[:] = [found]
    return found


def window_after(casino_id: int, settings_version: int, at: datetime, day: date | None) -> Window:
    """As ``window``, but never before gaming day ``day``: a clock that is set back over the roll opens no old day."""
    found = window(casino_id, settings_version, at)
    if day is None or found.gaming_day >= day:
        return found
    return schedule(casino_id, settings_version).windows(day)[0]


def window_after_count(casino_id: int, settings_version: int, at: datetime, early_minutes: int) -> Window:
    """The shift that a bank period opened by a count at ``at`` belongs to (domain.md T-08)."""
    return schedule(casino_id, settings_version).window_after_count(at, timedelta(minutes=early_minutes))
