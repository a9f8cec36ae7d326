"""When the gaming day starts and which shifts it has, each from a gaming day on; how long a press may be undone."""

from datetime import date, time
from functools import partial
from typing import Any, Final

from django import forms
from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.domain.errors import Invalid
from tables.domain.undoing import MOST_SECONDS
from tables.screens import forms as floor_forms
from tables.screens.calendar_fields import DayField
from tables.screens.house import frame
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import house_settings, presses
from tables.services import clock, house

MOST_SHIFTS: Final = 6


class DayStartForm(forms.Form):
    """From which gaming day on, and when by the house's clock."""

    effective_from = DayField()
    starts_at = forms.TimeField()


class ShiftsForm(forms.Form):
    """From which gaming day on; up to six shifts, each a word and a time."""

    effective_from = DayField()

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        for number in range(1, MOST_SHIFTS + 1):
            self.fields[f"shift-{number}"] = forms.CharField(max_length=16, required=False)
            self.fields[f"starts-{number}"] = forms.TimeField(required=False)


class UndoForm(forms.Form):
    """For how many seconds; 0 for never."""

    seconds = forms.IntegerField(min_value=0, max_value=MOST_SECONDS)


@require_http_methods(["GET", "POST"])
@page
def clock_page(visit: Visit) -> HttpResponse:
    """What holds, what is to come, and a form for each; a change begins with a day that has not begun."""
    permissions.require(visit.actor, "manage_house")
    today = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at).gaming_day

    def draw(refusal: Refusal | None) -> HttpResponse:
        patterns = house_settings.shift_patterns(visit.actor)
        context = {
            "starts": house_settings.day_starts(visit.actor),
            "patterns": patterns,
            "today": today,
            "keyed": visit.request.POST,
            "undo": presses.seconds(visit.actor.casino_id, visit.house.settings_version),
            "most_undo": MOST_SECONDS,
            "lines": _lines(visit, next(p for p in patterns if p.effective_from <= today)),
        }
        return frame.draw(visit, "house/clock.html", context, refusal)

    acts = {"day_start": _day_start, "shifts": _shifts, "undo": _undo}
    return frame.answer(visit, {name: partial(act, visit) for name, act in acts.items()}, draw)


def _lines(visit: Visit, held: house_settings.Pattern) -> list[tuple[int, str, str]]:
    """The form's lines: as keyed, else as the shifts are now."""
    keyed = visit.request.POST
    if keyed.get("do") == "shifts":
        return [
            (number, keyed.get(f"shift-{number}", "")[:16], keyed.get(f"starts-{number}", "")[:8])
            for number in range(1, MOST_SHIFTS + 1)
        ]
    now = [(code, at.isoformat("minutes")) for code, at in held.shifts][:MOST_SHIFTS]
    return [(number, *line) for number, line in enumerate([*now, *[("", "")] * (MOST_SHIFTS - len(now))], 1)]


def _day_start(visit: Visit) -> None:
    values = floor_forms.read(DayStartForm(visit.request.POST))
    house.set_day_start(actor=visit.actor, at=visit.at, key=visit.key, **values)


def _shifts(visit: Visit) -> None:
    values = floor_forms.read(ShiftsForm(visit.request.POST))
    since: date = values["effective_from"]
    shifts: list[tuple[str, time]] = []
    for number in range(1, MOST_SHIFTS + 1):
        code, at = values[f"shift-{number}"], values[f"starts-{number}"]
        if code and at is not None:
            shifts.append((code, at))
        elif code or at is not None:
            raise Invalid("bad_form", field="shift")
    house.set_shift_pattern(actor=visit.actor, at=visit.at, effective_from=since, shifts=shifts, key=visit.key)


def _undo(visit: Visit) -> None:
    seconds = floor_forms.read(UndoForm(visit.request.POST))["seconds"]
    house.set_undo_time(actor=visit.actor, at=visit.at, key=visit.key, seconds=seconds)
