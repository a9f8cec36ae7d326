"""The house's rows against its log: its settings, its people and devices, who is in charge of what.

What the log does not tell (hashes, tokens, what is known of a patron) is not compared (``house_fold``).
"""

import json
from collections.abc import Iterator

from accounting.services.streams import StreamInfo
from accounting.services.verify import house_rows, walking
from accounting.services.verify.findings import Finding, compared
from accounting.services.verify.house_fold import HouseFold
from accounting.services.verify.rounds import Wrong
from accounting.services.verify.table_fold import Told

_EVENTS = b"SELECT seq, type, body, sealed FROM tables_event WHERE stream_id = %s AND seq <= %s ORDER BY seq"


def check(house: StreamInfo) -> Iterator[Finding]:
    """What of a casino's own rows does not follow from its log. Inside one snapshot of the database."""
    fold = HouseFold(house.key.split("/", 1)[0])
    for event in _events(house):
        try:
            fold.take(event)
        except Wrong as wrong:
            yield Finding(house.key, wrong.args[0], event.seq, event.type)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            yield Finding(house.key, f"does not fit: {type(error).__name__}", event.seq, event.type)
            return
    found = house_rows.sections(house.casino_id)
    for what, made in fold.sections().items():
        yield from compared(house.key, what, made, found[what])


def _events(house: StreamInfo) -> Iterator[Told]:
    for rows in walking.chunks("verify_house", _EVENTS, [house.id, house.head_seq]):
        for seq, type_, body, sealed in rows:
            event = json.loads(body)
            yield Told(seq, type_, event["occurred_at"], event["actor"], event["data"], sealed)
