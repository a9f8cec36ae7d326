"""The only way into the floor log: lock the stream, decide, append (docs/log.md).

Every service that changes something writes one ``entry``: one durable transaction, one stream lock taken before
anything is checked, the receipt for the client's key in the same commit. An entry writes to one stream only, so
entries cannot deadlock on streams; rows of other tables are touched after the lock.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

import psycopg.errors
from django.conf import settings
from django.db import IntegrityError, OperationalError, connection, transaction

from tables.domain import events
from tables.domain.actors import Actor, instant
from tables.domain.canonical import canonical, chain_hash
from tables.domain.errors import Conflict, NotFound, StaleSequence
from tables.domain.gaming_day import Window
from tables.models import sealing
from tables.services import clock, hot, news

# Locks the stream's row, and reads what an entry needs after the lock (migration 0002).
_TAKE = "SELECT * FROM tables_take(%s, %s, %s)"
_APPEND = """
INSERT INTO tables_event (stream_id, seq, type, gaming_day, round, body, hash, sealed)
SELECT %s::bigint, u.seq, u.type, %s::date, u.round, u.body, u.hash, u.sealed
FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::text[], %s::bytea[], %s::text[])
    AS u(seq, type, round, body, hash, sealed)
"""
_MOVE_HEAD = "UPDATE tables_stream SET head_seq = %s, head_hash = %s, head_day = %s, head_at = %s WHERE id = %s"
_BEGIN_DAY = "INSERT INTO tables_streamday (stream_id, gaming_day, first_seq) VALUES (%s, %s, %s)"
_NOTE = """
INSERT INTO tables_receipt (client, key, fingerprint, answer, stream_id, seq, created_at)
VALUES (%s, %s, %s, %s, %s, %s, %s)
"""


@dataclass(slots=True)
class Entry:
    """One stream under its lock, and what is about to be appended to it.

    ``repeated`` means that the client's key was answered before: ``answer`` is that answer, and nothing may be
    recorded. Otherwise ``answer`` is what the service puts there; ``seq`` is added when the entry is written.
    ``row`` is the table's state and its shoe's as found under the lock, in the order of ``tables_take``.
    """

    stream_id: int
    kind: events.StreamKind
    stream: str
    table_id: int | None
    head_seq: int
    head_hash: bytes
    head_day: date | None
    recorded_at: datetime
    settings_version: int
    actor: Actor
    at: datetime
    window: Window
    answer: dict[str, Any] = field(default_factory=dict)
    repeated: bool = False
    row: tuple[Any, ...] = ()
    facts: list[events.NewEvent] = field(default_factory=list)
    statements: list[hot.Statement] = field(default_factory=list)

    def record(self, type_: str, data: Mapping[str, Any], **more: Any) -> int:
        """Add a fact to the entry and return the sequence number it will have."""
        if self.repeated:
            raise RuntimeError("a repeated request records nothing")
        event = events.NewEvent(type_, data, **more)
        events.check(event, self.kind)
        self.facts.append(event)
        return self.next_seq - 1

    def later(self, sql: str, parameters: Sequence[Any]) -> None:
        """Write a row of a projection when the entry is written: together with the log, in one round trip."""
        self.statements.append((sql, parameters))

    @property
    def next_seq(self) -> int:
        """The number that the next recorded fact will have."""
        return self.head_seq + len(self.facts) + 1


def stream_key(casino: str, kind: events.StreamKind, table: str = "") -> str:
    """How a stream is called in its events and everywhere else: ``DEMO/table/BJ-01``, ``DEMO/house``."""
    return f"{casino}/{kind}/{table}" if table else f"{casino}/{kind}"


@contextmanager
def table_entry(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    request: Mapping[str, Any],
    key: str | None = None,
    expected_seq: int | None = None,
) -> Iterator[Entry]:
    """An entry in a table's stream. A terminal that is bound to another table gets ``no_such_table`` (404)."""
    stream = stream_key(actor.casino, events.StreamKind.TABLE, table)
    with entry(
        actor=actor,
        at=at,
        stream=stream,
        request=request,
        key=key,
        expected_seq=expected_seq,
        missing="no_such_table",
    ) as opened:
        yield opened


@contextmanager
def entry(
    *,
    actor: Actor,
    at: datetime,
    stream: str,
    request: Mapping[str, Any],
    key: str | None = None,
    expected_seq: int | None = None,
    missing: str = "no_such_stream",
) -> Iterator[Entry]:
    """Open a transaction, lock ``stream``, and append what was recorded when the block ends without an error.

    ``request`` is what the client asked for, without PINs: it is fingerprinted under ``key``. Refused:
    ``idempotency_key_reused`` (same key, other request), ``stale_sequence`` (the stream is not at
    ``expected_seq``), ``busy`` (no lock within the lock timeout).
    """
    fingerprint = _fingerprint(request) if key else ""
    try:
        with transaction.atomic(durable=True):
            opened = _take(actor, at, stream, missing, key, fingerprint)
            if not opened.repeated and expected_seq is not None and expected_seq != opened.head_seq:
                raise StaleSequence("stale_sequence", expected=expected_seq, seq=opened.head_seq)
            yield opened
            if not opened.repeated:
                _write(opened, key, fingerprint)
    except OperationalError as error:
        if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
            raise Conflict("busy") from error
        raise


