"""The figures of a gaming day by its shifts: what the master game report says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from accounting.domain import shift_report
from accounting.selectors import crowd_rows, heads, shift_rows
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound


@dataclass(frozen=True, slots=True)
class DayBySection:
    """A day's figures, whole and by shift in the order in which they opened; ``state`` as of a shift report."""

    gaming_day: date
    state: str
    shifts: Sequence[tuple[str, Mapping[str, Any]]]
    day: Mapping[str, Any]
    crowd: Mapping[str, Any] | None


def of_day(actor: Actor, gaming_day: date, shift: str = "") -> DayBySection:
    """All shifts of a gaming day, or only ``shift``. Refused: ``not_permitted``, ``no_such_shift``."""
    permissions.require(actor, "read_reports")
    seen = heads.followed(actor.casino_id)
    periods = shift_rows.of_days(actor.casino, gaming_day, gaming_day, seen)
    if shift:
        periods = [period for period in periods if period.result.shift == shift]
    if not periods:
        raise NotFound("no_such_shift")
    boxes = shift_rows.boxes_of(actor.casino, periods, seen)
    in_order = sorted(periods, key=lambda period: period.result.opened_at)
    shifts = [
        (name, shift_report.figures_of([p for p in periods if p.result.shift == name], boxes, with_periods=False))
        for name in dict.fromkeys(period.result.shift for period in in_order)
    ]
    day = shift_report.figures_of(periods, boxes, with_periods=False)
    crowd = crowd_rows.block(periods, periods, seen)
    return DayBySection(gaming_day, shift_report.state_of(periods, boxes), shifts, day, crowd)
