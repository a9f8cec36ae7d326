"""The hash chain of a stream, as fast as it can be read: 200,000 events a second (perf.md §6).

Stored bodies are hashed as they are. The row's other columns are compared with the body's text at its fixed places,
because parsing would cost three times the hashing: the frame's keys stand in order behind ``data``, and a quote inside
a JSON text is always escaped, so the last ``,"gaming_day":"`` of a body begins its frame.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify import walking
from accounting.services.verify.chip_statements import Head
from accounting.services.verify.findings import Finding
from tables.domain.canonical import GENESIS, canonical, seal
from tables.domain.events import EVENT_TYPES
from tables.models import sealing
from tables.selectors import stream_days

_EVENTS = b"""
SELECT seq, type, gaming_day::text, round, body, hash, sealed FROM tables_event
WHERE stream_id = %s AND seq > %s AND gaming_day >= %s ORDER BY seq
"""
_HASH = """
SELECT encode(hash, 'hex') FROM tables_event WHERE stream_id = %s AND seq = %s AND gaming_day = ANY(%s::date[])
"""
_DAYS = "SELECT gaming_day::text, first_seq FROM tables_streamday WHERE stream_id = %s AND first_seq > %s"
_HEAD = """
SELECT head_day::text, to_char(head_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
FROM tables_stream WHERE id = %s
"""
_ONE_SEALED = re.compile(r'\{"([a-z_]+)":\["([0-9a-f]{32})","([^"\\]*)"\]\}')
_BROKEN = "sealed does not match its commitment"
_INSTANT = len("2026-03-04T20:00:00.000000Z")
_OF_ROUND = frozenset(name for name, known in EVENT_TYPES.items() if "round" in known.fields)


@dataclass(slots=True)
class Chain:
    """What was read of a stream, and the first thing that is wrong with it."""

    events: int = 0
    findings: list[Finding] = field(default_factory=list)


def check(stream: StreamInfo, since: Head | None = None) -> Chain:
    """Walk a stream from its first event, or from behind one that is known, to the head that its row names.

    Inside one snapshot of the database.
    """
    if since is not None and not _stands(stream, since):
        return Chain(0, [Finding(stream.key, "hash is not what an earlier proof has found", since.seq)])
    known = since.seq if since is not None else 0
    head = bytes.fromhex(since.hash) if since is not None else GENESIS
    frame, seq, day, body = _Frame(stream.key), known, "", ""
    begun: dict[str, int] = {}
    begins = stream_days.since(stream.id, known + 1).first if known else date.min
    for rows in walking.chunks("verify_chain", _EVENTS, [stream.id, known, begins]):
        for number, type_, gaming_day, round_, body, digest, sealed in rows:
            seq += 1
            if number != seq:
                return Chain(seq - known, [Finding(stream.key, f"is missing; #{number} follows", seq)])
            if sha256(head + body.encode()).digest() != digest:
                return Chain(seq - known, [Finding(stream.key, "hash does not match", seq, type_)])
            head = digest
            if gaming_day != day:
                if gaming_day < day:
                    wrong = f"goes back from {day} to {gaming_day}"
                    return Chain(seq - known, [Finding(stream.key, wrong, seq, type_)])
                day = gaming_day
                begun[day] = seq
                frame.set_day(day)
            if wrong := frame.disagrees(seq, type_, round_, body) or _sealed_disagrees(body, sealed):
                return Chain(seq - known, [Finding(stream.key, wrong, seq, type_)])
    newest = frame.occurred_at(body) if body else None
    return Chain(seq - known, _at_end(stream, seq, head, known, begun, newest))


def _stands(stream: StreamInfo, known: Head) -> bool:
    """Whether the event at a known head is still there, with the same hash."""
    if known.seq == 0:
        return known.hash == GENESIS.hex()
    with connection.cursor() as cursor:
        cursor.execute(_HASH, [stream.id, known.seq, stream_days.of_events([(stream.id, known.seq)])])
        return bool(cursor.fetchone() == (known.hash,))


def _at_end(
    stream: StreamInfo, seq: int, head: bytes, known: int, begun: Mapping[str, int], newest: str | None
) -> list[Finding]:
    if seq != stream.head_seq:
        return [Finding(stream.key, f"the log ends here, the stream's head is #{stream.head_seq}", seq)]
    if head != stream.head_hash:
        return [Finding(stream.key, "the stream's head has another hash", seq)]
    wrong = _times_disagree(stream, known, begun, newest)
    return [Finding(stream.key, wrong, seq)] if wrong else []


def _times_disagree(stream: StreamInfo, known: int, begun: Mapping[str, int], newest: str | None) -> str:
    """Where each gaming day begins is what every reader goes by; empty when the rows say what the log does.

    Only of days that begin behind event ``known``; the first that was read may have begun before. ``newest`` is when
    the event at the head occurred; None when no event was read.
    """
    with connection.cursor() as cursor:
        cursor.execute(_DAYS, [stream.id, known])
        rows = dict(cursor.fetchall())
        cursor.execute(_HEAD, [stream.id])
        ((head_day, head_at),) = cursor.fetchall()
    head = max(begun, default=head_day)
    if known and begun and min(begun) not in rows:
        begun = {day: seq for day, seq in begun.items() if day != min(begun)}
    if rows != begun:
        wrong = min(day for day in rows.keys() | begun.keys() if rows.get(day) != begun.get(day))
        return f"gaming day {wrong} does not begin where its row says"
    if head_day != head:
        return "the stream's head has another gaming day"
    return "" if newest is None or head_at == newest else "the stream's head has another time"


class _Frame:
    """The frame of a body as its row's columns say it must be."""

    def __init__(self, key: str) -> None:
        self._stream = f'","stream":"{key}","terminal":"'
        self._day, self._after = "", 0

    def set_day(self, day: str) -> None:
        """From here on events are of this gaming day."""
        self._day = f',"gaming_day":"{day}","occurred_at":"'
        self._after = len(self._day) + 2 * _INSTANT + len('","recorded_at":"')

    def occurred_at(self, body: str) -> str:
        """When the event of a body of this day occurred."""
        at = body.rindex(self._day) + len(self._day)
        return body[at : at + _INSTANT]

    def disagrees(self, seq: int, type_: str, round_: int | None, body: str) -> str:
        """Which column is not what the body says; empty when all are."""
        at = body.rfind(',"gaming_day":"')
        if not body.startswith(self._day, at):
            return "gaming_day and body do not agree"
        if not body.startswith(f'","seq":{seq},"shift":"', at + self._after):
            return "seq and body do not agree"
        if self._stream not in body:
            return "stream and body do not agree"
        if not body.endswith(f'","type":"{type_}","version":1}}'):
            return "type and body do not agree"
        if round_ is None:
            if type_ in _OF_ROUND and '"round":null' not in body:
                return "round and body do not agree"
        elif type_ not in _OF_ROUND or not (f'"round":{round_},' in body or f'"round":{round_}}}' in body):
            return "round and body do not agree"
        return ""


def _sealed_disagrees(body: str, stored: str) -> str:
    """What is sealed must be what the body commits to, in canonical form."""
    if not stored:
        return "what was sealed is gone" if '"sealed":{' in body else ""
    try:
        sealed = sealing.opened("sealed", stored)
    except sealing.CannotOpen as error:
        return str(error)
    if one := _ONE_SEALED.fullmatch(sealed):  # nearly always: parsing would cost more than all other checks together
        name, nonce, value = one.groups()
        return "" if f'"sealed":{{"{name}":"{seal(nonce, value)}"}}' in body else _BROKEN
    try:
        hidden = json.loads(sealed)
        made = {name: seal(nonce, value) for name, (nonce, value) in hidden.items()}
        return "" if canonical(hidden) == sealed and made == json.loads(body)["data"].get("sealed") else _BROKEN
    except (ValueError, TypeError, AttributeError):
        return "sealed cannot be read"
