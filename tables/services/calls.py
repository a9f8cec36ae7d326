"""Somebody at the table calls the floor: a dispute, a player who asks for a limit, a card that fell (rules.md B1.5)."""

from datetime import datetime
from typing import Any

from tables.domain import names, permissions
from tables.domain.actors import Actor, Role
from tables.services import log, standing

MOST_REASON = 240


def call_floor(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    reason: str,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Record that the pit boss is wanted at ``table`` and why; play goes on.

    The dealer calls from where he deals, a pit boss from anywhere. Refused: ``not_permitted``, ``not_dealing``,
    ``bad_reason``.
    """
    permissions.require(actor, "call_floor")
    names.require_name(reason, MOST_REASON, "bad_reason")
    request = {"do": "call_floor", "table": table, "reason": reason}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = standing.of(entry)
            if Role.PIT_BOSS not in actor.roles:
                standing.require_dealing(state, actor)
            number = state.round_number or None
            entry.record("floor_called", {"reason": reason, "round": number})
            entry.answer = {"table": table, "reason": reason, "round": number}
    return entry.answer
