"""An event of the floor log as the books read it."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple


class Fact(NamedTuple):
    """One event. ``table`` is the code of the stream's table, "" for a stream of the house."""

    seq: int
    type: str
    table: str
    gaming_day: str
    shift: str
    at: str
    actor: str
    data: Mapping[str, Any]


def parsed(body: str, table: str) -> Fact:
    """The fact in a canonical body. The body is the truth; the row's other columns are not asked."""
    event = json.loads(body)
    return Fact(
        event["seq"],
        event["type"],
        table,
        event["gaming_day"],
        event["shift"],
        event["occurred_at"],
        event["actor"],
        event["data"],
    )
