"""Presses that a dealer took back: each must have been his own, the last, and reversed to the chip (docs/events.md).

The other readings of a table's log pass over undone events; that these were undone rightly is checked here alone.
"""

import json
from collections.abc import Iterator

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify.findings import Finding
from tables.domain import undoing
from tables.domain.undoing import Pressed
from tables.selectors import presses

_UNDOS = "SELECT seq, body FROM tables_event WHERE stream_id = %s AND seq <= %s AND type = %s ORDER BY seq"


def undone(stream: StreamInfo) -> frozenset[int]:
    """The events of a stream that do not count, with the undoing itself: the numbers that a fold passes over."""
    undos = _undos(stream)
    return undoing.undone_seqs(undo.data for undo in undos if _bounded(undo)) | {undo.seq for undo in undos}


def findings(stream: StreamInfo, between: tuple[int, int] | None = None) -> Iterator[Finding]:
    """What is wrong with the undoing of presses, or in a stretch. Inside one snapshot of the database."""
    first, last = between or (1, stream.head_seq)
    for undo in _undos(stream):
        if not first <= undo.seq <= last:
            continue
        try:
            wrong = _wrong(stream, undo, presses.at_head(stream.id, undo.seq - 1))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            wrong = f"does not fit: {type(error).__name__}"
        if wrong:
            yield Finding(stream.key, wrong, undo.seq, undo.type)


def _bounded(undo: Pressed) -> bool:
    """Whether it names events before itself at all: a forged one may name anything."""
    first, last = undo.data.get("first"), undo.data.get("last")
    return type(first) is int and type(last) is int and 0 < first <= last < undo.seq


def _wrong(stream: StreamInfo, undo: Pressed, press: list[Pressed]) -> str:
    if not presses.is_keyed(press) or (press[0].seq, press[-1].seq) != (undo.data["first"], undo.data["last"]):
        return "it does not undo the press before it"
    if (press[0].actor, press[0].terminal) != (undo.actor, undo.terminal):
        return "the press was another person's or another terminal's"
    if why := presses.why_final(stream.id, press, house_deals=False):
        return f"the press was final: {why}"
    if undoing.told(undo.data["round"], press) != undo.data:
        return "it does not give back what the press had moved"
    return ""


def _undos(stream: StreamInfo) -> list[Pressed]:
    with connection.cursor() as cursor:
        cursor.execute(_UNDOS, [stream.id, stream.head_seq, undoing.UNDO])
        return [undoing.pressed(seq, json.loads(body)) for seq, body in cursor.fetchall()]
