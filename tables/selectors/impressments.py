"""Chips without a value: how many the house owns, when they were last counted, and which count is due (T-42)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection

from tables.domain import chips, permissions
from tables.domain.actors import Actor
from tables.domain.chips import Chips
from tables.domain.house_settings import ChipKind
from tables.selectors import chip_sets

EVERY: Final = timedelta(days=30)
"""Non-value chips are impressed once a month (domain.md §1.2)."""

_OF_CAGE = """
SELECT e.body FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind = 'cage' AND e.round IS NULL AND e.type = ANY(%s)
      AND e.body::jsonb -> 'data' ->> 'chip_set' = %s
ORDER BY e.seq
"""


@dataclass(frozen=True, slots=True)
class Impressment:
    """A set without a value: pieces by colour, when they were last counted and what was missing then, if ever."""

    chip_set: str
    owned: Mapping[int, int]
    counted_at: datetime | None
    missing: Mapping[int, int]
    due_at: datetime | None


def owned(casino_id: int, chip_set: str) -> Chips:
    """What came into the house and was not withdrawn, by denomination; moves inside the house do not count."""
    received = _of_cage(casino_id, ["chips_received"], chip_set)
    withdrawn = _of_cage(casino_id, ["chips_withdrawn"], chip_set)
    came = chips.add(*(chips.from_data(event["data"]["chips"]) for event in received))
    return chips.less(came, chips.add(*(chips.from_data(event["data"]["chips"]) for event in withdrawn)))


def listed(actor: Actor) -> list[Impressment]:
    """Every set without a value; one that the house owns pieces of is due a month after its last count, or at once.

    ``due_at`` of a set that was never counted is when its first pieces came. Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_cage")
    sets = [s for s in chip_sets.of_casino(actor.casino_id).values() if s.kind == ChipKind.NON_VALUE]
    return [_of_set(actor.casino_id, known.code) for known in sets]


def due(actor: Actor, at: datetime) -> list[Impressment]:
    """Those whose count is due at ``at``. Refused: ``not_permitted``."""
    return [row for row in listed(actor) if row.due_at is not None and row.due_at <= at]


def _of_set(casino_id: int, chip_set: str) -> Impressment:
    has = owned(casino_id, chip_set)
    counts = _of_cage(casino_id, ["chips_impressed"], chip_set)
    if counts:
        newest = counts[-1]
        counted_at = datetime.fromisoformat(newest["occurred_at"])
        missing = chips.from_data(newest["data"]["missing"])
        return Impressment(chip_set, has, counted_at, missing, counted_at + EVERY if has else None)
    received = _of_cage(casino_id, ["chips_received"], chip_set)
    came_at = datetime.fromisoformat(received[0]["occurred_at"]) if received and has else None
    return Impressment(chip_set, has, None, {}, came_at)


def _of_cage(casino_id: int, types: list[str], chip_set: str) -> list[dict[str, Any]]:
    """Bodies of the cage's events of some types about one set, in order."""
    with connection.cursor() as cursor:
        cursor.execute(_OF_CAGE, [casino_id, types, chip_set])
        return [json.loads(body) for (body,) in cursor.fetchall()]
