"""The figures of a report before anybody certifies it: a shift, a day, month to date. Estimates carry no hash."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from accounting.domain import pot_lines, shift_report
from accounting.selectors import crowd_rows, heads, progress, shift_rows
from accounting.selectors.progress import Lag
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Invalid

MOST_DAYS = 400


@dataclass(frozen=True, slots=True)
class Figures:
    """What closed periods say so far, in the form of a report's content, and how far the books are behind."""

    state: str
    content: dict[str, Any]
    lag: Lag


def of_shift(*, actor: Actor, gaming_day: date, shift: str) -> Figures:
    """What a report of the shift would say now. Nothing is frozen. Refused: ``not_permitted``."""
    permissions.require(actor, "read_reports")
    seen = heads.followed(actor.casino_id)
    rows = shift_rows.of_shift(actor.casino, gaming_day, shift, seen)
    crowd = crowd_rows.block(rows.periods, rows.of_day, seen)
    content = shift_report.content(rows.periods, rows.of_day, rows.boxes, crowd)
    return Figures(content["state"], content, progress.lag(actor.casino_id))


def between(*, actor: Actor, first: date, last: date) -> Figures:
    """Figures of whole gaming days, both included: a day, month to date, year to date (T-55: sums, then ratios).

    Refused: ``not_permitted``, ``bad_days`` (the last before the first, or more than ``MOST_DAYS``).
    """
    permissions.require(actor, "read_reports")
    if not 0 <= (last - first).days < MOST_DAYS:
        raise Invalid("bad_days", most=MOST_DAYS)
    seen = heads.followed(actor.casino_id)
    periods = shift_rows.of_days(actor.casino, first, last, seen)
    boxes = shift_rows.boxes_of(actor.casino, periods, seen)
    pots, crowd = pot_lines.block(periods, periods, boxes), crowd_rows.block(periods, periods, seen)
    content = {
        "figures": shift_report.figures_of(periods, boxes, with_periods=False),
        "tie_outs": shift_report.tie_outs(periods, boxes),
        "exceptions": shift_report.exceptions(periods, boxes),
        **({"pot_games": pots} if pots else {}),
        **({"crowd": crowd} if crowd else {}),
    }
    return Figures(shift_report.state_of(periods, boxes), content, progress.lag(actor.casino_id))