def is_answered(actor: Actor, key: str | None) -> bool:
    """Whether a request of the actor's client was answered under ``key``: an entry with it will be a repeat."""
    if key is None:
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM tables_receipt WHERE client = %s AND key = %s", [actor.client, key])
        return cursor.fetchone() is not None


def _take(actor: Actor, at: datetime, stream: str, missing: str, key: str | None, fingerprint: str) -> Entry:
    """Lock the stream, and find out under the lock whether the client's key was answered before."""
    row = hot.run(_TAKE, [stream, actor.client, key]).fetchone()
    if row is None or (actor.table_id is not None and row[3] is not None and row[3] != actor.table_id):
        raise NotFound(missing)
    stream_id, casino_id, kind, table_id, head_seq, head_hash, head_day, recorded_at, settings_version, *rest = row
    known, answer, *rest = rest
    if known is not None and known != fingerprint:
        raise Conflict("idempotency_key_reused")
    return Entry(
        stream_id=stream_id,
        kind=events.StreamKind(kind),
        stream=stream,
        table_id=table_id,
        head_seq=head_seq,
        head_hash=bytes(head_hash),
        head_day=head_day,
        recorded_at=recorded_at,
        settings_version=settings_version,
        actor=actor,
        at=at,
        window=clock.window_after(casino_id, settings_version, at, head_day),
        answer=json.loads(answer) if known is not None else {},
        repeated=known is not None,
        row=tuple(rest),
    )


def _write(opened: Entry, key: str | None, fingerprint: str) -> None:
    """Append the recorded facts, move the stream's head, write the rows that wait, and note the receipt."""
    if opened.facts:
        _append(opened)
        news.announce_on_commit(opened.stream_id)
    opened.answer.setdefault("seq", opened.head_seq)
    if key:
        answer = json.dumps(opened.answer, ensure_ascii=False)  # unsorted: a repeat is the same to the byte
        client = opened.actor.client
        opened.later(_NOTE, [client, key, fingerprint, answer, opened.stream_id, opened.head_seq, opened.recorded_at])
    if not opened.statements:
        return
    try:
        hot.run_as_one(opened.statements)
    except IntegrityError as error:
        if key and "tables_receipt" in str(error):  # the same key was used at the same moment for another stream
            raise Conflict("idempotency_key_reused") from error
        raise


def _append(opened: Entry) -> None:
    bodies, hashes, sealed = [], [], []
    first = seq = opened.head_seq
    head = opened.head_hash
    frame = _frame(opened)
    for event in opened.facts:
        seq += 1
        body = canonical({**frame, "seq": seq, "type": event.type, "data": event.data})
        head = chain_hash(head, body)
        bodies.append(body)
        hashes.append(head)
        sealed.append(sealing.shut("sealed", canonical(event.sealed)) if event.sealed else "")
    opened.head_seq, opened.head_hash = seq, head
    numbers = range(first + 1, seq + 1)
    types = [event.type for event in opened.facts]
    rounds = [event.round for event in opened.facts]
    day = opened.window.gaming_day
    columns: Sequence[Iterable[hot.Element]] = (numbers, types, rounds, bodies, hashes, sealed)
    opened.later(_APPEND, [opened.stream_id, day, *map(hot.array, columns)])
    opened.later(_MOVE_HEAD, [seq, head, day, opened.at, opened.stream_id])
    if day != opened.head_day:
        opened.later(_BEGIN_DAY, [opened.stream_id, day, first + 1])


def _frame(opened: Entry) -> dict[str, Any]:
    return {
        "stream": opened.stream,
        "version": events.VERSION,
        "occurred_at": instant(opened.at),
        "recorded_at": instant(opened.recorded_at),
        "gaming_day": opened.window.gaming_day.isoformat(),
        "shift": opened.window.shift,
        "actor": opened.actor.badge,
        "terminal": opened.actor.terminal,
    }


def _fingerprint(request: Mapping[str, Any]) -> str:
    """Keyed, because a request may name a face-down card and a plain hash of it could be guessed."""
    return hmac.new(settings.SECRET_KEY.encode(), canonical(request).encode(), hashlib.sha256).hexdigest()


def add_stream(casino_id: int, key: str, kind: events.StreamKind, table_id: int | None = None) -> None:
    """Begin an empty stream. Inside the transaction of the event that announces what it is for."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_stream (casino_id, kind, key, table_id, head_seq, head_hash)"
            " VALUES (%s, %s, %s, %s, 0, %s)",
            [casino_id, kind, key, table_id, bytes(32)],
        )


def heads(casino_id: int) -> Sequence[tuple[str, int, str]]:
    """Key, head sequence and head hash (hex) of every stream of a casino, by key."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT key, head_seq, encode(head_hash, 'hex') FROM tables_stream WHERE casino_id = %s ORDER BY key",
            [casino_id],
        )
        return [(key, seq, digest) for key, seq, digest in cursor.fetchall()]
