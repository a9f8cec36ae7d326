"""The room of slips: what waits for whom, and every slip there was, as far as the reader may see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from tables.domain import gaming_day
from tables.domain.slips import ON_THE_WAY, SlipKind
from tables.domain.table_states import SlipStatus
from tables.reports.chip_slips import STATES
from tables.screens import paging
from tables.screens.slips import orders, words
from tables.screens.visits import Visit, page
from tables.selectors import slips as slip_reads
from tables.selectors.slips import SlipView, Wanted

MOST_OPEN: Final = 500
S = SlipStatus
SECTIONS: Final[Sequence[tuple[str, Promise | str, Promise | str]]] = (
    ("asked", _("Asked for"), _("The cage makes the slip out, or refuses.")),
    ("fetch", _("To be carried"), _("Security signs for the chips at the cage's window.")),
    ("table", _("With the table"), _("The dealer counts, the pit boss watches, both sign.")),
    ("back", _("On the way to the cage"), _("The cashier counts what comes and signs for it.")),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A slip in a list: in words, in its colour, with its address."""

    view: SlipView
    kind: words.Words
    state: words.Words
    colour: str
    href: str


def line(view: SlipView) -> Line:
    """The slip as lists show it."""
    return Line(view, *orders.named(view), address(view))


def address(view: SlipView) -> str:
    """The slip's own page; a request has one, too."""
    if view.slip is not None:
        return reverse("slip", args=[view.slip])
    return reverse("slip-request", args=[view.table, view.request])


@require_GET
@page
def open_slips(visit: Visit) -> HttpResponse:
    """What waits for whom; only the list itself when it refreshes."""
    found = slip_reads.found(visit.actor, Wanted(open_only=True), limit=MOST_OPEN)
    sections = [section for section in SECTIONS if section[0] != "asked" or slip_reads.sees_requests(visit.actor)]
    by_section: dict[str, list[Line]] = {name: [] for name, *_rest in sections}
    for view in reversed(found):
        by_section[_section(view)].append(line(view))
    moving = [view for view in found if view.status in ON_THE_WAY[view.kind]]
    context = {
        "tab": "open",
        "sections": [(name, title, hint, by_section[name]) for name, title, hint in sections],
        "moving": len(moving),
        "moving_total": sum(view.total for view in moving),
    }
    part = visit.request.GET.get("part") == "queue"
    return visit.draw("slips/queue.html" if part else "slips/open.html", context)


def _section(view: SlipView) -> str:
    if view.status == S.REQUESTED:
        return "asked"
    if view.status in {S.COUNTED_OUT, S.DECLINED}:
        return "back"
    return "table" if view.status == S.IN_TRANSIT or view.kind == SlipKind.CREDIT else "fetch"


@require_GET
@page
def all_slips(visit: Visit) -> HttpResponse:
    """Every slip, the newest first, by kind, state, table and day."""
    asked = visit.request.GET
    wanted = Wanted(
        status=_known(asked, "status", STATES),
        kind=_known(asked, "kind", words.KINDS),
        table=asked.get("table", "").replace("\0", "")[:16],
        gaming_day=_day(asked),
        reprinted="reprinted" in asked,
    )
    found = slip_reads.found(visit.actor, wanted, before=paging.before(visit), limit=paging.PAGE + 1)
    context = {
        "tab": "all",
        "lines": [line(view) for view in found[: paging.PAGE]],
        "older": paging.older(found, lambda view: view.id, asked.dict()),
        "kinds": words.KINDS,
        "states": STATES,
        "wanted": wanted,
    }
    return visit.draw("slips/all.html", context)


def _known(asked: QueryDict, name: str, known: Mapping[str, Any]) -> str:
    """A choice of a list; anything else asks for everything."""
    value = asked.get(name, "")
    return value if value in known else ""


def _day(asked: QueryDict) -> date | None:
    """The gaming day asked for; a day that no house can have asks for all of them."""
    try:
        found = parse_date(asked.get("gaming_day", ""))
    except ValueError:
        return None
    return found if found and gaming_day.may_be(found) else None
