"""What still stands between a gaming day and its lock, gathered from floor, cage, count room and books."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.db import connection
from django.db.models import Q

from accounting.domain.days import DayState, Hindrance, state_of
from accounting.domain.sequences import reconcile
from accounting.domain.shift_report import FINAL
from accounting.models.days import DayAdjustment, DayLock
from accounting.models.reports import ShiftReport
from accounting.selectors import day_reminders, day_rows, progress, shift_rows
from accounting.selectors.heads import Heads
from accounting.services import reports
from tables.domain import permissions, slips
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.domain.table_states import CountStatus
from tables.models import counts, house, markers, periods
from tables.models import slips as slip_rows
from tables.selectors import locked_days
from tables.services import clock

_BEHIND = """
SELECT s.key, s.head_seq - coalesce(c.seq, 0) FROM tables_stream s
LEFT JOIN accounting_cursor c ON c.stream_id = s.id
CROSS JOIN LATERAL (
    SELECT d.gaming_day FROM tables_streamday d WHERE d.stream_id = s.id AND d.first_seq <= coalesce(c.seq, 0) + 1
    ORDER BY d.first_seq DESC LIMIT 1
) next
WHERE s.head_seq > coalesce(c.seq, 0) AND s.casino_id = %s AND next.gaming_day <= %s ORDER BY s.key
"""
# A round that was called off after it was settled waits for a second decision.
_CROWDS = """
SELECT t.code, r.round, r.status FROM tables_gamingtable t JOIN tables_crowd w ON w.table_id = t.id
JOIN tables_crowdround r ON r.stream_id = w.stream_id
WHERE t.casino_id = %(casino)s AND r.status <> 'done' AND r.gaming_day <= %(day)s
UNION ALL
SELECT t.code, r.round, 'voided' FROM tables_gamingtable t JOIN tables_crowd w ON w.table_id = t.id
JOIN tables_bankperiod p ON p.table_id = t.id AND p.gaming_day = %(day)s
JOIN tables_round o ON o.period_id = p.id AND o.status = 'voided'
JOIN tables_crowdround r ON r.stream_id = w.stream_id AND r.round = o.number
WHERE t.casino_id = %(casino)s AND r.status = 'done' AND NOT r.called_off
ORDER BY 1, 2
"""
MOST_DAYS = 62


@dataclass(frozen=True, slots=True)
class DayView:
    """A gaming day, its state, and what hinders its lock; ``sha256`` is its report's once it is locked.

    ``reminders`` are to be looked at before, and hold up nothing; a list of days does not ask for them.
    """

    gaming_day: date
    state: DayState
    hindrances: tuple[Hindrance, ...]
    sha256: str = ""
    reminders: tuple[Hindrance, ...] = ()


def days(actor: Actor, at: datetime) -> list[DayView]:
    """The days that wait for their lock, and the newest locked ones, the latest first. Refused: ``not_permitted``."""
    permissions.require(actor, "read_books")
    waiting = to_lock(actor.casino_id)[-MOST_DAYS:]
    found = [_waiting(actor, day, at) for day in reversed(waiting)]
    locked = DayLock.objects.filter(casino_id=actor.casino_id).defer("text").order_by("-seq")[: MOST_DAYS - len(found)]
    return found + [DayView(row.gaming_day, DayState.LOCKED, (), row.sha256) for row in locked]


def one(actor: Actor, day: date, at: datetime) -> DayView:
    """One day with its checklist. Refused: ``not_permitted``, ``no_such_day`` (there is nothing to lock)."""
    permissions.require(actor, "read_books")
    row = DayLock.objects.filter(casino_id=actor.casino_id, gaming_day=day).defer("text").first()
    if row is not None:
        return DayView(day, DayState.LOCKED, (), row.sha256)
    if day not in to_lock(actor.casino_id):
        raise NotFound("no_such_day")
    version = house.Casino.objects.values_list("settings_version", flat=True).get(pk=actor.casino_id)
    reminders = day_reminders.of_day(actor, day, clock.schedule(actor.casino_id, version))
    return replace(_waiting(actor, day, at), reminders=tuple(reminders))


def to_lock(casino_id: int) -> list[date]:
    """The days since the newest lock on which a table was open or an adjustment made, the earliest first."""
    played = periods.BankPeriod.objects.filter(table__casino_id=casino_id)
    adjusted = DayAdjustment.objects.filter(casino_id=casino_id)
    locked = locked_days.newest(casino_id)
    if locked is not None:
        played, adjusted = played.filter(gaming_day__gt=locked), adjusted.filter(made_on__gt=locked)
    found = set(played.values_list("gaming_day", flat=True)) | set(adjusted.values_list("made_on", flat=True))
    return sorted(found)


def hindrances(casino_id: int, casino: str, day: date, at: datetime, seen: Heads) -> list[Hindrance]:
    """All that hinders the lock of ``day`` now, by the books up to ``seen`` and the floor as it is."""
    version = house.Casino.objects.values_list("settings_version", flat=True).get(pk=casino_id)
    ends = clock.schedule(casino_id, version).start_of(day + timedelta(days=1))
    found = [Hindrance("day_not_over")] if at < ends else []
    found += [Hindrance("earlier_day_open", what=early.isoformat()) for early in to_lock(casino_id) if early < day]
    found += _of_tables(casino_id, day)
    found += _of_count(casino_id, day)
    found += _of_figures(casino_id, casino, day, seen)
    found += _of_slips(casino_id, day, ends)
    found += _of_numbers(casino_id, day)
    found += _of_shifts(casino_id, casino, day, seen)
    found += _of_crowds(casino_id, day)
    found += _of_books(casino_id, day)
    return found


def _waiting(actor: Actor, day: date, at: datetime) -> DayView:
    seen = day_rows.as_it_stands(actor.casino_id, actor.casino)
    found = tuple(hindrances(actor.casino_id, actor.casino, day, at, seen))
    return DayView(day, state_of(found), found)


def _of_tables(casino_id: int, day: date) -> Iterator[Hindrance]:
    """Revenue is cut by counts: a table that was not counted since the day's end keeps the day open (T-08)."""
    rows = periods.BankPeriod.objects.filter(table__casino_id=casino_id, gaming_day=day, closed_at=None)
    for table, number, shift in rows.order_by("table__code").values_list("table__code", "number", "shift"):
        yield Hindrance("table_not_counted", table=table, period=number, shift=shift)


