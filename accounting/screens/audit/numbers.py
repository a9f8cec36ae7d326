"""Used, void and missing numbers of slips and markers, and every void and reprint, over some gaming days."""

from datetime import timedelta

from django.http import HttpResponse
from django.views.decorators.http import require_GET

from accounting.screens.audit import frame
from accounting.screens.audit.forms import DaysForm
from accounting.selectors import sequences
from tables.domain import permissions
from tables.domain.errors import FloorError
from tables.domain.slips import SlipKind
from tables.reports import words
from tables.screens import forms as floor_forms
from tables.screens import refusals
from tables.screens.visits import Visit, page
from tables.services import clock


@require_GET
@page
def numbers(visit: Visit) -> HttpResponse:
    """The sequence report; of the last seven days unless others are asked for."""
    permissions.require(visit.actor, "read_audit")
    today = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at).gaming_day
    asked = {
        "first_day": visit.request.GET.get("first_day", (today - timedelta(days=6)).isoformat()),
        "last_day": visit.request.GET.get("last_day", today.isoformat()),
    }
    found, refusal = None, None
    try:
        found = sequences.of_days(visit.actor, **floor_forms.read(DaysForm(asked)))
    except FloorError as error:
        refusal = refusals.of(error, visit.house.exponent)
    context = {
        "asked": asked,
        "found": found,
        "marked": [
            (is_void, [(line, line.kind in set(SlipKind), words.signed(line.signatures)) for line in lines])
            for is_void, lines in ((True, found.voids), (False, found.reprints))
        ]
        if found
        else [],
    }
    return frame.draw(visit, "audit/numbers.html", context, refusal)
