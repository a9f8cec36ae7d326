"""The log's own words behind a figure: legs of journals, counts and events, added up apart from the books' own rows."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection

from accounting.domain.chart import code_of
from accounting.domain.proofs import Column, Legs, OfCrowd, OpeningStakes, Source, Times
from accounting.domain.shift_lines import Boxes, Period, PeriodKey
from accounting.domain.statistics import MODELS
from accounting.selectors import proof_crowd
from accounting.selectors.heads import Heads
from tables.domain import chips
from tables.selectors import stream_days, whole

SETTLED = "crowd_chunk_settled"
_PERIODS = """unnest(%(streams)s::bigint[], %(numbers)s::int[], %(opened)s::bigint[], %(closed)s::bigint[])
AS w(stream_id, number, opened, closed)"""
_LEGS = f"""
FROM {_PERIODS} JOIN accounting_leg l ON l.stream_id = w.stream_id AND l.seq > w.opened AND l.seq <= w.closed
AND l.gaming_day BETWEEN %(first_day)s AND %(last_day)s
JOIN unnest(%(accounts)s::bigint[], %(signs)s::int[]) AS a(id, sign) ON a.id = l.account_id
JOIN accounting_journal j ON j.stream_id = l.stream_id AND j.seq = l.seq
AND j.gaming_day BETWEEN %(first_day)s AND %(last_day)s
WHERE (%(types)s::text[] IS NULL OR j.type = ANY(%(types)s))
AND (NOT %(of_rounds)s OR (j.round IS NOT NULL AND j.type <> 'ruling_paid'))
"""
_ROUNDS = f"""
FROM {_PERIODS} JOIN accounting_roundresult r ON r.stream_id = w.stream_id AND r.seq > w.opened AND r.seq <= w.closed
AND r.gaming_day BETWEEN %(first_day)s AND %(last_day)s
"""
# A round is decided and called off within its bank period, so what was reversed lies in the same days.
_STAKES = f"""
FROM {_PERIODS} JOIN accounting_settlement s ON s.stream_id = w.stream_id AND s.seq > w.opened AND s.seq <= w.closed
AND s.gaming_day BETWEEN %(first_day)s AND %(last_day)s
AND s.round IN (SELECT r.round FROM accounting_roundresult r
                WHERE r.stream_id = w.stream_id AND r.seq > w.opened AND r.seq <= w.closed
                AND r.gaming_day BETWEEN %(first_day)s AND %(last_day)s)
LEFT JOIN accounting_settlement o ON s.outcome = 'reversed' AND o.stream_id = s.stream_id AND o.round = s.round
AND o.bet = s.bet AND o.entry = s.entry - 1 AND o.gaming_day BETWEEN %(first_day)s AND %(last_day)s
WHERE (s.stream_id, s.kind) IN (SELECT * FROM unnest(%(kind_streams)s::bigint[], %(kinds)s::text[]))
AND coalesce(o.outcome, s.outcome) <> 'void'
"""  # noqa: S608 - our own words
_EVENTS = f"""
FROM {_PERIODS} JOIN tables_event e ON e.stream_id = w.stream_id AND e.seq > w.opened AND e.seq <= w.closed
WHERE e.type = %(type)s AND e.round IS NULL
"""
_ACCOUNTS = "SELECT code, asset, id FROM accounting_account WHERE casino_id = %s"
_OPENERS = f"""
SELECT w.stream_id, w.number, e.body FROM {_PERIODS}
JOIN tables_event e ON e.stream_id = w.stream_id AND e.seq = w.opened AND e.round IS NULL
"""  # noqa: S608 - our own words
_BOXES = """
SELECT c."table", c.box, s.key, c.seq, 'box_counted',
       coalesce(sum(l.amount) FILTER (WHERE a.code = 'count_room' AND a.asset = 'cash'), 0)::bigint
       + c.drop - c.counted, 0::bigint
FROM unnest(%(tables)s::text[], %(boxes)s::int[]) AS w("table", box)
JOIN accounting_boxcount c ON c."table" = w."table" AND c.box = w.box AND c.stream_id = %(count)s
JOIN tables_stream s ON s.id = c.stream_id
LEFT JOIN accounting_leg l ON l.stream_id = c.stream_id AND l.seq = c.seq AND l.gaming_day = ANY(%(days)s::date[])
LEFT JOIN accounting_account a ON a.id = l.account_id
GROUP BY c."table", c.box, s.key, c.seq, c.drop, c.counted ORDER BY c."table", c.box
"""
_COUNTS = """
SELECT c.seq FROM unnest(%(tables)s::text[], %(boxes)s::int[]) AS w("table", box)
JOIN {} c ON c."table" = w."table" AND c.box = w.box AND c.stream_id = %(count)s
"""
_BOX_COUNTS, _RAKE_COUNTS = _COUNTS.format("accounting_boxcount"), _COUNTS.format("accounting_rakecount")
_RAKES = """
SELECT c."table", c.box, s.key, c.seq, 'rake_counted',
       coalesce(sum(l.amount) FILTER (WHERE a.code = 'count_room' AND a.asset = 'chips'), 0)::bigint,
       coalesce(-sum(l.amount) FILTER (WHERE a.code = 'rake/' || c."table" AND a.asset = 'chips'), 0)::bigint
