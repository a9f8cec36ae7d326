"""The crowd of a round that is over: decided once, settled chunk by chunk, paid chunk by chunk.

The database is the queue: what is to be done follows from its rows, so a worker that dies, a message that is lost or
comes three times changes nothing but the moment. A chunk is settled under the lock of the crowd's stream by one
insert-only statement and one event, whose journal is the one the books have of it (perf.md §3); purses are paid in a
transaction of their own, marked on the chunk's row.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from tables.domain import crowd
from tables.domain.actors import system_actor
from tables.domain.crowd import CrowdStatus
from tables.domain.table_states import RoundStatus
from tables.games.backing import Pays
from tables.models import crowd as rows
from tables.selectors import stream_days
from tables.services import log
from tables.services.crowd import results

_OVER = (RoundStatus.SETTLED, RoundStatus.CONFIRMED, RoundStatus.NO_BETS, RoundStatus.VOIDED)

_DUE = """
SELECT w.table_id FROM tables_crowd w JOIN tables_stream t ON t.table_id = w.table_id
WHERE (%(tables)s::bigint[] IS NULL OR t.id = ANY(%(tables)s)) AND (
    t.head_seq > w.seen_seq AND EXISTS (
        SELECT FROM tables_event e WHERE e.stream_id = t.id AND e.seq > w.seen_seq AND e.type = 'round_voided'
                      AND e.gaming_day BETWEEN %(since)s AND %(until)s)
    OR EXISTS (SELECT FROM tables_crowdchunk c WHERE c.stream_id = w.stream_id AND NOT c.paid)
    OR EXISTS (SELECT FROM tables_crowdround r JOIN tables_round o ON o.table_id = w.table_id AND o.number = r.round
               WHERE r.stream_id = w.stream_id AND r.status <> 'done' AND o.status = ANY(%(over)s))
)
ORDER BY w.table_id
"""
# Only as far as was looked: a void that comes in meanwhile may be of an earlier day than those that were named.
_SEEN = """
UPDATE tables_crowd w SET seen_seq = u.head
FROM unnest(%(streams)s::bigint[], %(heads)s::bigint[]) AS u(stream, head) JOIN tables_stream t ON t.id = u.stream
WHERE t.table_id = w.table_id AND u.head > w.seen_seq AND NOT EXISTS (
    SELECT FROM tables_event e WHERE e.stream_id = t.id AND e.seq > w.seen_seq AND e.seq <= u.head
                  AND e.type = 'round_voided' AND e.gaming_day BETWEEN %(since)s AND %(until)s)
"""
_UNSEEN = """
SELECT t.id, w.seen_seq + 1, t.head_seq FROM tables_crowd w JOIN tables_stream t ON t.table_id = w.table_id
WHERE t.head_seq > w.seen_seq
"""
_ENDED = """
SELECT r.round, o.status, o.settled_seq FROM tables_crowdround r
JOIN tables_round o ON o.table_id = %s AND o.number = r.round
WHERE r.stream_id = %s AND r.status = 'open' AND o.status = ANY(%s) ORDER BY r.round LIMIT 1
"""
_VOIDS = """
SELECT round, seq FROM tables_event
WHERE stream_id = %s AND seq > %s AND type = 'round_voided' AND gaming_day BETWEEN %s AND %s ORDER BY seq
"""
_SETTLE = """
WITH pays AS (
    SELECT * FROM unnest(%(spots)s::smallint[], %(outcomes)s::text[], %(kept)s::bool[], %(over)s::bigint[],
                         %(under)s::bigint[], %(up)s::bool[]) AS p(spot, outcome, kept, over, under, up)
), paid AS (
    SELECT b.line, b.patron_id, b.amount, coalesce(p.outcome, %(unplayed)s) AS outcome,
           CASE WHEN p.spot IS NULL THEN b.amount
                WHEN NOT p.kept THEN 0
                WHEN p.up THEN b.amount + (b.amount * p.over + p.under - 1) / p.under
                ELSE b.amount + b.amount * p.over / p.under END AS returned
    FROM tables_crowdbet b LEFT JOIN pays p ON p.spot = b.spot
    WHERE b.gaming_day = %(day)s AND b.stream_id = %(stream)s AND b.round = %(round)s
          AND b.line BETWEEN %(first)s AND %(last)s
), made AS (
    INSERT INTO tables_crowdsettlement
        (gaming_day, stream_id, round, entry, line, patron_id, outcome, stake, returned, change)
    SELECT %(day)s, %(stream)s, %(round)s, %(entry)s, line, patron_id, outcome, amount, returned,
           returned - {before}
    FROM paid
    RETURNING stake, change
)
SELECT count(*), coalesce(sum(stake), 0)::bigint, coalesce(sum(change), 0)::bigint FROM made
"""
_FIRST = _SETTLE.format(before="0")
_LATER = _SETTLE.format(
    before="""(SELECT s.returned FROM tables_crowdsettlement s
                   WHERE s.gaming_day = %(day)s AND s.stream_id = %(stream)s AND s.round = %(round)s
                         AND s.entry = %(entry)s - 1 AND s.line = paid.line)"""
)
_CHUNK = """
INSERT INTO tables_crowdchunk (stream_id, round, entry, chunk, seq, paid) VALUES (%s, %s, %s, %s, %s, false)
"""
_SETTLED = "UPDATE tables_crowdround SET settled = %s WHERE stream_id = %s AND round = %s"
_UNPAID = """
SELECT c.round, c.entry, c.chunk, r.gaming_day, r.bets FROM tables_crowdchunk c
JOIN tables_crowdround r ON r.stream_id = c.stream_id AND r.round = c.round
WHERE c.stream_id = %s AND NOT c.paid ORDER BY c.round, c.entry, c.chunk LIMIT 1
FOR UPDATE OF c SKIP LOCKED
"""
# Purses are locked in one order, as documents lock them, before the first is changed.
_PAY = """
WITH owed AS MATERIALIZED (
    SELECT patron_id, sum(change)::bigint AS change FROM tables_crowdsettlement
    WHERE gaming_day = %s AND stream_id = %s AND round = %s AND entry = %s AND line BETWEEN %s AND %s AND change <> 0
    GROUP BY patron_id
), locked AS MATERIALIZED (
    SELECT w.patron_id, o.change FROM tables_purse w JOIN owed o ON o.patron_id = w.patron_id
    ORDER BY w.patron_id FOR UPDATE OF w
)
UPDATE tables_purse w SET balance = w.balance + l.change FROM locked l WHERE w.patron_id = l.patron_id
"""
_MARK = """
UPDATE tables_crowdchunk SET paid = true WHERE stream_id = %s AND round = %s AND entry = %s AND chunk = %s
"""
_DONE = """
UPDATE tables_crowdround r SET status = 'done'
WHERE r.stream_id = %s AND r.status = 'decided' AND r.settled = (r.bets + %s - 1) / %s
      AND NOT EXISTS (SELECT FROM tables_crowdchunk c
                      WHERE c.stream_id = r.stream_id AND c.round = r.round AND NOT c.paid)
