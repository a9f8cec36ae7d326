"""The whole log for an auditor who looks for something: newest first over all streams, a page at a time.

Streams know no common order but the moment at which an event was recorded; within a stream its position decides. A page
looks through a bounded stretch of each stream, so that a search for what is not there ends, too: it then says how far
back it has looked, and its cursor goes on from there.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db import connection

from accounting.selectors.ledger import LegView
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Invalid, NotFound
from tables.domain.events import EVENT_TYPES
from tables.selectors import events, house, stream_days, whole

STRETCH: Final = 20_000
"""How many events of a stream one page looks through at most."""
SLIP_TYPES: Final = [event.name for event in EVENT_TYPES.values() if "slip" in event.fields]
_OF_ROUNDS: Final = frozenset(event.name for event in EVENT_TYPES.values() if "round" in event.fields)
_CURSOR: Final = re.compile(r"[0-9]{1,18}\.[0-9]{1,18}(?:-[0-9]{1,18}\.[0-9]{1,18}){0,999}", re.ASCII)

_FOUND = """
SELECT w.id, e.seq, e.type, e.gaming_day, e.round, e.body, encode(e.hash, 'hex')
FROM unnest(%(ids)s::bigint[], %(before)s::bigint[], %(low)s::bigint[]) AS w(id, before, low)
CROSS JOIN LATERAL (
    SELECT * FROM tables_event e WHERE e.stream_id = w.id AND e.seq < w.before AND e.seq >= w.low
          AND e.gaming_day = ANY(%(days)s::date[]) {filters}
    ORDER BY e.seq DESC LIMIT %(limit)s
) e
ORDER BY w.id, e.seq DESC
"""
_OF_SLIPS = "AND e.round IS NULL AND e.type = ANY(%(slip_types)s) AND position(%(slip)s in e.body) > 0"
_BETWEEN = """AND {joined}((e.body::json ->> 'occurred_at')::timestamptz AT TIME ZONE %(zone)s)::time"""
_MOMENTS = """
SELECT e.stream_id, (e.body::json ->> 'recorded_at')::timestamptz FROM unnest(%s::bigint[], %s::bigint[]) AS w(id, seq)
JOIN tables_event e ON e.stream_id = w.id AND e.seq = w.seq AND e.gaming_day = ANY(%s::date[])
"""
_LEGS = """
SELECT l.stream_id, l.seq, a.code, a.asset, l.amount FROM unnest(%s::bigint[], %s::bigint[]) AS w(id, seq)
JOIN accounting_leg l ON l.stream_id = w.id AND l.seq = w.seq AND l.gaming_day = ANY(%s::date[])
JOIN accounting_account a ON a.id = l.account_id
ORDER BY l.stream_id, l.seq, l.line
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; what is empty does not narrow. ``badge`` acted, signed or is named.

    ``since`` and ``until`` are times of day in the casino's zone; over midnight when ``since`` is the later one.
    """

    stream: str = ""
    badge: str = ""
    round: int | None = None
    slip: str = ""
    type: str = ""
    day: date | None = None
    since: time | None = None
    until: time | None = None


@dataclass(frozen=True, slots=True)
class TrailEvent:
    """An event word for word with its hash, and the legs of the journal that it made."""

    stream: str
    seq: int
    type: str
    gaming_day: date
    round: int | None
    body: str
    hash: str
    event: Mapping[str, Any]
    legs: Sequence[LegView]


@dataclass(frozen=True, slots=True)
class Trail:
    """A page. ``next`` is the cursor of the page before in time, empty when all was searched.

    ``looked_back_to`` is set when the page ended for having searched enough, not for being full.
    """

    events: Sequence[TrailEvent]
    next: str
    looked_back_to: datetime | None


@dataclass(slots=True)
class _Reach:
    """A stream in a search: its events below ``before`` and not below ``first``, on this page not below ``low``."""

    key: str
    before: int
    first: int
    low: int


_Row = tuple[int, int, str, date, int | None, str, str]
_Line = tuple[datetime, str, _Row, Mapping[str, Any]]


def page(*, actor: Actor, wanted: Wanted, cursor: str = "", limit: int = 50) -> Trail:
    """Events that are wanted, the newest first. Refused: ``not_permitted``, ``no_such_stream``, ``bad_parameter``."""
    permissions.require(actor, "read_audit")
    heads = {head.id: head for head in events.streams(actor=actor) if wanted.stream in ("", head.key)}
    if wanted.stream and not heads:
        raise NotFound("no_such_stream", stream=wanted.stream[:64])
    ends = {stream: head.seq + 1 for stream, head in heads.items()}
    before, first = _bounds(ends, wanted.day)
    if cursor:
        told = _read_cursor(cursor)
        before = {stream: min(seq, told.get(stream, 0)) for stream, seq in before.items()}
    indexed = wanted.round is not None or wanted.slip or (wanted.type and wanted.type not in _OF_ROUNDS)
    reaches = {
        stream: _Reach(
            heads[stream].key, seq, first[stream], first[stream] if indexed else max(first[stream], seq - STRETCH)
        )
        for stream, seq in before.items()
        if seq > first[stream]
    }
    rows = _rows(actor, wanted, reaches, limit + 1)
    return _merged(reaches, rows, limit)


def event(*, actor: Actor, stream: str, seq: int) -> TrailEvent:
    """One event. Refused: ``not_permitted``, ``no_such_stream``, ``no_such_event``."""
    permissions.require(actor, "read_audit")
    head = next((head for head in events.streams(actor=actor) if head.key == stream), None)
    if head is None:
        raise NotFound("no_such_stream", stream=stream[:64])
    if not 1 <= seq <= head.seq:
        raise NotFound("no_such_event", stream=stream, seq=seq)
    reaches = {head.id: _Reach(stream, seq + 1, seq, seq)}
    return _merged(reaches, _rows(actor, Wanted(), reaches, 1), 1).events[0]


def _bounds(ends: Mapping[int, int], day: date | None) -> tuple[dict[int, int], dict[int, int]]:
    """Stream -> where its search begins (excluded) and ends (included)."""
    if day is None:
        return dict(ends), dict.fromkeys(ends, 1)
    return _first_on(ends, day + timedelta(days=1)), _first_on(ends, day)


def _first_on(ends: Mapping[int, int], day: date) -> dict[int, int]:
    """Stream -> its first event of the gaming day or a later one, its end where it has none."""
    begins = stream_days.begins(list(ends), day)
    return {stream: min(begins.get(stream, end), end) for stream, end in ends.items()}


def _rows(actor: Actor, wanted: Wanted, reaches: Mapping[int, _Reach], limit: int) -> dict[int, list[_Row]]:
    """Stream -> the newest of its events that are wanted within reach, at most ``limit``."""
    filters = []
    if wanted.type:
        filters.append("AND e.type = %(type)s" + ("" if wanted.type in _OF_ROUNDS else " AND e.round IS NULL"))
    if wanted.round is not None:
        filters.append("AND e.round = %(round)s")
    if wanted.slip:
        filters.append(_OF_SLIPS)
    if wanted.badge:
        filters.append("AND position(%(badge)s in e.body) > 0")
    if wanted.since or wanted.until:
        over_midnight = wanted.since and wanted.until and wanted.since > wanted.until
        filters.append(_BETWEEN.format(joined="NOT " if over_midnight else "") + " BETWEEN %(since)s AND %(until)s")
    asked: dict[str, Any] = {
        "ids": list(reaches),
        "before": [reach.before for reach in reaches.values()],
        "low": [reach.low for reach in reaches.values()],
        "days": stream_days.within((stream, reach.low, reach.before - 1) for stream, reach in reaches.items()),
        "limit": limit,
        "type": wanted.type,
        "round": wanted.round,
        "slip": json.dumps(wanted.slip),
        "slip_types": SLIP_TYPES,
        "badge": json.dumps(wanted.badge),
        "zone": house.of(actor).time_zone,
        **_times(wanted),
    }
    found: dict[int, list[_Row]] = {stream: [] for stream in reaches}
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_FOUND.format(filters=" ".join(filters)), asked)
        for row in cursor.fetchall():
            found[row[0]].append(row)
    return found


def _times(wanted: Wanted) -> dict[str, time]:
    """The stretch of the day to search, to the end of its last minute; over midnight, what lies between is left out."""
    since, until = wanted.since or time.min, wanted.until or time(23, 59)
    last = until.replace(second=59, microsecond=999_999)
    if since <= until:
        return {"since": since, "until": last}
    after = (datetime.combine(date.min, last) + timedelta(microseconds=1)).time()
    before = (datetime.combine(date.max, since) - timedelta(microseconds=1)).time()
    return {"since": after, "until": before}


def _merged(reaches: Mapping[int, _Reach], rows: Mapping[int, Sequence[_Row]], limit: int) -> Trail:
    """The newest of all streams' rows, no older than what every stream was searched back to."""
    found: list[_Line] = []
    for stream, own in rows.items():
        newer = None
        for row in own:
            event = json.loads(row[5])
            moment = datetime.fromisoformat(event["recorded_at"])
            newer = moment if newer is None else min(moment, newer)
            found.append((newer, reaches[stream].key, row, event))
        if len(own) > limit:
            reaches[stream].low = own[-1][1]
    looked_back_to = _looked_back_to(reaches, found)
    found.sort(key=lambda line: (line[0], line[1], line[2][1]), reverse=True)
    shown = [line for line in found if looked_back_to is None or line[0] >= looked_back_to][:limit]
    hidden: dict[int, int] = {}
    for _, _, row, _ in found[len(shown) :]:
        hidden[row[0]] = max(row[1], hidden.get(row[0], 0))
    on = {stream: hidden[stream] + 1 if stream in hidden else reach.low for stream, reach in reaches.items()}
    left = {stream: seq for stream, seq in on.items() if seq > reaches[stream].first}
    legs = _legs([row for _, _, row, _ in shown])
    return Trail(
        events=[
            TrailEvent(key, row[1], *row[2:], event, legs.get((row[0], row[1]), ())) for _, key, row, event in shown
        ],
        next="-".join(f"{stream}.{seq}" for stream, seq in left.items()),
        looked_back_to=looked_back_to if left and len(shown) < limit else None,
    )


