"""The bank periods of a table, each with the inventory slips that it began and ended with."""

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_GET

from tables.screens import paging
from tables.screens.visits import Visit, page
from tables.selectors import inventory_slips as slip_reads
from tables.selectors import periods, tables


@require_GET
@page
def of_table(visit: Visit, table: str) -> HttpResponse:
    """Newest first, with what the counts differed by."""
    found = periods.of_table(visit.actor, table, before=paging.before(visit), limit=paging.PAGE + 1)
    context: dict[str, Any] = {
        "view": tables.table(visit.actor, table, visit.at),
        "periods": found[: paging.PAGE],
        "older": paging.older(found, lambda period: period.number),
    }
    return visit.draw("periods/periods.html", context)


@require_GET
@page
def one(visit: Visit, table: str, period: int, end: str) -> HttpResponse:
    """The slip is a paper of the log; a roll is one, whichever end it is asked by."""
    return HttpResponseRedirect(reverse("paper", args=[table, slip_reads.one(visit.actor, table, period, end).seq]))
