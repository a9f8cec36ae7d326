"""What the books know of the tables that are open now: estimates by rounds, never a win (T-59)."""

import json
from dataclasses import dataclass
from datetime import date, datetime

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor

_MEMORIES = """
SELECT split_part(s.key, '/', 3), s.head_seq - coalesce(c.seq, 0), coalesce(c.memory, ''), coalesce(c.error, '')
FROM tables_stream s LEFT JOIN accounting_cursor c ON c.stream_id = s.id
WHERE s.casino_id = %s AND s.kind = 'table' ORDER BY s.key
"""


@dataclass(frozen=True, slots=True)
class TableFigures:
    """A table as the books have followed it; ``behind`` events are not in these figures yet.

    ``result_by_rounds`` is what the rules gave the house in the open period, an estimate until the count; ``pot`` and
    ``rake`` are what went through the pots of pot games; all but ``behind`` and ``error`` are None while no period is
    open. Money in minor units.
    """

    table: str
    behind: int
    error: str
    period: int | None = None
    gaming_day: date | None = None
    shift: str | None = None
    opened_at: datetime | None = None
    rounds: int | None = None
    hands: int | None = None
    handle: int | None = None
    result_by_rounds: int | None = None
    pot: int | None = None
    rake: int | None = None
    buy_ins: int | None = None
    buy_in_cash: int | None = None
    box_cash_by_log: int | None = None


def table_figures(*, actor: Actor) -> list[TableFigures]:
    """Every table of the actor's casino, by code. Refused: ``not_permitted``."""
    permissions.require(actor, "read_pit")
    with connection.cursor() as cursor:
        cursor.execute(_MEMORIES, [actor.casino_id])
        return [_figures(*row) for row in cursor.fetchall()]


def _figures(table: str, behind: int, memory: str, error: str) -> TableFigures:
    period = json.loads(memory).get("period") if memory else None
    if period is None:
        return TableFigures(table, behind, error)
    return TableFigures(
        table,
        behind,
        error,
        period=period["number"],
        gaming_day=date.fromisoformat(period["gaming_day"]),
        shift=period["shift"],
        opened_at=datetime.fromisoformat(period["opened_at"]),
        rounds=period["rounds"],
        hands=period["hands"],
        handle=period["handle"],
        result_by_rounds=period["house_net"],
        pot=period.get("pot", 0),
        rake=period.get("rake", 0) + period.get("time_charges", 0),
        buy_ins=period["buy_ins"],
        buy_in_cash=period["buy_in_cash"],
        box_cash_by_log=period["box_cash"],
    )
