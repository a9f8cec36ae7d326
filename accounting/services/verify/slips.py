"""Slips and their numbers against the log: rows that two streams change, and series without a gap (T-24, T-27)."""

import heapq
import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from django.db import DataError, connection, transaction

from accounting.services.streams import StreamInfo
from accounting.services.verify import walking
from accounting.services.verify.findings import Finding, compared
from accounting.services.verify.slip_fold import Misfit, Row, SlipEvent, row_of
from tables.domain import slips

_AT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
_EVENTS = b"""
SELECT CASE s.kind WHEN 'table' THEN split_part(s.key, '/', 3) ELSE coalesce(b.body #>> '{data,table}', '') END
       COLLATE "C" AS tab,
       coalesce((b.body #>> '{data,request}')::bigint, 0) AS request, s.kind = 'cage' AS of_cage, s.key, e.seq, e.type,
       e.body
FROM tables_stream s
JOIN tables_event e ON e.stream_id = s.id AND e.type = ANY(%s) AND e.round IS NULL AND e.seq <= s.head_seq
CROSS JOIN LATERAL (SELECT e.body::jsonb AS body) b
WHERE s.casino_id = %s AND s.kind IN ('table', 'cage')
ORDER BY tab, request, of_cage, e.seq
"""
_ROWS = f"""
SELECT coalesce(t.code, '') COLLATE "C" AS tab, s.request::bigint AS request, json_build_object(
    'kind', s.kind, 'status', s.status, 'urgent', s.urgent, 'chips', s.chips, 'taken', s.taken, 'total', s.total,
    'series', s.series, 'number', s.number, 'gaming_day', s.gaming_day::text, 'shift', s.shift, 'period', p.number,
    'box', b.number, 'counted', s.counted, 'received', s.received, 'missing', s.missing, 'reason', s.reason,
    'note', s.note, 'signatures', s.signatures, 'reprints', s.reprints,
    'requested_at', {_AT.format("s.requested_at")}, 'issued_at', {_AT.format("s.issued_at")},
    'changed_at', {_AT.format("s.changed_at")}
)::text
FROM tables_slip s
LEFT JOIN tables_gamingtable t ON t.id = s.table_id AND t.casino_id = s.casino_id
LEFT JOIN tables_bankperiod p ON p.id = s.period_id AND p.table_id = s.table_id
LEFT JOIN tables_dropbox b ON b.id = s.box_id AND b.table_id = s.table_id
WHERE s.casino_id = %s
ORDER BY tab, request
""".encode()  # noqa: S608 - forms of our own columns
_NUMBERS = b"""
SELECT e.body::jsonb #>> '{data,slip}'
FROM tables_stream s
JOIN tables_event e ON e.stream_id = s.id AND e.type = ANY(%s) AND e.round IS NULL AND e.seq <= s.head_seq
WHERE s.casino_id = %s
"""
_SERIES = "SELECT series, last_number FROM tables_slipseries WHERE casino_id = %s"
_NUMBERED = ("fill_issued", "credit_issued", "exchange_issued", "marker_issued")
"""The events that take a number."""

_LOG, _FLOOR = "log", "floor"
Key = tuple[str, int]
"""A table's code and the number of its request."""


def check(cage: StreamInfo) -> Iterator[Finding]:
    """What of a casino's slips does not follow from its log. Inside one snapshot of the database."""
    try:
        with transaction.atomic():
            yield from _slips(cage)
            yield from _series(cage)
    except DataError:
        yield Finding(cage.key, "the event of a slip cannot be read")


def _slips(cage: StreamInfo) -> Iterator[Finding]:
    """Both sides come in the same order, so that a long history is walked in little memory."""
    sides = heapq.merge(_made(cage), _found(cage), key=itemgetter(0))
    for (table, request), told in groupby(sides, key=itemgetter(0)):
        made: dict[str, Row] = {}
        found: dict[str, Row] = {}
        name, misfit = f"{table} {request}", None
        for _, told_by, row in told:
            if isinstance(row, Misfit):
                misfit = row
            else:
                (made if told_by == _LOG else found)[name] = row
        if misfit is not None:
            yield Finding(misfit.event.stream, misfit.args[0], misfit.event.seq, misfit.event.type)
        else:
            yield from compared(cage.key, "slip", made, found)


def _made(cage: StreamInfo) -> Iterator[tuple[Key, str, Row | Misfit]]:
    """Every request's row as the log tells it, or the event that does not fit."""
    for (table, request), of_one in groupby(_events(cage), key=itemgetter(0)):
        streams: dict[bool, list[SlipEvent]] = {False: [], True: []}
        for _, of_cage, event in of_one:
            streams[of_cage].append(event)
        try:
            yield (table, request), _LOG, row_of(streams[False], streams[True])
        except Misfit as misfit:
            yield (table, request), _LOG, misfit


def _events(cage: StreamInfo) -> Iterator[tuple[Key, bool, SlipEvent]]:
    for rows in walking.chunks("verify_slips", _EVENTS, [list(slips.EVENTS), cage.casino_id]):
        for table, request, of_cage, stream, seq, type_, body in rows:
            yield (table, request), of_cage, SlipEvent(stream, seq, type_, json.loads(body))


def _found(cage: StreamInfo) -> Iterator[tuple[Key, str, Row | Misfit]]:
    for rows in walking.chunks("verify_slip_rows", _ROWS, [cage.casino_id]):
        for table, request, row in rows:
            yield (table, request), _FLOOR, json.loads(row)


def _series(cage: StreamInfo) -> Iterator[Finding]:
    """Each series counts from 1 on, every number once, and its row says how far."""
    taken: dict[str, list[int]] = {}
    for rows in walking.chunks("verify_numbers", _NUMBERS, [list(_NUMBERED), cage.casino_id]):
        for (text,) in rows:
            series, number = slips.parsed(text) or (text, 0)
            taken.setdefault(series, []).append(number)
    for series, numbers in sorted(taken.items()):
        numbers.sort()
        wrong = next((right for right, number in enumerate(numbers, 1) if right != number), None)
        if wrong is not None:
            twice = numbers[wrong - 1] < wrong
            what = "was given twice" if twice else "is missing"
            yield Finding(cage.key, f"slip {slips.text_of(series, wrong - twice)} {what}")
    with connection.cursor() as cursor:
        cursor.execute(_SERIES, [cage.casino_id])
        found = {series: {"last_number": last} for series, last in cursor.fetchall()}
    made: Mapping[str, Row] = {series: {"last_number": len(numbers)} for series, numbers in taken.items()}
    yield from compared(cage.key, "slip series", made, found)
