"""The trail: what happened, newest first, each event in words, word for word, and with the journal that it made."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounting.reports.day_words import FIGURES
from accounting.screens.audit import frame
from accounting.screens.audit.findings import AREAS, CAUSES
from accounting.screens.audit.forms import TrailForm
from accounting.selectors import audit_trail, audits, progress
from accounting.selectors.audit_trail import TrailEvent
from accounting.selectors.trail_filters import Wanted
from tables.domain import permissions, slips
from tables.domain.errors import FloorError, Invalid
from tables.reports import papers
from tables.reports.event_words import EVENTS
from tables.screens import event_lines, refusals
from tables.screens.house.people import ROLE_WORDS
from tables.screens.visits import Visit, page
from tables.selectors import events
from tables.templatetags import floor

PAGE: Final = 50
_FILTERS: Final = ("stream", "badge", "round", "slip", "type", "day", "since", "until")
_CODES: Final[Mapping[str, Mapping[str, Any]]] = {"area": AREAS, "cause": CAUSES, "figure": FIGURES}
"""Fields whose values are codes that have words."""
_SLIP_LETTERS: Final = frozenset(slips.LETTERS.values())


@require_GET
@page
def trail(visit: Visit) -> HttpResponse:
    """The log by what is looked for, and on top whether the chain was proven and the books follow."""
    permissions.require(visit.actor, "read_audit")
    streams = events.streams(actor=visit.actor)
    asked = {name: visit.request.GET.get(name, "")[:64] for name in _FILTERS}
    found, refusal = None, None
    try:
        wanted = _wanted(asked)
        cursor = visit.request.GET.get("before", "")
        found = audit_trail.page(actor=visit.actor, wanted=wanted, cursor=cursor, limit=PAGE)
    except FloorError as error:
        refusal = refusals.of(error, visit.house.exponent)
    kept = {name: value for name, value in asked.items() if value}
    context = {
        "asked": asked,
        "narrowed": bool(kept),
        "later": "before" in visit.request.GET,
        "streams": streams,
        "types": sorted(((name, str(words)) for name, words in EVENTS.items()), key=lambda line: line[1]),
        "found": found,
        "lines": [_line(visit, event) for event in found.events] if found else [],
        "newest": f"?{urlencode(kept)}",
        "next": f"?{urlencode({**kept, 'before': found.next})}" if found and found.next else "",
        "run": next(iter(audits.runs(actor=visit.actor, limit=1)), None),
        "behind": progress.lag(visit.actor.casino_id),
        "events": sum(head.seq for head in streams),
    }
    return frame.draw(visit, "audit/trail.html", context, refusal)


@require_GET
@page
def event(visit: Visit, stream: str, seq: int) -> HttpResponse:
    """One event of the log, for who was sent to it by a sample, a finding or a list of voids."""
    found = audit_trail.event(actor=visit.actor, stream=stream, seq=seq)
    return frame.draw(visit, "audit/event.html", {"lines": [_line(visit, found)], "name": f"{stream}#{seq}"})


def _wanted(asked: Mapping[str, str]) -> Wanted:
    form = TrailForm(dict(asked))
    if not form.is_valid():
        raise Invalid("bad_form")
    return Wanted(**{**form.cleaned_data, "slip": form.cleaned_data["slip"].upper()})


def _line(visit: Visit, event: TrailEvent) -> dict[str, Any]:
    """An event as it is read: what, facts, who signed, and where it leads."""
    data = event.event["data"]
    return {
        "event": event,
        "title": EVENTS.get(event.type, event.type),
        "occurred_at": event.event["occurred_at"],
        "actor": event.event["actor"],
        "terminal": event.event["terminal"],
        "facts": event_lines.facts(data, visit.house.exponent, _CODES),
        "signers": [
            f"{signature['badge']} ({ROLE_WORDS.get(signature['role'], signature['role'])})"
            for signature in data.get("signatures", ())
        ],
        "links": _links(visit, event),
    }


def _links(visit: Visit, event: TrailEvent) -> list[tuple[str, str]]:
    """Where the reader finds more: the round's events, the slip, the report, the finding, the sample."""
    data = event.event["data"]
    found: list[tuple[str, str]] = []
    if event.round is not None:
        round_ = urlencode({"stream": event.stream, "round": event.round})
        found.append((_("round %(round)s") % {"round": event.round}, f"{reverse('audit-trail')}?{round_}"))
    slip = str(data.get("slip") or "")
    if slip:
        found.append((_("all of %(slip)s") % {"slip": slip}, f"{reverse('audit-trail')}?{urlencode({'slip': slip})}"))
        if slips.parsed(slip) and slip[:1] in _SLIP_LETTERS and visit.may("read_slips"):
            found.append((_("the slip"), reverse("slip", args=[slip])))
    if paper := _paper(event):
        found.append((_("the paper"), reverse("paper", args=paper)))
    if event.type == "shift_certified":
        found.append(
            (_("the report"), reverse("report", args=[floor.day(data["gaming_day"]), data["shift"], data["version"]]))
        )
    if event.type.startswith("finding_"):
        found.append((_("the finding"), reverse("audit-finding", args=[data["finding"]])))
    if event.type == "audit_sample_drawn":
        found.append((_("the sample"), reverse("audit-sample", args=[data["sample"]])))
    if visit.may("record_finding"):
        about = urlencode({"about": f"{event.stream}#{event.seq}", "gaming_day": event.gaming_day.isoformat()})
        found.append((_("record a finding"), f"{reverse('audit-new-finding')}?{about}"))
    return found


def _paper(event: TrailEvent) -> tuple[str, int] | None:
    """Where the paper stands that the event is, or of which it tells that it was printed."""
    data = event.event["data"]
    place = (data["stream"], data["seq"]) if event.type == "paper_printed" else (event.stream, event.seq)
    is_paper = event.type == "paper_printed" or event.type in papers.READERS
    return (place[0].rpartition("/")[2], place[1]) if is_paper else None