"""


def due(table_streams: Sequence[int] | None = None) -> list[int]:
    """The tables whose crowds have something to be decided, settled or paid; of these streams of tables, or of all."""
    days = stream_days.of(_unseen())
    with connection.cursor() as cursor:
        wanted = None if table_streams is None else list(table_streams)
        over = [status.value for status in _OVER]
        cursor.execute(_DUE, {"tables": wanted, "since": days.first, "until": days.last, "over": over})
        return [table_id for (table_id,) in cursor.fetchall()]


def work(*, table_id: int, now: Callable[[], datetime]) -> Iterator[str]:
    """Do piece after piece of what a table's crowd waits for, and tell of each when it is committed.

    Whoever stops in between leaves the rest to the next; several may be at it at once. Chunks come first, so that no
    transaction is spent on asking for anything else between two of them.
    """
    crowd_row = rows.Crowd.objects.select_related("stream__casino", "table__stream").get(pk=table_id)
    more = True
    while more:
        while settle_chunk(crowd_row, now()):
            yield "settled"
        if more := decide(crowd_row, now()):
            yield "decided"
    while pay_chunk(crowd_row):
        yield "paid"
    if finish(crowd_row):
        yield "done"


def decide(crowd_row: rows.Crowd, at: datetime) -> bool:
    """Record what the spots of a round paid, or that a round was called off after it was decided."""
    with _entry(crowd_row, at, "decide_crowd_round") as entry:
        found = _ended(crowd_row) or _called_off(crowd_row)
        if found is None:
            return False
        row, status, table_seq = found
        row.called_off = status == RoundStatus.VOIDED
        settled = status in (RoundStatus.SETTLED, RoundStatus.CONFIRMED)
        paid = results.pays(crowd_row.table.stream.pk, row.round) if settled else ()
        row.entry += 1
        row.status, row.settled = CrowdStatus.DECIDED, 0
        row.pays = [list(one) for one in paid]
        row.save(update_fields=["entry", "status", "settled", "pays", "called_off"])
        entry.record(
            "crowd_round_decided",
            {
                "round": row.round,
                "table_seq": table_seq,
                "entry": row.entry,
                "was": "settled" if settled else status,
                "pays": row.pays,
                "bets": row.bets,
                "amount": row.amount,
                "chunks": crowd.chunks_of(row.bets),
            },
            round=row.round,
        )
    return True


def settle_chunk(crowd_row: rows.Crowd, at: datetime) -> bool:
    """Settle the next chunk of a decided round: a row a bet, one event for all of them."""
    with _entry(crowd_row, at, "settle_crowd_chunk") as entry:
        row = _next_unsettled(crowd_row.stream_id)
        if row is None:
            return False
        chunk = row.settled + 1
        first, last = crowd.bounds(chunk, row.bets)
        bets, stakes, change = _settle(row, first, last)
        if bets != last - first + 1:
            raise RuntimeError(f"{bets} bets from {first} to {last} of round {row.round}")
        held = stakes if row.entry == 1 else 0
        data = {"round": row.round, "entry": row.entry, "chunk": chunk, "first": first, "last": last}
        seq = entry.record("crowd_chunk_settled", {**data, "held": held, "returned": change}, round=row.round)
        entry.later(_CHUNK, [row.stream_id, row.round, row.entry, chunk, seq])
        entry.later(_SETTLED, [chunk, row.stream_id, row.round])
    return True


def pay_chunk(crowd_row: rows.Crowd) -> bool:
    """Put what a settled chunk has returned into the purses, once: the mark on its row is in the same commit."""
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(_UNPAID, [crowd_row.stream_id])
        found = cursor.fetchone()
        if found is None:
            return False
        number, entry, chunk, day, bets = found
        cursor.execute(_PAY, [day, crowd_row.stream_id, number, entry, *crowd.bounds(chunk, bets)])
        cursor.execute(_MARK, [crowd_row.stream_id, number, entry, chunk])
    return True


def finish(crowd_row: rows.Crowd) -> bool:
    """Rounds all of whose chunks are settled and paid are done. Two workers that pay the last two cannot tell."""
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(_DONE, [crowd_row.stream_id, crowd.CHUNK, crowd.CHUNK])
        return bool(cursor.rowcount)


def mark_seen() -> None:
    """Remember how far the tables' streams were searched for rounds that were called off."""
    unseen = _unseen()
    given = {"streams": [stream for stream, _, _ in unseen], "heads": [head for _, _, head in unseen]}
    days = stream_days.of(unseen)
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(_SEEN, {**given, "since": days.first, "until": days.last})


