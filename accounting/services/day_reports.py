"""Composing the report of a gaming day from the books as of given heads: the same text each time (T-104)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from accounting.domain import day_totals, days, pot_lines, shift_report
from accounting.domain.day_totals import Scope, Span, Total, Totals
from accounting.domain.shift_lines import Line, Period, Place
from accounting.models.days import DayAdjustment, DayLock
from accounting.models.reports import ShiftReport
from accounting.selectors import crowd_rows, day_rows, shift_rows
from accounting.selectors.heads import Heads
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.canonical import canonical, content_hash
from tables.models.house import Casino
from tables.selectors import rule_packs

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Composed:
    """What a report says, whoever locks the day, and the totals that its lock leaves."""

    body: dict[str, Any]
    totals: Mapping[Span, Totals]


@dataclass(frozen=True, slots=True)
class Locking:
    """Who locked a day and when, as it stands in the log; ``previous`` names the day locked before."""

    casino: str
    gaming_day: date
    locked_by: str
    seconded_by: str
    locked_at: str
    previous: Mapping[str, str] | None


def compose(casino_id: int, casino: str, day: date, seen: Heads, before: DayLock | None) -> Composed:
    """The day by the log up to ``seen``, after the lock ``before``; nothing depends on when or by whom it is asked."""
    periods = shift_rows.of_days(casino, day, day, seen)
    boxes = shift_rows.boxes_of(casino, periods, seen)
    house_seq = seen[f"{casino}/house"].seq
    adjusted = day_rows.adjustments(casino_id, day, house_seq)
    places = {place.table: place for place in shift_rows.places_of(casino, seen).values()}
    effects = [(places[row.table], days.effect(row.figure, row.amount)) for row in adjusted]
    today = day_totals.of_day(periods, boxes, effects, crowd_rows.by_period(periods, seen))
    totals = dict(_spans(casino_id, day, today, before))
    pots, crowd = pot_lines.block(periods, periods, boxes), crowd_rows.block(periods, periods, seen)
    body = {
        "shifts": list(_shifts(casino_id, day, periods, boxes, house_seq)),
        "figures": shift_report.figures_of(periods, boxes, with_periods=False),
        "to_date": {
            span.value: [_line(scope, total) for scope, total in sorted(totals[span].items())] for span in Span
        },
        "adjustments": [_adjustment(row) for row in adjusted],
        "tie_outs": shift_report.tie_outs(periods, boxes),
        "exceptions": day_rows.exceptions(casino, casino_id, day, seen, periods, boxes),
        **({"pot_games": pots} if pots else {}),
        **({"crowd": crowd} if crowd else {}),
    }
    return Composed(body, totals)


def preview(actor: Actor, day: date) -> dict[str, Any]:
    """What the report of a day would say now; nothing is frozen. Refused: ``not_permitted``."""
    permissions.require(actor, "read_books")
    before = day_rows.lock_before(actor.casino_id, day=day)
    seen = day_rows.as_it_stands(actor.casino_id, actor.casino)
    return compose(actor.casino_id, actor.casino, day, seen, before).body


def text(locking: Locking, seen: Heads, body: Mapping[str, Any]) -> str:
    """The frozen text: identity, the day locked before, the heads of the log and their root, content."""
    house = Casino.objects.get(code=locking.casino)
    of_log = told(seen)
    head = {
        "format": FORMAT,
        "report": "day",
        "casino": locking.casino,
        "currency": house.currency,
        "exponent": house.exponent,
        "gaming_day": locking.gaming_day.isoformat(),
        "locked_by": locking.locked_by,
        "seconded_by": locking.seconded_by,
        "locked_at": locking.locked_at,
        "previous": locking.previous,
    }
    return canonical({**head, "log": {"heads": of_log, "root": content_hash(of_log)}, **body})


def told(seen: Heads) -> dict[str, dict[str, Any]]:
    """The heads as they stand in reports and under roots."""
    return {key: {"seq": head.seq, "hash": head.hash} for key, head in seen.items()}


def previous(lock: DayLock | None) -> dict[str, str] | None:
    """What the next lock says of ``lock``."""
    if lock is None:
        return None
    return {"gaming_day": lock.gaming_day.isoformat(), "root": lock.root, "sha256": lock.sha256}


def _spans(
    casino_id: int, day: date, today: Mapping[Scope, Total], before: DayLock | None
) -> Iterator[tuple[Span, Totals]]:
    year_starts = rule_packs.in_force(casino_id, day).business_year_starts_month
    for span in Span:
        earlier = (
            {} if span is Span.DAY else day_rows.totals_of(before, span, day_totals.starts(span, day, year_starts))
        )
        yield span, day_totals.summed(day_totals.to_date(earlier, today))


def _shifts(casino_id: int, day: date, periods: Sequence[Period], boxes: Any, last: int) -> Iterator[Line]:
    """The shifts in the order in which they first opened, each with the certificate that stands."""
    rows = ShiftReport.objects.filter(casino_id=casino_id, gaming_day=day, seq__lte=last).defer("text")
    newest = {row.shift: row for row in rows.order_by("version")}
    in_order = sorted(periods, key=lambda period: period.result.opened_at)
    for shift in dict.fromkeys(period.result.shift for period in in_order):
        row = newest.get(shift)
        yield {
            "shift": shift,
            "certified": row and {"version": row.version, "state": row.state, "sha256": row.sha256},
            "figures": shift_report.figures_of(
                [period for period in periods if period.result.shift == shift], boxes, with_periods=False
            ),
        }


def _line(scope: Scope, total: Total) -> Line:
    named = {"kind": scope.kind, "code": scope.code, "banked": scope.banked}
    where = {"pit": scope.pit, "game": scope.game} if scope.pit else {}
    return {**named, **where, **day_totals.line(scope, total)}


def _adjustment(row: DayAdjustment) -> Line:
    effect = days.effect(row.figure, row.amount)
    return {
        "seq": row.seq,
        "gaming_day": row.gaming_day.isoformat(),
        "table": row.table,
        "figure": row.figure,
        "amount": row.amount,
        "effect": {"drop": effect.drop, "win": effect.win, "rake": effect.rake},
        "reason": row.reason,
        "made_by": row.made_by,
        "approved_by": row.approved_by,
    }


def place_of(casino: str, seen: Heads, table: str) -> Place | None:
    """The place of a listed table; None for any other."""
    return next((place for place in shift_rows.places_of(casino, seen).values() if place.table == table), None)
