"""A table takes a crowd: its limits, and its stream beside the table's own (docs/adr/0030)."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.crowd import CrowdLimits
from tables.domain.errors import Conflict
from tables.domain.events import StreamKind
from tables.games import catalogue
from tables.models import crowd as rows
from tables.models import floor
from tables.models import log as log_rows
from tables.selectors import codes
from tables.services import log
from tables.services.house_stream import house_entry


def set_crowd_limits(
    *, actor: Actor, at: datetime, table: str, limits: CrowdLimits, key: str | None = None
) -> dict[str, Any]:
    """Let a table take onlookers' bets in bulk, up to ``limits``; from the next document on.

    Refused: ``not_permitted``, ``no_such_table``, ``no_back_bets`` (the game knows none), ``bad_amount``,
    ``bad_crowd_limits``.
    """
    permissions.require(actor, "manage_house")
    data = {"table": table, **asdict(limits.checked())}
    with house_entry(actor=actor, at=at, request={"do": "set_crowd_limits", **data}, key=key) as entry:
        if not entry.repeated:
            row = codes.table(actor.casino_id, table)
            if catalogue.GAMES[row.rules.game].backing is None:
                raise Conflict("no_back_bets", game=row.rules.game)
            if not rows.Crowd.objects.filter(table=row).update(**asdict(limits)):
                _begin(actor, row, limits)
            entry.record("crowd_limits_set", data)
            entry.answer = data
    return entry.answer


def _begin(actor: Actor, table: floor.GamingTable, limits: CrowdLimits) -> None:
    """The crowd's stream begins. Rounds of the table that are over by now have none."""
    stream = log.stream_key(actor.casino, StreamKind.CROWD, table.code)
    log.add_stream(actor.casino_id, stream, StreamKind.CROWD)
    seen = log_rows.Stream.objects.values_list("head_seq", flat=True).get(table=table)
    row = log_rows.Stream.objects.get(key=stream)
    rows.Crowd.objects.create(table=table, stream=row, seen_seq=seen, **asdict(limits))
