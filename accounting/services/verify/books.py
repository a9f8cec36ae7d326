"""The books against the log: every row is made again and compared, column by column."""

from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from django.db import connection

from accounting.domain import chart
from accounting.domain.rows import Rows
from accounting.domain.streams import MANNER
from accounting.services import storing, stretches
from accounting.services.storing import BooksTable
from accounting.services.streams import StreamInfo
from accounting.services.stretches import PostingError
from accounting.services.verify.findings import Finding, differences
from tables.domain.canonical import GENESIS

BATCH = 5_000

_CURSOR = "SELECT seq, hash, memory, error, error_seq, manner FROM accounting_cursor WHERE stream_id = %s"
_ACCOUNTS = """
SELECT id, casino_id, code, asset, kind, side, "table" FROM accounting_account WHERE id BETWEEN %s AND %s
"""
_TRIAL = """
SELECT c.code, a.asset, sum(b.balance)::bigint FROM accounting_streambalance b
JOIN accounting_account a ON a.id = b.account_id JOIN tables_casino c ON c.id = a.casino_id
GROUP BY 1, 2 HAVING sum(b.balance) <> 0 ORDER BY 1, 2
"""


def check(stream: StreamInfo) -> Iterator[Finding]:
    """What of the books of one stream does not follow from its log. Inside a transaction.

    The books are compared as far as they have followed; how far that is, is no finding.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CURSOR, [stream.id])
        row = cursor.fetchone()
    seq, head, memory, error, error_seq, manner = row or (0, GENESIS, "", "", None, MANNER)
    if seq > stream.head_seq:
        yield Finding(stream.key, f"the books have followed to #{seq}, the log ends at #{stream.head_seq}")
        return
    if error or error_seq is not None:
        yield Finding(stream.key, f"the books have stopped: {error}", error_seq)
    if seq and manner != MANNER:
        yield Finding(stream.key, "the books are another version's: rebuild_books writes them anew")
    at = stretches.position(stream)
    balances: dict[int, int] = {}
    try:
        while at.seq < seq:
            after = at.seq
            events = stretches.read(stream.id, after, min(BATCH, seq - after))
            if not events:
                yield Finding(stream.key, f"the log ends here, the books have followed to #{seq}", after)
                return
            rows = stretches.make(at, events)
            yield from _compared(stream, rows, after, at.seq)
            for account, amount in rows.balances.items():
                balances[account] = balances.get(account, 0) + amount
    except PostingError as stopped:
        yield Finding(stream.key, f"cannot be posted: {stopped.reason}", stopped.seq, stopped.type)
        return
    if row and bytes(head) != at.hash:
        yield Finding(stream.key, "the books' cursor has another hash", seq)
    if memory != (at.books.dump() if seq else ""):
        yield Finding(stream.key, "the books' memory does not follow from the log", seq)
    yield from _beyond(stream, seq)
    yield from _balances(stream, balances)
    if row:
        yield from _accounts(stream)


def check_trial_balance() -> Iterator[Finding]:
    """All accounts of a casino sum to zero in each asset."""
    with connection.cursor() as cursor:
        cursor.execute(_TRIAL)
        for casino, asset, total in cursor.fetchall():
            yield Finding(f"{casino}/books", f"the trial balance is out by {total} in {asset}")


def _compared(stream: StreamInfo, rows: Rows, after: int, last: int) -> Iterator[Finding]:
    there = storing.read(stream.id, after, last)
    for table in storing.TABLES:
        made: list[tuple[Any, ...]] = getattr(rows, table.part)
        found = there.get(table.name, [])
        if made == found:
            continue
        made = sorted(made, key=itemgetter(*(table.columns.index(name) for name in table.order)))
        if made != found:
            yield from _row_by_row(stream, table, made, found)


def _row_by_row(
    stream: StreamInfo, table: BooksTable, made: list[tuple[Any, ...]], found: list[tuple[Any, ...]]
) -> Iterator[Finding]:
    """Both lists by the table's key: rows that are missing, that are too many, and that differ."""
    at = [table.columns.index(name) for name in table.key]
    seq_at = table.columns.index("seq")
    right = {tuple(row[i] for i in at): row for row in made}
    there = {tuple(row[i] for i in at): row for row in found}
    what = table.name.removeprefix("accounting_")
    for key in sorted(right.keys() | there.keys(), key=lambda k: (right.get(k) or there[k])[seq_at]):
        row = right.get(key) or there[key]
        name = f"{what} {'/'.join(map(str, key[1:]))}"
        if key not in there:
            yield Finding(stream.key, f"{name} is missing", row[seq_at])
        elif key not in right:
            yield Finding(stream.key, f"{name} does not follow from the log", row[seq_at])
        elif right[key] != there[key]:
            yield Finding(stream.key, f"{name}: {differences(table.columns, right[key], there[key])}", row[seq_at])


def _beyond(stream: StreamInfo, seq: int) -> Iterator[Finding]:
    """Rows of events that the books have not followed, or that cannot be."""
    for name, first in storing.beyond(stream.id, seq):
        what = name.removeprefix("accounting_")
        yield Finding(stream.key, f"{what} of an event that the books have not followed", first)


def _balances(stream: StreamInfo, made: dict[int, int]) -> Iterator[Finding]:
    found = storing.read_balances(stream.id)
    for account in sorted(made.keys() | found.keys()):
        right, there = made.get(account), found.get(account)
        if right != there:
            yield Finding(stream.key, f"balance of account {account} is {there} and should be {right}")


def _accounts(stream: StreamInfo) -> Iterator[Finding]:
    low = stream.id * chart.PLACES_A_STREAM
    with connection.cursor() as cursor:
        cursor.execute(_ACCOUNTS, [low, low + chart.PLACES_A_STREAM - 1])
        found = {row[0]: row for row in cursor.fetchall()}
    made = {
        a.id: (a.id, stream.casino_id, a.code, a.asset.value, a.kind.value, a.side.value, a.table)
        for a in chart.accounts_of(stream.kind, stream.id, stream.table)
    }
    names = ("id", "casino_id", "code", "asset", "kind", "side", "table")
    for number in sorted(made.keys() | found.keys()):
        if number not in found:
            yield Finding(stream.key, f"account {number} is missing")
        elif number not in made:
            yield Finding(stream.key, f"account {number} is not in the chart")
        elif made[number] != found[number]:
            yield Finding(stream.key, f"account {number}: {differences(names, made[number], found[number])}")
