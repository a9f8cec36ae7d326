"""The numbers of slips and markers over some gaming days, straight from the log: used, void, missing, printed again."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import connection

from accounting.domain.sequences import Reconciled, reconcile
from tables.domain import permissions, slips
from tables.domain.actors import Actor
from tables.domain.errors import Invalid

NUMBERED = ("fill_issued", "credit_issued", "exchange_issued", "marker_issued")
"""The events that take a number."""
VOIDED = ("slip_voided", "marker_voided")
REPRINTED = ("slip_reprinted", "marker_reprinted", "paper_printed")
"""Papers of the log record their original, too: it is copy 0, and no reprint."""
LONGEST = timedelta(days=366)

_OF_DAYS = """
SELECT s.key, e.seq, e.gaming_day, e.body FROM tables_stream s
JOIN tables_event e ON e.stream_id = s.id AND e.type = ANY(%s) AND e.round IS NULL
WHERE s.casino_id = %s AND e.gaming_day BETWEEN %s AND %s
ORDER BY e.gaming_day, s.key, e.seq
"""
_BEFORE = """
SELECT l.body FROM tables_stream s CROSS JOIN unnest(%s::text[]) AS t(type)
CROSS JOIN LATERAL (
    SELECT e.body FROM tables_event e
    WHERE e.stream_id = s.id AND e.type = t.type AND e.round IS NULL AND e.gaming_day < %s
    ORDER BY e.seq DESC LIMIT 1
) l
WHERE s.casino_id = %s AND s.kind IN ('cage', 'table')
"""
_FOR_EVER = date(9999, 12, 31)


@dataclass(frozen=True, slots=True)
class Marked:
    """A document that was voided, or printed again: which, why, and who answers for it. ``copy`` is 0 for a void."""

    slip: str
    kind: str
    table: str
    gaming_day: str
    shift: str
    occurred_at: str
    total: int | None
    reason: str
    copy: int
    by: str
    signatures: Sequence[Mapping[str, Any]]
    stream: str
    seq: int


@dataclass(frozen=True, slots=True)
class SequenceReport:
    """Every series that had a number issued on the days, by name, and what was voided and printed again on them."""

    series: Sequence[Reconciled]
    voids: Sequence[Marked]
    reprints: Sequence[Marked]


def of_days(actor: Actor, first_day: date, last_day: date) -> SequenceReport:
    """The sequence report of the gaming days. Refused: ``not_permitted``, ``bad_days``."""
    permissions.require(actor, "read_audit")
    if not first_day <= last_day <= first_day + LONGEST:
        raise Invalid("bad_days")
    around = _read(actor.casino_id, NUMBERED, first_day - timedelta(days=1), last_day + timedelta(days=1))
    issued: dict[str, list[int]] = {}
    known: dict[str, set[int]] = {}
    for day, event in around:
        series, number = _number(event)
        if first_day <= day <= last_day:
            issued.setdefault(series, []).append(number)
        else:
            known.setdefault(series, set()).add(number)
    begun = _begun(actor.casino_id, first_day)
    voided: dict[str, set[int]] = {}
    for _, event in _read(actor.casino_id, VOIDED, first_day, _FOR_EVER):
        series, number = _number(event)
        voided.setdefault(series, set()).add(number)
    return SequenceReport(
        series=[
            reconcile(
                name,
                min(begun.get(name, 0) + 1, *numbers),
                numbers,
                voided.get(name, ()),
                known.get(name, ()),
            )
            for name, numbers in sorted(issued.items())
        ],
        voids=[_marked(event) for _, event in _read(actor.casino_id, VOIDED, first_day, last_day)],
        reprints=[
            _marked(event)
            for _, event in _read(actor.casino_id, REPRINTED, first_day, last_day)
            if event["data"]["copy"]
        ],
    )


def _read(casino_id: int, types: Sequence[str], first: date, last: date) -> list[tuple[date, dict[str, Any]]]:
    with connection.cursor() as cursor:
        cursor.execute(_OF_DAYS, [list(types), casino_id, first, last])
        return [(day, json.loads(body)) for _, _, day, body in cursor.fetchall()]


def _begun(casino_id: int, first_day: date) -> dict[str, int]:
    """Series -> its highest number from before the day, as far as the newest event of each kind and stream tells."""
    found: dict[str, int] = {}
    with connection.cursor() as cursor:
        cursor.execute(_BEFORE, [list(NUMBERED), first_day, casino_id])
        for (body,) in cursor.fetchall():
            series, number = _number(json.loads(body))
            found[series] = max(found.get(series, 0), number)
    return found


def _number(event: Mapping[str, Any]) -> tuple[str, int]:
    """Series and number of an event's document; a text that is no number is a series of its own."""
    text = event["data"]["slip"]
    return slips.parsed(text) or (text, 0)


def _marked(event: Mapping[str, Any]) -> Marked:
    data = event["data"]
    return Marked(
        slip=data["slip"],
        kind=data.get("paper") or data.get("kind", "marker"),
        table=data["table"] if "table" in data else event["stream"].rpartition("/")[2],
        gaming_day=event["gaming_day"],
        shift=event["shift"],
        occurred_at=event["occurred_at"],
        total=data.get("total", data.get("amount")),
        reason=data["reason"],
        copy=data.get("copy", 0),
        by=event["actor"],
        signatures=data.get("signatures", ()),
        stream=event["stream"],
        seq=event["seq"],
    )
