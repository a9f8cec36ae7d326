"""The bank periods of a table, each with the inventory slips that it began and ended with."""

from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_GET

from tables.screens.visits import Visit, page
from tables.selectors import inventory_slips as slip_reads
from tables.selectors import periods, tables

PAGE: Final = 50


@require_GET
@page
def of_table(visit: Visit, table: str) -> HttpResponse:
    """Newest first, with what the counts differed by."""
    before = visit.request.GET.get("before", "")
    below = int(before) if before.isascii() and before.isdigit() and len(before) < 10 else None
    found = periods.of_table(visit.actor, table, before=below, limit=PAGE + 1)
    context: dict[str, Any] = {
        "view": tables.table(visit.actor, table, visit.at),
        "periods": found[:PAGE],
        "older": found[PAGE - 1].number if len(found) > PAGE else None,
    }
    return visit.draw("periods/periods.html", context)


@require_GET
@page
def one(visit: Visit, table: str, period: int, end: str) -> HttpResponse:
    """The slip is a paper of the log; a roll is one, whichever end it is asked by."""
    return HttpResponseRedirect(reverse("paper", args=[table, slip_reads.one(visit.actor, table, period, end).seq]))
