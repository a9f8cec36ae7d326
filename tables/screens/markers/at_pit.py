"""Markers and cash at the pit's page: open markers of a table, a buy-in keyed wrong, who a player was."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict

from tables.domain import markers as rules
from tables.domain.gaming_day import Window
from tables.screens import forms as floor_forms
from tables.screens.drafts import Draft
from tables.screens.markers import words
from tables.screens.visits import Visit
from tables.selectors import buy_ins, racks
from tables.selectors import markers as marker_reads
from tables.selectors.buy_ins import BuyInView
from tables.selectors.markers import MarkerView, Wanted
from tables.services import clock

CORRECT: Final = "correct"
IDENTIFY: Final = "identify"
WORK: Final = (CORRECT, IDENTIFY)


class CorrectionForm(floor_forms.MoneyForm):
    """Which buy-in, and what it really was; the chips are read by ``chips_of``."""

    amounts = required = ("cash_amount",)
    corrects = forms.IntegerField(min_value=1, max_value=10**15)
    reason = forms.CharField(max_length=240)


class IdentityForm(forms.Form):
    """Whom the table calls how, and from when until when by the house's clock."""

    known_as = floor_forms.PlayerField()
    patron_code = forms.CharField(max_length=24)
    since = forms.TimeField(required=False)
    until = forms.TimeField(required=False)


def context(visit: Visit, table: str, work: str, keyed: QueryDict, window: Window) -> dict[str, Any]:
    """The open markers of a table, and the form of one of ``WORK`` when it is open."""
    told: dict[str, Any] = {"table_markers": _open(visit, table, window)}
    if work == CORRECT:
        told |= {
            "buy_ins": buy_ins.of_period(visit.actor, table),
            "chosen_buy_in": keyed.get("corrects", ""),
            "draft": Draft.of(keyed, racks.rack(visit.actor, table), visit.house.exponent),
            "reasons": words.CORRECTION_REASONS,
        }
    elif work == IDENTIFY:
        told["called"] = _called(buy_ins.of_period(visit.actor, table))
    return told


def _open(visit: Visit, table: str, window: Window) -> Sequence[tuple[MarkerView, bool]]:
    """Markers whose originals the pit holds, each with whether it was due in the cage."""
    if not visit.may("read_markers"):
        return []
    found = marker_reads.found(visit.actor, Wanted(table=table, held=rules.AT_TABLE, open_only=True))
    return [(view, view.gaming_day < window.gaming_day) for view in found]


def _called(taken: Sequence[BuyInView]) -> Sequence[str]:
    """What the table called those who bought in, the last first."""
    return list(dict.fromkeys(view.player for view in taken))


def correction(visit: Visit) -> dict[str, Any]:
    """What a buy-in really was, as it was keyed and signed."""
    keyed = visit.request.POST
    values = floor_forms.read(CorrectionForm(keyed, exponent=visit.house.exponent))
    return {
        "actor": visit.actor,
        "at": visit.at,
        "corrects": values["corrects"],
        "cash": values["cash_amount"],
        "cut": floor_forms.chips_of(keyed),
        "reason": values["reason"],
        "pit_boss": floor_forms.signature(keyed, "boss"),
        "second": floor_forms.signature(keyed, "second"),
        "key": visit.key,
    }


def identity(visit: Visit) -> dict[str, Any]:
    """Who it was, as it was keyed."""
    values = floor_forms.read(IdentityForm(visit.request.POST))
    return {
        "actor": visit.actor,
        "at": visit.at,
        "known_as": values["known_as"],
        "patron": values["patron_code"],
        "since": moment(visit, values["since"]),
        "until": moment(visit, values["until"]),
        "key": visit.key,
    }


def moment(visit: Visit, keyed: time | None, within: datetime | None = None) -> datetime | None:
    """When the house's clock showed this time in the gaming day of ``within``, by default the running one.

    A gaming day passes midnight.
    """
    if keyed is None:
        return None
    schedule = clock.schedule(visit.actor.casino_id, visit.house.settings_version)
    begins = schedule.windows(schedule.gaming_day(within or visit.at))[0].starts
    zone = ZoneInfo(visit.house.time_zone)
    found = datetime.combine(begins.astimezone(zone).date(), keyed, zone)
    return found if found >= begins else datetime.combine(found.date() + timedelta(days=1), keyed, zone)
