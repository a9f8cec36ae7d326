"""Asking the floor at the dealer's terminal: what was asked, what became of it, and the presses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop as key

from tables.domain import chips
from tables.domain.errors import Invalid
from tables.screens import forms
from tables.screens.pit_queue import words
from tables.screens.visits import Visit
from tables.selectors import queue
from tables.selectors.queue import AskedView
from tables.selectors.racks import RackLine
from tables.services import approvals

FILL = "ask_fill"
"""The sheet on which a dealer asks for chips."""
ASK = key("Ask the floor")
Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AskedLine:
    """Something that was asked, as the terminal tells it; what is refused says why."""

    view: AskedView
    name: words.Words
    colour: str
    state: words.Words


def lines(visit: Visit, table: str) -> Sequence[AskedLine]:
    """What waits for the boss, and what he decided a moment ago."""
    return [
        AskedLine(view, words.KINDS[view.kind], *words.STATES[view.status])
        for view in queue.lately(visit.actor, table, visit.at)
    ]


def also(table: str, kind: str) -> Context:
    """The key beside the one that signs at the terminal: the same form goes to the floor, without a signature."""
    return {"words": ASK, "action": reverse("terminal-ask", args=[table, kind]), "unsigned": True}


def fill(context: Context) -> Context:
    """Chips to ask for; before anything was keyed what the rack needs is proposed (V-03)."""
    keyed = {line.denomination: line.given for line in context["draft"].lines}
    fresh = not any(keyed.values())
    rack: Sequence[RackLine] = context["rack"].lines
    return {
        "sheet_template": "dealer/sheets/ask_fill.html",
        "lines": [
            (line, str(line.need) if fresh and line.need > 0 else keyed.get(line.denomination, ""))
            for line in rack
            if not line.retired
        ],
        "action": reverse("terminal-ask-fill", args=[context["view"].code]),
        "go_words": ASK,
    }


def ask(visit: Visit, table: str, kind: str) -> None:
    """Put what was keyed into the queue of the pit."""
    keyed = visit.request.POST
    where: dict[str, Any] = {
        "actor": visit.actor,
        "at": visit.at,
        "table": table,
        "key": visit.key,
        "expected_seq": visit.seq,
    }
    if kind == "lift":
        values = forms.read(forms.LiftForm(keyed, exponent=visit.house.exponent))
        approvals.ask_lift(**where, player=values["player"], maximum=values["maximum"])
    elif kind == "void":
        values = forms.read(forms.VoidForm(keyed))
        approvals.ask_void(**where, number=values["number"], reason=values["reason"])
    elif kind == "fill":
        wanted = forms.chips_of(keyed)
        approvals.ask_fill(**where, wanted=wanted, total=chips.value(wanted), urgent="urgent" in keyed)
    else:
        raise Invalid("unknown_action")


def withdraw(visit: Visit, table: str) -> None:
    """What was asked is not wanted any more."""
    number = forms.read(forms.SlipRequestForm(visit.request.POST))["request"]
    approvals.withdraw_approval(actor=visit.actor, at=visit.at, table=table, number=number, key=visit.key)
