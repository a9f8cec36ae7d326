"""Streams as the books see them: where each stands, and the accounts that its events may touch."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from accounting.domain import chart
from tables.domain.events import StreamKind

_STREAM = """
SELECT id, kind, key, split_part(key, '/', 3) AS "table", casino_id, head_seq, head_hash FROM tables_stream
"""


@dataclass(frozen=True, slots=True)
class StreamInfo:
    """A stream of the log and its head. ``table`` is the code that its key ends with, "" for the house's own."""

    id: int
    kind: StreamKind
    key: str
    table: str
    casino_id: int
    head_seq: int
    head_hash: bytes


class CasinoAccounts(dict[tuple[str, str], int]):
    """(account code, asset) -> account number. The house's and one table's are there; others are looked up.

    ``elsewhere`` are the tables that were looked up: a marker is paid at a table that the books may not have seen yet.
    """

    def __init__(self, stream: StreamInfo) -> None:
        super().__init__()
        self.elsewhere: list[StreamInfo] = []
        self._casino_id = stream.casino_id
        for owner in [*house_streams(stream.casino_id), stream]:
            self._take(owner)

    def __missing__(self, wanted: tuple[str, str]) -> int:
        owner = table_stream(self._casino_id, wanted[0].rpartition("/")[2])
        self._take(owner)
        if wanted not in self:
            raise LookupError(f"no account {wanted[0]} in {wanted[1]}")
        self.elsewhere.append(owner)
        return self[wanted]

    def _take(self, owner: StreamInfo) -> None:
        for account in chart.accounts_of(owner.kind, owner.id, owner.table):
            self[account.code, account.asset] = account.id


def get(stream_id: int) -> StreamInfo:
    """The stream with this id. Raises LookupError."""
    return _only(f"{_STREAM} WHERE id = %s", [stream_id])


def by_key(key: str) -> StreamInfo:
    """The stream that is called ``key``. Raises LookupError."""
    return _only(f"{_STREAM} WHERE key = %s", [key])


def table_stream(casino_id: int, table: str) -> StreamInfo:
    """The stream of a casino's table. Raises LookupError."""
    return _only(
        f"{_STREAM} WHERE casino_id = %s AND kind = 'table' AND split_part(key, '/', 3) = %s", [casino_id, table]
    )


def house_streams(casino_id: int) -> Sequence[StreamInfo]:
    """The streams of the house itself: house, cage, count."""
    return _read(f"{_STREAM} WHERE casino_id = %s AND kind NOT IN ('table', 'crowd') ORDER BY id", [casino_id])


def in_order(casino_id: int | None = None) -> Sequence[StreamInfo]:
    """Every stream, of one casino or of all, tables first: a box is counted after it has left its table."""
    where, given = ("WHERE casino_id = %s", [casino_id]) if casino_id is not None else ("", [])
    return _read(f"{_STREAM} {where} ORDER BY casino_id, kind <> 'table', kind <> 'cage', id", given)


def open_accounts(stream: StreamInfo) -> None:
    """Write the accounts that the stream and its house own, where they are missing.

    Who writes some holds the casino's lock until he commits: two streams whose first posts touch each other's tables
    would wait for each other's rows.
    """
    owners = {owner.id: owner for owner in [*house_streams(stream.casino_id), stream]}
    accounts = [a for owner in owners.values() for a in chart.accounts_of(owner.kind, owner.id, owner.table)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM accounting_account WHERE id = ANY(%s)", [[a.id for a in accounts]])
        if cursor.fetchone() == (len(accounts),):
            return
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('accounting.accounts'), %s)", [stream.casino_id])
        cursor.executemany(
            'INSERT INTO accounting_account (id, casino_id, code, asset, kind, side, "table")'
            " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [
                (a.id, stream.casino_id, a.code, a.asset.value, a.kind.value, a.side.value, a.table)
                for a in sorted(accounts)
            ],
        )


def _only(query: str, given: Iterable[Any]) -> StreamInfo:
    found = _read(query, given)
    if not found:
        raise LookupError(f"no stream {next(iter(given))}")
    return found[0]


def _read(query: str, given: Iterable[Any]) -> Sequence[StreamInfo]:
    with connection.cursor() as cursor:
        cursor.execute(query, list(given))
        return [
            StreamInfo(id_, StreamKind(kind), key, table, casino, seq, bytes(head))
            for id_, kind, key, table, casino, seq, head in cursor.fetchall()
        ]
