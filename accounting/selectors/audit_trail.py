"""The whole log for an auditor who looks for something: newest first over all streams, a page at a time.

Streams know no common order but the gaming day and, within it, the moment at which an event was recorded; at one moment
their names decide, and within a stream its position. A page goes back day by day until it is full, so what it costs
does not hang on how much lies beneath. It looks through a bounded stretch of each stream, so that a search for what is
not there ends, too: it then says how far back it has looked, and its cursor goes on from there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import connection

from accounting.selectors import trail_cursor, trail_search
from accounting.selectors.ledger import LegView
from accounting.selectors.trail_filters import Wanted
from accounting.selectors.trail_search import Line, Place, Row, Search
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.selectors import events, house, stream_days, whole
from tables.selectors.events import StreamHead

STRETCH: Final = 20_000
"""How many events of a stream one page looks through at most."""
_LEGS = """
SELECT l.stream_id, l.seq, a.code, a.asset, l.amount FROM unnest(%s::bigint[], %s::bigint[]) AS w(id, seq)
JOIN accounting_leg l ON l.stream_id = w.id AND l.seq = w.seq AND l.gaming_day = ANY(%s::date[])
JOIN accounting_account a ON a.id = l.account_id
ORDER BY l.stream_id, l.seq, l.line
"""


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


def page(*, actor: Actor, wanted: Wanted, cursor: str = "", limit: int = 50) -> Trail:
    """Events that are wanted, the newest first. Refused: ``not_permitted``, ``no_such_stream``, ``bad_parameter``."""
    permissions.require(actor, "read_audit")
    every = events.streams(actor=actor)
    if wanted.stream and wanted.stream not in {head.key for head in every}:
        raise NotFound("no_such_stream", stream=wanted.stream[:64])
    heads = {head.id: head for head in every if wanted.may_be_in(head)}
    ends, first, since = _bounds(heads, wanted)
    keys = {head.id: head.key for head in every}
    begun = trail_cursor.read(cursor, keys).below(keys, ends) if cursor else ends
    places = {
        stream: Place(
            keys[stream],
            seq,
            first[stream] if wanted.indexed else max(first[stream], seq - STRETCH),
            first[stream],
        )
        for stream, seq in begun.items()
        if seq > first[stream]
    }
    lines, bottom = trail_search.back(Search(wanted, house.of(actor).time_zone, limit, since), places)
    full = len(lines) == limit
    mark = lines[-1].mark if full else bottom
    if mark is None or all(place.before <= place.first for place in places.values()):
        return Trail(_events(lines), "", None)
    left = {**begun, **{stream: place.before for stream, place in places.items()}}
    return Trail(
        events=_events(lines),
        next=trail_cursor.write(mark, keys, trail_cursor.Page(ends, begun, left, lines)),
        looked_back_to=None if full else mark.moment[1],
    )


def event(*, actor: Actor, stream: str, seq: int) -> TrailEvent:
    """One event. Refused: ``not_permitted``, ``no_such_stream``, ``no_such_event``."""
    permissions.require(actor, "read_audit")
    head = next((head for head in events.streams(actor=actor) if head.key == stream), None)
    if head is None:
        raise NotFound("no_such_stream", stream=stream[:64])
    if not 1 <= seq <= head.seq:
        raise NotFound("no_such_event", stream=stream, seq=seq)
    search = Search(Wanted(), house.of(actor).time_zone, 1)
    lines, _ = trail_search.back(search, {head.id: Place(stream, seq + 1, seq, seq)})
    if not lines:  # a gap in the log, which verify finds
        raise NotFound("no_such_event", stream=stream, seq=seq)
    return _events(lines)[0]


def _bounds(heads: Mapping[int, StreamHead], wanted: Wanted) -> tuple[dict[int, int], dict[int, int], date]:
    """Stream -> where its search begins (excluded) and ends (included); and a day before which none ends."""
    ends = {stream: head.seq + 1 for stream, head in heads.items()}
    if wanted.day is not None:
        return _first_on(ends, wanted.day + timedelta(days=1)), _first_on(ends, wanted.day), wanted.day
    if wanted.round is None:
        return ends, dict.fromkeys(ends, 1), date.min
    tables = {head.table_id for head in heads.values() if head.table_id is not None}
    begun = stream_days.before_rounds((table, wanted.round) for table in tables)
    begun |= stream_days.before_crowd(list(ends), wanted.round)
    first = {stream: begun.get(stream, end) for stream, end in ends.items()}
    return ends, first, min(stream_days.days(begun).values(), default=date.min)


def _first_on(ends: Mapping[int, int], day: date) -> dict[int, int]:
    """Stream -> its first event of the gaming day or a later one, its end where it has none."""
    begins = stream_days.begins(list(ends), day)
    return {stream: min(begins.get(stream, end), end) for stream, end in ends.items()}


def _events(lines: Sequence[Line]) -> list[TrailEvent]:
    legs = _legs([line.row for line in lines])
    return [
        TrailEvent(line.mark.key, row.seq, *row[2:], line.event, legs.get((row.stream, row.seq), ()))
        for line in lines
        for row in (line.row,)
    ]


def _legs(rows: Iterable[Row]) -> Mapping[tuple[int, int], Sequence[LegView]]:
    places = [(row.stream, row.seq, row.gaming_day) for row in rows]
    found: dict[tuple[int, int], list[LegView]] = {}
    since = min((day for _, _, day in places), default=date.max)
    with whole.history(since), connection.cursor() as cursor:
        cursor.execute(_LEGS, [list(column) for column in zip(*places, strict=True)] or [[], [], []])
        for stream, seq, *leg in cursor.fetchall():
            found.setdefault((stream, seq), []).append(LegView(*leg))
    return found
