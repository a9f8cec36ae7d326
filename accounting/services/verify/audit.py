"""What internal audit has put on record: exports name the log as it was, samples are what their seed draws."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.db import connection

from accounting.domain import audit_sampling
from accounting.selectors import audit_candidates
from accounting.selectors import heads as head_reads
from accounting.services import audit_samples
from accounting.services.streams import StreamInfo
from accounting.services.verify.findings import UNREADABLE, Finding
from tables.domain.canonical import content_hash

_EVENTS = """
SELECT seq, body FROM tables_event WHERE stream_id = %s AND type = %s AND round IS NULL AND seq <= %s ORDER BY seq
"""


def check(house: StreamInfo) -> Iterator[Finding]:
    """What of a casino's exports and samples does not follow from its log. Inside one snapshot of the database."""
    for type_, name, wrong in (("log_exported", "export", _export), ("audit_sample_drawn", "sample", _sample)):
        for number, (seq, event) in enumerate(_events(house, type_), 1):
            try:
                if event["data"][name] != number:
                    yield Finding(
                        house.key, f"{name} {event['data'][name]} stands where {number} should be", seq, type_
                    )
                elif what := wrong(house.casino_id, event["data"]):
                    yield Finding(house.key, what, seq, type_)
            except UNREADABLE as error:
                yield Finding(house.key, f"cannot be read: {type(error).__name__}", seq, type_)


def _events(house: StreamInfo, type_: str) -> list[tuple[int, dict[str, Any]]]:
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [house.id, type_, house.head_seq])
        return [(seq, json.loads(body)) for seq, body in cursor.fetchall()]


def _export(casino_id: int, data: Mapping[str, Any]) -> str:
    """What is wrong with an export; empty when nothing is."""
    heads = {key: {"seq": head.seq, "hash": head.hash} for key, head in head_reads.at(casino_id, data["heads"]).items()}
    return "" if data["root"] == content_hash(heads) else "the root is not that of the heads"


def _sample(casino_id: int, data: Mapping[str, Any]) -> str:
    """What is wrong with a sample; empty when drawing it again gives the same."""
    days = date.fromisoformat(data["first_day"]), date.fromisoformat(data["last_day"])
    drawn = audit_sampling.draw(audit_candidates.of_days(casino_id, *days, data["heads"]), data["seed"])
    for name, right in audit_samples.told(drawn).items():
        if data[name] != right:
            return f"{name} are not what the seed draws"
    return ""
