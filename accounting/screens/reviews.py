"""Statistical reviews on screen: what was flagged beside what chance lets expect, and each finding as a signed paper.

The figures are those that were frozen when the review was opened; nothing is added up here.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from django import forms
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounting.domain import figures
from accounting.domain import review_papers as papers
from accounting.domain.figures import Ratio
from accounting.domain.statistics import Verdict
from accounting.reports.review_words import CAUSES, scope
from accounting.reports.statistical_review import BASES, VERDICTS
from accounting.selectors import reviews as found
from accounting.services import reviews
from tables.domain import permissions
from tables.domain.errors import FloorError, Invalid
from tables.reports import words
from tables.screens import forms as floor_forms
from tables.screens import refusals
from tables.screens.calendar_fields import DayField
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page

PLACES: Final = 2


class OpenForm(forms.Form):
    """The gaming days to review, both included."""

    first = DayField()
    last = DayField()


class ExplainForm(forms.Form):
    """Why the hold of a scope left its base."""

    scope = forms.CharField(max_length=40)
    cause = forms.ChoiceField(choices=[(cause, cause) for cause in CAUSES])
    explanation = forms.CharField(max_length=1000)


@require_http_methods(["GET", "POST"])
@page
def listing(visit: Visit) -> HttpResponse:
    """The reviews, the newest first, and a form for the next one."""
    permissions.require(visit.actor, "read_books")
    refusal: Refusal | None = None
    if visit.request.method == "POST":
        try:
            number = _open(visit)
        except FloorError as error:
            refusal = refusals.of(error, visit.house.exponent)
        else:
            return HttpResponseRedirect(reverse("review", args=[number]))
    context = {
        "reviews": [
            (view, sum(1 for one in view.deviations if not one.explanation)) for view in found.listed(visit.actor)
        ],
        "may_open": visit.may("review_statistics"),
        "keyed": visit.request.POST,
        "refusal": refusal,
    }
    return visit.draw("reports/reviews.html", context, status=refusal.status if refusal else 200)


@require_http_methods(["GET", "POST"])
@page
def one(visit: Visit, number: int) -> HttpResponse:
    """A review with its lines, its findings, and the forms for what may be done now."""
    permissions.require(visit.actor, "read_books")
    refusal: Refusal | None = None
    if visit.request.method == "POST":
        try:
            acted = _ACTS.get(visit.request.POST.get("do", ""))
            if acted is None:
                raise Invalid("unknown_action")
            acted(visit, number)
        except FloorError as error:
            refusal = refusals.of(error, visit.house.exponent)
        else:
            return HttpResponseRedirect(reverse("review", args=[number]))
    view = found.one(visit.actor, number)
    open_ones = [deviation for deviation in view.deviations if not deviation.explanation]
    context = {
        "view": view,
        "base": BASES[view.content["base"]["kind"]],
        "lines": [_line(line) for line in view.content["lines"]],
        "findings": [(scope(one.scope), CAUSES.get(one.cause, ""), one) for one in view.deviations],
        "flagged": [(one.scope, scope(one.scope)) for one in view.deviations],
        "left": len(open_ones),
        "causes": CAUSES.items(),
        "owner_role": " / ".join(words.role(role) for role in papers.EXPLAINING),
        "second_role": " / ".join(words.role(role) for role in papers.SECONDING),
        "may_explain": visit.may("explain_deviation") and view.closed_at is None and bool(view.deviations),
        "may_close": visit.may("review_statistics") and view.closed_at is None and not open_ones,
        "keyed": visit.request.POST,
        "refusal": refusal,
    }
    return visit.draw("reports/review.html", context, status=refusal.status if refusal else 200)


def _line(line: Mapping[str, Any]) -> dict[str, Any]:
    """A frozen line as it is read; what is not known stays empty (T-50)."""
    range_ = line["expected"]
    won = line["win"]
    known = range_ is not None and won is not None
    return {
        **{name: line[name] for name in ("drop", "win")},
        "name": scope(line["scope"]),
        "hold": _percent(won, line["drop"]),
        "base": _percent(line["base_win"], line["base_drop"]),
        "points": _rounded(line["points"]),
        "relative": _rounded(line["relative"]),
        "verdict": VERDICTS[line["verdict"]],
        "flagged": line["verdict"] == Verdict.FLAGGED,
        "expected": range_,
        "outside": known and not range_["low"] <= won <= range_["high"],
    }


def _percent(won: int | None, dropped: int | None) -> str | None:
    ratio = figures.hold(won, dropped)
    return None if ratio is None else figures.percent(ratio, PLACES)


def _rounded(exact: str | None) -> str | None:
    if exact is None:
        return None
    value = Fraction(exact)
    return figures.written(Ratio(value.numerator, value.denominator), PLACES)


def _open(visit: Visit) -> int:
    keyed = floor_forms.read(OpenForm(visit.request.POST))
    accountant = floor_forms.signature(visit.request.POST, "accountant")
    answer = reviews.open_review(actor=visit.actor, at=visit.at, accountant=accountant, key=visit.key, **keyed)
    return int(answer["review"])


def _explain(visit: Visit, number: int) -> None:
    keyed = floor_forms.read(ExplainForm(visit.request.POST))
    owner = floor_forms.signature(visit.request.POST, "owner")
    reviews.explain_deviation(actor=visit.actor, at=visit.at, review=number, owner=owner, key=visit.key, **keyed)


def _close(visit: Visit, number: int) -> None:
    signers = {name: floor_forms.signature(visit.request.POST, name) for name in ("accountant", "second")}
    reviews.close_review(actor=visit.actor, at=visit.at, review=number, key=visit.key, **signers)


_ACTS: Final = {"explain": _explain, "close": _close}
