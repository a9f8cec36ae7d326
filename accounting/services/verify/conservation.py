"""No chip of a house is ever made or lost: proven at every event of all its streams, in the order of writing (T-45).

Nothing but the log is asked. What was issued is at every moment what lies in cage, vault, racks, layouts, pots, rake
boxes and the count room, is in transit or in players' hands, and what counts have found missing.

A proof that finds nothing leaves a statement (``chip_statements``): where every chip was when all streams stood at
certain heads. The next whole proof compares with it; a proof from a statement on costs what has happened since.
"""

import heapq
import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db import connection

from accounting.services import streams
from accounting.services.streams import StreamInfo
from accounting.services.verify import walking
from accounting.services.verify.chip_statements import Heads, Statement, head_of
from accounting.services.verify.chips_fold import FOLDS, ISSUED, HouseChips
from accounting.services.verify.findings import Finding
from accounting.services.verify.rounds import Wrong
from tables.domain.actors import instant
from tables.domain.events import StreamKind
from tables.selectors import stream_days

_EVENTS = b"""
SELECT seq, type, body FROM tables_event
WHERE stream_id = %s AND seq > %s AND seq <= %s AND gaming_day >= %s
      AND (type = ANY(%s) OR body LIKE '%%"transfers":[[%%')
ORDER BY seq
"""
_LISTED = """
SELECT e.body::jsonb -> 'data' FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind = 'house' AND e.round IS NULL AND e.type = %s
"""
AT_ONCE = 200
"""So many events of each stream are held at a time: all streams are read side by side."""
_LAST = "9999"


class Written(NamedTuple):
    """An event in its place among those of all streams."""

    at: str
    stream: str
    seq: int
    type: str
    table: str
    data: dict[str, Any]


class Proof:
    """Where the chips of a house are, event by event. ``finding`` is the first thing that does not add up.

    After it nothing can be said: what follows builds on it.
    """

    def __init__(self, casino_id: int, known: Statement | None = None) -> None:
        sets = {listed["table"]: listed["chip_set"] for listed in _listed(casino_id, "table_added")}
        kinds = {listed["chip_set"]: listed.get("kind", "value") for listed in _listed(casino_id, "chip_set_added")}
        self.chips = HouseChips(sets, kinds)
        self.finding: Finding | None = None
        self.heads: Heads = {}
        self._streams = streams.in_order(casino_id)
        self.name = f"{self._streams[0].key.partition('/')[0]}/chips"
        if known is not None:
            self.chips.recall(known.chips)
            self.heads = known.heads

    def to(self, heads: Heads) -> None:
        """Go on to where streams stood at ``heads``; those that were not there yet stay where they are."""
        self._take(in_order(self._streams, self.heads, heads))
        self.heads = {**self.heads, **heads}

    def to_end(self, until: datetime | None = None) -> None:
        """Go on to the streams' heads, or to what was written by ``until``."""
        last = instant(until) if until else _LAST
        ends = {stream.key: head_of(stream) for stream in self._streams}
        self._take(in_order(self._streams, self.heads, ends, last))
        self.heads = ends

    def statement(self) -> Statement:
        """Where every chip is now."""
        return Statement(self.heads, self.chips.told())

    def _take(self, events: Iterator[Written]) -> None:
        event = None
        for event in events:
            if self.finding is None:
                self.finding = self._wrong(event)
            if self.finding is not None:
                return
        issued = self.chips.places.get(ISSUED, 0)
        if event is not None and issued + self.chips.elsewhere:
            self.finding = Finding(event.stream, f"{-issued} were issued, {self.chips.elsewhere} are somewhere")

    def _wrong(self, event: Written) -> Finding | None:
        try:
            self.chips.take(event.table, event.type, event.data)
        except Wrong as wrong:
            return Finding(event.stream, wrong.args[0], event.seq, event.type)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            what = f"does not tell where chips went: {type(error).__name__}"
            return Finding(event.stream, what, event.seq, event.type)
        return None


def prove(casino_id: int, known: Statement | None = None) -> Proof:
    """The whole log from its beginning. Inside one snapshot of the database.

    Where a statement of an earlier proof is ``known``, the log has to say the same at its heads.
    """
    proof = Proof(casino_id)
    if known is not None:
        proof.to(known.heads)
        if proof.finding is None and proof.chips.told() != known.chips:
            proof.finding = Finding(proof.name, "an earlier proof has stated other chips than the log tells")
    if proof.finding is None:
        proof.to_end()
    return proof


def prove_since(casino_id: int, known: Statement) -> Proof:
    """Only what was written since a statement was made. Inside one snapshot of the database."""
    proof = Proof(casino_id, known)
    proof.to_end()
    return proof


def at_moment(casino_id: int, moment: datetime) -> Proof:
    """Where every chip was at a moment, from the log alone (T-20: what was in transit is a place of its own)."""
    proof = Proof(casino_id)
    proof.to_end(moment)
    return proof


def in_order(moving: Sequence[StreamInfo], since: Heads, ends: Heads, last: str = _LAST) -> Iterator[Written]:
    """Every event that moves chips between two stands of the streams, in the order in which they were written."""
    spans = [
        (stream, since[stream.key].seq if stream.key in since else 0, ends[stream.key].seq)
        for stream in moving
        if stream.key in ends and stream.kind != StreamKind.HOUSE
    ]
    return heapq.merge(*(_of(stream, first, end, last) for stream, first, end in spans if end > first))


def _of(stream: StreamInfo, since: int, end: int, last: str) -> Iterator[Written]:
    begins = stream_days.since(stream.id, since + 1).first if since else date.min
    given = [stream.id, since, end, begins, list(FOLDS)]
    for rows in walking.chunks(f"verify_chips_{stream.id}", _EVENTS, given, AT_ONCE):
        for seq, type_, body in rows:
            event = json.loads(body)
            if event["recorded_at"] > last:
                return
            yield Written(event["recorded_at"], stream.key, seq, type_, stream.table, event["data"])


def _listed(casino_id: int, type_: str) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(_LISTED, [casino_id, type_])
        return [json.loads(data) if isinstance(data, str) else data for (data,) in cursor.fetchall()]
