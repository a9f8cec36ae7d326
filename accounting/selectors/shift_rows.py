"""The closed periods and boxes that a report is made of, as of given heads of the log.

All rows read here are insert-only and carry the number of the event that made them, so "as of" is a comparison, and a
report of long ago can be made again. One gaming day is read through an index, however many years lie beneath.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection

from accounting.domain.rows import PeriodResult
from accounting.domain.shift_lines import Box, Boxes, Period, Place, numbers
from accounting.selectors.heads import Heads
from tables.games import catalogue

_INSTANT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
_FORMS = {
    "gaming_day": "gaming_day::text",
    "opened_at": _INSTANT.format("opened_at"),
    "closed_at": _INSTANT.format("closed_at"),
}
_PERIODS = f"""
SELECT {", ".join(_FORMS.get(name, name) for name in PeriodResult._fields)} FROM accounting_periodresult
WHERE gaming_day BETWEEN %s AND %s AND stream_id = ANY(%s) ORDER BY stream_id, number
"""  # noqa: S608 - names of our own columns
_REMOVALS = """
SELECT r.stream_id, r.box, r.seq, r.periods, r.expected, r.rake FROM accounting_boxremoval r
JOIN unnest(%s::bigint[], %s::int[]) AS w(stream_id, box) ON r.stream_id = w.stream_id AND r.box = w.box
"""
_COUNTS = """
SELECT c."table", c.box, c.counted, c.drop - c.counted, c.differed, c.missing_papers FROM accounting_boxcount c
JOIN unnest(%s::text[], %s::int[]) AS w("table", box) ON c."table" = w."table" AND c.box = w.box
JOIN accounting_countclosing k ON k.stream_id = c.stream_id AND k.session = c.session
WHERE c.stream_id = %s AND k.seq <= %s
"""
"""A count is nobody's figure before its team has closed it: cage and pit read these reports (docs/custody.md)."""
_RAKES = """
SELECT c."table", c.box, c.counted, c.booked, c.differed FROM accounting_rakecount c
JOIN unnest(%s::text[], %s::int[]) AS w("table", box) ON c."table" = w."table" AND c.box = w.box
JOIN accounting_countclosing k ON k.stream_id = c.stream_id AND k.session = c.session
WHERE c.stream_id = %s AND k.seq <= %s
"""
_MISSING = """
SELECT DISTINCT ON (m."table", m.box) m."table", m.box, m.reason FROM accounting_missingbox m
JOIN unnest(%s::text[], %s::int[]) AS w("table", box) ON m."table" = w."table" AND m.box = w.box
WHERE m.stream_id = %s AND m.seq <= %s ORDER BY m."table", m.box, m.seq DESC
"""
_EDGES = "SELECT game, effective_from, edge FROM accounting_gameedge WHERE stream_id = %s AND seq <= %s ORDER BY seq"
_LISTINGS = 'SELECT "table", pit, game FROM accounting_tablelisting WHERE stream_id = %s AND seq <= %s'


@dataclass(frozen=True, slots=True)
class ShiftRows:
    """The periods of a shift, those of its gaming day up to and with it, and the boxes of all of them."""

    periods: Sequence[Period]
    of_day: Sequence[Period]
    boxes: Boxes


def of_shift(casino: str, gaming_day: date, shift: str, heads: Heads) -> ShiftRows:
    """The rows of a shift as of ``heads``. The shifts of a day stand in the order in which they first opened."""
    day = of_days(casino, gaming_day, gaming_day, heads)
    began = {p.result.shift: p.result.opened_at for p in sorted(day, key=lambda p: p.result.opened_at, reverse=True)}
    so_far = [period for period in day if began[period.result.shift] <= began.get(shift, "")]
    own = [period for period in day if period.result.shift == shift]
    return ShiftRows(own, so_far, boxes_of(casino, so_far, heads))


