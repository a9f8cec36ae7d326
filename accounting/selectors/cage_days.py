"""What some gaming days did to cage and vault: events of the cage's stream with what the books posted for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import connection

from accounting.selectors import log_days
from accounting.selectors.log_days import LoggedEvent
from tables.domain.actors import Actor
from tables.selectors import whole
from tables.selectors.cage import MOVEMENTS

PLACES = ("cage", "vault")

_LEGS = """
SELECT l.seq, a.code, a.asset, sum(l.amount)::bigint FROM accounting_leg l JOIN accounting_account a ON a.id = l.account_id
JOIN tables_stream s ON s.id = l.stream_id
WHERE s.casino_id = %s AND s.kind = 'cage' AND l.seq = ANY(%s) AND l.gaming_day BETWEEN %s AND %s
      AND a.code = ANY(%s) AND a.asset IN ('chips', 'cash')
GROUP BY l.seq, a.code, a.asset
"""  # noqa: E501 - one statement
Moved = Mapping[tuple[str, str], int]
"""(place, asset) -> change in minor units."""


@dataclass(frozen=True, slots=True)
class CageMovement:
    """An event of the cage and what it changed; nothing where the books have not followed it or it moved nothing."""

    event: LoggedEvent
    moved: Moved


@dataclass(frozen=True, slots=True)
class Balances:
    """Cage and vault when the days begin and when they end, and what first banks of tables took in between.

    What the cage's own movements changed is the rest. By the books, as far as they have followed.
    """

    opening: Moved
    banks: Moved
    closing: Moved


_NOW = """
SELECT a.code, a.asset, sum(b.balance)::bigint FROM accounting_account a
JOIN accounting_streambalance b ON b.account_id = a.id
WHERE a.casino_id = %(casino)s AND a.code = ANY(%(places)s) AND a.asset IN ('chips', 'cash') GROUP BY a.code, a.asset
"""
_SINCE = """
SELECT a.code, a.asset, sum(l.amount)::bigint FROM accounting_leg l JOIN accounting_account a ON a.id = l.account_id
JOIN tables_stream s ON s.id = l.stream_id
WHERE s.casino_id = %(casino)s AND s.kind = 'cage' AND l.seq BETWEEN %(from)s AND %(to)s
      AND l.gaming_day BETWEEN %(first)s AND %(last)s
      AND a.code = ANY(%(places)s) AND a.asset IN ('chips', 'cash')
GROUP BY a.code, a.asset
"""
_BANKS = """
SELECT a.code, a.asset, sum(l.amount)::bigint FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
JOIN accounting_leg l ON l.stream_id = e.stream_id AND l.seq = e.seq AND l.gaming_day BETWEEN %(first)s AND %(last)s
JOIN accounting_account a ON a.id = l.account_id
WHERE s.casino_id = %(casino)s AND s.kind = 'table' AND e.type = 'table_bank_issued' AND e.round IS NULL
      AND e.gaming_day BETWEEN %(first)s AND %(last)s AND a.code = ANY(%(places)s)
GROUP BY a.code, a.asset
"""


def balances(actor: Actor, first: date, last: date) -> Balances:
    """What lay in cage and vault on both ends of the days. Refused: ``not_permitted``, ``bad_days``.

    From what lies there now back over what came after, so that it costs what was moved since, not all that ever was.
    """
    within = log_days.stretch(actor, first, last, "read_books", "cage")
    given = {"casino": actor.casino_id, "places": list(PLACES), "first": first, "last": last}
    now = _sums(_NOW, given)
    after = {**given, "first": last + timedelta(days=1), "last": date.max}
    later = _sums(_SINCE, {**after, "from": within.stop, "to": MOST_SEQ})
    later_banks = _sums(_BANKS, after)
    moved = _sums(_SINCE, {**given, "from": within.start, "to": within.stop - 1})
    banks = _sums(_BANKS, given)
    closing = _less(now, later, later_banks)
    return Balances(_less(closing, moved, banks), banks, closing)


MOST_SEQ = 2**63 - 1


def _sums(statement: str, given: Mapping[str, Any]) -> Moved:
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(statement, given)
        return {(place, asset): amount for place, asset, amount in cursor.fetchall()}


def _less(whole: Moved, *parts: Moved) -> Moved:
    known = {what for one in (whole, *parts) for what in one}
    return {what: whole.get(what, 0) - sum(part.get(what, 0) for part in parts) for what in known}


def movements(
    actor: Actor, first: date, last: date, tell: Callable[[int, int], None] = lambda _done, _of: None
) -> Sequence[CageMovement]:
    """What moved in the cage on the days, in the log's order. Refused: ``not_permitted``, ``bad_days``."""
    events = log_days.read(actor, first, last, "read_books", types=MOVEMENTS, stream="cage", tell=tell)
    moved: dict[int, dict[tuple[str, str], int]] = {}
    with whole.history(), connection.cursor() as cursor:
        cursor.execute(_LEGS, [actor.casino_id, [event.seq for event in events], first, last, list(PLACES)])
        for seq, place, asset, amount in cursor.fetchall():
            moved.setdefault(seq, {})[place, asset] = amount
    return [CageMovement(event, moved.get(event.seq, {})) for event in events]
