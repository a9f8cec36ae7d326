"""Slips at the dealer's terminal: what is on its way, and the count of what has come or is to go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as key
from django.views.decorators.http import require_GET

from tables.domain import chips, slips
from tables.domain.errors import FloorError, Invalid
from tables.domain.slips import SlipKind
from tables.screens import forms
from tables.screens.slips import orders, words
from tables.screens.visits import Visit, visit_of
from tables.selectors import slips as slip_reads
from tables.selectors.slips import SlipView

LIST: Final = "slips"
ONE: Final = "slip"
SHEETS: Final = frozenset({LIST, ONE})
Context = dict[str, Any]
STEPS: Final[Mapping[str, tuple[str, str]]] = {
    # kind -> the step at the table, the words on its key
    SlipKind.FILL: ("accept", key("Sign and take it")),
    SlipKind.CREDIT: ("out", key("Sign and give it")),
    SlipKind.EXCHANGE: ("exchange", key("Sign the exchange")),
}


@dataclass(frozen=True, slots=True)
class Counted:
    """A kind of chip with how many the slip names, and what was keyed."""

    denomination: int
    colour: str
    letter: str
    on_slip: int
    leaves: int
    given: str


def sheet(visit: Visit, context: Context, name: str) -> Context:
    """The list of a table's open slips, or the count of the one that was chosen."""
    views = slip_reads.at_table(visit.actor, context["view"].code)
    chosen = context["draft"].words["slip"]
    view = next((view for view in views if view.slip == chosen and _is_due(view)), None)
    if name == ONE and view is not None:
        return _one(context, view)
    return {
        "sheet_template": "dealer/sheets/slips.html",
        "slips": [(view, *orders.named(view), _is_due(view)) for view in views],
    }


def _is_due(view: SlipView) -> bool:
    """Whether the table's step is the next one."""
    return view.status in slips.BY_TABLE[view.kind]


def _one(context: Context, view: SlipView) -> Context:
    step, go = STEPS[view.kind]
    comes = view.taken if view.kind == SlipKind.EXCHANGE else view.chips
    drawn: Context = {
        "sheet_template": "dealer/sheets/slip.html",
        "slip": view,
        "kind_words": words.KINDS[view.kind],
        "about": words.ABOUT[view.kind],
        "lines": _lines(context, comes, view.chips if view.kind == SlipKind.EXCHANGE else {}),
        "action": _at(context, step),
        "go_words": go,
        "note_reasons": words.NOTE_REASONS,
        "signers": _signers(context, view),
    }
    if view.kind != SlipKind.CREDIT:
        drawn["also"] = {"words": key("Send it back"), "action": _at(context, "decline")}
    return drawn


def _signers(context: Context, view: SlipView) -> Sequence[tuple[str, str, str]]:
    """Prefix, role and badge of those who sign; security takes what leaves the table."""
    draft = context["draft"].words
    found = [
        ("dealer", gettext("Dealer"), draft["dealer_badge"] or context["view"].dealer or ""),
        ("boss", gettext("Pit boss"), draft["boss_badge"]),
    ]
    if view.kind != SlipKind.FILL:
        found.append(("security", gettext("Security"), draft["security_badge"]))
    return found


def _lines(context: Context, comes: Mapping[str, int], leaves: Mapping[str, int]) -> Sequence[Counted]:
    """The slip's chips first of all: a chip that is not on it is counted below them."""
    on_slip, out = chips.from_data(comes), chips.from_data(leaves)
    lines = [
        Counted(
            line.denomination,
            line.colour,
            line.letter,
            on_slip.get(line.denomination, 0),
            out.get(line.denomination, 0),
            line.given,
        )
        for line in context["draft"].lines
    ]
    return sorted(lines, key=lambda line: (not line.on_slip, line.denomination))


def _at(context: Context, step: str) -> str:
    return reverse("terminal-slip", args=[context["view"].code, step])


def count_of(visit: Visit) -> dict[str, Any]:
    """What was counted at the table, and who signs; security's signature where it was asked for."""
    keyed = visit.request.POST
    counted = forms.chips_of(keyed)
    note = forms.read(forms.CountForm(keyed))["note"]
    signed = {"dealer": forms.signature(keyed, "dealer"), "pit_boss": forms.signature(keyed, "boss")}
    if "security_badge" in keyed:
        signed["security"] = forms.signature(keyed, "security")
    slip = keyed.get("slip", "")
    if slips.parsed(slip) is None:
        raise Invalid("bad_form", field="slip")
    return {
        "actor": visit.actor,
        "at": visit.at,
        "slip": slip,
        "counted": counted,
        "total": chips.value(counted),
        "note": note,
        **signed,
        "key": visit.key,
    }


@require_GET
def waiting(request: HttpRequest, code: str) -> HttpResponse:
    """How many slips wait for the table, for the key of the terminal; the cage's steps are in no table's stream."""
    visit = visit_of(request)
    if visit is None:
        return HttpResponse(status=204)
    try:
        due = [view for view in slip_reads.at_table(visit.actor, code) if _is_due(view)]
    except FloorError:
        return HttpResponse(status=204)
    return visit.draw("dealer/slips_waiting.html", {"waiting": len(due)})
