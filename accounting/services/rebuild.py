"""Building the books again from the log (docs/adr/0011-books-are-rebuilt-in-place.md).

Stream by stream: in one transaction the stream's rows are taken away and written again, so that readers see the old
rows or the new ones and never half, and a rebuild that is stopped leaves sound books. The floor is not touched.
"""

from collections.abc import Callable, Sequence

from django.db import connection, transaction

from accounting.domain.streams import MANNER
from accounting.models.guards import REBUILDING
from accounting.services import follow, storing, streams
from accounting.services.streams import StreamInfo
from accounting.services.verify import days, finding_fold, papers, review_fold
from tables.domain.canonical import GENESIS
from tables.domain.events import StreamKind
from tables.selectors import whole

_CLAIM = "SELECT seq FROM accounting_cursor WHERE stream_id = %s FOR UPDATE"
_BACK = """
UPDATE accounting_cursor SET seq = 0, hash = %s, memory = '', error = '', error_seq = NULL, manner = %s
WHERE stream_id = %s
"""


def rebuild(keys: Sequence[str] = (), tell: Callable[[str], None] = lambda _: None) -> int:
    """Build the books of the streams called ``keys``, or of all, again; how many events were followed.

    Tables come before the count room, whose boxes were on them. Lost shift reports, locked days and audit
    findings are made again from the log. Raises PostingError at an event that cannot be posted: that stream then keeps
    the rows it had. Raises LookupError while gaming days lie in the archive.
    """
    if away := whole.archived():
        raise LookupError(f"{away[0].isoformat()} lies in the archive: bring it back first")
    total = 0
    chosen = [stream for stream in streams.in_order() if not keys or stream.key in keys]
    if missing := set(keys) - {stream.key for stream in chosen}:
        raise LookupError(f"no stream {sorted(missing)[0]}")
    for stream in (one for one in chosen if one.head_seq):
        events = _rebuild_stream(stream)
        tell(f"{stream.key}: {events} events")
        total += events
    for stream in chosen:
        if stream.kind != StreamKind.HOUSE:
            continue
        if made := papers.restore(streams.get(stream.id)):
            tell(f"{stream.key}: {made} reports restored")
        if made := days.restore(streams.get(stream.id)):
            tell(f"{stream.key}: {made} rows of gaming days restored")
        if made := review_fold.restore(streams.get(stream.id)):
            tell(f"{stream.key}: {made} rows of reviews restored")
        if made := finding_fold.restore(streams.get(stream.id)):
            tell(f"{stream.key}: {made} findings restored")
    return total


def _rebuild_stream(stream: StreamInfo) -> int:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        follow.begin(stream)
        cursor.execute("SET LOCAL lock_timeout = 0")
        cursor.execute(_CLAIM, [stream.id])
        cursor.execute("SELECT set_config(%s, 'on', true)", [REBUILDING])
        for table in storing.TABLES:
            cursor.execute(f"DELETE FROM {table.name} WHERE stream_id = %s", [stream.id])  # noqa: S608 - our own names
        cursor.execute("DELETE FROM accounting_streambalance WHERE stream_id = %s", [stream.id])
        cursor.execute("SELECT set_config(%s, 'off', true)", [REBUILDING])
        streams.open_accounts(stream)
        cursor.execute(_BACK, [GENESIS, MANNER, stream.id])
        total = 0
        while followed := follow.post_next(stream, follow.BATCH):
            total += followed
    return total
