"""A dealer asks his pit boss for something from the terminal, instead of waiting for a signature there."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Max

from tables.domain import approvals, chips, permissions
from tables.domain.actors import Actor
from tables.domain.approvals import ApprovalStatus
from tables.domain.errors import Conflict, NotAllowed
from tables.models.approvals import Approval
from tables.services import log, standing
from tables.services.approvals import finding
from tables.services.approvals.kinds import KINDS


def ask_lift(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    player: str,
    maximum: int,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Ask for a higher maximum of one player; minor units.

    Refused: ``bad_player``, ``no_limits``, ``bad_amount``, ``above_licensed_cap``, and what ``_ask`` refuses.
    """
    content = {"player": player, "maximum": maximum}
    return _ask(actor, at, table, approvals.LIFT, content, key, expected_seq)


def ask_void(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    number: int,
    reason: str,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Ask that a round be called off. Refused: ``no_such_round``, ``round_already_void``, ``reason_required``."""
    content = {"number": number, "reason": reason}
    return _ask(actor, at, table, approvals.VOID, content, key, expected_seq)


def ask_fill(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    wanted: Mapping[int, int],
    total: int,
    urgent: bool = False,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Ask the boss to order chips for the rack. Refused: what ``slips.request_fill`` refuses of the chips."""
    content = {"chips": chips.as_data(wanted), "total": total, "urgent": urgent}
    return _ask(actor, at, table, approvals.FILL, content, key, expected_seq)


def withdraw_approval(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    number: int,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Take back what was asked: it was signed at the table meanwhile, or is not wanted any more.

    Whoever deals there now may do it. Refused: ``no_such_approval``, ``approval_decided``, ``not_dealing``.
    """
    permissions.require(actor, "ask_approval")
    request = {"do": "withdraw_approval", "table": table, "approval": number}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            standing.require_dealing(standing.of(entry), actor)
            row = finding.open_one(entry, number)
            finding.withdraw(entry, row)
            entry.answer = finding.told(row)
    return entry.answer


def _ask(
    actor: Actor,
    at: datetime,
    table: str,
    kind: str,
    content: Mapping[str, Any],
    key: str | None,
    expected_seq: int | None,
) -> dict[str, Any]:
    """Put it into the queue of the table's pit; play goes on.

    Refused: ``not_permitted``, ``not_dealing``, ``terminal_required``, ``already_asked`` (the same is open).
    """
    permissions.require(actor, "ask_approval")
    if actor.staff_id is None:
        raise NotAllowed("not_permitted", permission="ask_approval")
    request = {"do": f"ask_{kind}", "table": table, "content": content}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = standing.of(entry)
            standing.require_open(state)
            standing.require_dealing(state, actor)
            KINDS[kind].check(entry, content)
            rows = Approval.objects.filter(table_id=state.table_id)
            same = {name: content[name] for name in KINDS[kind].same}
            if any(
                {name: row.content[name] for name in same} == same
                for row in rows.filter(kind=kind, status=ApprovalStatus.ASKED)
            ):
                raise Conflict("already_asked", kind=kind)
            newest = rows.aggregate(newest=Max("number"))["newest"] or 0
            row = Approval.objects.create(
                table=state.table,
                number=newest + 1,
                kind=kind,
                content=dict(content),
                asked_by_id=actor.staff_id,
                asked_at=at,
            )
            entry.record("approval_asked", {"approval": row.number, "kind": kind, "content": row.content})
            entry.answer = finding.told(row)
    return entry.answer
