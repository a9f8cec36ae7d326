"""The last press at a table: what it was, and until when its dealer may take it back."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from django.db import connection

from tables.domain import undoing
from tables.domain.actors import Actor
from tables.domain.undoing import Pressed
from tables.models import house, sealing
from tables.selectors import sights, stream_days

_AT_ONCE = 100
_BACKWARDS = """
SELECT seq, body, sealed FROM tables_event
WHERE stream_id = %s AND seq BETWEEN %s AND %s AND gaming_day BETWEEN %s AND %s ORDER BY seq DESC
"""
_SEATS = """
SELECT seq, body::jsonb -> 'data' ->> 'to' FROM tables_event
WHERE stream_id = %s AND seq = ANY(%s) AND gaming_day BETWEEN %s AND %s AND type = 'card_dealt'
"""
_CROWD = """
SELECT EXISTS (
    SELECT FROM tables_stream t JOIN tables_tablestate s ON s.table_id = t.table_id
    JOIN tables_crowd w ON w.table_id = t.table_id
    JOIN tables_crowdround r ON r.stream_id = w.stream_id AND r.round = s.round_number WHERE t.id = %s
)
"""
_BESIDE_INPUTS = frozenset({"round_opened", "seed_revealed"})
"""What else a press of the dealer writes: it opens a round, or ends one whose dice the house has thrown."""


@dataclass(frozen=True, slots=True)
class LastPress:
    """What the terminal offers to take back: the newest event of the press, and the moment it can no longer be."""

    event: Pressed
    until: datetime


def last_press(*, actor: Actor, table: str, at: datetime, settings_version: int, house_deals: bool) -> LastPress | None:
    """The press that ``actor`` may take back now, or None. The service decides again, under the table's lock.

    Refused: see ``sights.at_table``.
    """
    sight = sights.at_table(actor, table)
    allowed = seconds(actor.casino_id, settings_version)
    newest = _backwards(sight.stream_id, sight.seq, 1)
    if not newest or not is_keyed(newest) or not undoing.in_time(newest, at, allowed):
        return None
    if (newest[0].actor, newest[0].terminal) != (actor.badge, actor.terminal):
        return None
    press = at_head(sight.stream_id, sight.seq)
    if why_final(sight.stream_id, press, house_deals=house_deals) or crowd_has_bet(sight.stream_id, press):
        return None
    until = datetime.fromisoformat(press[0].occurred_at) + timedelta(seconds=allowed)
    return LastPress(press[-1], until)


def at_head(stream_id: int, head: int) -> list[Pressed]:
    """The events of the newest entry of a stream, in order."""
    found: list[Pressed] = []
    while head > 0:
        page = _backwards(stream_id, head, _AT_ONCE)
        for event in page:
            if found and event.recorded_at != found[-1].recorded_at:
                return found[::-1]
            found.append(event)
        head -= len(page)
    return found[::-1]


def is_keyed(press: Sequence[Pressed]) -> bool:
    """Whether somebody keyed play: actions of the round, or its opening. What a boss has signed is no press."""
    return bool(press) and all(
        event.type in _BESIDE_INPUTS or ("input" in event.data and "signatures" not in event.data) for event in press
    )


def why_final(stream_id: int, press: Sequence[Pressed], *, house_deals: bool) -> str:
    """``undoing.why_final`` for a press of this stream, which is asked for the cards that the press turned over."""
    shown = [line["seq"] for event in press for line in event.data.get("revealed", ())]
    seats: dict[int, str] = {}
    if shown:
        days = stream_days.of([(stream_id, min(shown), max(shown))])
        with connection.cursor() as cursor:
            cursor.execute(_SEATS, [stream_id, shown, *days])
            seats = dict(cursor.fetchall())
    return undoing.why_final(press, house_deals=house_deals, seats=seats)


def crowd_has_bet(stream_id: int, press: Sequence[Pressed]) -> bool:
    """Whether ``press`` opened the table's newest round and onlookers have bet on it in bulk since.

    Without its opening the number would go to another round, and their bets with it.
    """
    if not any(event.type == "round_opened" for event in press):
        return False
    with connection.cursor() as cursor:
        cursor.execute(_CROWD, [stream_id])
        (there,) = cursor.fetchone()
    return bool(there)


@lru_cache(maxsize=64)
def seconds(casino_id: int, settings_version: int) -> int:
    """For how long a dealer may take his press back, as of a version of the casino's settings; 0 for never."""
    return int(house.Casino.objects.values_list("undo_seconds", flat=True).get(pk=casino_id))


def _backwards(stream_id: int, head: int, most: int) -> list[Pressed]:
    span = (max(head - most + 1, 1), head)
    days = stream_days.of([(stream_id, *span)])
    with connection.cursor() as cursor:
        cursor.execute(_BACKWARDS, [stream_id, *span, *days])
        return [
            undoing.pressed(seq, json.loads(body), sealing.opened("sealed", sealed))
            for seq, body, sealed in cursor.fetchall()
        ]
