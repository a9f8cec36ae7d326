"""The cash log on screen: who brought and took how much cash, which reports are due, what looks like structuring."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django import forms
from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from accounting.domain import cash_log as rows
from accounting.domain.cash_report import Entry, Person, Structuring
from accounting.selectors import cash_log
from accounting.selectors.cash_log import CashDay, CashLog
from tables.domain import permissions
from tables.domain.errors import FloorError
from tables.domain.rule_packs.words import CashKind
from tables.screens import forms as floor_forms
from tables.screens import refusals
from tables.screens.calendar_fields import DayField
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.services import clock

Words = Promise | str
LOGGED, ALL, REPORTS, REVIEW = "logged", "all", "reports", "review"
SHOWN: Final[Mapping[str, Words]] = {
    LOGGED: _("Multiple-transaction log"),
    REPORTS: _("Reports due"),
    REVIEW: _("Structuring review"),
    ALL: _("Everybody"),
}
KINDS: Final[Mapping[str, Words]] = {
    CashKind.BUY_IN: _("buy-in"),
    CashKind.MONEY_PLAY: _("notes laid as a stake"),
    CashKind.MARKER_PAYMENT: _("payment on a marker"),
    CashKind.REDEMPTION: _("chips redeemed"),
    rows.NOTES_RETURNED: _("notes given back"),
}
DIRECTIONS: Final[Mapping[str, Words]] = {rows.IN: _("cash in"), rows.OUT: _("cash out")}
LEVELS: Final[Mapping[str, tuple[str, Words]]] = {
    "above": ("bad", _("above the threshold")),
    "near": ("warn", _("near the threshold")),
}
REASONS: Final[Mapping[str, Words]] = {
    "around_roll": _("two days that pass the threshold only together"),
    "just_below": _("day after day just below the threshold"),
}
CAGE: Final = _("Cage")
USUAL_DAYS: Final = 7
"""So many gaming days are shown when none were chosen."""


class DaysForm(forms.Form):
    """Which gaming days, and of whom."""

    first = DayField(required=False)
    last = DayField(required=False)
    who = forms.CharField(max_length=80, required=False)


@dataclass(frozen=True, slots=True)
class Line:
    """A movement as it is listed; ``amount`` in minor units, below zero for what a correction takes back."""

    at: datetime
    place: Words
    kind: Words
    direction: Words
    amount: int
    by: str
    corrects: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class DayLine:
    """A person's gaming day with what is to be said about it."""

    day: CashDay
    who: str
    name: str
    colour: str
    level: Words
    reports: Sequence[Words]
    lines: Sequence[Line]


@require_GET
@page
def log(visit: Visit) -> HttpResponse:
    """Gaming days of everybody or of one; the last week when none were chosen. Refused: ``not_permitted``."""
    permissions.require(visit.actor, "read_cash_log")
    asked = visit.request.GET
    today = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at).gaming_day
    first, last, who = today - timedelta(days=USUAL_DAYS - 1), today, ""
    found: CashLog | None = None
    refusal: Refusal | None = None
    try:
        values = floor_forms.read(DaysForm(asked))
        last = values["last"] or max(today, values["first"] or today)
        first, who = values["first"] or last - timedelta(days=USUAL_DAYS - 1), values["who"]
        found = cash_log.read(visit.actor, first, last, who=who)
    except FloorError as error:
        refusal = refusals.of(error, visit.house.exponent)
    show = asked.get("show", LOGGED)
    context = {
        "show": show if show in SHOWN else LOGGED,
        "shown": SHOWN.items(),
        "first": first,
        "last": last,
        "who": who,
        "found": found,
        "refusal": refusal,
        **(_told(found, show) if found else {}),
    }
    return visit.draw("books/cash_log.html", context, status=refusal.status if refusal else 200)


def _told(found: CashLog, show: str) -> dict[str, Any]:
    if show == REVIEW:
        return {"review": [_suspicion(one) for one in found.structuring]}
    days = {REPORTS: found.reports, ALL: found.days}.get(show, found.logged)
    by_day: dict[date, list[DayLine]] = {}
    for day in days:
        by_day.setdefault(date.fromisoformat(day.total.gaming_day), []).append(_day(day))
    return {"days": sorted(by_day.items(), reverse=True)}


def _day(day: CashDay) -> DayLine:
    colour, level = LEVELS.get(day.level, ("", ""))
    person = day.total.person
    return DayLine(
        day=day,
        who=_who(person),
        name=day.name if person.known else "",
        colour=colour,
        level=level,
        reports=[DIRECTIONS[way] for way in day.reports],
        lines=[_line(entry) for entry in day.total.entries],
    )


def _who(person: Person) -> str:
    """A patron's code; what anybody else was called, and where."""
    return person.patron or f"{person.known_as} · {_place(person.place)}"


def _place(place: str) -> Words:
    """A table's code, or the cage by its name."""
    return CAGE if place == rows.CAGE else place


def _line(entry: Entry) -> Line:
    row = entry.row
    return Line(
        at=datetime.fromisoformat(row.happened_at),
        place=_place(row.place),
        kind=KINDS.get(row.kind, row.kind),
        direction=DIRECTIONS[row.direction],
        amount=row.amount,
        by=row.recorded_by,
        corrects=row.corrects is not None,
        counts=entry.counts,
    )


def _suspicion(one: Structuring) -> dict[str, Any]:
    return {
        "who": _who(one.person),
        "known": one.person.known,
        "direction": DIRECTIONS[one.direction],
        "reason": REASONS[one.reason],
        "days": [(date.fromisoformat(day), amount) for day, amount in one.days],
        "total": one.total,
    }
