"""Numbers of slips: taken one by one under the lock of their series, in the transaction of what they number (T-27).

A database sequence would lose a number with every transaction that comes to nothing; here the counter goes back with
the rest. Whoever takes a number waits for the one before him, so this comes last among the locks, before the stock.
"""

from typing import NamedTuple

from django.db import connection

from tables.domain import slips
from tables.services import log, rule_packs

_TAKE = """
INSERT INTO tables_slipseries (casino_id, series, last_number) VALUES (%s, %s, 1)
ON CONFLICT (casino_id, series) DO UPDATE SET last_number = tables_slipseries.last_number + 1
RETURNING last_number
"""


class SlipNumber(NamedTuple):
    """A number of a series; ``text`` is how everybody writes it."""

    series: str
    number: int

    @property
    def text(self) -> str:
        """``F-2026-000123``."""
        return slips.text_of(self.series, self.number)


def take(entry: log.Entry, letter: str) -> SlipNumber:
    """The next number of the series ``letter`` has on the gaming day of ``entry`` (T-28). It is used up with the entry.

    Inside the entry that records what is numbered, from any stream.
    """
    series = slips.series_of(letter, rule_packs.of(entry), entry.window.gaming_day)
    return SlipNumber(series, _next(entry.actor.casino_id, series))


def _next(casino_id: int, series: str) -> int:
    """Count the series up, or begin it; its row stays locked until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [casino_id, series])
        return int(cursor.fetchone()[0])
