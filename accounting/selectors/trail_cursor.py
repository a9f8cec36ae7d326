"""Where a page of the trail ended, short enough for an address however many streams the house has.

A cursor is one place in the order of the trail: all before it was shown, in every stream. Where each stream goes on is
found again from it: what is appended later stands before that place and moves nothing. Within a stream moments rise,
unless the database's clock was set back; a stream whose rest the place alone would not give is named beside it, so that
even then no event is lost and none comes twice.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from django.db import connection

from accounting.selectors.trail_search import Line, Mark
from tables.domain.errors import Invalid
from tables.selectors import stream_days, whole
from tables.selectors.stream_days import EVER, Days

_SHAPE: Final = re.compile(r"([0-9]{1,7})\.([0-9]{1,18})((?:[.-][0-9]{1,18}\.[0-9]{1,18}){1,9999})", re.ASCII)
_MICROSECOND: Final = timedelta(microseconds=1)
_BEGINNING: Final = datetime.min.replace(tzinfo=UTC)
# By halves, in all streams at once. What lies at ``stop`` or beyond counts as newer, so that ``high`` may be a power of
# two away: then a stream that grows is halved at the same numbers, and what was found stays found.
_FIRST_SHOWN = """
WITH RECURSIVE half(id, ties, low, high, stop) AS (
    SELECT w.* FROM unnest(%(ids)s::bigint[], %(ties)s::boolean[], %(low)s::bigint[], %(high)s::bigint[],
                           %(stop)s::bigint[]) AS w(id, ties, low, high, stop)
    UNION ALL
    SELECT h.id, h.ties, CASE WHEN at.older THEN (h.low + h.high) / 2 + 1 ELSE h.low END,
           CASE WHEN at.older THEN h.high ELSE (h.low + h.high) / 2 END, h.stop
    FROM half h LEFT JOIN LATERAL (
        SELECT (e.gaming_day, (e.body::json ->> 'recorded_at')::timestamptz) < (%(day)s, %(moment)s)
               OR h.ties AND (e.gaming_day, (e.body::json ->> 'recorded_at')::timestamptz) = (%(day)s, %(moment)s)
        FROM tables_event e WHERE e.stream_id = h.id AND e.seq = (h.low + h.high) / 2 AND e.seq < h.stop
             AND e.gaming_day BETWEEN %(first)s AND %(last)s
        LIMIT 1
    ) AS at(older) ON true
    WHERE h.low < h.high
)
SELECT id, low FROM half WHERE low = high
"""


class Cursor(NamedTuple):
    """The place, and of which streams what is left lies below another number than the place says."""

    mark: Mark
    apart: Mapping[int, int]

    def below(self, keys: Mapping[int, str], before: Mapping[int, int]) -> dict[int, int]:
        """Stream -> the number below which it goes on, at most that of ``before``."""
        told = {stream: self.mark.seq for stream, key in keys.items() if key == self.mark.key} | dict(self.apart)
        found = _first_shown(self.mark, keys, {stream: end for stream, end in before.items() if stream not in told})
        return {stream: min(end, told.get(stream, found.get(stream, end))) for stream, end in before.items()}


class Page(NamedTuple):
    """What a page did, each by stream: where it would have begun without a cursor, where it began, what it left."""

    ends: Mapping[int, int]
    begun: Mapping[int, int]
    left: Mapping[int, int]
    lines: Sequence[Line]


def read(text: str, keys: Mapping[int, str]) -> Cursor:
    """A cursor as it came back; ``keys`` has every stream of the reader's house. Refused: ``bad_parameter``."""
    shape = _SHAPE.fullmatch(text)
    if shape is None:
        raise Invalid("bad_parameter", parameter="before")
    pairs = [(int(stream), int(seq)) for stream, seq in re.findall(r"([0-9]+)\.([0-9]+)", shape[3])]
    (stream, seq), *apart = pairs
    try:
        moment = date.fromordinal(int(shape[1])), _BEGINNING + int(shape[2]) * _MICROSECOND
    except (ValueError, OverflowError) as error:
        raise Invalid("bad_parameter", parameter="before") from error
    if stream not in keys or moment[0] == date.max:
        raise Invalid("bad_parameter", parameter="before")
    return Cursor(Mark(moment, keys[stream], seq), dict(apart))


def write(mark: Mark, keys: Mapping[int, str], page: Page) -> str:
    """The cursor of a page that ended at ``mark``: it names beside it whom it would show again or pass over."""
    found = Cursor(mark, {}).below(keys, page.ends)
    oldest = {line.row.stream: line.row.seq for line in page.lines}  # the last line of a stream is its oldest
    apart = [
        f"-{stream}.{left}"
        for stream, left in page.left.items()
        if keys[stream] != mark.key
        and not left <= found[stream] <= min(page.begun[stream], oldest.get(stream, page.begun[stream]))
    ]
    (own,) = (stream for stream, key in keys.items() if key == mark.key)
    day, moment = mark.moment
    return f"{day.toordinal()}.{(moment - _BEGINNING) // _MICROSECOND}.{own}.{mark.seq}{''.join(apart)}"


def _first_shown(mark: Mark, keys: Mapping[int, str], before: Mapping[int, int]) -> dict[int, int]:
    """Stream -> its first event at the place or newer, ``before`` where there is none."""
    day = mark.moment[0]
    on = stream_days.days({stream: end - 1 for stream, end in before.items()})
    reaching = [stream for stream, newest in on.items() if newest >= day]
    low, stop = stream_days.begins(reaching, day), stream_days.begins(reaching, day + timedelta(days=1))
    dayless = {stream: 1 for stream, end in before.items() if end > 1 and stream not in on}  # verify says so, too
    low |= dayless
    stop = {stream: min(before[stream], stop.get(stream, before[stream])) for stream in low}
    asked = {
        "ids": list(low),
        "ties": [keys[stream] < mark.key for stream in low],
        "low": list(low.values()),
        "high": [begin + (1 << max(0, stop[stream] - begin).bit_length()) for stream, begin in low.items()],
        "stop": list(stop.values()),
        "day": day,
        "moment": mark.moment[1],
        **(EVER if dayless else Days(day, day))._asdict(),
    }
    with whole.history(asked["first"]), connection.cursor() as cursor:
        cursor.execute(_FIRST_SHOWN, asked)
        return {**before, **dict(cursor.fetchall())}
