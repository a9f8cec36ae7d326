"""What some gaming days did to cage and vault: events of the cage's stream with what the books posted for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import connection

from accounting.selectors import log_days
from accounting.selectors.log_days import LoggedEvent
from tables.domain.actors import Actor
from tables.selectors.cage import MOVEMENTS

PLACES = ("cage", "vault")

_LEGS = """
SELECT l.seq, a.code, a.asset, sum(l.amount)::bigint FROM accounting_leg l JOIN accounting_account a ON a.id = l.account_id
JOIN tables_stream s ON s.id = l.stream_id
WHERE s.casino_id = %s AND s.kind = 'cage' AND l.seq = ANY(%s) AND a.code = ANY(%s) AND a.asset IN ('chips', 'cash')
GROUP BY l.seq, a.code, a.asset
"""  # noqa: E501 - one statement
Moved = Mapping[tuple[str, str], int]
"""(place, asset) -> change in minor units."""


@dataclass(frozen=True, slots=True)
class CageMovement:
    """An event of the cage and what it changed; nothing where the books have not followed it or it moved nothing."""

    event: LoggedEvent
    moved: Moved


def movements(
    actor: Actor, first: date, last: date, tell: Callable[[int, int], None] = lambda _done, _of: None
) -> Sequence[CageMovement]:
    """What moved in the cage on the days, in the log's order. Refused: ``not_permitted``, ``bad_days``."""
    events = log_days.read(actor, first, last, "read_books", types=MOVEMENTS, stream="cage", tell=tell)
    moved: dict[int, dict[tuple[str, str], int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_LEGS, [actor.casino_id, [event.seq for event in events], list(PLACES)])
        for seq, place, asset, amount in cursor.fetchall():
            moved.setdefault(seq, {})[place, asset] = amount
    return [CageMovement(event, moved.get(event.seq, {})) for event in events]
