"""How far the books are behind the floor: a line that the floor's screens fetch, because the floor knows no books."""

from django.http import HttpResponse
from django.views.decorators.http import require_GET

from accounting.selectors import progress
from tables.domain import permissions
from tables.screens.visits import Visit, page


@require_GET
@page
def lag(visit: Visit) -> HttpResponse:
    """The line, alone when it is fetched into a page. Refused: ``not_permitted``."""
    permissions.require(visit.actor, "read_pit")
    behind = progress.lag(visit.actor.casino_id)
    template = "books/lag_line.html" if visit.swaps else "books/lag.html"
    return visit.draw(template, {"behind": behind})
