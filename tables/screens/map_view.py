"""The two forms of a pit's tables: the map, as they stand on the floor, and the list, exceptions first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from django.http import HttpResponse

from tables.screens.visits import Visit

if TYPE_CHECKING:
    from tables.screens.pit import Tile

COOKIE: Final = "floor"
FORMS: Final = ("map", "list")
MOST_COLUMNS: Final = 12
"""As many columns as the plan has; the style sheet knows no more."""
WIDE: Final = 4
"""A map with more columns, as the list, takes the whole width of the page, what needs a boss above it."""
_YEAR: Final = 400 * 86400
_URGENCY: Final = ("bad", "warn", "info", "good", "")


def context(visit: Visit, tiles: "Sequence[Tile]") -> dict[str, Any]:
    """The tables in the form that this browser wants, in the order in which it is read."""
    form = _form(visit)
    if form == "list":
        ordered = sorted(tiles, key=lambda tile: (_URGENCY.index(tile.colour), tile.view.code))
    else:
        ordered = sorted(tiles, key=lambda tile: (tile.cell.row, tile.cell.column))
    columns = max((tile.cell.column for tile in tiles), default=1)
    return {"tiles": ordered, "form": form, "columns": columns, "wide_map": form == "list" or columns > WIDE}


def remember(visit: Visit, response: HttpResponse) -> HttpResponse:
    """Keep the form that was asked for in this browser."""
    asked = visit.request.GET.get("form", "")
    if asked in FORMS:
        response.set_cookie(COOKIE, asked, max_age=_YEAR, samesite="Strict", httponly=True)
    return response


def _form(visit: Visit) -> str:
    asked = visit.request.GET.get("form") or visit.request.COOKIES.get(COOKIE, "")
    return asked if asked in FORMS else FORMS[0]
