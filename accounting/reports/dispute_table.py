"""The disputes and rulings of a shift report: each step as it happened, and what rulings cost (T-78)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from tables.documents.model import Column, Row, Style, Table
from tables.documents.values import Kind
from tables.reports.dispute_words import CLAIMS, RULINGS, STEPS

Line = Mapping[str, Any]


def disputes(block: Line) -> Table:
    """A line a step, and under them what came to players and what came back."""
    columns = (
        Column("table", gettext("Table")),
        Column("dispute", gettext("Dispute"), Kind.COUNT),
        Column("round", gettext("Round"), Kind.COUNT),
        Column("at", gettext("Time"), Kind.INSTANT),
        Column("step", gettext("Step")),
        Column("by", gettext("By")),
        Column("what", gettext("What")),
        Column("claimed", gettext("Claimed"), Kind.MONEY),
        Column("amount", gettext("To the player"), Kind.MONEY),
    )
    rows = [
        Row(
            (
                line["table"],
                line["dispute"],
                line["round"],
                datetime.fromisoformat(line["at"]),
                str(STEPS.get(line["step"], line["step"])),
                line["by"],
                said(line),
                line.get("claimed"),
                line.get("amount"),
            )
        )
        for line in block["steps"]
    ]
    rows.append(Row((gettext("Cost of rulings"), *[None] * 7, block["cost"]), Style.TOTAL))
    note = gettext("Rulings stand beside the result of the rounds: difference leaves out what they cost.")
    return Table("disputes", gettext("Disputes and rulings"), columns, tuple(rows), note=note)


def said(line: Line) -> str:
    """What was claimed, ruled or referred to, in words; what people wrote stays as they wrote it."""
    if line["step"] == "opened":
        claim = str(CLAIMS.get(line["claim"], line["claim"]))
        return f"{claim} ({line['player']})" if line["player"] else claim
    if line["step"] == "ruled":
        return f"{RULINGS.get(line['ruling'], line['ruling'])}: {line['reason']}"
    return str(line.get("surveillance") or line.get("reference") or "")
