"""What an auditor looks for in the trail, as a condition on the log, and which streams can have it."""

import json
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from tables.domain.events import EVENT_TYPES, OF_ROUNDS, StreamKind
from tables.selectors.events import StreamHead

_SLIP_TYPES: Final = [event.name for event in EVENT_TYPES.values() if "slip" in event.fields]
_ROUND_KINDS: Final = frozenset({StreamKind.TABLE.value, StreamKind.CROWD.value})
_OF_SLIPS = "AND e.round IS NULL AND e.type = ANY(%(slip_types)s) AND position(%(slip)s in e.body) > 0"
_BETWEEN = """AND {joined}((e.body::json ->> 'occurred_at')::timestamptz AT TIME ZONE %(zone)s)::time"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; what is empty does not narrow. ``badge`` acted, signed or is named.

    ``since`` and ``until`` are times of day in the casino's zone; over midnight when ``since`` is the later one.
    """

    stream: str = ""
    badge: str = ""
    round: int | None = None
    slip: str = ""
    type: str = ""
    day: date | None = None
    since: time | None = None
    until: time | None = None

    @property
    def on_paper(self) -> bool:
        """Whether only what belongs to no round can be it: an index finds that, and it lies in no day's partition."""
        return bool(self.slip) or (bool(self.type) and self.type not in OF_ROUNDS)

    @property
    def indexed(self) -> bool:
        """Whether an index finds it, however many events lie between."""
        return self.on_paper or self.round is not None

    @property
    def narrows(self) -> bool:
        """Whether an event may be passed over."""
        return bool(self.badge or self.type or self.since or self.until) or self.indexed

    def may_be_in(self, head: StreamHead) -> bool:
        """Whether the stream has such events at all."""
        if self.stream and head.key != self.stream:
            return False
        if self.type and (self.type not in EVENT_TYPES or EVENT_TYPES[self.type].stream != head.kind):
            return False
        return self.round is None or head.kind in _ROUND_KINDS

    def condition(self) -> str:
        """The words for it in a query of the log ``e``; ``values`` has what they name."""
        words = []
        if self.type:
            words.append("AND e.type = %(type)s" + ("" if self.type in OF_ROUNDS else " AND e.round IS NULL"))
        if self.round is not None:
            words.append("AND e.round = %(round)s")
        if self.slip:
            words.append(_OF_SLIPS)
        if self.badge:
            words.append("AND position(%(badge)s in e.body) > 0")
        if self.since or self.until:
            over_midnight = self.since and self.until and self.since > self.until
            words.append(_BETWEEN.format(joined="NOT " if over_midnight else "") + " BETWEEN %(since)s AND %(until)s")
        return " ".join(words)

    def values(self, zone: str) -> dict[str, Any]:
        """What ``condition`` names; ``zone`` is the casino's."""
        return {
            "type": self.type,
            "round": self.round,
            "slip": json.dumps(self.slip),
            "slip_types": _SLIP_TYPES,
            "badge": json.dumps(self.badge),
            "zone": zone,
            **self._times(),
        }

    def _times(self) -> dict[str, time]:
        """The stretch of the day, to the end of its last minute; over midnight, what lies between is left out."""
        since, until = self.since or time.min, self.until or time(23, 59)
        last = until.replace(second=59, microsecond=999_999)
        if since <= until:
            return {"since": since, "until": last}
        after = (datetime.combine(date.min, last) + timedelta(microseconds=1)).time()
        before = (datetime.combine(date.max, since) - timedelta(microseconds=1)).time()
        return {"since": after, "until": before}
