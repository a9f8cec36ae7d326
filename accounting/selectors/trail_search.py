"""The search behind the trail: back from the newest gaming day over all streams, by wider and wider stretches."""

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, NamedTuple

from django.db import connection

from accounting.selectors.trail_filters import Wanted
from tables.selectors import stream_days, whole
from tables.selectors.stream_days import Days

_FOUND = """
SELECT w.id, e.seq, e.type, e.gaming_day, e.round, e.body, encode(e.hash, 'hex')
FROM unnest(%(ids)s::bigint[], %(before)s::bigint[], %(low)s::bigint[]) AS w(id, before, low)
CROSS JOIN LATERAL (
    SELECT * FROM tables_event e WHERE e.stream_id = w.id AND e.seq < w.before AND e.seq >= w.low
          AND e.gaming_day BETWEEN %(first)s AND %(last)s {condition}
    ORDER BY e.seq DESC LIMIT %(limit)s
) e
ORDER BY w.id, e.seq DESC
"""
_MOMENTS = """
SELECT e.stream_id, e.gaming_day, (e.body::json ->> 'recorded_at')::timestamptz
FROM unnest(%s::bigint[], %s::bigint[]) AS w(id, seq)
JOIN tables_event e ON e.stream_id = w.id AND e.seq = w.seq AND e.gaming_day BETWEEN %s AND %s
"""
_MORE: Final = 4
"""How many times as many rows of each stream are read when those that were read did not fill the page."""

Moment = tuple[date, datetime]
"""The gaming day, and within it when the event was recorded."""


class Mark(NamedTuple):
    """A place in the order of the trail: by moment, then by the stream's key, then by the number in the stream."""

    moment: Moment
    key: str
    seq: int


class Row(NamedTuple):
    """An event as it lies in the log."""

    stream: int
    seq: int
    type: str
    gaming_day: date
    round: int | None
    body: str
    hash: str


class Line(NamedTuple):
    """An event in its place."""

    mark: Mark
    row: Row
    event: Mapping[str, Any]


@dataclass(slots=True)
class Place:
    """A stream in a search: what is left lies below ``before``, for this page down to ``bottom``, in all ``first``."""

    key: str
    before: int
    bottom: int
    first: int


class Search(NamedTuple):
    """What is looked for, in which zone times of day are meant, and how many events make a page."""

    wanted: Wanted
    zone: str
    limit: int
    since: date = date.min
    """No stream is searched to a day before this one."""


@dataclass(slots=True)
class _Reach:
    """A stream within a stretch of days: from ``before`` down to ``low`` at this step.

    At ``end`` nothing of it is left that this page and stretch should have: for a stream whose bottom lies in the
    stretch that is its first event.
    """

    key: str
    before: int
    low: int
    end: int
    moment: Moment | None = None


def back(search: Search, places: Mapping[int, Place]) -> tuple[list[Line], Mark | None]:
    """The newest lines that are wanted, and when a bottom ended the search: the place down to which all was searched.

    ``places`` are moved on to what is left. The first stretch is the newest day that has events of any of the streams;
    as long as the page is not full, the next one has more days.
    """
    lines: list[Line] = []
    width = 1
    while len(lines) < search.limit:
        days, low = _days(search, places, width)
        if days is None:
            return lines, None
        told = _through(search, places, days, low, lines)
        if told is not None:
            return lines, told
        width *= stream_days.WIDER
    return lines, None


def _days(search: Search, places: Mapping[int, Place], width: int) -> tuple[Days | None, Mapping[int, int]]:
    """The next stretch of days, of the width at most, and where it begins in each stream that reaches into it."""
    left = {stream: place.before - 1 for stream, place in places.items() if place.before > place.first}
    if not left:
        return None, {}
    if search.wanted.on_paper:
        return stream_days.EVER, {stream: places[stream].first for stream in left}
    on = stream_days.days(left)
    if not on:  # without the days of its streams the log is still readable, and verify says what is missing
        return stream_days.EVER, {stream: places[stream].first for stream in left}
    newest = max(on.values())
    days = Days(newest - min(timedelta(days=width - 1), newest - search.since), newest)
    begins = stream_days.begins([stream for stream, day in on.items() if day >= days.first], days.first)
    return days, {stream: max(places[stream].first, seq) for stream, seq in begins.items()}


