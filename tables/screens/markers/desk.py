"""Every marker there was, the newest first, by state, place, table and patron."""

from collections.abc import Collection, Sequence

from django.http import HttpResponse, QueryDict
from django.views.decorators.http import require_GET

from tables.domain import markers as rules
from tables.reports import marker_papers
from tables.screens import paging
from tables.screens.markers import frame, words
from tables.screens.visits import Visit, page
from tables.selectors import markers as marker_reads
from tables.selectors.markers import MarkerView, Wanted
from tables.services import clock

Line = tuple[MarkerView, str, words.Words, words.Words, bool]


@require_GET
@page
def all_markers(visit: Visit) -> HttpResponse:
    """The register of markers; a mark shows those that were due in the cage when their day ended."""
    asked = visit.request.GET
    wanted = Wanted(
        status=_known(asked, "status", marker_papers.STATES),
        table=_text(asked, "table"),
        patron=_text(asked, "patron"),
        held=_known(asked, "held", marker_papers.PLACES),
        open_only="open" in asked,
    )
    found = marker_reads.found(visit.actor, wanted, before=paging.before(visit), limit=paging.PAGE + 1)
    context = {
        "lines": lines(visit, found[: paging.PAGE]),
        "older": paging.older(found, lambda view: view.id, asked.dict()),
        "states": marker_papers.STATES,
        "places": marker_papers.PLACES,
        "wanted": wanted,
    }
    return frame.draw(visit, "markers/all.html", context)


def lines(visit: Visit, found: Sequence[MarkerView]) -> Sequence[Line]:
    """Markers as lists show them: colour and words of the state, where the original lies, whether it is late there."""
    today = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at).gaming_day
    return [
        (
            view,
            *words.state(view.status),
            marker_papers.PLACES[view.held],
            view.held == rules.AT_TABLE and view.status in rules.OWED and view.gaming_day < today,
        )
        for view in found
    ]


def _known(asked: QueryDict, name: str, known: Collection[str]) -> str:
    """A choice of a list; anything else asks for everything."""
    value = asked.get(name, "")
    return value if value in known else ""


def _text(asked: QueryDict, name: str) -> str:
    return asked.get(name, "").replace("\0", "")[:24]