def _looked_back_to(reaches: Mapping[int, _Reach], found: Iterable[_Line]) -> datetime | None:
    """The moment down to which every stream was searched; None when each was searched to its end.

    A clock that was set back may leave a row older than the end of its own stretch: then the row counts, so that a page
    always shows all of the stream that holds it up, and the next one gets further.
    """
    open_ = {stream: reach.low for stream, reach in reaches.items() if reach.low > reach.first}
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_MOMENTS, [list(open_), list(open_.values()), stream_days.of_events(open_.items())])
        ends: dict[int, datetime] = dict(cursor.fetchall())
    for moment, _, row, _ in found:
        if row[0] in ends:
            ends[row[0]] = min(moment, ends[row[0]])
    return max(ends.values(), default=None)


def _legs(rows: Iterable[_Row]) -> Mapping[tuple[int, int], Sequence[LegView]]:
    places = [(row[0], row[1], row[3]) for row in rows]
    found: dict[tuple[int, int], list[LegView]] = {}
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_LEGS, [list(column) for column in zip(*places, strict=True)] or [[], [], []])
        for stream, seq, *leg in cursor.fetchall():
            found.setdefault((stream, seq), []).append(LegView(*leg))
    return found


def _read_cursor(text: str) -> dict[int, int]:
    """Stream -> the position that the search goes on from; streams that are not the reader's own are passed over."""
    if not _CURSOR.fullmatch(text):
        raise Invalid("bad_parameter", parameter="before")
    pairs = (part.split(".") for part in text.split("-"))
    return {int(stream): int(seq) for stream, seq in pairs}
