"""Audit samples that were drawn, and the documents that were picked."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound

_SAMPLES = """
SELECT e.seq, e.body FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %(casino)s AND s.kind = 'house' AND e.type = 'audit_sample_drawn' AND e.round IS NULL
      AND (%(number)s::bigint IS NULL OR (e.body::json -> 'data' ->> 'sample')::bigint = %(number)s)
      AND (%(before)s::bigint IS NULL OR (e.body::json -> 'data' ->> 'sample')::bigint < %(before)s)
ORDER BY e.seq DESC LIMIT %(limit)s
"""
_COUNT = "SELECT count(*) FROM tables_event WHERE stream_id = %s AND type = 'audit_sample_drawn' AND round IS NULL"
_PICKED = """
SELECT s.key, e.seq, e.body FROM unnest(%s::text[], %s::bigint[]) AS w(key, seq)
JOIN tables_stream s ON s.key = w.key AND s.casino_id = %s
JOIN tables_event e ON e.stream_id = s.id AND e.seq = w.seq AND e.round IS NULL
"""


@dataclass(frozen=True, slots=True)
class Picked:
    """A picked document: where it stands in the log, and what an auditor looks for it by.

    ``document`` is the slip's number, or the bank period whose opener or closer it is; ``total`` in minor units.
    """

    kind: str
    stream: str
    seq: int
    gaming_day: str
    shift: str
    occurred_at: str
    table: str
    document: str
    total: int | None
    signatures: Sequence[Mapping[str, Any]]

    @property
    def signers(self) -> Sequence[str]:
        """Who signed, by badge and role."""
        return [f"{signature['badge']} ({signature['role']})" for signature in self.signatures]


@dataclass(frozen=True, slots=True)
class AuditSample:
    """A sample as it was drawn. ``number`` counts those of the house."""

    number: int
    seq: int
    drawn_at: str
    drawn_by: str
    first_day: str
    last_day: str
    seed: str
    wanted: Mapping[str, int]
    found: Mapping[str, int]
    missing: Sequence[Mapping[str, Any]]
    picks: Sequence[Picked]


def listed(actor: Actor, before: int | None = None, limit: int = 50) -> list[AuditSample]:
    """The samples of the actor's house, the newest first. Refused: ``not_permitted``."""
    permissions.require(actor, "read_audit")
    return _read(actor, None, before, limit)


def sample(actor: Actor, number: int) -> AuditSample:
    """One sample. Refused: ``not_permitted``, ``no_such_sample``."""
    permissions.require(actor, "read_audit")
    found = _read(actor, number, None, 1)
    if not found:
        raise NotFound("no_such_sample")
    return found[0]


def count(stream_id: int) -> int:
    """How many samples the house's stream tells of. Under the stream's lock the next one's number is one more."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [stream_id])
        return int(cursor.fetchone()[0])


def _read(actor: Actor, number: int | None, before: int | None, limit: int) -> list[AuditSample]:
    given = {"casino": actor.casino_id, "number": number, "before": before, "limit": limit}
    with connection.cursor() as cursor:
        cursor.execute(_SAMPLES, given)
        events = [(seq, json.loads(body)) for seq, body in cursor.fetchall()]
        picks = [pick for _, event in events for pick in event["data"]["picks"]]
        cursor.execute(_PICKED, [[p["stream"] for p in picks], [p["seq"] for p in picks], actor.casino_id])
        documents = {(key, seq): json.loads(body) for key, seq, body in cursor.fetchall()}
    return [_sample(seq, event, documents) for seq, event in events]


def _sample(seq: int, event: Mapping[str, Any], documents: Mapping[tuple[str, int], Any]) -> AuditSample:
    data = event["data"]
    return AuditSample(
        number=data["sample"],
        seq=seq,
        drawn_at=event["occurred_at"],
        drawn_by=event["actor"],
        first_day=data["first_day"],
        last_day=data["last_day"],
        seed=data["seed"],
        wanted=data["wanted"],
        found=data["found"],
        missing=data["missing"],
        picks=[_picked(pick["kind"], documents[pick["stream"], pick["seq"]]) for pick in data["picks"]],
    )


def _picked(kind: str, document: Mapping[str, Any]) -> Picked:
    data = document["data"]
    return Picked(
        kind=kind,
        stream=document["stream"],
        seq=document["seq"],
        gaming_day=document["gaming_day"],
        shift=document["shift"],
        occurred_at=document["occurred_at"],
        table=data.get("table") or document["stream"].rpartition("/")[2],
        document=str(data.get("slip") or data.get("period") or ""),
        total=data.get("total"),
        signatures=data.get("signatures", ()),
    )
