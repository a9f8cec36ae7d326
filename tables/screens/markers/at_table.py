"""Markers at the dealer's terminal: what a patron owes that is paid here, chips on credit, and a payment."""

from collections.abc import Sequence
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as key

from tables.domain import names
from tables.domain.errors import Invalid
from tables.screens.markers import words
from tables.screens.visits import Visit
from tables.selectors import markers as marker_reads
from tables.selectors.markers import MarkerView

FIND: Final = "markers"
GIVE: Final = "marker"
PAY: Final = "marker_payment"
SHEETS: Final = frozenset({FIND, GIVE, PAY})
Context = dict[str, Any]


def sheet(visit: Visit, context: Context, name: str) -> Context:
    """A patron's markers, the marker that is given him, or the payment on the one that was chosen."""
    if name == GIVE:
        return _give(context)
    found = _owed(visit, context)
    chosen = next((view for view in found if view.slip == context["draft"].words["slip"]), None)
    if name == PAY and chosen is not None:
        return _pay(context, chosen)
    patron = _patron(context)
    return {
        "sheet_template": "dealer/sheets/markers.html",
        "patron": patron,
        "markers": found,
        "go_words": "" if patron else key("Find"),
    }


def _patron(context: Context) -> str:
    """The code that was keyed; empty for what cannot be one."""
    code: str = context["draft"].words["patron_code"].strip()
    try:
        names.require_code(code)
    except Invalid:
        return ""
    return code


def _owed(visit: Visit, context: Context) -> Sequence[MarkerView]:
    patron = _patron(context)
    return marker_reads.at_table(visit.actor, context["view"].code, patron) if patron else []


def _give(context: Context) -> Context:
    return {
        "sheet_template": "dealer/sheets/marker.html",
        "action": _at(context, "terminal-marker"),
        "signers": _signers(context),
        "authoriser_role": gettext("Authoriser"),
        "over_reasons": words.OVER_REASONS,
        "go_words": key("Sign and give chips"),
    }


def _pay(context: Context, view: MarkerView) -> Context:
    return {
        "sheet_template": "dealer/sheets/marker_payment.html",
        "marker": view,
        "action": _at(context, "terminal-marker-payment"),
        "signers": _signers(context),
        "go_words": key("Sign and take it"),
    }


def _signers(context: Context) -> Sequence[tuple[str, str, str]]:
    """Prefix, role and badge of those who sign."""
    draft = context["draft"].words
    return [
        ("dealer", gettext("Dealer"), draft["dealer_badge"] or context["view"].dealer or ""),
        ("boss", gettext("Pit boss"), draft["boss_badge"]),
    ]


def _at(context: Context, name: str) -> str:
    return reverse(name, args=[context["view"].code])
