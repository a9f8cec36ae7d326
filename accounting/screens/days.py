"""Gaming days on screen: how far each has come, what hinders its lock, explaining, locking, the report, adjusting."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from django import forms
from django.http import HttpResponse, HttpResponseRedirect
from django.http.request import QueryDict
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from accounting.domain.days import DayState, Hindrance
from accounting.reports import day_report
from accounting.reports.day_words import CAUSES, FIGURES, HINDRANCES, RETAINED, STATES
from accounting.screens.reports import DRAWN
from accounting.selectors import day_reports as frozen_days
from accounting.selectors import retention
from accounting.services import day_checklist, day_reports, days
from tables.documents import drawing
from tables.documents.drawing import Format
from tables.domain import permissions
from tables.domain.errors import FloorError, Invalid, NotFound
from tables.domain.slips import SlipKind
from tables.domain.table_states import SlipStatus
from tables.reports import cage_words, chip_slips, words
from tables.screens import documents, refusals
from tables.screens import forms as floor_forms
from tables.screens.downloads import download
from tables.screens.refusals import Refusal
from tables.screens.slips import words as slip_words
from tables.screens.visits import Visit, page
from tables.selectors import rule_packs
from tables.services import clock
from tables.services.languages import current_language
from tables.templatetags import floor


class ExplainForm(forms.Form):
    """Why a variance is what it is."""

    exception = forms.CharField(max_length=64)
    cause = forms.ChoiceField(choices=[(cause, cause) for cause in CAUSES])
    explanation = forms.CharField(max_length=1000)


class AdjustForm(floor_forms.MoneyForm):
    """What was learnt of a locked day. A correction downwards is keyed as such: amounts have no sign."""

    amounts = required = ("amount",)
    table = forms.CharField(max_length=16)
    figure = forms.ChoiceField(choices=[(figure, figure) for figure in FIGURES])
    down = forms.BooleanField(required=False)
    reason = forms.CharField(max_length=1000)


@require_GET
@page
def listing(visit: Visit) -> HttpResponse:
    """The days that wait for their lock, and the newest locked ones."""
    found = day_checklist.days(visit.actor, visit.at)
    today = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at).gaming_day
    context = {
        "days": [(view, *STATES[view.state]) for view in found],
        "kept": [(RETAINED[line.what], line) for line in retention.kept(visit.actor, today)],
    }
    return visit.draw("reports/days.html", context)


@require_http_methods(["GET", "POST"])
@page
def one(visit: Visit, day: date) -> HttpResponse:
    """A day with its checklist, the forms for what may be done now, and what its report says."""
    permissions.require(visit.actor, "read_books")
    refusal: Refusal | None = None
    if visit.request.method == "POST":
        try:
            acted = _ACTS.get(visit.request.POST.get("do", ""))
            if acted is None:
                raise Invalid("bad_form", field="do")
            acted(visit, day)
        except FloorError as error:
            refusal = refusals.of(error, visit.house.exponent)
        else:
            return HttpResponseRedirect(reverse("gaming-day", args=[day]))
    view = day_checklist.one(visit.actor, day, visit.at)
    locked = view.state is DayState.LOCKED
    document = _frozen(visit, day) if locked else _preview(visit, day)
    context: dict[str, Any] = {
        "day": day,
        "view": view,
        "locked": locked,
        "state": STATES[view.state],
        "hindrances": [_told(visit, hindrance, day) for hindrance in view.hindrances],
        "reminders": [_told(visit, reminder, day) for reminder in view.reminders],
        "explainable": [(one.exception, _told(visit, one, day)) for one in view.hindrances if one.exception],
        "causes": CAUSES.items(),
        "figures": FIGURES.items(),
        "may_lock": visit.may("lock_day") and view.state is DayState.BALANCED and not view.hindrances,
        "may_explain": visit.may("explain_exception"),
        "may_adjust": visit.may("adjust_day") and locked,
        "second_role": " / ".join(words.role(role) for role in _seconding(visit, day)),
        "keyed": visit.request.POST,
        "drawn": DRAWN,
        "document": documents.shown(document),
        "provable": True,
        "refusal": refusal,
    }
    return visit.draw("reports/day.html", context, status=refusal.status if refusal else 200)


@require_GET
@page
def as_json(visit: Visit, day: date) -> HttpResponse:
    """The very bytes that the hash was computed from."""
    return HttpResponse(frozen_days.report(visit.actor, day).text, content_type="application/json")


@require_GET
@page
def as_file(visit: Visit, day: date, form: str) -> HttpResponse:
    """The locked day's report as PDF or workbook. Refused: ``no_such_report`` for another form."""
    if form not in DRAWN:
        raise NotFound("no_such_report")
    return download(drawing.file(_frozen(visit, day), Format(form)))


