"""Rating slips against the log of their table: numbers, what stands, and the theoretical win worked out again."""

import json
from collections.abc import Iterator
from typing import Any

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify import walking
from accounting.services.verify.findings import Finding, compared
from tables.domain import ratings

_EVENTS = b"""
SELECT seq, type, body FROM tables_event
WHERE stream_id = %s AND round IS NULL AND type IN ('rating_recorded', 'rating_corrected') ORDER BY seq
"""
_AT = "to_char({0} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS {0}"
_ROWS = f"""
SELECT r.number, r.player, r.seat, {_AT.format("since")}, {_AT.format("until")}, r.buy_in, r.average_bet, r.per_hour,
       r.edge, r.skill, r.result, r.note, r.theo, r.rated_by, r.corrections, r.seq
FROM tables_ratingslip r JOIN tables_stream s ON s.table_id = r.table_id WHERE s.id = %s
"""  # noqa: S608 - forms of our own columns


def check(table: StreamInfo) -> Iterator[Finding]:
    """What of a table's slips does not follow from its log. Inside one snapshot of the database."""
    made: dict[int, dict[str, Any]] = {}
    for rows in walking.chunks("verify_ratings", _EVENTS, [table.id]):
        for seq, type_, body in rows:
            event = json.loads(body)
            data = event["data"]
            number, corrected = data["rating"], type_ == "rating_corrected"
            if corrected != (number in made) or (not corrected and number != len(made) + 1):
                yield Finding(table.key, f"rating {number} does not follow those before", seq, type_)
                return
            rating = ratings.of_data(data)
            if rating.theo != data["theo"]:
                yield Finding(table.key, f"theo is {data['theo']} and should be {rating.theo}", seq, type_)
            corrections = made[number]["corrections"] + 1 if corrected else 0
            made[number] = {
                **rating.as_data(),
                **{"rated_by": event["actor"], "corrections": corrections, "seq": seq},
            }
    yield from compared(table.key, "rating", made, _rows(table.id))


def _rows(stream_id: int) -> dict[int, dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [stream_id])
        names = [column.name for column in cursor.description]
        found = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    return {row.pop("number"): row for row in found}
