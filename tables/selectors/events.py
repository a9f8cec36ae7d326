"""The log for those who prove it: events word for word with their hashes, stream by stream (docs/log.md).

An event's body holds no secret: what may not be known yet stands in the ``sealed`` column, which nothing here selects.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.canonical import GENESIS
from tables.domain.errors import NotFound
from tables.domain.events import OF_ROUNDS, StreamKind
from tables.selectors import stream_days, whole
from tables.selectors.stream_days import NEVER, Days

_STREAMS = """
SELECT s.id, s.kind, s.key, t.code, t.id, s.head_seq, encode(s.head_hash, 'hex')
FROM tables_stream s LEFT JOIN tables_crowd w ON w.stream_id = s.id
LEFT JOIN tables_gamingtable t ON t.id = coalesce(s.table_id, w.table_id)
WHERE s.casino_id = %s
ORDER BY s.key
"""
_EVENTS = """
SELECT seq, type, gaming_day::text, round, body, encode(hash, 'hex')
FROM tables_event
WHERE stream_id = %(stream)s AND seq > %(after)s AND gaming_day BETWEEN %(first)s AND %(last)s
      AND (%(type)s = '' OR type = %(type)s) AND (%(rounds)s OR round IS NULL)
      AND (%(round)s::bigint IS NULL OR round = %(round)s)
ORDER BY seq LIMIT %(limit)s
"""
_FIELDS = ("seq", "type", "gaming_day", "round", "body", "hash")
_HASH = """
SELECT encode(hash, 'hex') FROM tables_event WHERE stream_id = %s AND seq = %s AND gaming_day BETWEEN %s AND %s
"""


@dataclass(frozen=True, slots=True)
class StreamHead:
    """A stream and where it ends. ``table`` is None for the cage, the count room and the house."""

    id: int
    kind: str
    key: str
    table: str | None
    table_id: int | None
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Events of a stream in order; ``previous_hash`` is that of the event at ``after`` (64 zeros at the very start)."""

    head: StreamHead
    previous_hash: str
    events: list[dict[str, Any]]


RESTRICTED = frozenset({StreamKind.CAGE.value, StreamKind.COUNT.value})
"""Slips of every pit and the results of counts, word for word: the restricted copy (domain.md §1.1, T-106)."""


def streams(*, actor: Actor) -> list[StreamHead]:
    """Every stream that the actor may read with its head, by key. A table's terminal knows its own and the house's.

    Those of the cage and the count room are for accounting and audit: the pit reads there neither restricted copies
    nor counts.
    """
    permissions.require(actor, "read_log")
    with connection.cursor() as cursor:
        cursor.execute(_STREAMS, [actor.casino_id])
        found = [StreamHead(*row) for row in cursor.fetchall()]
    hidden = frozenset() if permissions.may(actor, "read_restricted_copy") else RESTRICTED
    here = (head for head in found if actor.table_id is None or head.table_id in (None, actor.table_id))
    return [head for head in here if head.kind not in hidden]


def stream(*, actor: Actor, kind: str, table: str = "") -> StreamHead:
    """One stream. Refused: ``not_permitted``, ``no_such_table`` (a table's), ``no_such_stream``."""
    for head in streams(actor=actor):
        if head.kind == kind and (head.table or "") == table:
            return head
    raise NotFound("no_such_table" if kind == StreamKind.TABLE else "no_such_stream")


def events(
    *,
    actor: Actor,
    kind: str,
    table: str = "",
    after: int = 0,
    limit: int = 50,
    type_: str = "",
    round_: int | None = None,
    gaming_day: date | None = None,
) -> Stretch:
    """Events of a stream beyond position ``after``, with the text that was hashed, to the byte.

    Without a filter they are a stretch of the chain: the hash of each is SHA-256 over the hash before it and its
    body. Refused: see ``stream``.
    """
    head = stream(actor=actor, kind=kind, table=table)
    within = stream_days.since(head.id, after + 1)
    if round_ is not None:
        within = within.both(stream_days.of_round(head.id, round_))
    if gaming_day is not None:
        within = within.both(Days(gaming_day, gaming_day))
    in_rounds = not type_ or type_ in OF_ROUNDS
    wanted: dict[str, Any] = {"stream": head.id, "after": after, "type": type_, "round": round_, "rounds": in_rounds}
    found: list[dict[str, Any]] = []
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_HASH, [head.id, after, *(stream_days.of([(head.id, after, after)]) if after else NEVER)])
        before = cursor.fetchone()
        for days in stream_days.forward(within) if in_rounds else [within]:
            cursor.execute(_EVENTS, {**wanted, "first": days.first, "last": days.last, "limit": limit - len(found)})
            found += [dict(zip(_FIELDS, row, strict=True)) for row in cursor.fetchall()]
            if len(found) == limit:
                break
    return Stretch(head, before[0] if before else GENESIS.hex(), found)
