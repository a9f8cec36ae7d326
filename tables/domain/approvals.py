"""Approvals: what a table asks of its pit boss, and the paper that he signs when he decides."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from typing import Any

from tables.domain.papers import Paper
from tables.domain.rule_packs.words import VarianceLevel


class ApprovalStatus(StrEnum):
    """WITHDRAWN: the dealer does not want it any more, because it was signed at the table or came to nothing."""

    ASKED = "asked"
    GIVEN = "given"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


CLAIM_STANDS = timedelta(minutes=2)
"""Who opens an item of the queue decides it within this time, or another may."""
LIFT, VOID, FILL = "lift", "void", "fill"
"""Kinds that a dealer asks for: a higher maximum for a player, a round called off, chips from the cage."""

EFFECTS: Mapping[str, tuple[str, ...]] = {
    LIFT: ("limit_lifted", "limit_raised"),
    VOID: ("round_voided",),
    FILL: ("fill_requested",),
}
"""Kind -> the event that stands right after the word that gave it: an approval is never given without its act."""


class VarianceCause(StrEnum):
    """Why an opener differs, as far as the pit can say; in the words that accounting's explanations use too."""

    COUNT_ERROR = "count_error"
    CLERICAL_ERROR = "clerical_error"
    PROCEDURE_NOT_FOLLOWED = "procedure_not_followed"
    EQUIPMENT = "equipment"
    UNEXPLAINED = "unexplained"


PIN_LEVELS = frozenset({VarianceLevel.REPORT, VarianceLevel.REGULATOR})
"""Variances that the rule pack wants a report of are signed with the PIN; for a smaller one the session is enough."""
LONGEST_EXPLANATION = 1000


def explained(casino: str, table: str, period: int, amount: int, cause: str, explanation: str) -> Paper:
    """What the boss in charge signs under an opener that differs (T-12)."""
    return {
        "paper": "opener_variance",
        "casino": casino,
        "table": table,
        "period": period,
        "amount": amount,
        "cause": cause,
        "explanation": explanation,
    }


def decision(casino: str, table: str, approval: int, kind: str, content: Any, decision: str, reason: str) -> Paper:
    """What the pit boss signs: what was asked, and what he says to it."""
    return {
        "paper": "approval",
        "casino": casino,
        "table": table,
        "approval": approval,
        "kind": kind,
        "content": content,
        "decision": decision,
        "reason": reason,
    }
