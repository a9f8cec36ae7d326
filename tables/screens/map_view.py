"""The two forms of a pit's tables: the map, as they stand on the floor, and the list, exceptions first."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from tables.screens.pit_tiles import Tile
from tables.screens.visits import Visit
from tables.selectors.pit_board import PitBoard

COOKIE: Final = f"{settings.HOST_COOKIE}floor"
FORMS: Final = ("map", "list")
WIDE: Final = 4
"""A map with more columns, as the list, takes the whole width of the page, what needs a boss above it."""
_YEAR: Final = 365 * 86400
_URGENCY: Final = ("bad", "warn", "info", "good", "")


def context(visit: Visit, pit: str, board: PitBoard, tiles: Sequence[Tile]) -> dict[str, Any]:
    """The tables in the form that this browser wants, in the order in which it is read, and drawn as ``floor``.

    All screens that show this very board in the same form and language share the drawing: fifty of them look at once.
    """
    form = _form(visit)
    if form == "list":
        ordered = sorted(tiles, key=lambda tile: (_URGENCY.index(tile.colour), tile.view.code))
    else:
        ordered = sorted(tiles, key=lambda tile: (tile.cell.row, tile.cell.column))
    columns = max((tile.cell.column for tile in tiles), default=1)
    shown: dict[str, Any] = {
        "tiles": ordered,
        "counts": Counter(tile.view.status for tile in tiles),
        "form": form,
        "columns": columns,
        "wide_map": form == "list" or columns > WIDE,
        "here": reverse("pit", args=[pit]),
        "house": visit.house,
        "now": visit.at,
    }
    chosen = tuple(tile.view.code for tile in tiles if tile.chosen)
    key = (form, chosen, get_language(), visit.house)
    return {"tiles": ordered, "floor": mark_safe(board.drawn.get(key, lambda: _drawn(visit, shown)))}  # noqa: S308


def _drawn(visit: Visit, shown: dict[str, Any]) -> str:
    """The tables by their template, which escapes what it shows, in the house's own time."""
    with timezone.override(ZoneInfo(visit.house.time_zone)):
        return render_to_string("pit/map.html", shown)


def remember(visit: Visit, response: HttpResponse) -> HttpResponse:
    """Keep the form that was asked for in this browser."""
    asked = visit.request.GET.get("form", "")
    if asked in FORMS:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(COOKIE, asked, max_age=_YEAR, secure=secure, samesite="Strict", httponly=True)
    return response


def _form(visit: Visit) -> str:
    asked = visit.request.GET.get("form") or visit.request.COOKIES.get(COOKIE, "")
    return asked if asked in FORMS else FORMS[0]
