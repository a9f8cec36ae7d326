"""What goes through the pots of one open table: figures that the pit's tile of a pot game fetches from the books."""

from datetime import timedelta

from django.http import HttpResponse
from django.views.decorators.http import require_GET

from accounting.domain import figures
from accounting.selectors import table_figures
from tables.domain.errors import NotFound
from tables.screens.visits import Visit, page


@require_GET
@page
def pot(visit: Visit, table: str) -> HttpResponse:
    """Rounds, pot, rake and rake an hour since the table was opened, as far as the books have followed.

    There is no hold and no drop at such a table: the players win from each other. Refused: ``not_permitted``,
    ``no_such_table``.
    """
    found = next((line for line in table_figures.table_figures(actor=visit.actor) if line.table == table), None)
    if found is None:
        raise NotFound("no_such_table")
    rate = None
    if found.rake is not None and found.opened_at is not None:
        rate = figures.per_hour(found.rake, (visit.at - found.opened_at) // timedelta(microseconds=1))
    template = "books/pot_line.html" if visit.swaps else "books/pot.html"
    return visit.draw(template, {"table": table, "figures": found, "rate": rate})