def _through(
    search: Search, places: Mapping[int, Place], days: Days, ends: Mapping[int, int], lines: list[Line]
) -> Mark | None:
    """Take up what a stretch of days has, until the page is full; a place when the search ends there at a bottom."""
    streams = {stream: places[stream] for stream in ends}
    most = search.limit + 1
    rows_each = most if search.wanted.narrows else min(most, 2 + 2 * search.limit // len(ends))
    while len(lines) < search.limit and any(place.before > ends[stream] for stream, place in streams.items()):
        reaches = {stream: _reach(place, ends[stream]) for stream, place in streams.items()}
        found = _lines(reaches, _rows(search, reaches, days, rows_each), rows_each)
        bound, last = _bound(reaches, days)
        shown = [line for line in found if bound is None or line.mark >= bound][: search.limit - len(lines)]
        lines += shown
        for stream, place in streams.items():
            place.before = reaches[stream].low
        for line in reversed(found[len(shown) :]):
            streams[line.row.stream].before = line.row.seq + 1
        if bound is not None and streams[last].before == streams[last].bottom:
            return bound
        rows_each = min(most, rows_each * _MORE)
    return None


def _reach(place: Place, end: int) -> _Reach:
    return _Reach(place.key, place.before, max(place.bottom, end), end if place.bottom < end else place.first)


def _rows(search: Search, reaches: Mapping[int, _Reach], days: Days, rows_each: int) -> dict[int, list[Row]]:
    """Stream -> the newest of its events that are wanted within reach, at most ``rows_each``."""
    asked = {
        **search.wanted.values(search.zone),
        "ids": list(reaches),
        "before": [reach.before for reach in reaches.values()],
        "low": [reach.low for reach in reaches.values()],
        "first": days.first,
        "last": days.last,
        "limit": rows_each,
    }
    found: dict[int, list[Row]] = {stream: [] for stream in reaches}
    looking = nullcontext() if search.wanted.on_paper else whole.history(days.first)  # papers are never put away
    with looking, connection.cursor() as cursor:
        cursor.execute(_FOUND.format(condition=search.wanted.condition()), asked)
        for row in cursor.fetchall():
            found[row[0]].append(Row(*row))
    return found


def _lines(reaches: Mapping[int, _Reach], rows: Mapping[int, Sequence[Row]], rows_each: int) -> list[Line]:
    """The rows of all streams in the order of the trail. A stream that may have more is searched down to its last row.

    A clock that was set back may leave a row older than those before it in its stream: it stands behind them.
    """
    found: list[Line] = []
    for stream, own in rows.items():
        reach = reaches[stream]
        for row in own:
            event = json.loads(row.body)
            moment = (row.gaming_day, datetime.fromisoformat(event["recorded_at"]))
            reach.moment = moment if reach.moment is None else min(moment, reach.moment)
            found.append(Line(Mark(reach.moment, reach.key, row.seq), row, event))
        if len(own) == rows_each:
            reach.low = own[-1].seq
    return sorted(found, key=lambda line: line.mark, reverse=True)


def _bound(reaches: Mapping[int, _Reach], days: Days) -> tuple[Mark | None, int]:
    """Down to which place every stream is searched, and the stream that ends there; None when all are to their ends.

    Where a clock was set back, the oldest row of the stream counts: a page always shows all of the stream that holds it
    up, and the next one gets further.
    """
    open_ = {stream: reach.low for stream, reach in reaches.items() if reach.low > reach.end}
    moments = _moments(open_, days)
    bounds: list[tuple[Mark, int]] = []
    for stream, low in open_.items():
        moment = min(moments[stream], reaches[stream].moment or moments[stream])
        bounds.append((Mark(moment, reaches[stream].key, low), stream))
    return max(bounds, default=(None, 0))


def _moments(places: Mapping[int, int], days: Days) -> dict[int, Moment]:
    """Stream -> the moment of its event of a number, within days that hold them; of a missing one, the oldest."""
    if not places:
        return {}
    oldest = days.first, datetime.combine(days.first, time.min, UTC)
    with whole.history(days.first), connection.cursor() as cursor:
        cursor.execute(_MOMENTS, [list(places), list(places.values()), *days])
        found = {stream: (day, moment) for stream, day, moment in cursor.fetchall()}
    return {stream: found.get(stream, oldest) for stream in places}
