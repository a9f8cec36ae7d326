"""Everything of some gaming days that somebody has to explain, with the explanation if there is one, and who dealt."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from accounting.domain.shift_lines import Line, Period
from accounting.selectors import day_rows, heads, shift_rows
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Invalid

MOST_DAYS = 366


@dataclass(frozen=True, slots=True)
class DayException:
    """An exception of a gaming day as the day's report has it; ``present`` are the dealers of its bank period."""

    gaming_day: date
    line: Line
    present: Sequence[str]


def of_days(
    actor: Actor, first: date, last: date, tell: Callable[[int, int], None] = lambda _done, _of: None
) -> list[DayException]:
    """Exceptions by day, as far as the books have followed the log. Refused: ``not_permitted``, ``bad_days``."""
    permissions.require(actor, "read_books")
    if not timedelta(0) <= last - first < timedelta(days=MOST_DAYS):
        raise Invalid("bad_days", most=MOST_DAYS)
    seen = heads.followed(actor.casino_id)
    days = (last - first).days + 1
    found: list[DayException] = []
    for number in range(days):
        tell(number, days)
        day = first + timedelta(days=number)
        periods = shift_rows.of_days(actor.casino, day, day, seen)
        boxes = shift_rows.boxes_of(actor.casino, periods, seen)
        lines = day_rows.exceptions(actor.casino, actor.casino_id, day, seen, periods, boxes)
        found += [DayException(day, line, _dealers(line, periods)) for line in lines]
    return found


def _dealers(line: Line, periods: Sequence[Period]) -> list[str]:
    """Who dealt in the period of an exception, in the order in which they came."""
    for period in periods:
        if (period.place.table, period.result.number) == (line.get("table"), line.get("period")):
            return list(dict.fromkeys(turn["badge"] for turn in json.loads(period.result.detail)["dealers"]))
    return []
