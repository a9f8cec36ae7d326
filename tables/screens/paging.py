"""Long lists page by page, the newest first: how many lines, below which one, and the way to the older ones."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar
from urllib.parse import urlencode

from tables.screens.numbers import whole
from tables.screens.visits import Visit

PAGE: Final = 50
"""Lines of a page. One more is asked for: it tells that there are older ones."""

Line = TypeVar("Line")


def before(visit: Visit) -> int | None:
    """Below which number the lines are wanted; None from the newest on."""
    return whole(visit.request.GET.get("before"))


def older(found: Sequence[Line], number: Callable[[Line], int], kept: Mapping[str, str] | None = None) -> str:
    """The query that leads to the lines after the first page of ``found``, for ``partials/older.html``; or nothing.

    ``number`` is what a line is counted by, ``kept`` what else the address asks for.
    """
    if len(found) <= PAGE:
        return ""
    asked = {name: value for name, value in (kept or {}).items() if name != "before" and value}
    return "?" + urlencode({**asked, "before": number(found[PAGE - 1])})