def of_days(casino: str, first: date, last: date, heads: Heads) -> Sequence[Period]:
    """Every closed period of some gaming days, both ends included, as of ``heads``."""
    places, edges = places_of(casino, heads), edges_of(casino, heads)
    by_stream = {head.stream_id: head for head in heads.values()}
    with connection.cursor() as cursor:
        cursor.execute(_PERIODS, [first, last, list(by_stream)])
        results = [PeriodResult(*row) for row in cursor.fetchall()]
    found = [(places[by_stream[r.stream_id].key], r) for r in results if r.seq <= by_stream[r.stream_id].seq]
    return [
        Period(place, result, edges.in_force(place.game, date.fromisoformat(result.gaming_day)))
        for place, result in found
    ]


def boxes_of(casino: str, periods: Iterable[Period], heads: Heads) -> Boxes:
    """The boxes of some periods as of ``heads``: still on the table, removed, or counted."""
    wanted = {(period.place.table, box): period.result.stream_id for period in periods for box in period.boxes}
    table_of = {stream_id: table for (table, _), stream_id in wanted.items()}
    last = {head.stream_id: head.seq for head in heads.values()}
    count = heads[f"{casino}/count"]
    with connection.cursor() as cursor:
        cursor.execute(_REMOVALS, [list(wanted.values()), [box for _, box in wanted]])
        removed = {
            (table_of[stream_id], box): (numbers(covered), expected, rake)
            for stream_id, box, seq, covered, expected, rake in cursor.fetchall()
            if seq <= last[stream_id]
        }
        tables, boxes = [table for table, _ in wanted], [box for _, box in wanted]
        given: list[Any] = [tables, boxes, count.stream_id, count.seq]
        cursor.execute(_COUNTS, given)
        counted = {(table, box): line for table, box, *line in cursor.fetchall()}
        cursor.execute(_RAKES, given)
        raked = {(table, box): line for table, box, *line in cursor.fetchall()}
        cursor.execute(_MISSING, given)
        missing = {(table, box): reason for table, box, reason in cursor.fetchall()}
    boxes_there: dict[tuple[str, int], Box] = {}
    for key in wanted:
        covered, expected, rake = removed.get(key, (None, None, None))
        if covered is None:
            boxes_there[key] = Box(*key, None, None, None, None)
            continue
        total, promotional, differed, papers = counted.get(key, (None, 0, False, ""))
        taken, booked, rake_differed = raked.get(key, (None, None, False))
        boxes_there[key] = Box(
            *key,
            covered,
            expected,
            total,
            rake,
            taken,
            promotional=promotional,
            differed=differed or rake_differed,
            missing_papers=tuple(papers.split(",")) if papers else (),
            missing=missing.get(key, ""),
            rake_booked=booked,
        )
    return boxes_there


@dataclass(frozen=True, slots=True)
class Edges:
    """Game and first gaming day -> house edge in parts per million."""

    set: Mapping[tuple[str, date], int]

    def in_force(self, game: str, day: date) -> int | None:
        """The edge of ``game`` on a gaming day; None where the house has set none by then."""
        begun = [since for known, since in self.set if known == game and since <= day]
        return self.set[game, max(begun)] if begun else None

    def until(self, day: date) -> "Edges":
        """Those that were set for ``day`` or an earlier one."""
        return Edges({(game, since): edge for (game, since), edge in self.set.items() if since <= day})


def edges_of(casino: str, heads: Heads) -> Edges:
    """What the house had set as of ``heads``; a later word for the same day takes the place of an earlier one."""
    house = heads[f"{casino}/house"]
    with connection.cursor() as cursor:
        cursor.execute(_EDGES, [house.stream_id, house.seq])
        return Edges({(game, since): edge for game, since, edge in cursor.fetchall()})


def places_of(casino: str, heads: Heads) -> dict[str, Place]:
    """Stream key -> the table's place as the house had listed it."""
    house = heads[f"{casino}/house"]
    with connection.cursor() as cursor:
        cursor.execute(_LISTINGS, [house.stream_id, house.seq])
        return {
            f"{casino}/table/{table}": Place(table, pit, game, _banked(game)) for table, pit, game in cursor.fetchall()
        }


def _banked(game: str) -> bool:
    """Whether the house is the bank. A game that is no longer offered was one of the banked ones unless it says not."""
    known = catalogue.GAMES.get(game)
    return known is None or known.engine.banked
