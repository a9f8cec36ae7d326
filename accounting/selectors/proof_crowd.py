"""The crowd's figures found again: legs of the events that settled its chunks, in the crowd's own stream."""

from collections.abc import Mapping, Sequence

from django.db import connection

from accounting.domain.chart import Asset, code_of
from accounting.domain.proofs import OfCrowd
from accounting.domain.shift_lines import Period
from accounting.selectors import crowd_rows
from accounting.selectors.crowd_rows import Chunk
from accounting.selectors.heads import Heads
from tables.selectors import stream_days, whole

_LEGS = """
SELECT l.stream_id, l.seq, sum(l.amount)::bigint FROM unnest(%s::bigint[], %s::bigint[]) AS c(stream_id, seq)
JOIN accounting_leg l ON l.stream_id = c.stream_id AND l.seq = c.seq AND l.gaming_day = ANY(%s::date[])
WHERE l.account_id = ANY(%s) GROUP BY l.stream_id, l.seq
"""


def amounts(
    source: OfCrowd, periods: Sequence[Period], seen: Heads, accounts: Mapping[tuple[str, str], int]
) -> list[tuple[Chunk, int]]:
    """What each settled chunk brings to a figure, in the order of the log."""
    chunks = crowd_rows.chunks_of(periods, seen)
    if not source.account:
        told = crowd_rows.said(chunks)
        return [(chunk, told[chunk.stream_id, chunk.seq].bets) for chunk in chunks]
    tables = sorted({period.place.table for period in periods})
    codes = [code_of(source.account, table) for table in tables] if source.of_table else [source.account]
    found = _legs(chunks, [accounts[code, Asset.ACCOUNT] for code in codes if (code, Asset.ACCOUNT) in accounts])
    return [(chunk, source.sign * found.get((chunk.stream_id, chunk.seq), 0)) for chunk in chunks]


def _legs(chunks: Sequence[Chunk], accounts: Sequence[int]) -> dict[tuple[int, int], int]:
    streams, seqs = [chunk.stream_id for chunk in chunks], [chunk.seq for chunk in chunks]
    days = stream_days.of_events(zip(streams, seqs, strict=True))
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_LEGS, [streams, seqs, days, list(accounts)])
        return {(stream, seq): amount for stream, seq, amount in cursor.fetchall()}