def _of_count(casino_id: int, day: date) -> Iterator[Hindrance]:
    """Counts that have boxes of the day, or were opened on it, and are not closed."""
    running = counts.CountSession.objects.filter(casino_id=casino_id, status=CountStatus.OPEN)
    theirs = running.filter(Q(gaming_day=day) | Q(sheets__box__periods__gaming_day=day)).distinct()
    for number in theirs.order_by("number").values_list("number", flat=True):
        yield Hindrance("count_not_closed", what=str(number))


def _of_figures(casino_id: int, casino: str, day: date, seen: Heads) -> Iterator[Hindrance]:
    """Boxes and rake that are not counted, and variances that nobody has explained."""
    own = shift_rows.of_days(casino, day, day, seen)
    boxes = shift_rows.boxes_of(casino, own, seen)
    for line in day_rows.exceptions(casino, casino_id, day, seen, own, boxes):
        if line["kind"] in ("box_on_table", "box_not_counted", "box_missing", "rake_not_counted"):
            yield Hindrance(line["kind"], table=line["table"], box=line["box"])
        elif "exception" in line and line["explained"] is None:
            yield Hindrance(
                line["kind"],
                table=line.get("table", ""),
                period=line.get("period"),
                box=line.get("box"),
                slip=line.get("slip", ""),
                what=line.get("place", ""),
                amount=line["amount"],
                exception=line["exception"],
            )


def _of_slips(casino_id: int, day: date, ends: datetime) -> Iterator[Hindrance]:
    """Slips asked for before the day ended whose chips or papers have not arrived."""
    rows = slip_rows.Slip.objects.filter(casino_id=casino_id, status__in=sorted(slips.OPEN), requested_at__lt=ends)
    for row in rows.select_related("table").order_by("table__code", "request"):
        slip = slips.text_of(row.series, row.number) if row.number else ""
        yield Hindrance("slip_open", table=row.table.code, slip=slip, what=f"{row.kind} {row.request} {row.status}")


def _of_numbers(casino_id: int, day: date) -> Iterator[Hindrance]:
    """Numbers between the day's first and last of a series that no document has (T-24)."""
    issued: dict[str, list[int]] = {}
    for rows in (slip_rows.Slip.objects, markers.Marker.objects):
        of_day = rows.filter(casino_id=casino_id, gaming_day=day, number__isnull=False)
        for series, number in of_day.values_list("series", "number"):
            issued.setdefault(series, []).append(number or 0)
    for series, numbers in sorted(issued.items()):
        within = {"casino_id": casino_id, "series": series, "number__range": (max(min(numbers) - 1, 1), max(numbers))}
        known = {
            number or 0
            for rows in (slip_rows.Slip.objects, markers.Marker.objects)
            for number in rows.filter(**within).values_list("number", flat=True)
        }
        for gap in reconcile(series, max(min(numbers) - 1, 1), numbers, known=known).missing:
            for number in range(gap.first, gap.last + 1):
                yield Hindrance("number_missing", slip=slips.text_of(series, number))


def _of_shifts(casino_id: int, casino: str, day: date, seen: Heads) -> Iterator[Hindrance]:
    """Every shift in which a table was open has a final report that says what the books say now."""
    own = periods.BankPeriod.objects.filter(table__casino_id=casino_id, gaming_day=day)
    for shift in sorted(set(own.values_list("shift", flat=True))):
        rows = ShiftReport.objects.filter(casino_id=casino_id, gaming_day=day, shift=shift)
        newest = rows.order_by("-version").first()
        if newest is None:
            yield Hindrance("shift_not_certified", shift=shift)
        elif newest.state != FINAL or not reports.same_content(newest.text, reports.content(casino, day, shift, seen)):
            yield Hindrance("shift_not_certified", shift=shift, what=f"v{newest.version} {newest.state}")


def _of_crowds(casino_id: int, day: date) -> Iterator[Hindrance]:
    """Rounds of the day or an earlier one whose crowd is not settled and paid: their result is no figure yet."""
    with connection.cursor() as cursor:
        cursor.execute(_CROWDS, {"casino": casino_id, "day": day})
        for table, number, status in cursor.fetchall():
            yield Hindrance("crowd_not_settled", table=table, what=f"{number} {status}")


def _of_books(casino_id: int, day: date) -> Iterator[Hindrance]:
    """Streams whose events of the day are not all in the books."""
    for reason in progress.lag(casino_id).stopped:
        yield Hindrance("books_stopped", what=reason)
    with connection.cursor() as cursor:
        cursor.execute(_BEHIND, [casino_id, day])
        for key, events in cursor.fetchall():
            yield Hindrance("books_behind", what=f"{key} {events}")
