"""What a table asks of its pit boss, and what he says to it: one queue a pit, each item decided once (docs/pit.md)."""

from tables.services.approvals.asking import ask_fill, ask_lift, ask_void, withdraw_approval
from tables.services.approvals.deciding import give_approval, refuse_approval
from tables.services.approvals.variances import explain_opener

__all__ = [
    "ask_fill",
    "ask_lift",
    "ask_void",
    "explain_opener",
    "give_approval",
    "refuse_approval",
    "withdraw_approval",
]
