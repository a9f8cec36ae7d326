"""Shoes of a table: their state, their shuffles, and after they are retired the seeds that prove every order.

Counts and states only: which cards are out, and the order to come, are in no answer (T-90).
"""

import json
from collections.abc import Mapping
from typing import Any

from django.db import connection

from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.models import shoes as rows
from tables.selectors import sights
from tables.selectors.sights import Sight

_STORY = """
SELECT seq, type, body FROM tables_event
WHERE stream_id = %s AND round IS NULL AND type = ANY(%s)
ORDER BY seq
"""
_STEPS = ("shoe_received", "shoe_inspected", "shoe_mixed", "shoe_cut", "shoe_blocked", "shoe_retired")


def shoes(*, actor: Actor, table: str, before: int | None = None, limit: int = 50) -> list[dict[str, Any]]:
    """Shoes of a table, newest first, from below number ``before`` on. Refused: see ``sights.at_table``."""
    sight = sights.at_table(actor, table)
    wanted = rows.Shoe.objects.filter(table_id=sight.table_id)
    if before is not None:
        wanted = wanted.filter(number__lt=before)
    return [_line(row, sight) for row in wanted.order_by("-number")[:limit]]


def shoe(*, actor: Actor, table: str, number: int) -> dict[str, Any]:
    """One shoe with every step of its life. Refused: ``no_such_shoe``, see ``sights.at_table``.

    A shuffle of the server's cards shows the commitment to its seed; ``revealed`` has the seeds once it is retired.
    """
    sight = sights.at_table(actor, table)
    row = rows.Shoe.objects.filter(table_id=sight.table_id, number=number).first()
    if row is None:
        raise NotFound("no_such_shoe")
    with connection.cursor() as cursor:
        cursor.execute(_STORY, [sight.stream_id, list(_STEPS)])
        told = [(seq, type_, json.loads(body)) for seq, type_, body in cursor.fetchall()]
    steps = [_step(seq, type_, body) for seq, type_, body in told if body["data"]["shoe"] == number]
    revealed = next((step.pop("revealed") for step in steps if "revealed" in step), None)
    return {**_line(row, sight), "steps": steps, "revealed": revealed}


def _line(row: rows.Shoe, sight: Sight) -> dict[str, Any]:
    return {
        "table": sight.code,
        "number": row.number,
        "decks": row.decks,
        "status": row.status,
        "shuffles": row.shuffles,
        "cards_out": len(row.dealt) // 2,
    }


def _step(seq: int, type_: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """An event of the shoe, without who signed it: signatures are for readers of the log."""
    data = {name: value for name, value in body["data"].items() if name not in ("shoe", "signatures")}
    return {"seq": seq, "type": type_, "occurred_at": body["occurred_at"], **data}
