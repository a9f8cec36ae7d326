"""What a live page watches: the streams it is drawn from, and how far each has come.

Nothing of an event is told here, only that a stream went on. What the reader may see of it he gets from the page's own
selector, which asks for his rights again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db import connection
from django.db.models import Q

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.events import StreamKind
from tables.models import log
from tables.selectors import codes, sights
from tables.selectors.sights import Sight

_HEADS = "SELECT id, head_seq FROM tables_stream WHERE id = ANY(%s)"
_ROOMS: Mapping[StreamKind, str] = {
    StreamKind.CAGE: "read_cage",
    StreamKind.COUNT: "read_count_sessions",
    StreamKind.HOUSE: "read_books",
}


@dataclass(frozen=True, slots=True)
class Watched:
    """A stream by its id, and what the page calls it: a table's code, or ``cage``, ``count``, ``house``."""

    stream_id: int
    name: str


def of_table(actor: Actor, table: str) -> list[Watched]:
    """One table's stream. Refused: see ``sights.at_table``."""
    return of_sight(sights.at_table(actor, table))


def of_sight(sight: Sight) -> list[Watched]:
    """The stream of the table that somebody sees, such as a player behind his seat link."""
    return [Watched(sight.stream_id, sight.code)]


def of_pit(actor: Actor, pit: str) -> list[Watched]:
    """The streams of a pit's tables, and the house's. Refused: ``not_permitted``, ``no_such_pit``."""
    permissions.require(actor, "read_pit")
    codes.pit(actor.casino_id, pit)
    # Alerts that were seen and handovers stand in the house's stream.
    found = log.Stream.objects.filter(Q(table__pit__code=pit) | Q(kind=StreamKind.HOUSE), casino_id=actor.casino_id)
    rows = found.values_list("id", "table__code", "kind").order_by("id")
    return [Watched(stream_id, code or kind) for stream_id, code, kind in rows]


def of_room(actor: Actor, room: StreamKind) -> list[Watched]:
    """The stream of the cage, the count room or the house. Refused: ``not_permitted``."""
    permissions.require(actor, _ROOMS[room])
    return [Watched(log.Stream.objects.get(casino_id=actor.casino_id, kind=room).pk, room)]


def heads(streams: Collection[int]) -> dict[int, int]:
    """Stream id -> number of its newest event."""
    with connection.cursor() as cursor:
        cursor.execute(_HEADS, [list(streams)])
        return dict(cursor.fetchall())
