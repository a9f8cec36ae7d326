"""Time charges that players have paid since their table was opened."""

import json
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from tables.domain.actors import Actor
from tables.selectors import sights

_PAID = """
SELECT e.body FROM tables_event e
JOIN tables_tablestate s ON s.table_id = %s
JOIN tables_bankperiod p ON p.id = s.period_id
WHERE e.stream_id = %s AND e.seq > p.opened_seq AND e.round IS NULL AND e.type = 'seat_fee_taken' ORDER BY e.seq
"""


@dataclass(frozen=True, slots=True)
class Paid:
    """What a player has paid for his time in this bank period: whole charges, and when he did last."""

    player: str
    charges: int
    last_at: datetime


def paid(actor: Actor, table: str) -> dict[str, Paid]:
    """Player -> what he has paid, as the table's dealer and its supervisors may see it.

    Refused: see ``sights.at_table``; the public does not see it (``not_your_view``).
    """
    sight = sights.at_table(actor, table, "floor")
    found: dict[str, Paid] = {}
    with connection.cursor() as cursor:
        cursor.execute(_PAID, [sight.table_id, sight.stream_id])
        for (body,) in cursor.fetchall():
            event = json.loads(body)
            data, player = event["data"], event["data"]["player"]
            before = found[player].charges if player in found else 0
            charges = before + data["total"] // data["charge"]
            found[player] = Paid(player, charges, datetime.fromisoformat(event["occurred_at"]))
    return found
