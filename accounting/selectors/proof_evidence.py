"""The events behind a figure, each with its share, its moment and the legs of its journal."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import connection

from accounting.domain import proofs
from accounting.domain.proofs import Counted
from accounting.domain.shift_lines import Period
from accounting.selectors.heads import Heads
from accounting.selectors.ledger import LegView
from accounting.selectors.proof_sources import Sources
from accounting.selectors.proof_values import Values
from tables.selectors import stream_days, whole

PAGE: Final = 50
_MOMENTS = """
SELECT e.stream_id, e.seq, (e.body::json ->> 'occurred_at')::timestamptz
FROM unnest(%s::bigint[], %s::bigint[]) AS w(id, seq) JOIN tables_event e ON e.stream_id = w.id AND e.seq = w.seq
AND e.gaming_day = ANY(%s::date[])
"""
_LEGS = """
SELECT l.stream_id, l.seq, a.code, a.asset, l.amount FROM unnest(%s::bigint[], %s::bigint[]) AS w(id, seq)
JOIN accounting_leg l ON l.stream_id = w.id AND l.seq = w.seq AND l.gaming_day = ANY(%s::date[])
JOIN accounting_account a ON a.id = l.account_id
ORDER BY l.stream_id, l.seq, l.line
"""


@dataclass(frozen=True, slots=True)
class Evidence:
    """An event behind the figure, or the last one of a round. ``amount`` is its share, ``legs`` are its journal's."""

    stream: str
    seq: int
    type: str
    round: int | None
    moment: datetime
    amount: int
    legs: Sequence[LegView]


class _Place(NamedTuple):
    """Where an event stands, and its share."""

    stream_id: int
    seq: int
    type: str
    round: int | None
    amount: int


def behind(
    name: str, sources: Sources, values: Values, periods: Sequence[Period], heads: Heads, offset: int
) -> tuple[Sequence[Evidence], int]:
    """A page of the events behind a figure in their order, and how many there are in all; none behind a sum."""
    found, total = _places(name, sources, values, periods, offset)
    keys = {head.stream_id: head.key for head in heads.values()}
    moments = _moments(found)
    legs = _legs([one for one in found if one.round is None])
    return [
        Evidence(
            keys[one.stream_id],
            one.seq,
            one.type,
            one.round,
            moments[one.stream_id, one.seq],
            one.amount,
            legs.get((one.stream_id, one.seq), ()),
        )
        for one in found
    ], total


def _places(
    name: str, sources: Sources, values: Values, periods: Sequence[Period], offset: int
) -> tuple[Sequence[_Place], int]:
    source = proofs.leaf(name, banked=values.banked)
    if source is None:
        return [], 0
    if isinstance(source, Counted):
        every = _rack_counts(name, values, periods) if name in ("opener", "closer") else _boxes(name, sources, values)
        return every[offset : offset + PAGE], len(every)
    rows, total = sources.found(source, periods, offset, PAGE)
    return [_Place(row.stream_id, row.seq, row.type, row.round, row.amount) for row in rows], total


def _rack_counts(name: str, values: Values, periods: Sequence[Period]) -> list[_Place]:
    """The events in which racks were counted."""
    opening = name == "opener"
    return [
        _Place(
            period.result.stream_id,
            period.result.opened_seq if opening else period.result.seq,
            "table_opened" if opening else "table_closed",
            None,
            int(values.of(name, [period]) or 0),
        )
        for period in periods
    ]


def _boxes(name: str, sources: Sources, values: Values) -> list[_Place]:
    """The events in which boxes, or their rakes, were counted."""
    counts = sources.boxes(values.boxes, rake=name != "box")
    return [
        _Place(sources.count, one.seq, one.type, None, proofs.share_of_box(name, one.amount, one.expected))
        for _key, one in sorted(counts.items())
    ]


def _moments(found: Sequence[_Place]) -> dict[tuple[int, int], datetime]:
    """When each event occurred."""
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_MOMENTS, _asked(found))
        return {(stream, seq): moment for stream, seq, moment in cursor.fetchall()}


def _legs(found: Sequence[_Place]) -> dict[tuple[int, int], list[LegView]]:
    """The journal of each event."""
    legs: dict[tuple[int, int], list[LegView]] = {}
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_LEGS, _asked(found))
        for stream, seq, *leg in cursor.fetchall():
            legs.setdefault((stream, seq), []).append(LegView(*leg))
    return legs


def _asked(found: Sequence[_Place]) -> list[Any]:
    streams, seqs = [one.stream_id for one in found], [one.seq for one in found]
    return [streams, seqs, stream_days.of_events(zip(streams, seqs, strict=True))]
