"""How far the books are behind the floor: a line that the floor's screens fetch, because the floor knows no books.

When they are behind, it also says what waits in the queues: a long queue wants workers, a short one a closer look.
"""

from django.http import HttpResponse
from django.views.decorators.http import require_GET

from accounting.selectors import progress
from accounting.services import engines
from tables.domain import permissions
from tables.screens.visits import Visit, page


@require_GET
@page
def lag(visit: Visit) -> HttpResponse:
    """The line, alone when it is fetched into a page. Refused: ``not_permitted``."""
    permissions.require(visit.actor, "read_pit")
    behind = progress.lag(visit.actor.casino_id)
    template = "books/lag_line.html" if visit.swaps else "books/lag.html"
    queued = None if behind.caught_up else engines.queued(visit.actor)
    return visit.draw(template, {"behind": behind, "queued": queued})
