"""Handing the log out: recorded first, then written as often as anyone likes (docs/log.md).

An export is the log up to the heads that its event names. Events never change, so the archive of an export is the
same whenever it is written, and the reading holds no snapshot open while a slow client takes it.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from accounting.selectors import log_exports
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.canonical import content_hash
from tables.domain.errors import NotFound
from tables.selectors import events
from tables.services.house_stream import house_entry

_HEADS = """
SELECT key, head_seq, encode(head_hash, 'hex') FROM tables_stream WHERE casino_id = %s AND key = ANY(%s) ORDER BY key
"""


def export_log(*, actor: Actor, at: datetime, streams: Sequence[str] = (), key: str | None = None) -> dict[str, Any]:
    """Record an export of ``streams`` (keys; none: all that the actor may read) up to where they are now.

    ``root`` in the answer binds the whole of it: SHA-256 over the canonical form of the heads, like the root of a
    certified report. ``export`` is its number in the house. Refused: ``not_permitted``, ``no_such_stream``.
    """
    permissions.require(actor, "export_log")
    readable = {head.key for head in events.streams(actor=actor)}
    unknown = sorted(set(streams) - readable)
    if unknown:
        raise NotFound("no_such_stream", stream=unknown[0][:64])
    request = {"do": "export_log", "streams": sorted(set(streams))}
    with house_entry(actor=actor, at=at, request=request, key=key) as entry:
        if not entry.repeated:
            heads = _heads(actor.casino_id, sorted(set(streams) or readable))
            root = content_hash({name: {"seq": seq, "hash": digest} for name, seq, digest in heads})
            whole = not streams and actor.table_id is None
            number = log_exports.count(entry.stream_id) + 1
            data = {
                "export": number,
                "heads": {name: seq for name, seq, _ in heads},
                "root": root,
                "whole": whole,
            }
            entry.record("log_exported", data)
            entry.answer = {**data, "events": sum(seq for _, seq, _ in heads)}
    return entry.answer


def _heads(casino_id: int, keys: Sequence[str]) -> list[tuple[str, int, str]]:
    """Key, head and hash of each stream, all of one moment: one statement sees one state of the database."""
    with connection.cursor() as cursor:
        cursor.execute(_HEADS, [casino_id, list(keys)])
        return [(key, seq, digest) for key, seq, digest in cursor.fetchall()]
