"""Which tables a reader may look at, and as whom: asked by every selector that shows a single table."""

from dataclasses import dataclass

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor, Role
from tables.domain.errors import Invalid, NotAllowed, NotFound

AUDIENCES = ("dealer", "floor", "public")
"""From the one that sees most to the one that sees least; a player's own view waits for a link to his seat."""

_TABLE = """
SELECT t.id, t.code, st.id, st.key, st.head_seq, s.dealer_id, s.round_number
FROM tables_gamingtable t
JOIN tables_tablestate s ON s.table_id = t.id
JOIN tables_stream st ON st.table_id = t.id
WHERE t.casino_id = %s AND t.code = %s
"""


@dataclass(frozen=True, slots=True)
class Sight:
    """A table, its stream, and as which audience the reader sees it. ``seq`` is the head of the stream."""

    table_id: int
    code: str
    stream_id: int
    stream: str
    seq: int
    round_number: int
    audience: str


def at_table(actor: Actor, table: str, audience: str = "") -> Sight:
    """The table as the reader may see it; ``audience`` asks for less than the best view he is entitled to.

    Refused: ``not_permitted``; ``no_such_table``, also for another casino's table, at another table's terminal, and
    to a dealer who does not deal there; ``bad_audience``, ``not_your_view``.
    """
    permissions.require(actor, "read_table")
    with connection.cursor() as cursor:
        cursor.execute(_TABLE, [actor.casino_id, table])
        row = cursor.fetchone()
    if row is None or not _may_look(actor, row[0], row[5]):
        raise NotFound("no_such_table")
    table_id, code, stream_id, stream, seq, dealer_id, round_number = row
    seen_as = _audience(_best(actor, dealer_id), audience)
    return Sight(table_id, code, stream_id, stream, seq, round_number, seen_as)


def _may_look(actor: Actor, table_id: int, dealer_id: int | None) -> bool:
    """A terminal shows its own table only; without one, a dealer sees where he deals and all others every table."""
    if actor.table_id is not None:
        return bool(actor.table_id == table_id)
    if permissions.may(actor, "read_pit") or Role.INTEGRATOR in actor.roles:
        return True
    return dealer_id is not None and dealer_id == actor.staff_id


def _best(actor: Actor, dealer_id: int | None) -> str:
    if dealer_id is not None and dealer_id == actor.staff_id and Role.DEALER in actor.roles:
        return "dealer"
    return "floor" if permissions.may(actor, "read_pit") else "public"


def _audience(best: str, wanted: str) -> str:
    if not wanted:
        return best
    if wanted not in AUDIENCES:
        raise Invalid("bad_audience", known=list(AUDIENCES))
    if AUDIENCES.index(wanted) < AUDIENCES.index(best):
        raise NotAllowed("not_your_view", audience=wanted)
    return wanted
