"""An approval under its table's lock: found, still open, and what every step answers."""

from datetime import datetime
from typing import Any

from tables.domain.actors import Actor
from tables.domain.approvals import ApprovalStatus
from tables.domain.errors import Conflict, NotFound
from tables.models.approvals import Approval
from tables.services.approvals import claims
from tables.services.log import Entry


def of_table(actor: Actor, table: str, number: int) -> Approval:
    """The approval of this number at a table of the actor's house, not locked. Refused: ``no_such_approval``."""
    rows = Approval.objects.select_related("table__casino", "decided_by").filter(table__casino_id=actor.casino_id)
    found = rows.filter(table__code=table, number=number).first()
    if found is None or (actor.table_id is not None and found.table_id != actor.table_id):
        raise NotFound("no_such_approval")
    return found


def open_one(entry: Entry, number: int) -> Approval:
    """The same under the lock of its table's stream. Refused: ``no_such_approval``, ``approval_decided``."""
    rows = Approval.objects.select_related("table__casino", "decided_by")
    found = rows.filter(table_id=entry.table_id or 0, number=number).first()
    if found is None:
        raise NotFound("no_such_approval")
    if found.status != ApprovalStatus.ASKED:
        raise Conflict("approval_decided", by=found.decided_by.name if found.decided_by else "", status=found.status)
    return found


def decide(row: Approval, status: ApprovalStatus, staff_id: int | None, at: datetime, reason: str = "") -> None:
    """Take an open approval to its end."""
    row.status, row.decided_by_id, row.decided_at, row.reason = status, staff_id, at, reason
    row.save(update_fields=["status", "decided_by", "decided_at", "reason"])


def withdraw_all(entry: Entry) -> None:
    """The table closes: what it asked and nobody decided is taken back by who closes it, so that no boss allows
    something at a table that is not open."""
    for row in Approval.objects.filter(table_id=entry.table_id or 0, status=ApprovalStatus.ASKED).order_by("number"):
        withdraw(entry, row)


def withdraw(entry: Entry, row: Approval) -> None:
    """What was asked is not wanted any more."""
    decide(row, ApprovalStatus.WITHDRAWN, entry.actor.staff_id, entry.at)
    entry.record("approval_withdrawn", {"approval": row.number, "kind": row.kind})
    claims.end(row.table_id, row.kind, str(row.number))


def told(row: Approval) -> dict[str, Any]:
    """What every step answers."""
    return {
        "table": row.table.code,
        "approval": row.number,
        "kind": row.kind,
        "status": row.status,
        "content": row.content,
        "reason": row.reason,
    }
