"""Credit lines: how much each patron may owe and owes, and the form of those who answer for credit."""

from datetime import date
from typing import Any

from django import forms
from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.screens import forms as floor_forms
from tables.screens.calendar_fields import DayField
from tables.screens.house import frame as pages
from tables.screens.markers import frame
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import markers as marker_reads
from tables.selectors.markers import CreditView
from tables.services import clock, credit_lines


class LineForm(floor_forms.MoneyForm):
    """A limit, from when on, and what it rests on."""

    amounts = required = ("limit",)
    patron_code = forms.CharField(max_length=24)
    effective_from = DayField()
    source = forms.CharField(max_length=credit_lines.LONGEST_SOURCE)


@require_http_methods(["GET", "POST"])
@page
def lines(visit: Visit) -> HttpResponse:
    """Everybody with a line; the form for who may set one, filled for the patron that was chosen."""
    permissions.require(visit.actor, "read_markers")
    today = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at).gaming_day

    def draw(refusal: Refusal | None) -> HttpResponse:
        found = marker_reads.credit_lines(visit.actor, today)
        context: dict[str, Any] = {
            "lines": found,
            "today": today,
            "may_set": visit.may("set_credit_line"),
            "keyed": _filled(visit, found, today),
        }
        return frame.draw(visit, "credit/lines.html", context, refusal)

    return pages.answer(visit, {"set": lambda: _set(visit)}, draw)


def _filled(visit: Visit, found: list[CreditView], today: date) -> dict[str, str]:
    """What was keyed, or a line to change as it stands."""
    names = ("patron_code", "limit", "effective_from", "source")
    if visit.request.method == "POST":
        return {name: visit.request.POST.get(name, "") for name in names}
    chosen = next((view for view in found if view.patron == visit.request.GET.get("patron")), None)
    begins = {"effective_from": today.isoformat()}
    return begins | {"patron_code": chosen.patron, "source": chosen.source} if chosen else begins


def _set(visit: Visit) -> None:
    values = floor_forms.read(LineForm(visit.request.POST, exponent=visit.house.exponent))
    credit_lines.set_credit_line(
        actor=visit.actor,
        at=visit.at,
        patron=values["patron_code"],
        limit=values["limit"],
        effective_from=values["effective_from"],
        source=values["source"],
        key=visit.key,
    )
