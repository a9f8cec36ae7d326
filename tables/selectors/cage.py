"""What lies in the cage and its vault, against what should, and what moved there."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.cage import CagePlace, worth
from tables.domain.gaming_day import Window
from tables.domain.house_settings import ChipKind
from tables.models import cage, log
from tables.selectors import chip_sets

MOVEMENTS: Final = (
    *("chips_received", "chips_withdrawn", "vault_moved", "cash_received", "cash_banked", "chips_sold"),
    *("chips_redeemed", "promotional_given", "cage_counted", "drop_taken_over"),
    *("fill_issued", "fill_returned", "exchange_issued", "exchange_received", "exchange_returned"),
    *("credit_received", "slip_voided", "marker_settled", "front_money_taken", "front_money_returned"),
)
"""What changes the stock, by the cage's own stream; a table's first bank stands in the table's."""
COUNTED: Final = "cage_counted"

_EVENTS = """
SELECT e.body FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %(casino)s AND s.kind = 'cage' AND e.round IS NULL AND e.type = ANY(%(types)s)
      AND (%(before)s::bigint IS NULL OR e.seq < %(before)s)
ORDER BY e.seq DESC LIMIT %(limit)s
"""
# The newest of each place, found from the end of the stream: all others are a house's whole past.
_LAST_COUNTS = """
SELECT last.body
FROM tables_stream s CROSS JOIN unnest(%(places)s::text[]) AS of(place)
CROSS JOIN LATERAL (
    SELECT e.body FROM tables_event e
    WHERE e.stream_id = s.id AND e.type = 'cage_counted' AND e.round IS NULL
          AND e.body::jsonb #>> '{data,place}' = of.place
    ORDER BY e.seq DESC LIMIT 1
) last
WHERE s.casino_id = %(casino)s AND s.kind = 'cage'
"""


@dataclass(frozen=True, slots=True)
class StockLine:
    """One kind of chip (``chip_set``) or banknote ("") at a place; value in minor units, the rest in pieces.

    In a set without a value the "value" is the number of a colour and worth nothing.
    """

    place: str
    chip_set: str
    kind: str
    value: int
    colour: str
    letter: str
    retired: bool
    count: int
    target: int

    @property
    def need(self) -> int:
        """Pieces to bring here; below zero there are more than should lie here. Without a target there is no need."""
        return self.target - self.count if self.target else 0

    @property
    def worth(self) -> int:
        """What the line stands for, in minor units."""
        return worth(self.kind, {self.value: self.count})


@dataclass(frozen=True, slots=True)
class Stock:
    """Cage and vault at position ``seq`` of the cage's stream, line by line: chip sets first, then banknotes."""

    seq: int
    lines: tuple[StockLine, ...]

    def chips_total(self, place: str) -> int:
        """Chips with a value at a place, in minor units."""
        return sum(line.worth for line in self.lines if line.place == place and line.kind == ChipKind.VALUE)

    def cash_total(self, place: str) -> int:
        """Banknotes at a place, in minor units."""
        return sum(line.worth for line in self.lines if line.place == place and not line.chip_set)


@dataclass(frozen=True, slots=True)
class Movement:
    """An event of the cage as it stands in the log."""

    seq: int
    type: str
    at: datetime
    by: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CountDue:
    """A place that the running shift has not taken over by a count; the last one, if there was any."""

    place: str
    since: datetime
    counted_at: datetime | None


def stock(actor: Actor) -> Stock:
    """What should lie in cage and vault. Refused: ``not_permitted``."""
    permissions.require(actor, "read_cage")
    seq = log.Stream.objects.values_list("head_seq", flat=True).get(casino_id=actor.casino_id, kind="cage")
    rows = {
        (row.place, row.chip_set_id or 0, row.value): row
        for row in cage.CageStock.objects.filter(casino_id=actor.casino_id)
    }
    lines: list[StockLine] = []
    sets = chip_sets.of_casino(actor.casino_id).values()
    for place in CagePlace:
        for known in sets:
            for chip in known.chips:
                row = rows.get((place.value, known.id, chip.value))
                count, target = (row.count, row.target) if row else (0, 0)
                if count or target or not chip.retired:
                    shown = (known.kind, chip.value, chip.colour, chip.letter, chip.retired, count, target)
                    lines.append(StockLine(place.value, known.code, *shown))
        notes = [row for (of, chip_set, _), row in rows.items() if of == place.value and not chip_set]
        for row in sorted(notes, key=lambda row: row.value):
            if row.count or row.target:
                lines.append(StockLine(place.value, "", "", row.value, "", "", False, row.count, row.target))
    return Stock(seq, tuple(lines))


def movements(
    actor: Actor, *, before: int | None = None, limit: int = 50, types: Sequence[str] = MOVEMENTS
) -> list[Movement]:
    """What changed the stock, the newest first, those below position ``before`` if it is given.

    Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_cage")
    asked: dict[str, Any] = {"casino": actor.casino_id, "types": list(types), "before": before, "limit": limit}
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, asked)
        return [_movement(body) for (body,) in cursor.fetchall()]


def counts(actor: Actor, *, before: int | None = None, limit: int = 50) -> list[Movement]:
    """The counts of cage and vault, the newest first. Refused: ``not_permitted``."""
    return movements(actor, before=before, limit=limit, types=(COUNTED,))


def counts_due(actor: Actor, now: Window) -> list[CountDue]:
    """Places that nobody has counted for the running shift (``now``). Refused: ``not_permitted``."""
    permissions.require(actor, "read_cage")
    with connection.cursor() as cursor:
        cursor.execute(_LAST_COUNTS, {"casino": actor.casino_id, "places": [place.value for place in CagePlace]})
        last = {movement.data["place"]: movement for movement in (_movement(body) for (body,) in cursor.fetchall())}
    due = []
    for place in CagePlace:
        count = last.get(place.value)
        shift = (count.data["gaming_day"], count.data["shift"]) if count else None
        if shift != (now.gaming_day.isoformat(), now.shift):
            due.append(CountDue(place.value, now.starts, count.at if count else None))
    return due


def _movement(body: str) -> Movement:
    event = json.loads(body)
    return Movement(
        event["seq"], event["type"], datetime.fromisoformat(event["occurred_at"]), event["actor"], event["data"]
    )
