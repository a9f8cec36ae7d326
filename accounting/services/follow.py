"""The books follow the log: batch by batch, exactly once, one transaction each (design.md §2).

The cursor's row lock is the right to post from its stream, so a message that comes twice, late or out of order posts
nothing twice; the primary keys would refuse it even without the lock. At an event that cannot be posted the books
stop, say so on the cursor and go no further in that stream.
"""

from django.db import DataError, connection, transaction

from accounting.domain.streams import MANNER
from accounting.selectors import progress
from accounting.services import storing, streams, stretches
from accounting.services.streams import StreamInfo
from accounting.services.stretches import PostingError, WaitsForTable
from tables.domain.canonical import GENESIS

BATCH = 5_000
"""Events in one transaction: about a third of a second of work, so that a batch never holds its cursor for long."""

_LOCK = "SELECT seq, hash, memory FROM accounting_cursor WHERE stream_id = %s FOR UPDATE SKIP LOCKED"
_BEGIN = """
INSERT INTO accounting_cursor (stream_id, seq, hash, memory, error, manner) VALUES (%s, 0, %s, '', '', %s)
ON CONFLICT DO NOTHING
"""
_AT = "SELECT seq FROM accounting_cursor WHERE stream_id = %s"
_MOVE = """
UPDATE accounting_cursor SET seq = %s, hash = %s, memory = %s, error = '', error_seq = NULL WHERE stream_id = %s
"""
_STOP = "UPDATE accounting_cursor SET error = %s, error_seq = %s WHERE stream_id = %s"


def follow_stream(stream_id: int, limit: int = BATCH) -> int:
    """Post the next events of a stream, at most ``limit`` in one transaction; how many were followed.

    0 means that there is nothing to do now or that another worker is at it. Raises PostingError when the books must
    stop. A counted box waits until the books have seen it leave its table, so that stream is followed first.
    """
    stream = streams.get(stream_id)
    try:
        try:
            return _follow(stream, limit)
        except WaitsForTable as waits:
            owner = waits.owner.id
        follow_to_head(owner)
        try:
            return _follow(stream, limit)
        except WaitsForTable:
            if owner in progress.behind(stream.casino_id):
                return 0  # another worker is at the table's stream
            raise
    except PostingError as error:
        _stop(stream, error)
        raise


def follow_to_head(stream_id: int) -> int:
    """Follow a stream until there is nothing left; how many events were followed."""
    total = 0
    while followed := follow_stream(stream_id):
        total += followed
    return total


def follow_all(casino_id: int | None = None) -> int:
    """Follow every stream that has news, of one casino or of all; how many events were followed.

    A stream that the books cannot follow does not keep them from the others; its PostingError is raised at the end.
    """
    total = 0
    stopped: PostingError | None = None
    for stream_id in progress.behind(casino_id):
        try:
            total += follow_to_head(stream_id)
        except PostingError as error:
            stopped = stopped or error
    if stopped is not None:
        raise stopped
    return total


def _follow(stream: StreamInfo, limit: int) -> int:
    """Post the next events; fewer of them where one makes a sum that no row of the books can hold, up to that one."""
    try:
        with transaction.atomic(durable=True):
            return post_next(stream, limit)
    except DataError as error:
        if limit > 1:
            return _follow(stream, limit // 2)
        raise _beyond(stream, str(error)) from error


def _beyond(stream: StreamInfo, reason: str) -> PostingError:
    """The books stop at the event behind their cursor."""
    with connection.cursor() as cursor:
        cursor.execute(_AT, [stream.id])
        row = cursor.fetchone()
    (seq, type_, *_), *_ = stretches.read(stream.id, row[0] if row else 0, 1)
    return PostingError(stream.key, seq, type_, reason)


def _stop(stream: StreamInfo, error: PostingError) -> None:
    """Say on the cursor where the books have stopped. An error of another stream stands on that one's cursor."""
    if error.stream == stream.key:
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            begin(stream)
            cursor.execute(_STOP, [str(error), error.seq, stream.id])


def post_next(stream: StreamInfo, limit: int) -> int:
    """Post the next events of a stream inside the caller's transaction; 0 when there are none or it is taken."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [stream.id])
        row = cursor.fetchone()
        if row is None:
            begin(stream)
            cursor.execute(_LOCK, [stream.id])
            row = cursor.fetchone()
            if row is None:
                return 0
        seq, head, memory = row
        events = stretches.read(stream.id, seq, limit)
        if not events:
            return 0
        at = stretches.position(stream, seq, bytes(head), memory)
        rows = stretches.make(at, events)
        for owner in at.accounts.elsewhere:
            streams.open_accounts(owner)
        storing.write(stream.id, rows)
        cursor.execute(_MOVE, [at.seq, at.hash, at.books.dump(), stream.id])
    return len(events)


def begin(stream: StreamInfo) -> None:
    """The stream's cursor and accounts, when it is followed for the first time."""
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN, [stream.id, GENESIS, MANNER])
        if cursor.rowcount:
            streams.open_accounts(stream)
