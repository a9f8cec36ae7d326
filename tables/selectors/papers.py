"""Papers as the log has them: each is one event, whose place in its stream is what its code says."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db import connection

from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.domain.events import StreamKind
from tables.models.log import Event, Stream
from tables.models.prints import PaperPrint

PLACES: Final = (StreamKind.CAGE.value, StreamKind.COUNT.value)
"""Places with a stream of their own; any other word is a table's code."""

_SAYING: Final = """
SELECT s.key, e.seq FROM tables_stream s
JOIN tables_event e ON e.stream_id = s.id AND e.type = ANY(%s) AND e.round IS NULL AND e.gaming_day >= %s
CROSS JOIN LATERAL (SELECT e.body::jsonb AS body) b
WHERE s.casino_id = %s AND b.body -> 'data' @> %s::jsonb
ORDER BY b.body ->> 'recorded_at', s.key, e.seq
"""


@dataclass(frozen=True, slots=True)
class PaperEvent:
    """The event that a paper is. ``where`` is the code of its table, or one of ``PLACES``."""

    where: str
    stream_id: int
    stream: str
    seq: int
    type: str
    at: datetime
    gaming_day: date
    shift: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Print:
    """A time the paper was printed, by badge; ``copy`` 0 is the original."""

    copy: int
    at: datetime
    by: str
    reason: str


def event(actor: Actor, where: str, seq: int) -> PaperEvent:
    """An event of the actor's house that may be a paper; whoever reads its type decides who may. Not found is
    ``no_such_paper``, also for another casino's, and for what belongs to a round.
    """
    streams = Stream.objects.filter(casino_id=actor.casino_id)
    own = streams.filter(kind=where) if where in PLACES else streams.filter(kind="table", table__code=where)
    stream = own.first()
    if stream is None:
        raise NotFound("no_such_paper")
    found = Event.objects.filter(stream_id=stream.pk, seq=seq, round=None).first()
    if found is None:
        raise NotFound("no_such_paper")
    body = json.loads(found.body)
    at, day = datetime.fromisoformat(body["occurred_at"]), date.fromisoformat(body["gaming_day"])
    return PaperEvent(where, stream.pk, stream.key, seq, found.type, at, day, body["shift"], body["data"])


def places(actor: Actor, types: Sequence[str], told: Mapping[str, Any], since: date) -> Sequence[tuple[str, int]]:
    """Where the events of some types stand that say ``told``, on gaming days from ``since`` on, the first first."""
    asked: list[Any] = [list(types), since, actor.casino_id, json.dumps(dict(told))]
    with connection.cursor() as cursor:
        cursor.execute(_SAYING, asked)
        return [(key.rpartition("/")[2], seq) for key, seq in cursor.fetchall()]


def prints(stream_id: int, seq: int) -> Sequence[Print]:
    """Every time the paper at this place was printed, the original first."""
    rows = PaperPrint.objects.filter(stream_id=stream_id, paper_seq=seq).order_by("copy")
    return [Print(*row) for row in rows.values_list("copy", "printed_at", "printed_by__badge", "reason")]
