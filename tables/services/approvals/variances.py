"""The boss in charge explains why an opener was not what the closer before it had left (T-12).

The variance itself never changes and is never part of win; accounting takes the explanation for the day's lock.
"""

from datetime import datetime
from typing import Any

from tables.domain import approvals, names, permissions
from tables.domain.actors import Actor, Role, Signature
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.papers import Paper
from tables.models import periods
from tables.models.approvals import OpenerExplained
from tables.selectors import locked_days
from tables.services import log, pits, rule_packs, signatures
from tables.services.approvals import claims

KIND = "variance"
"""What its items in the queue are called."""


def asks_pin(actor: Actor, amount: int, at: datetime) -> bool:
    """Whether the rule pack in force wants a report of a difference of so much: then the session is not enough."""
    return rule_packs.at(actor.casino_id, at).variance_level(amount) in approvals.PIN_LEVELS


def explain_opener(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    period: int,
    cause: str,
    explanation: str,
    pin: str = "",
    key: str | None = None,
) -> dict[str, Any]:
    """Sign for the difference of a period's opener.

    Refused: ``not_permitted``, ``bad_cause``, ``bad_explanation``, ``no_such_period``, ``no_variance`` (the opener is
    what it should be), ``already_explained``, ``day_locked``, ``not_in_charge``, ``being_decided``, ``pin_required``,
    and what the PIN refuses.
    """
    permissions.require(actor, "decide_approval")
    if cause not in list(approvals.VarianceCause):
        raise Invalid("bad_cause", known=list(approvals.VarianceCause))
    names.require_name(explanation, approvals.LONGEST_EXPLANATION, "bad_explanation")
    row = periods.BankPeriod.objects.filter(table__casino_id=actor.casino_id, table__code=table, number=period).first()
    if row is None:
        raise NotFound("no_such_period")
    paper = approvals.explained(actor.casino, table, period, row.opener_variance, cause, explanation)
    signed = _signature(actor, at, paper, row.opener_variance, pin)
    request = {"do": "explain_opener", "paper": paper}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key) as entry:
        if not entry.repeated:
            pits.require_pit_boss(actor, row.table_id, entry.window.gaming_day)
            _require_open(actor, row)
            claims.require_free(row.table_id, KIND, str(period), actor, at)
            data = {"period": period, "amount": row.opener_variance, "cause": cause, "explanation": explanation}
            seq = entry.record("opener_variance_explained", {**data, "signatures": [signed.as_data()]})
            OpenerExplained.objects.create(
                period=row,
                cause=cause,
                explanation=explanation,
                explained_by_id=signed.staff_id,
                explained_at=at,
                seq=seq,
            )
            claims.end(row.table_id, KIND, str(period))
            entry.answer = {"table": table, **data}
    return entry.answer


def _signature(actor: Actor, at: datetime, paper: Paper, amount: int, pin: str) -> Signature:
    """The boss's session signs, with his PIN where a report is due; one that is keyed is proved in any case."""
    if not pin and asks_pin(actor, amount, at):
        raise NotAllowed("pin_required")
    return signatures.of_person(actor=actor, role=Role.PIT_BOSS, content=paper, at=at, pin=pin)


def _require_open(actor: Actor, row: periods.BankPeriod) -> None:
    if not row.opener_variance:
        raise Conflict("no_variance")
    if OpenerExplained.objects.filter(period=row).exists():
        raise Conflict("already_explained")
    locked_days.require_open(actor.casino_id, [row.gaming_day])
