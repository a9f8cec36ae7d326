"""Events of some gaming days as reports list them: by type, over all streams of a house or one of them."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, Invalid
from tables.selectors import stream_days, whole

MOST_DAYS = 366
MOST_EVENTS = 100_000
"""As many as a workbook has lines for."""

_STREAMS = "SELECT id, key, head_seq FROM tables_stream WHERE casino_id = %s AND (%s = '' OR key = %s) ORDER BY key"
_EVENTS = """
SELECT e.seq, e.type, encode(e.hash, 'hex'), e.body FROM tables_event e
WHERE e.stream_id = %(stream)s AND e.seq BETWEEN %(from)s AND %(to)s AND e.gaming_day BETWEEN %(first)s AND %(last)s
      AND (%(types)s::text[] IS NULL OR e.type = ANY(%(types)s))
ORDER BY e.seq LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event where it stands in the log, with its hash (hex)."""

    stream: str
    seq: int
    type: str
    hash: str
    gaming_day: date
    shift: str
    at: datetime
    by: str
    data: Mapping[str, Any]

    @property
    def signatures(self) -> Sequence[Mapping[str, Any]]:
        """Of those who signed it, in their order."""
        return tuple(self.data.get("signatures", ()))


def read(
    actor: Actor,
    first: date,
    last: date,
    permission: str,
    *,
    types: Sequence[str] | None = None,
    stream: str = "",
    tell: Callable[[int, int], None] = lambda _done, _of: None,
) -> list[LoggedEvent]:
    """Events of gaming days ``first`` to ``last``, day by day and stream by stream.

    ``stream`` is a key without the house's code, such as ``table/BJ-01``; empty for all. The days of a stream follow
    each other, so the cost is that of the days. ``tell`` hears of every stream.
    Refused: ``not_permitted`` (``permission`` is what the reader needs), ``bad_days``, ``too_long_for_file`` (more than
    ``MOST_EVENTS``).
    """
    permissions.require(actor, permission)
    if not timedelta(0) <= last - first < timedelta(days=MOST_DAYS):
        raise Invalid("bad_days", most=MOST_DAYS)
    key = f"{actor.casino}/{stream}" if stream else ""
    found: list[LoggedEvent] = []
    with connection.cursor() as cursor:
        cursor.execute(_STREAMS, [actor.casino_id, key, key])
        streams = cursor.fetchall()
        for done, (stream_id, name, head) in enumerate(streams):
            tell(done, len(streams))
            within = _stretch(stream_id, head, first, last)
            wanted = {
                "stream": stream_id,
                "from": within.start,
                "to": within.stop - 1,
                "first": first,
                "last": last,
                "types": None if types is None else list(types),
                "limit": MOST_EVENTS + 1 - len(found),
            }
            with whole.history(first):
                cursor.execute(_EVENTS, wanted)
                found += _events(name, cursor.fetchall())
            if len(found) > MOST_EVENTS:
                raise Conflict("too_long_for_file", most=MOST_EVENTS)
    return sorted(found, key=lambda event: (event.gaming_day, event.stream, event.seq))


def stretch(actor: Actor, first: date, last: date, permission: str, stream: str) -> range:
    """The numbers of one stream's events on gaming days ``first`` to ``last``; the key is without the house's code.

    Refused: ``not_permitted``, ``bad_days``.
    """
    permissions.require(actor, permission)
    if not timedelta(0) <= last - first < timedelta(days=MOST_DAYS):
        raise Invalid("bad_days", most=MOST_DAYS)
    key = f"{actor.casino}/{stream}"
    with connection.cursor() as cursor:
        cursor.execute(_STREAMS, [actor.casino_id, key, key])
        ((stream_id, _key, head),) = cursor.fetchall()
    return _stretch(stream_id, head, first, last)


def _stretch(stream_id: int, head: int, first: date, last: date) -> range:
    """The days of a stream follow each other, and where each begins is kept."""
    begin, end = (stream_days.begins([stream_id], day).get(stream_id) for day in (first, last + timedelta(days=1)))
    return range(min(begin or head + 1, head + 1), min(end or head + 1, head + 1))


def _events(stream: str, rows: Sequence[tuple[int, str, str, str]]) -> Iterator[LoggedEvent]:
    for seq, type_, hash_, body in rows:
        event = json.loads(body)
        yield LoggedEvent(
            stream,
            seq,
            type_,
            hash_,
            date.fromisoformat(event["gaming_day"]),
            event["shift"],
            datetime.fromisoformat(event["occurred_at"]),
            event["actor"],
            event["data"],
        )
