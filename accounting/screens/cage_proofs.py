"""Prove it, for the cage report: a balance or a sum of movements with the events behind it (docs/reports.md)."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.selectors import cage_proofs
from accounting.selectors.cage_days import PLACES
from accounting.selectors.cage_proofs import ASSETS, PAGE, CageAsked, CageProof, Line
from tables.domain.errors import Invalid
from tables.reports import cage_words
from tables.reports.event_words import EVENTS
from tables.screens.calendar_fields import DayField
from tables.screens.visits import Visit

_LINES: Final[Mapping[str, Promise | str]] = {
    Line.OPENING: gettext_lazy("When the first day began"),
    Line.MOVED: gettext_lazy("Movements of the cage"),
    Line.BANKS: gettext_lazy("First banks of tables"),
    Line.CLOSING: gettext_lazy("When the last day ended"),
}
_HOW: Final[Mapping[str, Promise | str]] = {
    Line.OPENING: gettext_lazy("Everything that ever came there less what left it, up to the day before."),
    Line.MOVED: gettext_lazy("What events of the cage brought there and took away on these days."),
    Line.BANKS: gettext_lazy("What went to tables as their first bank on these days."),
    Line.CLOSING: gettext_lazy("What lay there when the first day began, and what these days changed."),
}


class CageProofForm(forms.Form):
    """What is asked for, as it stands in an address."""

    first = DayField(input_formats=["%Y-%m-%d"])
    last = DayField(input_formats=["%Y-%m-%d"])
    place = forms.ChoiceField(choices=[(place, place) for place in PLACES])
    asset = forms.ChoiceField(choices=[(asset, asset) for asset in ASSETS])
    figure = forms.RegexField(r"^[a-z_]{1,32}$")
    after = forms.IntegerField(min_value=0, max_value=10**7, required=False)


def drawn(visit: Visit) -> HttpResponse:
    """One figure of the cage report, proven. Refused: ``bad_form``, what ``cage_proofs.prove`` refuses."""
    form = CageProofForm(visit.request.GET)
    if not form.is_valid():
        raise Invalid("bad_form", field=next(iter(form.errors)))
    offset = form.cleaned_data.pop("after") or 0
    found = cage_proofs.prove(actor=visit.actor, asked=CageAsked(**form.cleaned_data), offset=offset)
    return visit.draw("reports/cage_proof.html", _context(visit, found, offset))


def _context(visit: Visit, found: CageProof, offset: int) -> dict[str, Any]:
    asked, last = found.asked, offset + len(found.evidence)
    query = urlencode(asked.told)
    return {
        "proof": found,
        "title": _LINES.get(asked.figure) or cage_words.TITLES[asked.figure],
        "line": f"{cage_words.PLACES[asked.place]} · {_('Chips') if asked.asset == 'chips' else _('Cash')}",
        "how": _HOW.get(asked.figure, _("What events of this kind brought there and took away on these days.")),
        "inputs": [(_LINES[part.figure], amount, urlencode(part.told)) for part, amount in found.inputs],
        "evidence": [(EVENTS.get(each.type, each.type), each) for each in found.evidence],
        "range": (offset + 1, last),
        "before": f"{query}&after={max(offset - PAGE, 0)}" if offset else "",
        "next": f"{query}&after={last}" if last < found.events else "",
        "reads_log": visit.may("read_audit") and visit.may("read_log"),
    }
