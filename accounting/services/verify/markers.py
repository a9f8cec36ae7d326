"""Markers against the log: rows that the streams of several tables and the cage's change."""

import json
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from django.db import DataError, connection, transaction

from accounting.services.streams import StreamInfo
from accounting.services.verify import walking
from accounting.services.verify.findings import Finding, compared
from accounting.services.verify.marker_fold import MarkerEvent, Misfit, Row, row_of
from tables.domain import markers, slips

_AT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
_EVENTS = b"""
SELECT (b.body #>> '{data,slip}') COLLATE "C" AS slip, s.key, e.seq, e.type, e.body
FROM tables_stream s
JOIN tables_event e ON e.stream_id = s.id AND e.type = ANY(%s) AND e.round IS NULL AND e.seq <= s.head_seq
CROSS JOIN LATERAL (SELECT e.body::jsonb AS body) b
WHERE s.casino_id = %s AND s.kind IN ('table', 'cage')
ORDER BY slip, s.key, e.seq
"""
_ROWS = f"""
SELECT m.series, m.number, json_build_object(
    'table', t.code, 'patron', p.code, 'series', m.series, 'number', m.number, 'status', m.status, 'held', m.held,
    'amount', m.amount, 'paid', m.paid, 'chips', m.chips, 'limit', m."limit", 'owed_before', m.owed_before,
    'over_limit', m.over_limit, 'gaming_day', m.gaming_day::text, 'shift', m.shift, 'period', d.number,
    'box', b.number, 'reason', m.reason, 'signatures', m.signatures, 'payments', m.payments,
    'reprints', m.reprints, 'issued_at', {_AT.format("m.issued_at")}, 'changed_at', {_AT.format("m.changed_at")}
)::text
FROM tables_marker m
LEFT JOIN tables_gamingtable t ON t.id = m.table_id AND t.casino_id = m.casino_id
LEFT JOIN tables_patron p ON p.id = m.patron_id AND p.casino_id = m.casino_id
LEFT JOIN tables_bankperiod d ON d.id = m.period_id AND d.table_id = m.table_id
LEFT JOIN tables_dropbox b ON b.id = m.box_id AND b.table_id = m.table_id
WHERE m.casino_id = %s
"""  # noqa: S608 - forms of our own columns


def check(cage: StreamInfo) -> Iterator[Finding]:
    """What of a casino's markers does not follow from its log. Inside one snapshot of the database."""
    try:
        with transaction.atomic():
            made: dict[str, Row] = {}
            for slip, of_one in groupby(_events(cage), key=itemgetter(0)):
                try:
                    made[slip] = row_of([event for _, event in of_one])
                except Misfit as misfit:
                    yield Finding(misfit.event.stream, misfit.args[0], misfit.event.seq, misfit.event.type)
                    return
            yield from compared(cage.key, "marker", made, _found(cage))
    except DataError:
        yield Finding(cage.key, "the event of a marker cannot be read")


def _events(cage: StreamInfo) -> Iterator[tuple[str, MarkerEvent]]:
    for rows in walking.chunks("verify_markers", _EVENTS, [list(markers.ALL_EVENTS), cage.casino_id]):
        for slip, stream, seq, type_, body in rows:
            yield slip, MarkerEvent(stream, seq, type_, json.loads(body))


def _found(cage: StreamInfo) -> dict[str, Row]:
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [cage.casino_id])
        return {slips.text_of(series, number): json.loads(row) for series, number, row in cursor.fetchall()}
