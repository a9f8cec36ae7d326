"""Rounds after the press: a table's list, one round, and its story as the log tells it."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import connection

from tables.domain import disputes
from tables.domain.actors import Actor, instant
from tables.domain.errors import NotFound
from tables.models import rounds as rows
from tables.selectors import felts, sights, stream_days, whole
from tables.selectors.sights import Sight

_HISTORY = """
SELECT seq, body FROM tables_event
WHERE stream_id = %s AND round = %s AND gaming_day BETWEEN %s AND %s AND seq > %s
      AND NOT (type = ANY(%s))
ORDER BY seq LIMIT %s
"""
_NOT_FOR_THE_PUBLIC = frozenset({"funds", "signatures"})
"""Fields of an event's data that concern the house and single players."""


def rounds(
    *,
    actor: Actor,
    table: str,
    before: int | None = None,
    limit: int = 50,
    gaming_day: date | None = None,
    status: str = "",
) -> list[dict[str, Any]]:
    """Rounds of a table, newest first, from below number ``before`` on. Refused: see ``sights.at_table``."""
    sight = sights.at_table(actor, table)
    wanted = rows.Round.objects.filter(table_id=sight.table_id)
    if before is not None:
        wanted = wanted.filter(number__lt=before)
    if gaming_day is not None:
        wanted = wanted.filter(period__gaming_day=gaming_day)
    if status:
        wanted = wanted.filter(status=status)
    found = wanted.select_related("period", "rules", "dealer").defer("outcome").order_by("-number")[:limit]
    return [_line(row, sight) for row in found]


def round_(*, actor: Actor, table: str, number: int, audience: str = "") -> dict[str, Any]:
    """One round with what lies or lay on the felt. Refused: ``no_such_round``, see ``sights.at_table``."""
    sight = sights.at_table(actor, table, audience)
    found = rows.Round.objects.filter(table_id=sight.table_id, number=number)
    row = found.select_related("period", "rules", "dealer").first()
    if row is None:
        raise NotFound("no_such_round")
    felt: Mapping[str, Any] | None = row.outcome or None
    if felt is None and number == sight.round_number:
        felt = felts.running_view(sight)
    return {**_line(row, sight), "audience": sight.audience, "felt": felt}


def round_history(
    *, actor: Actor, table: str, number: int, audience: str = "", after: int = 0, limit: int = 50
) -> list[dict[str, Any]]:
    """The round's events in order, from beyond position ``after`` on, without what is still sealed.

    The sealed values stand in a column of their own that is not read here; an event's body only holds commitments.
    Refused: ``no_such_round``, see ``sights.at_table``.
    """
    sight = sights.at_table(actor, table, audience)
    if not rows.Round.objects.filter(table_id=sight.table_id, number=number).exists():
        raise NotFound("no_such_round")
    days = stream_days.of_round(sight.stream_id, number)
    with whole.history(days.first), connection.cursor() as cursor:
        cursor.execute(_HISTORY, [sight.stream_id, number, *days, after, hidden_from(sight.audience), limit])
        return [told(seq, json.loads(body), sight.audience) for seq, body in cursor.fetchall()]


def hidden_from(audience: str) -> list[str]:
    """Types of events that are not this audience's: what somebody claimed and how it was ruled is for the floor."""
    return list(disputes.EVENTS) if audience == "public" else []


def _line(row: rows.Round, sight: Sight) -> dict[str, Any]:
    return {
        "table": sight.code,
        "number": row.number,
        "status": row.status,
        "game": row.rules.game,
        "rules_version": row.rules.version,
        "period": row.period.number,
        "gaming_day": row.period.gaming_day.isoformat(),
        "shift": row.period.shift,
        "opened_at": instant(row.opened_at),
        "opened_seq": row.opened_seq,
        "settled_at": instant(row.settled_at) if row.settled_at else None,
        "settled_seq": row.settled_seq,
        "dealer": row.dealer.badge if sight.audience != "public" else None,
        "handle": row.handle,
        "hands": row.hands,
        "house_net": row.house_net,
    }


def told(seq: int, body: Mapping[str, Any], audience: str) -> dict[str, Any]:
    """An event of a round as ``audience`` is told it."""
    line = {
        "seq": seq,
        "type": body["type"],
        "occurred_at": body["occurred_at"],
        "actor": body["actor"],
        "terminal": body["terminal"],
        "data": body["data"],
    }
    if audience == "public":
        line["actor"] = line["terminal"] = None
        line["data"] = {name: value for name, value in body["data"].items() if name not in _NOT_FOR_THE_PUBLIC}
    return line
