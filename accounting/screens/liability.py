"""What the house owes for its chips: a part that the cage's page fetches, because the floor knows no books."""

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from accounting.selectors import liability
from tables.screens.visits import Visit, page

PLACES = {
    "cage": _("Cage"),
    "vault": _("Vault"),
    "rack": _("Racks"),
    "layout": _("Layouts"),
    "pot": _("Pots"),
    "rake": _("Rake boxes"),
    "in_transit": _("In transit"),
    "count_room": _("Count room"),
}


@require_GET
@page
def chip_liability(visit: Visit) -> HttpResponse:
    """The figures, alone when they are fetched into a page. Refused: ``not_permitted``."""
    found = liability.of(visit.actor)
    places = [(PLACES[name], value) for name, value in found.places if name in PLACES and value]
    variances = sum(value for name, value in found.places if name not in PLACES)
    context = {"liability": found, "places": places, "variances": variances}
    return visit.draw("books/chip_liability_lines.html" if visit.swaps else "books/chip_liability.html", context)
