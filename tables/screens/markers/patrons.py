"""Patrons: whom the house knows by name or by his looks, what he may owe, and who somebody turned out to be."""

from datetime import date, datetime
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.screens import forms as floor_forms
from tables.screens.house import frame as pages
from tables.screens.markers import at_pit, desk, frame
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import markers as marker_reads
from tables.selectors import patrons as patron_reads
from tables.selectors.markers import Wanted
from tables.selectors.patrons import Identity
from tables.services import clock, identification, patrons

PAGE: Final = 50
MOST_MARKERS: Final = 20


class PatronForm(forms.Form):
    """A code, and a name or a description."""

    patron_code = forms.CharField(max_length=16)
    patron_name = forms.CharField(max_length=120, required=False)
    description = forms.CharField(max_length=240, required=False)


class CorrectionForm(forms.Form):
    """What a patron is called and looks like, and why it is another now."""

    name = forms.CharField(max_length=120, required=False)
    description = forms.CharField(max_length=240, required=False)
    reason = forms.CharField(max_length=240)


class WhoForm(forms.Form):
    """Whom a place called how, and from when until when by the house's clock."""

    known_as = forms.CharField(max_length=identification.LONGEST_NAME)
    place = forms.CharField(max_length=16, required=False)
    since = forms.TimeField(required=False)
    until = forms.TimeField(required=False)


@require_http_methods(["GET", "POST"])
@page
def known(visit: Visit) -> HttpResponse:
    """Everybody the house knows, by code, with his credit; the form of somebody new."""
    permissions.require(visit.actor, "read_patrons")
    asked = visit.request.GET
    like, after = (asked.get(name, "").replace("\0", "")[:40] for name in ("like", "after"))

    def draw(refusal: Refusal | None) -> HttpResponse:
        found = patron_reads.known(visit.actor, after=after, like=like, limit=PAGE + 1)
        credit = marker_reads.credits_of(visit.actor, [view.code for view in found[:PAGE]], _today(visit))
        context: dict[str, Any] = {
            "lines": [(view, credit[view.code]) for view in found[:PAGE]],
            "more": urlencode({"like": like, "after": found[PAGE - 1].code}) if len(found) > PAGE else "",
            "like": like,
            "may_register": visit.may("register_patron"),
            "keyed": visit.request.POST,
        }
        return frame.draw(visit, "credit/patrons.html", context, refusal)

    return pages.answer(visit, {"register": lambda: _register(visit)}, draw)


@require_http_methods(["GET", "POST"])
@page
def one(visit: Visit, code: str) -> HttpResponse:
    """A patron: his credit, his markers, and the form that says whom the house took for somebody else."""
    view = patron_reads.one(visit.actor, code)

    def draw(refusal: Refusal | None) -> HttpResponse:
        markers = marker_reads.found(visit.actor, Wanted(patron=view.code), limit=MOST_MARKERS)
        context = {
            "patron": view,
            "credit": marker_reads.credit(visit.actor, view.code, _today(visit)),
            "lines": desk.lines(visit, markers),
            "may_set": visit.may("set_credit_line"),
            "may_identify": visit.may("identify_patron"),
            "places": patron_reads.places(visit.actor),
            "before": patron_reads.before(visit.actor, view.code),
            "identities": [_told(one) for one in patron_reads.identities(visit.actor, view.code)],
            "may_correct": visit.may("correct_patron"),
            "keyed": visit.request.POST,
        }
        return frame.draw(visit, "credit/patron.html", context, refusal)

    acts = {"identify": lambda: _identify(visit, view.code), "correct": lambda: _correct(visit, view.code)}
    return pages.answer(visit, acts, draw)


def _told(identity: Identity) -> tuple[Identity, datetime | None, datetime | None, datetime]:
    """With its moments; none for another code, which is the patron for good."""
    since, until = (datetime.fromisoformat(text) if text else None for text in (identity.since, identity.until))
    return identity, since, until, datetime.fromisoformat(identity.said_at)


def _correct(visit: Visit, code: str) -> None:
    values = floor_forms.read(CorrectionForm(visit.request.POST))
    patrons.correct_patron(actor=visit.actor, at=visit.at, patron=code, key=visit.key, **values)


def _today(visit: Visit) -> date:
    return clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at).gaming_day


def _register(visit: Visit) -> HttpResponse:
    """Somebody new; his page is shown next."""
    values = floor_forms.read(PatronForm(visit.request.POST))
    answer = patrons.register_patron(
        actor=visit.actor,
        at=visit.at,
        code=values["patron_code"],
        name=values["patron_name"],
        description=values["description"],
        key=visit.key,
    )
    return pages.done("register", reverse("patron", args=[answer["patron"]]))


def _identify(visit: Visit, code: str) -> None:
    values = floor_forms.read(WhoForm(visit.request.POST))
    identification.identify_patron(
        actor=visit.actor,
        at=visit.at,
        known_as=values["known_as"],
        patron=code,
        place=values["place"],
        since=at_pit.moment(visit, values["since"]),
        until=at_pit.moment(visit, values["until"]),
        key=visit.key,
    )
