"""What the house won of the crowd, by table and bank period, as of given heads of the log (docs/back-bets.md).

It is played in front money and lies in no rack, so it is no part of a win by counted chips and stands apart. A round's
crowd belongs to the bank period of its round, whenever its chunks were settled or called off.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import connection

from accounting.domain import figures
from accounting.domain.shift_lines import NO_CROWD, CrowdSums, Line, Period, PeriodKey, Place
from accounting.selectors.heads import Heads
from tables.selectors import stream_days, whole

_CHUNKS = """
SELECT p.stream_id, p.number, w.stream_id, c.seq FROM unnest(%s::bigint[], %s::int[]) AS p(stream_id, number)
JOIN tables_stream t ON t.id = p.stream_id
JOIN tables_crowd w ON w.table_id = t.table_id
JOIN tables_bankperiod b ON b.table_id = t.table_id AND b.number = p.number
JOIN tables_round o ON o.period_id = b.id AND o.table_id = b.table_id
JOIN tables_crowdchunk c ON c.stream_id = w.stream_id AND c.round = o.number
"""
_SETTLED = """
SELECT e.stream_id, e.seq,
       CASE WHEN (e.body::jsonb -> 'data' ->> 'entry')::int = 1
       THEN (e.body::jsonb -> 'data' ->> 'last')::bigint - (e.body::jsonb -> 'data' ->> 'first')::bigint + 1
       ELSE 0 END,
       (e.body::jsonb -> 'data' ->> 'held')::bigint, (e.body::jsonb -> 'data' ->> 'returned')::bigint
FROM unnest(%s::bigint[], %s::bigint[]) AS c(stream_id, seq)
JOIN tables_event e ON e.stream_id = c.stream_id AND e.seq = c.seq AND e.gaming_day = ANY(%s::date[])
"""
FIGURES = ("bets", "stakes", "paid", "result")
"""``bets`` is a number. ``stakes`` of settled bets, what was ``paid`` of them and the house's ``result`` (lost:
negative) are minor units; stakes less paid is the result."""


class Chunk(NamedTuple):
    """An event that settled a chunk: of which bank period, and where it stands in the crowd's own stream."""

    period: PeriodKey
    stream_id: int
    seq: int


def block(periods: Sequence[Period], of_day: Sequence[Period], seen: Heads) -> Line | None:
    """The crowd of some periods by table and of the house, and of the gaming day so far; None without any."""
    day = _tables(of_day, seen)
    own = day if list(periods) == list(of_day) else _tables(periods, seen)
    if not own and not day:
        return None
    return {"tables": own, "house": _sum(own), "day_to_date": _sum(day)}


def by_period(periods: Sequence[Period], seen: Heads) -> dict[PeriodKey, CrowdSums]:
    """What the crowd of each bank period comes to; a period without one is not there."""
    found: dict[PeriodKey, CrowdSums] = {}
    chunks = chunks_of(periods, seen)
    told = said(chunks)
    for chunk in chunks:
        before, more = found.get(chunk.period, NO_CROWD), told[chunk.stream_id, chunk.seq]
        found[chunk.period] = CrowdSums(*(sum(pair) for pair in zip(before, more, strict=True)))
    return found


def chunks_of(periods: Sequence[Period], seen: Heads) -> list[Chunk]:
    """Which chunks of the periods were settled by then, period by period in the order of the log."""
    last = {head.stream_id: head.seq for head in seen.values()}
    streams = [period.result.stream_id for period in periods]
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_CHUNKS, [streams, [period.result.number for period in periods]])
        found = [Chunk((table, number), crowd, seq) for table, number, crowd, seq in cursor.fetchall()]
    return sorted(chunk for chunk in found if chunk.seq <= last.get(chunk.stream_id, 0))


def said(chunks: Sequence[Chunk]) -> dict[tuple[int, int], CrowdSums]:
    """(stream, seq) -> what the event says: bets settled for the first time, what was held of them, what was paid."""
    if not chunks:
        return {}
    ends: dict[int, list[int]] = {}
    for chunk in chunks:
        ends.setdefault(chunk.stream_id, []).append(chunk.seq)
    days = stream_days.within([(stream, min(seqs), max(seqs)) for stream, seqs in ends.items()])
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_SETTLED, [[chunk.stream_id for chunk in chunks], [chunk.seq for chunk in chunks], days])
        return {(stream, seq): CrowdSums(*sums) for stream, seq, *sums in cursor.fetchall()}


def _tables(periods: Sequence[Period], seen: Heads) -> list[Line]:
    """A line a table of which chunks were settled by then."""
    places = {period.result.stream_id: period.place for period in periods}
    sums: dict[Place, CrowdSums] = {}
    for (stream, _number), own in by_period(periods, seen).items():
        before = sums.get(places[stream], NO_CROWD)
        sums[places[stream]] = CrowdSums(*(sum(pair) for pair in zip(before, own, strict=True)))
    lines = [{**place._asdict(), **figures.crowd(*own)} for place, own in sums.items()]
    return sorted(lines, key=lambda line: (line["pit"], line["table"]))


def _sum(lines: Sequence[Line]) -> Line:
    return figures.crowd(*(sum(line[name] for line in lines) for name in CrowdSums._fields))
