"""Rating slips of a pit: what was written of its players, and the form of a slip or of its correction."""

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tables.documents import spelling
from tables.domain.errors import Invalid
from tables.domain.ratings import LONGEST_NOTE, MILLION, MOST_AN_HOUR, Rating, Skill
from tables.reports.rating_slips import SKILLS
from tables.screens import forms as floor_forms
from tables.screens.house import frame as pages
from tables.screens.markers import at_pit
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import ratings as reads
from tables.selectors.ratings import RatingView
from tables.services import ratings as service

SHOWN: Final = 50
DONE: Final[Mapping[str, Promise | str]] = {
    "rate": _("The rating is written down."),
    "correct": _("It is corrected. What it said before stays in the log."),
}


class RatingForm(floor_forms.MoneyForm):
    """A slip; amounts as people key them, the edge in percent, the result as a size and whose it was."""

    amounts = ("buy_in", "average_bet", "result")
    required = ("average_bet",)
    table = forms.CharField(max_length=16)
    number = forms.IntegerField(min_value=1, max_value=10**9, required=False)
    player = floor_forms.PlayerField()
    seat = forms.IntegerField(min_value=1, max_value=99, required=False)
    since = forms.TimeField()
    until = forms.TimeField()
    per_hour = forms.IntegerField(min_value=1, max_value=MOST_AN_HOUR)
    edge = forms.DecimalField(min_value=0, max_value=50, decimal_places=4, required=False)
    skill = forms.ChoiceField(choices=[(skill.value, skill.value) for skill in Skill])
    won = forms.ChoiceField(choices=[("player", "player"), ("house", "house")], required=False)
    note = forms.CharField(max_length=LONGEST_NOTE, required=False)


@require_http_methods(["GET", "POST"])
@page
def ratings(visit: Visit, code: str) -> HttpResponse:
    """The slips of the pit, newest first, and beside them the form; ``?table=&correct=`` fills it with a slip."""
    found = reads.of_pit(visit.actor, code, limit=SHOWN)
    asked = visit.request.GET
    wanted = (asked.get("table", ""), asked.get("correct", ""))
    corrected = next((one for one in found if (one.table, str(one.number)) == wanted), None)

    def draw(refusal: Refusal | None) -> HttpResponse:
        context = {
            "pit": code,
            "ratings": [(one, SKILLS[one.skill], _percent(one.edge)) for one in found],
            "tables": reads.tables_of(visit.actor, code),
            "skills": SKILLS.items(),
            "corrected": corrected,
            "may_rate": visit.may("rate_players"),
            "keyed": visit.request.POST or (_keyed(visit, corrected) if corrected else {}),
            "done": DONE.get(asked.get("done", "")) if refusal is None else None,
            "refusal": refusal,
        }
        return visit.draw("pit/ratings.html", context, status=refusal.status if refusal else 200)

    return pages.answer(visit, {"rate": lambda: _write(visit), "correct": lambda: _correct(visit)}, draw)


def _write(visit: Visit) -> None:
    keyed = _read(visit)
    service.record_rating(
        actor=visit.actor, at=visit.at, table=keyed["table"], rating=_rating(visit, keyed), key=visit.key
    )


def _correct(visit: Visit) -> None:
    keyed = _read(visit)
    corrected = reads.one(visit.actor, keyed["table"], keyed["number"] or 0)
    service.correct_rating(
        actor=visit.actor,
        at=visit.at,
        table=corrected.table,
        number=corrected.number,
        rating=_rating(visit, keyed, corrected),
        reason=floor_forms.read(floor_forms.ReasonForm(visit.request.POST))["reason"],
        key=visit.key,
    )


def _read(visit: Visit) -> dict[str, Any]:
    return floor_forms.read(RatingForm(visit.request.POST, exponent=visit.house.exponent))


def _rating(visit: Visit, keyed: Mapping[str, Any], was: RatingView | None = None) -> Rating:
    """The rating as keyed, with the house's edge where none was.

    Refused: ``bad_rating_span``, what ``house_edge`` refuses.
    """
    since = _moment(visit, keyed["since"], was.since if was else None)
    until = _moment(visit, keyed["until"], was.until if was else None)
    if since is None or until is None:
        raise Invalid("bad_rating_span")
    if keyed["edge"]:
        edge = int(keyed["edge"] * MILLION / 100)
    else:
        edge = service.house_edge(actor=visit.actor, table=keyed["table"], since=since)
    result = keyed["result"]
    return Rating(
        player=keyed["player"],
        seat=keyed["seat"],
        since=since,
        until=until,
        buy_in=keyed["buy_in"] or 0,
        average_bet=keyed["average_bet"],
        per_hour=keyed["per_hour"],
        edge=edge,
        skill=Skill(keyed["skill"]),
        result=-result if result is not None and keyed["won"] == "house" else result,
        note=keyed["note"],
    )


def _moment(visit: Visit, keyed: time, was: datetime | None) -> datetime | None:
    """The moment of a time by the house's clock. A correction stays in the gaming day of what it corrects.

    Where the time is left as it was, so is the moment, to the second.
    """
    shown = was and was.astimezone(ZoneInfo(visit.house.time_zone)).time().replace(second=0, microsecond=0)
    return was if shown == keyed else at_pit.moment(visit, keyed, was)


def _keyed(visit: Visit, view: RatingView) -> dict[str, Any]:
    """A slip as the form would have it."""
    zone, exponent = ZoneInfo(visit.house.time_zone), visit.house.exponent
    return {
        "table": view.table,
        "player": view.player,
        "seat": view.seat or "",
        "since": view.since.astimezone(zone).strftime("%H:%M"),
        "until": view.until.astimezone(zone).strftime("%H:%M"),
        "buy_in": spelling.plain(view.buy_in, exponent),
        "average_bet": spelling.plain(view.average_bet, exponent),
        "per_hour": view.per_hour,
        "edge": _percent(view.edge),
        "skill": view.skill,
        "result": "" if view.result is None else spelling.plain(abs(view.result), exponent),
        "won": "house" if (view.result or 0) < 0 else "player",
        "note": view.note,
    }


def _percent(edge: int) -> str:
    """Parts per million as percent, without noughts at the end."""
    return f"{edge / 10_000:.4f}".rstrip("0").rstrip(".")
