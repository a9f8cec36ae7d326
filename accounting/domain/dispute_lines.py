"""Disputes and rulings in the shift report, in a block of their own: what was claimed, ruled and paid (T-78).

A line is a step of a dispute in the bank period in which it happened: a claim of the day shift that the next one rules
on stands in both reports.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from accounting.domain.facts import Fact
from accounting.domain.shift_lines import Line, Period

TOLD: Final[Mapping[str, tuple[str, ...]]] = {
    "dispute_opened": ("claim", "claimed", "player"),
    "dispute_ruled": ("ruling", "amount", "reason", "minutes"),
    "dispute_accepted": (),
    "dispute_escalated": ("surveillance",),
    "dispute_reported": ("reference", "outstanding"),
}
"""Steps of a dispute, and what a period keeps of each."""


def line_of(fact: Fact) -> Line:
    """The step as a period keeps it."""
    data = fact.data
    signed = [signature["badge"] for signature in data.get("signatures", ())]
    line = {
        "seq": fact.seq,
        "at": fact.at,
        "by": (signed or [fact.actor])[0],
        "step": fact.type.removeprefix("dispute_"),
    }
    return line | {name: data[name] for name in ("dispute", "round", *TOLD[fact.type])}


def block(periods: Iterable[Period]) -> Line | None:
    """Steps by table and time, and what rulings cost the house in minor units; None when there were none."""
    steps: list[Line] = []
    paid = taken = 0
    for period in sorted(periods, key=lambda period: (*period.place, period.result.number)):
        told: list[Line] = json.loads(period.result.detail).get("disputes", [])
        steps += [{"table": period.place.table, "period": period.result.number, **line} for line in told]
        paid += period.result.rulings_paid
        taken += period.result.rulings_taken
    if not steps:
        return None
    return {"steps": steps, "paid": paid, "taken": taken, "cost": paid - taken}


def exceptions(periods: Iterable[Period]) -> list[dict[str, Any]]:
    """Rulings that moved chips: somebody looks at each."""
    return [
        {
            "kind": "ruling_paid",
            "table": period.place.table,
            "period": period.result.number,
            "seq": line["seq"],
            "reason": line["reason"],
            "amount": line["amount"],
        }
        for period in periods
        for line in json.loads(period.result.detail).get("disputes", [])
        if line.get("amount")
    ]
