"""What the house won of the crowd, by table and bank period, as of given heads of the log (docs/back-bets.md).

It is played in front money and lies in no rack, so it is no part of a win by counted chips and stands apart. A round's
crowd belongs to the bank period of its round, whenever its chunks were settled or called off.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from accounting.domain.shift_lines import Line, Period
from accounting.selectors.heads import Heads
from tables.selectors import stream_days, whole

_CHUNKS = """
SELECT p.stream_id, w.stream_id, c.seq FROM unnest(%s::bigint[], %s::int[]) AS p(stream_id, number)
JOIN tables_stream t ON t.id = p.stream_id
JOIN tables_crowd w ON w.table_id = t.table_id
JOIN tables_bankperiod b ON b.table_id = t.table_id AND b.number = p.number
JOIN tables_round o ON o.period_id = b.id AND o.table_id = b.table_id
JOIN tables_crowdchunk c ON c.stream_id = w.stream_id AND c.round = o.number
"""
_SETTLED = """
SELECT e.stream_id,
       sum(CASE WHEN (e.body::jsonb -> 'data' ->> 'entry')::int = 1
           THEN (e.body::jsonb -> 'data' ->> 'last')::bigint - (e.body::jsonb -> 'data' ->> 'first')::bigint + 1
           ELSE 0 END)::bigint,
       sum((e.body::jsonb -> 'data' ->> 'held')::bigint)::bigint,
       sum((e.body::jsonb -> 'data' ->> 'returned')::bigint)::bigint
FROM unnest(%s::bigint[], %s::bigint[]) AS c(stream_id, seq)
JOIN tables_event e ON e.stream_id = c.stream_id AND e.seq = c.seq AND e.gaming_day = ANY(%s::date[])
GROUP BY e.stream_id
"""
FIGURES = ("bets", "stakes", "paid", "result")
"""``bets`` is a number. ``stakes`` of settled bets, what was ``paid`` of them and the house's ``result`` (lost:
negative) are minor units; stakes less paid is the result."""


def block(periods: Sequence[Period], of_day: Sequence[Period], seen: Heads) -> Line | None:
    """The crowd of some periods by table and of the house, and of the gaming day so far; None without any."""
    day = _tables(of_day, seen)
    own = day if list(periods) == list(of_day) else _tables(periods, seen)
    if not own and not day:
        return None
    return {"tables": own, "house": _sum(own), "day_to_date": _sum(day)}


def _tables(periods: Sequence[Period], seen: Heads) -> list[Line]:
    """A line a table of which chunks were settled by then."""
    last = {head.stream_id: head.seq for head in seen.values()}
    places = {period.result.stream_id: period.place for period in periods}
    streams = [period.result.stream_id for period in periods]
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_CHUNKS, [streams, [period.result.number for period in periods]])
        chunks = [(table, crowd, seq) for table, crowd, seq in cursor.fetchall() if seq <= last.get(crowd, 0)]
        if not chunks:
            return []
        of_table = {crowd: table for table, crowd, _ in chunks}
        crowds, seqs = [crowd for _, crowd, _ in chunks], [seq for _, _, seq in chunks]
        spans = [(crowd, *_ends(crowd, chunks)) for crowd in of_table]
        cursor.execute(_SETTLED, [crowds, seqs, stream_days.within(spans)])
        found = {of_table[crowd]: sums for crowd, *sums in cursor.fetchall()}
    lines = [{**places[table]._asdict(), **_line(*sums)} for table, sums in found.items()]
    return sorted(lines, key=lambda line: (line["pit"], line["table"]))


def _ends(crowd: int, chunks: Sequence[tuple[int, int, int]]) -> tuple[int, int]:
    seqs = [seq for _, stream, seq in chunks if stream == crowd]
    return min(seqs), max(seqs)


def _line(bets: int, stakes: int, paid: int) -> dict[str, Any]:
    return {"bets": bets, "stakes": stakes, "paid": paid, "result": stakes - paid}


def _sum(lines: Sequence[Line]) -> Line:
    return {name: sum(line[name] for line in lines) for name in FIGURES}