def _unseen() -> list[stream_days.Span]:
    """What was not yet searched for a round that was called off, of each table's stream."""
    with connection.cursor() as cursor:
        cursor.execute(_UNSEEN)
        return list(cursor.fetchall())


def _entry(crowd_row: rows.Crowd, at: datetime, do: str) -> AbstractContextManager[log.Entry]:
    """An entry of the house itself in the crowd's stream."""
    casino = crowd_row.stream.casino
    actor = system_actor(casino.pk, casino.code)
    return log.entry(actor=actor, at=at, stream=crowd_row.stream.key, request={"do": do})


_Decision = tuple[rows.CrowdRound, str, int]
"""The round's crowd, how the round ended, and where the table's stream says so."""


def _ended(crowd_row: rows.Crowd) -> _Decision | None:
    """The first round that is over and undecided. What ended a round cannot be undone, only called off."""
    with connection.cursor() as cursor:
        cursor.execute(_ENDED, [crowd_row.pk, crowd_row.stream_id, [status.value for status in _OVER]])
        found = cursor.fetchone()
    if found is None:
        return None
    number, status, seq = found
    return rows.CrowdRound.objects.get(stream_id=crowd_row.stream_id, round=number), status, seq


def _called_off(crowd_row: rows.Crowd) -> _Decision | None:
    """The first decided round that was called off since; its first decision must be settled to the end by then."""
    seen = rows.Crowd.objects.values_list("seen_seq", flat=True).get(pk=crowd_row.pk)
    stream = crowd_row.table.stream.pk
    with connection.cursor() as cursor:
        cursor.execute(_VOIDS, [stream, seen, *stream_days.since(stream, seen + 1)])
        voids = cursor.fetchall()
    for number, seq in voids:
        row = rows.CrowdRound.objects.filter(stream_id=crowd_row.stream_id, round=number).first()
        if row is not None and row.entry and not row.called_off:
            if row.settled < crowd.chunks_of(row.bets):
                return None
            return row, RoundStatus.VOIDED, seq
        rows.Crowd.objects.filter(pk=crowd_row.pk).update(seen_seq=seq)
    return None


def _next_unsettled(stream_id: int) -> rows.CrowdRound | None:
    decided = rows.CrowdRound.objects.filter(stream_id=stream_id, status=CrowdStatus.DECIDED).order_by("round")
    return next((row for row in decided if row.settled < crowd.chunks_of(row.bets)), None)


def _settle(row: rows.CrowdRound, first: int, last: int) -> tuple[int, int, int]:
    """Insert the settlements of a chunk; bets, stakes, and by how much what is returned changes."""
    pays = [Pays(*one) for one in row.pays]
    given: dict[str, Any] = {
        "spots": [one.spot for one in pays],
        "outcomes": [one.outcome for one in pays],
        "kept": [one.kept for one in pays],
        "over": [one.numerator for one in pays],
        "under": [one.denominator for one in pays],
        "up": [one.up for one in pays],
        "unplayed": crowd.VOID if row.called_off else crowd.RETURNED,
        "day": row.gaming_day,
        "stream": row.stream_id,
        "round": row.round,
        "entry": row.entry,
        "first": first,
        "last": last,
    }
    with connection.cursor() as cursor:
        cursor.execute(_FIRST if row.entry == 1 else _LATER, given)
        bets, stakes, change = cursor.fetchone()
    return bets, stakes, change