def _seconding(visit: Visit, day: date) -> Sequence[str]:
    """Who may sign beside the accountant that the day is locked or adjusted."""
    return rule_packs.in_force(visit.actor.casino_id, day, visit.house.settings_version).day_second_roles


def _frozen(visit: Visit, day: date) -> Any:
    frozen = frozen_days.report(visit.actor, day)
    return day_report.document(frozen.content, frozen.sha256, visit.house, current_language(), frozen.signers)


def _preview(visit: Visit, day: date) -> Any:
    return day_report.preview(day_reports.preview(visit.actor, day), day, visit.at, visit.house, current_language())


def _told(visit: Visit, hindrance: Hindrance, day: date) -> dict[str, Any]:
    """A hindrance in words, with who must act and where; a link only for who may go there."""
    told = hindrance.as_data()
    shift = " ".join(floor.shift(word) for word in hindrance.shift.split())  # the next day's has its date before it
    where = (day_report.where(told), shift, _about(hindrance))
    return {
        "what": HINDRANCES.get(hindrance.kind, hindrance.kind),
        "where": " · ".join(part for part in where if part),
        "amount": hindrance.amount,
        "who": ", ".join(words.role(role) for role in hindrance.who),
        "href": _link(visit, hindrance, day),
    }


def _about(hindrance: Hindrance) -> str:
    """What a hindrance names beside table, shift and paper: codes of slips and of the cage's places in words."""
    if hindrance.kind == "slip_open":
        kind, request, status = hindrance.what.split()
        return f"{slip_words.KINDS[SlipKind(kind)]} {request} · {chip_slips.STATES[SlipStatus(status)]}"
    return str(cage_words.PLACES.get(hindrance.what, hindrance.what))


_PAGES: Final = {
    "table_not_counted": "pits",
    "slip_open": "slips",
    "cage_count_due": "cage",
    "drop_waiting": "cage-drops",
    "marker_late": "cage-markers",
    "impressment_due": "cage",
    "chips_from_nowhere": "books-chip-liability",
    "number_missing": "slips",
    "crowd_not_settled": "status",
    "books_behind": "books-lag",
    "books_stopped": "books-lag",
}


def _link(visit: Visit, hindrance: Hindrance, day: date) -> str:
    if hindrance.kind == "shift_not_certified":
        return reverse("certify", args=[day, hindrance.shift]) if visit.may("certify_shift") else ""
    if hindrance.kind == "earlier_day_open":
        return reverse("gaming-day", args=[date.fromisoformat(hindrance.what)])
    if hindrance.exception:
        return "#explain"
    return reverse(_PAGES[hindrance.kind]) if hindrance.kind in _PAGES else ""


def _explain(visit: Visit, day: date) -> None:
    post: QueryDict = visit.request.POST
    keyed = floor_forms.read(ExplainForm(post))
    owner = floor_forms.signature(post, "owner")
    days.explain_exception(actor=visit.actor, at=visit.at, gaming_day=day, owner=owner, key=visit.key, **keyed)


def _lock(visit: Visit, day: date) -> None:
    signers = {name: floor_forms.signature(visit.request.POST, name) for name in ("accountant", "second")}
    days.lock_day(actor=visit.actor, at=visit.at, gaming_day=day, key=visit.key, **signers)


def _adjust(visit: Visit, day: date) -> None:
    keyed = floor_forms.read(AdjustForm(visit.request.POST, exponent=visit.house.exponent))
    keyed["amount"] *= -1 if keyed.pop("down") else 1
    keyed |= {name: floor_forms.signature(visit.request.POST, name) for name in ("accountant", "second")}
    days.adjust_day(actor=visit.actor, at=visit.at, gaming_day=day, key=visit.key, **keyed)


_ACTS: Final = {"explain": _explain, "lock": _lock, "adjust": _adjust}
