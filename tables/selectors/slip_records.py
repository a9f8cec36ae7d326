"""What accounting alone has of slips: the restricted copy, which nobody can change, and the sequence of the numbers."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import connection
from django.db.models import Max, QuerySet

from tables.domain import permissions, slips
from tables.domain.actors import Actor
from tables.domain.table_states import SlipStatus
from tables.models.slips import Slip, SlipSeries
from tables.selectors import slips as slip_reads
from tables.selectors.slips import SlipView

_EVENTS = """
SELECT s.key, e.seq, e.type, encode(e.hash, 'hex'), e.body
FROM tables_gamingtable t
JOIN tables_stream s ON s.casino_id = t.casino_id AND (s.table_id = t.id OR s.kind = 'cage')
JOIN tables_event e ON e.stream_id = s.id AND e.type = ANY(%(types)s) AND e.round IS NULL
WHERE t.casino_id = %(casino)s AND t.code = %(table)s AND e.gaming_day >= %(since)s
      AND (s.kind = 'table' OR e.body::jsonb #>> '{data,table}' = t.code)
      AND e.body::jsonb #>> '{data,request}' = %(request)s
"""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event of the slip, word for word: where it stands in the log, its hash, and the text that was hashed."""

    stream: str
    seq: int
    type: str
    hash: str
    body: str


@dataclass(frozen=True, slots=True)
class RestrictedCopy:
    """The slip, and every event that made it what it is, in the order in which the database recorded them."""

    slip: SlipView
    events: Sequence[Recorded]


@dataclass(frozen=True, slots=True)
class NumberRange:
    """The numbers of a series that a gaming day gave, from ``first`` to ``last``; none may be missing (T-24)."""

    series: str
    first: str
    last: str
    used: int
    void: int
    missing: Sequence[str]
    reprinted: int


def restricted_copy(actor: Actor, slip: str) -> RestrictedCopy:
    """The slip as the log has it, from both streams. Refused: ``not_permitted``, ``no_such_slip``."""
    permissions.require(actor, "read_restricted_copy")
    view = slip_reads.one(actor, slip)
    wanted: dict[str, Any] = {
        "casino": actor.casino_id,
        "table": view.table,
        "types": list(slips.EVENTS),
        "request": str(view.request),
        "since": view.requested_at.date() - timedelta(days=1),  # a gaming day begins at most a day before its events
    }
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, wanted)
        events = [Recorded(*row) for row in cursor.fetchall()]
    return RestrictedCopy(view, sorted(events, key=lambda event: (json.loads(event.body)["recorded_at"], event.seq)))


def sequences(actor: Actor, gaming_day: date) -> list[NumberRange]:
    """Every number that was given on a gaming day, series by series, and those that should have been (T-24).

    A number is missing when no slip has it. The day's range begins behind the last number of the days before; behind
    the last slip of all it ends where the series' own counter stands. Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_books")
    counters = SlipSeries.objects.filter(casino_id=actor.casino_id).order_by("series")
    rows = Slip.objects.filter(casino_id=actor.casino_id, number__isnull=False)
    found = (_range(rows.filter(series=row.series), row, gaming_day) for row in counters)
    return [line for line in found if line is not None]


def _range(rows: QuerySet[Slip], counter: SlipSeries, gaming_day: date) -> NumberRange | None:
    of_day = {
        number: (status, len(reprints))
        for number, status, reprints in rows.filter(gaming_day=gaming_day).values_list("number", "status", "reprints")
        if number is not None
    }
    if not of_day:
        return None
    before = rows.filter(number__lt=min(of_day)).aggregate(last=Max("number"))["last"] or 0
    later = rows.filter(number__gt=max(of_day)).exists()
    last = max(of_day) if later else max(counter.last_number, max(of_day))
    there = set(rows.filter(number__gt=before, number__lte=last).values_list("number", flat=True))
    void = sum(status == SlipStatus.VOID for status, _ in of_day.values())
    return NumberRange(
        series=counter.series,
        first=slips.text_of(counter.series, before + 1),
        last=slips.text_of(counter.series, last),
        used=len(of_day) - void,
        void=void,
        missing=[slips.text_of(counter.series, n) for n in range(before + 1, last + 1) if n not in there],
        reprinted=sum(copies for _, copies in of_day.values()),
    )
