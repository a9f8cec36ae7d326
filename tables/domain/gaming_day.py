"""One gaming day for the whole house, by the server's clock and the casino's zone (domain.md T-01 to T-05).

Settings are effective-dated: a gaming day keeps the start that was in force on its date. Days can last 23 or 25
hours; all lengths come from UTC differences.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def may_be(day: date) -> bool:
    """Whether a casino may ever ask for a day: the first and last years that a date can hold are none of a casino's,
    and a day before or after them is no date."""
    return date.min.year + 1 < day.year < date.max.year


@dataclass(frozen=True, slots=True)
class DayStart:
    """From gaming day ``effective_from`` on, the day starts at ``starts_at`` local time."""

    effective_from: date
    starts_at: time


@dataclass(frozen=True, slots=True)
class ShiftStart:
    """From gaming day ``effective_from`` on, shift ``code`` starts at ``starts_at`` local time."""

    effective_from: date
    code: str
    starts_at: time


@dataclass(frozen=True, slots=True)
class Window:
    """A shift of a gaming day with its half-open interval ``[starts, ends)`` in UTC."""

    gaming_day: date
    shift: str
    starts: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class DaySchedule:
    """All that decides which gaming day and shift a moment belongs to."""

    zone: ZoneInfo
    day_starts: Sequence[DayStart]
    shift_starts: Sequence[ShiftStart]

    def start_of(self, day: date) -> datetime:
        """When gaming day ``day`` starts, in UTC."""
        in_force = [s for s in self.day_starts if s.effective_from <= day]
        if not in_force:
            raise ValueError(f"no gaming-day start in force on {day.isoformat()}")
        latest = max(in_force, key=lambda s: s.effective_from)
        return _utc(day, latest.starts_at, self.zone)

    def gaming_day(self, moment: datetime) -> date:
        """The gaming day that ``moment`` (any zone) belongs to."""
        day = moment.astimezone(self.zone).date() + timedelta(days=1)
        while self.start_of(day) > moment:
            day -= timedelta(days=1)
        return day

    def windows(self, day: date) -> list[Window]:
        """The shifts of ``day`` in order; together they cover it without a gap."""
        starts, ends = self.start_of(day), self.start_of(day + timedelta(days=1))
        effective = max((s.effective_from for s in self.shift_starts if s.effective_from <= day), default=None)
        cuts: list[tuple[datetime, str]] = []
        for shift in self.shift_starts:
            if shift.effective_from != effective:
                continue
            moment = _utc(day, shift.starts_at, self.zone)
            if moment < starts:
                moment = _utc(day + timedelta(days=1), shift.starts_at, self.zone)
            if starts <= moment < ends:
                cuts.append((moment, shift.code))
        cuts.sort()
        if not cuts or cuts[0][0] != starts:
            cuts.insert(0, (starts, cuts[-1][1] if cuts else "day"))
        bounds = [moment for moment, _ in cuts[1:]] + [ends]
        return [Window(day, code, moment, end) for (moment, code), end in zip(cuts, bounds, strict=True)]

    def window(self, moment: datetime) -> Window:
        """The shift of the gaming day that ``moment`` belongs to."""
        for window in self.windows(self.gaming_day(moment)):
            if window.starts <= moment < window.ends:
                return window
        raise ValueError(f"no shift covers {moment.isoformat()}")

    def window_after_count(self, moment: datetime, early: timedelta) -> Window:
        """The shift that a bank period opened by a count at ``moment`` belongs to.

        A shift-change count may be taken up to ``early`` before the roll; the period it opens is then the next
        shift's (domain.md T-08: revenue is cut by counts, not by the clock).
        """
        window = self.window(moment)
        return self.window(window.ends) if window.ends - moment <= early else window


def _utc(day: date, local: time, zone: ZoneInfo) -> datetime:
    """Local wall time as an instant. In the repeated hour the first; a time that does not exist moves forward."""
    return datetime.combine(day, local, tzinfo=zone).astimezone(UTC)