FROM unnest(%(tables)s::text[], %(boxes)s::int[]) AS w("table", box)
JOIN accounting_rakecount c ON c."table" = w."table" AND c.box = w.box AND c.stream_id = %(count)s
JOIN tables_stream s ON s.id = c.stream_id
LEFT JOIN accounting_leg l ON l.stream_id = c.stream_id AND l.seq = c.seq AND l.gaming_day = ANY(%(days)s::date[])
LEFT JOIN accounting_account a ON a.id = l.account_id
GROUP BY c."table", c.box, s.key, c.seq ORDER BY c."table", c.box
"""


class Found(NamedTuple):
    """An event, or a whole round, with what it brought to a figure. ``number`` is its bank period."""

    stream_id: int
    number: int
    seq: int
    type: str
    round: int | None
    amount: int


class BoxFound(NamedTuple):
    """The count of a box, or of its rake: what it found by its legs, and what had been expected."""

    table: str
    box: int
    stream: str
    seq: int
    type: str
    amount: int
    expected: int


@dataclass(frozen=True, slots=True)
class Sources:
    """Where a house's figures are looked up again, up to ``seen``. ``count`` is the count room's stream."""

    accounts: Mapping[tuple[str, str], int]
    count: int
    seen: Heads

    @classmethod
    def of(cls, casino_id: int, casino: str, seen: Heads) -> "Sources":
        """The sources of a casino."""
        count = seen[f"{casino}/count"].stream_id
        with connection.cursor() as cursor:
            cursor.execute(_ACCOUNTS, [casino_id])
            return cls({(code, asset): id_ for code, asset, id_ in cursor.fetchall()}, count, seen)

    def sums(self, source: Source, periods: Sequence[Period]) -> dict[PeriodKey, int]:
        """What each bank period comes to."""
        if isinstance(source, OfCrowd):
            return self._crowds(source, periods)
        if isinstance(source, Column):
            what, asked = f"sum(r.{source.name})::bigint {_ROUNDS}", _bounds(periods)
        elif isinstance(source, Times):
            what, asked = f"count(*) {_EVENTS}", _bounds(periods) | {"type": source.type}
        elif isinstance(source, OpeningStakes):
            what, asked = f"sum(s.stake)::bigint {_STAKES}", _openings(periods)
        else:
            what, asked = f"sum(l.amount * a.sign)::bigint {_LEGS}", self._asked(_legs(source), periods)
        found = _rows(f"SELECT w.stream_id, w.number, {what} GROUP BY w.stream_id, w.number", asked)
        return {(stream_id, number): amount for stream_id, number, amount in found}

    def found(self, source: Source, periods: Sequence[Period], offset: int, limit: int) -> tuple[list[Found], int]:
        """A stretch of the events behind a figure in their order, and how many there are in all."""
        if isinstance(source, OfCrowd):
            chunks = [line for line in proof_crowd.amounts(source, periods, self.seen, self.accounts) if line[1]]
            told = [(chunk.stream_id, chunk.period[1], chunk.seq, SETTLED, None, amount) for chunk, amount in chunks]
            return [Found(*line) for line in told[offset : offset + limit]], len(told)
        if isinstance(source, Column):
            what = f"r.seq, r.outcome, r.round, r.{source.name}, count(*) OVER () {_ROUNDS}"
            rest, asked = f"WHERE r.{source.name} <> 0 ORDER BY 1, 3", _bounds(periods)
        elif isinstance(source, Times):
            what, rest = f"e.seq, e.type, e.round, 1, count(*) OVER () {_EVENTS}", "ORDER BY 1, 3"
            asked = _bounds(periods) | {"type": source.type}
        elif isinstance(source, OpeningStakes):
            what = f"max(s.seq), '', s.round, sum(s.stake)::bigint, count(*) OVER () {_STAKES}"
            rest = "GROUP BY w.stream_id, w.number, s.round HAVING sum(s.stake) <> 0 ORDER BY 1, 3"
            asked = _openings(periods)
        else:
            what = f"""max(l.seq), (array_agg(j.type ORDER BY l.seq DESC))[1], j.round,
            sum(l.amount * a.sign)::bigint, count(*) OVER () {_LEGS}"""
            rest = """GROUP BY w.stream_id, w.number, j.round, CASE WHEN j.round IS NULL THEN l.seq END
            HAVING sum(l.amount * a.sign) <> 0 ORDER BY 1, 3"""
            asked = self._asked(_legs(source), periods)
        asked |= {"offset": offset, "limit": limit}
        rows = _rows(
            f"SELECT w.stream_id, w.number, {what} {rest} OFFSET %(offset)s LIMIT %(limit)s",
            asked,
        )
        return [Found(*row[:-1]) for row in rows], rows[0][-1] if rows else 0

    def _crowds(self, source: OfCrowd, periods: Sequence[Period]) -> dict[PeriodKey, int]:
        sums: dict[PeriodKey, int] = {}
        for chunk, amount in proof_crowd.amounts(source, periods, self.seen, self.accounts):
            sums[chunk.period] = sums.get(chunk.period, 0) + amount
        return sums

    def by_type(self, legs: tuple[Legs, ...], periods: Sequence[Period]) -> list[tuple[str, int, int]]:
        """Type of event, how many there were, and what they came to: the movements of a rack at a glance."""
        rows = _rows(
            f"""SELECT CASE WHEN j.round IS NULL THEN j.type ELSE 'rounds' END,
            count(DISTINCT coalesce(j.round, l.seq)), sum(l.amount * a.sign)::bigint {_LEGS} GROUP BY 1 ORDER BY 1""",
            self._asked(legs, periods),
        )
        return [(type_, times, amount) for type_, times, amount in rows if amount]

    def openers(self, periods: Sequence[Period]) -> dict[PeriodKey, int]:
        """What was counted into the rack at each opening, piece by piece as the log has it."""
        rows = _rows(_OPENERS, _bounds(periods))
        return {
            (stream_id, number): chips.value(chips.from_data(json.loads(body)["data"]["opener"]))
            for stream_id, number, body in rows
        }

    def boxes(self, boxes: Boxes, *, rake: bool = False) -> dict[tuple[str, int], BoxFound]:
        """The counts of some boxes, or of their rake; a box whose count is not closed has none."""
        closed = [key for key, box in boxes.items() if (box.rake_counted if rake else box.counted) is not None]
        asked = {"tables": [table for table, _ in closed], "boxes": [box for _, box in closed], "count": self.count}
        counts = _rows((_RAKE_COUNTS if rake else _BOX_COUNTS), asked)
        asked["days"] = stream_days.of_events((self.count, seq) for (seq,) in counts)
        return {(row[0], row[1]): BoxFound(*row) for row in _rows(_RAKES if rake else _BOXES, asked)}

    def _asked(self, legs: tuple[Legs, ...], periods: Sequence[Period]) -> dict[str, Any]:
        """Accounts of the tables at hand with their signs; all legs of one figure look at the same events."""
        tables = sorted({period.place.table for period in periods})
        signs = {
            self.accounts[code, leg.asset]: leg.sign
            for leg in legs
            for code in ([code_of(leg.account, table) for table in tables] if leg.of_table else [leg.account])
            if (code, leg.asset) in self.accounts
        }
        types, of_rounds = legs[0].types, legs[0].of_rounds
        return {
            **_bounds(periods),
            "accounts": list(signs),
            "signs": list(signs.values()),
            "types": list(types) or None,
            "of_rounds": of_rounds,
        }


def _legs(source: Source) -> tuple[Legs, ...]:
    if not isinstance(source, tuple):
        raise TypeError(f"{source} is no legs")
    return source


def _openings(periods: Sequence[Period]) -> dict[str, Any]:
    """The kinds of bets that open a hand, stream by stream."""
    streams = {period.result.stream_id: period.place.game for period in periods}
    kinds = [
        (stream, kind) for stream, game in streams.items() if game in MODELS for kind in sorted(MODELS[game].kinds)
    ]
    return {
        **_bounds(periods),
        "kind_streams": [stream for stream, _ in kinds],
        "kinds": [kind for _, kind in kinds],
    }


def _bounds(periods: Sequence[Period]) -> dict[str, Any]:
    results = [period.result for period in periods]
    days = stream_days.of((result.stream_id, result.opened_seq, result.seq) for result in results)
    return {
        "first_day": days.first,
        "last_day": days.last,
        "streams": [result.stream_id for result in results],
        "numbers": [result.number for result in results],
        "opened": [result.opened_seq for result in results],
        "closed": [result.seq for result in results],
    }


def _rows(statement: str, asked: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(statement, asked)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found
