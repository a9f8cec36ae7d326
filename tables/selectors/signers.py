"""Name and licence of people as they were at a moment, from the log: what a paper says of them stays what it was."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection

from tables.domain.actors import instant

_TOLD: Final = """
SELECT e.body FROM tables_stream s
JOIN tables_event e ON e.stream_id = s.id AND e.type IN ('staff_registered', 'licence_renewed') AND e.round IS NULL
CROSS JOIN LATERAL (SELECT e.body::jsonb AS body) b
WHERE s.casino_id = %s AND s.kind = 'house' AND b.body #>> '{data,badge}' = ANY(%s) AND b.body ->> 'occurred_at' <= %s
ORDER BY e.seq
"""


@dataclass(frozen=True, slots=True)
class Signer:
    """Who a badge was, and under which licence."""

    name: str
    licence: str


def of(casino_id: int, badges: Iterable[str], at: datetime) -> Mapping[str, Signer]:
    """Badge -> the person; nothing of a badge that the house had not given by then."""
    found: dict[str, Signer] = {}
    with connection.cursor() as cursor:
        cursor.execute(_TOLD, [casino_id, sorted(set(badges)), instant(at)])
        for (body,) in cursor.fetchall():
            data = json.loads(body)["data"]
            name = data["name"] if "name" in data else found[data["badge"]].name
            found[data["badge"]] = Signer(name, data["licence"])
    return found
