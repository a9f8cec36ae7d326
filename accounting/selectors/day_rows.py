"""What a gaming day's report is made of beside its periods: variances, explanations, adjustments, earlier totals.

All of it as of given heads of the log, so that a report of long ago can be made again. What is read grows with the
day: events of the cage are read from the last lock on that was made before the day began.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.db import connection

from accounting.domain import shift_report
from accounting.domain.day_totals import COLUMNS, Scope, Span, Total, Totals
from accounting.domain.days import VARIANCES, exception_name
from accounting.domain.shift_lines import Boxes, Line, Period
from accounting.models.days import DayAdjustment, DayLock, DayTotal, ExceptionExplained
from accounting.selectors import heads
from accounting.selectors.heads import Heads
from tables.domain import slips as slip_numbers
from tables.models import log, slips
from tables.models.approvals import OpenerExplained

_COUNTS = """
SELECT seq, body FROM tables_event
WHERE stream_id = %s AND type = 'cage_counted' AND round IS NULL AND seq > %s AND seq <= %s ORDER BY seq
"""
_DIFFERENCES = ("chips_difference", "promotional_difference", "cash_difference")


def lock_before(casino_id: int, seq: int | None = None, day: date | None = None) -> DayLock | None:
    """The newest lock, or the newest before position ``seq`` of the house's stream, or the newest of an earlier day."""
    rows = DayLock.objects.filter(casino_id=casino_id).defer("text")
    if seq is not None:
        rows = rows.filter(seq__lt=seq)
    if day is not None:
        rows = rows.filter(gaming_day__lt=day)
    return rows.order_by("-seq").first()


def as_it_stands(casino_id: int, casino: str) -> Heads:
    """As far as the books have followed, but the house's own stream to its end.

    Explanations and adjustments are rows as soon as they are signed, and whoever signed wants to see that. A lock reads
    what the books have followed, so that all of its report stands below the heads that it names.
    """
    found = dict(heads.followed(casino_id))
    house = found[f"{casino}/house"]
    last = log.Stream.objects.values_list("head_seq", flat=True).get(pk=house.stream_id)
    return {**found, house.key: house._replace(seq=last)}


def totals_of(lock: DayLock | None, span: Span, first: date) -> Totals:
    """The totals that a lock left for the span that begins on ``first``; none where it begins after that lock."""
    if lock is None or lock.gaming_day < first:
        return {}
    rows = DayTotal.objects.filter(stream_id=lock.stream_id, seq=lock.seq, span=span)
    names = ("kind", "code", "banked", "pit", "game")
    found = rows.values_list(*names, *COLUMNS)
    return {Scope(*row[: len(names)]): Total.read(row[len(names) :]) for row in found}


def exceptions(
    casino: str, casino_id: int, day: date, seen: Heads, periods: Sequence[Period], boxes: Boxes
) -> list[Line]:
    """All of a day that somebody has to explain or still to do; variances with name and explanation, if any."""
    found = shift_report.exceptions(periods, boxes)
    found += _transit(casino_id, day) + _cage(casino, casino_id, day, seen)
    explained = {
        **_of_the_pit(casino, casino_id, day, seen),
        **explanations(casino_id, day, seen[f"{casino}/house"].seq),
    }
    for line in found:
        if line["kind"] in VARIANCES:
            line["exception"] = exception_name(line)
            line["explained"] = explained.get(line["exception"])
    return found


def explanations(casino_id: int, day: date, last: int) -> Mapping[str, Mapping[str, Any]]:
    """Exception -> how it was explained, the newest explanation up to position ``last`` of the house's stream."""
    rows = ExceptionExplained.objects.filter(casino_id=casino_id, gaming_day=day, seq__lte=last).order_by("seq")
    return {
        row.exception: {"seq": row.seq, "cause": row.cause, "explanation": row.explanation, "by": row.explained_by}
        for row in rows
    }


def _of_the_pit(casino: str, casino_id: int, day: date, seen: Heads) -> Mapping[str, Mapping[str, Any]]:
    """Openers that the pit boss explained when the table opened, by either name that the difference may have (T-12)."""
    rows = OpenerExplained.objects.filter(period__table__casino_id=casino_id, period__gaming_day=day)
    names = ("period__table__code", "period__number", "seq", "cause", "explanation", "explained_by__badge")
    return {
        f"{kind}/{table}/{number}": {"seq": seq, "cause": cause, "explanation": explanation, "by": by}
        for table, number, seq, cause, explanation, by in rows.values_list(*names)
        if (head := seen.get(f"{casino}/table/{table}")) is not None and seq <= head.seq
        for kind in ("opener_variance", "first_opener_variance")
    }


def adjustments(casino_id: int, made_on: date, last: int) -> list[DayAdjustment]:
    """What was learnt on a gaming day of locked ones, up to position ``last`` of the house's stream."""
    return list(DayAdjustment.objects.filter(casino_id=casino_id, made_on=made_on, seq__lte=last).order_by("seq"))


def _transit(casino_id: int, day: date) -> list[Line]:
    """Chips lost on the way, by the day on which their slip was issued; a slip that has ended stays as it is."""
    rows = slips.Slip.objects.filter(casino_id=casino_id, gaming_day=day).exclude(missing=0).select_related("table")
    return [
        {
            "kind": "transit_variance",
            "table": row.table.code,
            "slip": slip_numbers.text_of(row.series, row.number or 0),
            "amount": -row.missing,
        }
        for row in rows.order_by("series", "number")
    ]


def _cage(casino: str, casino_id: int, day: date, seen: Heads) -> list[Line]:
    """Counts of cage and vault that found something else than should have been there, by the shift that they begin."""
    cage = seen[f"{casino}/cage"]
    earlier = (
        DayLock.objects.filter(casino_id=casino_id, locked_on__lt=day - timedelta(days=1)).order_by("-seq").first()
    )
    begun = json.loads(earlier.text)["log"]["heads"].get(cage.key, {"seq": 0})["seq"] if earlier else 0
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [cage.stream_id, begun, cage.seq])
        counts = [(seq, json.loads(body)["data"]) for seq, body in cursor.fetchall()]
    return [
        {
            "kind": "cage_variance",
            "count": f"{data['place']}-{seq}-{name.partition('_')[0]}",
            "place": data["place"],
            "shift": data["shift"],
            "seq": seq,
            "amount": data[name],
        }
        for seq, data in counts
        if data["gaming_day"] == day.isoformat()
        for name in _DIFFERENCES
        if data.get(name)
    ]
