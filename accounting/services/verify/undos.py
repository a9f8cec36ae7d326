"""Presses that a dealer took back: each must have been his own, the last, and reversed to the chip (docs/events.md).

The other readings of a table's log pass over undone events; that these were undone rightly is checked here alone.
"""

import json
from collections.abc import Iterator
from typing import Any

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify.findings import Finding
from tables.domain import undoing
from tables.domain.undoing import Pressed
from tables.selectors import presses, stream_days
from tables.selectors.stream_days import Days

_UNDOS = """
SELECT seq, body FROM tables_event
WHERE stream_id = %s AND seq BETWEEN %s AND %s AND type = %s AND gaming_day BETWEEN %s AND %s ORDER BY seq
"""
_REACH = 1_000
"""No press has so many events, and a dealer takes back his last one only."""
Between = tuple[int, int]
"""Numbers of the first and the last event of a stretch of a stream."""


def days(stream: StreamInfo, between: Between | None) -> Days:
    """The days that a stretch lies in. Who reads all of a stream goes by nothing that says where its days begin."""
    return stream_days.of([(stream.id, *between)]) if between else stream_days.EVER


def undone(stream: StreamInfo, between: Between | None = None) -> frozenset[int]:
    """The events of a stream, or of a stretch, that do not count, with the undoing itself: what a fold passes over."""
    undos = _undos(stream, (between[0], between[1] + _REACH) if between else None)
    return undoing.undone_seqs(undo.data for undo in undos if _bounded(undo)) | {undo.seq for undo in undos}


def findings(stream: StreamInfo, between: Between | None = None) -> Iterator[Finding]:
    """What is wrong with the undoing of presses, or in a stretch. Inside one snapshot of the database."""
    for undo in _undos(stream, between):
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


def _undos(stream: StreamInfo, between: Between | None) -> list[Pressed]:
    first, last = between or (1, stream.head_seq)
    asked: list[Any] = [stream.id, first, min(last, stream.head_seq), undoing.UNDO, *days(stream, between)]
    with connection.cursor() as cursor:
        cursor.execute(_UNDOS, asked)
        return [undoing.pressed(seq, json.loads(body)) for seq, body in cursor.fetchall()]
