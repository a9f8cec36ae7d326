"""The report browser: what was certified, locked or made on request, by kind, day, shift, table, version and state."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from accounting.reports import kinds
from accounting.reports.day_words import STATES as DAY_STATES
from accounting.reports.shift_words import STATES as SHIFT_STATES
from accounting.screens.report_jobs import STATUSES
from accounting.selectors import liability, report_shelf, shift_reports
from accounting.selectors.report_shelf import DAY, LOCKED, SHIFT, SUPERSEDED, Shelved, Wanted
from tables.domain.errors import FloorError, Invalid
from tables.screens import refusals
from tables.screens.calendar_fields import DayField, MomentField
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import tables

PAGE: Final = 50
_FILTERS: Final = ("kind", "first", "last", "shift", "table", "pit", "version", "state")
STATES: Final[Mapping[str, tuple[str, Promise | str]]] = {
    **SHIFT_STATES,
    SUPERSEDED: ("", _("superseded")),
    LOCKED: DAY_STATES["locked"],
    **{status: words for status, words in STATUSES.items() if status in report_shelf.STATES},
}


class ShelfForm(forms.Form):
    """What is looked for; nothing is required."""

    kind = forms.CharField(max_length=32, required=False)
    first = DayField(required=False)
    last = DayField(required=False)
    shift = forms.RegexField(r"^[A-Za-z0-9_-]{1,16}$", required=False)
    table = forms.RegexField(r"^[A-Za-z0-9_-]{1,16}$", required=False)
    pit = forms.RegexField(r"^[A-Za-z0-9_-]{1,16}$", required=False)
    version = forms.IntegerField(min_value=1, max_value=10**6, required=False)
    state = forms.ChoiceField(choices=[("", ""), *((state, state) for state in report_shelf.STATES)], required=False)
    before = MomentField(required=False)


@require_GET
@page
def listing(visit: Visit) -> HttpResponse:
    """Reports by what is looked for; for the accountant the shifts that can be certified, and the alarm of T-45."""
    asked = {name: visit.request.GET.get(name, "")[:64] for name in (*_FILTERS, "before")}
    refusal: Refusal | None = None
    found: list[Shelved] = []
    shifts_of = report_shelf.shifts_of(visit.actor)
    try:
        wanted, before = _wanted(asked)
        found = report_shelf.found(visit.actor, wanted, before=before, limit=PAGE + 1)
    except FloorError as error:
        refusal = refusals.of(error, visit.house.exponent)
    kept = {name: asked[name] for name in _FILTERS if asked[name]}
    places = tables.overview(visit.actor, visit.at) if visit.may("read_table") else []
    context = {
        "refusal": refusal,
        "asked": asked,
        "narrowed": bool(kept),
        "later": bool(asked["before"]),
        "newest": f"?{urlencode(kept)}",
        "next": f"?{urlencode({**kept, 'before': found[PAGE - 1].at.isoformat('T', 'microseconds')})}"
        if len(found) > PAGE
        else "",
        "listed": [_line(each) for each in found[:PAGE]],
        "kinds": _kinds(visit),
        "states": [(name, words) for name, (_tone, words) in STATES.items()],
        "shift_names": shifts_of,
        "tables": sorted(place.code for place in places),
        "pits": sorted({place.pit for place in places}),
        "shifts": shift_reports.shifts(visit.actor) if visit.may("certify_shift") else [],
        "may_read_days": visit.may("read_books"),
        "chips_from_nowhere": visit.may("read_books") and liability.of(visit.actor).alarm,
    }
    return visit.draw("reports/list.html", context, status=refusal.status if refusal else 200)


def _wanted(asked: Mapping[str, str]) -> tuple[Wanted, datetime | None]:
    form = ShelfForm(dict(asked))
    if not form.is_valid():
        raise Invalid("bad_form")
    given = form.cleaned_data
    return Wanted(**{name: given[name] for name in _FILTERS}), given["before"]


def _kinds(visit: Visit) -> list[tuple[str, Promise | str]]:
    """The kinds that the reader may look for. Copies made of certified shifts and locked days are not looked for."""
    copies = ("shift_report", "day_report")
    made = [(kind.name, kind.title) for kind in kinds.offered(visit.actor) if kind.name not in copies]
    own: list[tuple[str, Promise | str]] = [(SHIFT, _("Shift report"))]
    return [*own, *([(DAY, _("Gaming day report"))] if visit.may("read_books") else []), *made]


def _line(report: Shelved) -> dict[str, Any]:
    """A report in words, with its address."""
    known = kinds.KINDS.get(report.kind)
    titles: Mapping[str, Promise | str] = {SHIFT: _("Shift report"), DAY: _("Gaming day report")}
    if report.kind == SHIFT:
        href = reverse("report", args=[report.gaming_day, report.shift, report.version])
    elif report.kind == DAY:
        href = reverse("gaming-day", args=[report.gaming_day])
    else:
        href = reverse("report-job", args=[report.number])
    tone, state = STATES[report.state]
    return {
        "report": report,
        "title": titles.get(report.kind) or (known.title if known else report.kind),
        "href": href,
        "tone": tone,
        "state": state,
    }
