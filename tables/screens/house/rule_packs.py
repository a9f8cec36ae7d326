"""The rule pack: which one is in force, how the others differ from it, and the choice of another."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from tables.documents.spelling import grouped
from tables.domain import permissions
from tables.domain.rule_packs import shipped
from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.values import VALUES, RulingBound
from tables.screens import forms as floor_forms
from tables.screens.calendar_fields import DayField
from tables.screens.house import frame
from tables.screens.house.pack_words import MEANINGS
from tables.screens.house.value_words import VALUE_WORDS
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import rule_packs as reads
from tables.services import clock
from tables.services import rule_packs as services


class PackForm(forms.Form):
    """A pack by name and version, ``nevada-like:1``, and from which gaming day on."""

    pack = forms.RegexField(r"^[a-z-]{1,32}:[0-9]{1,4}$")
    effective_from = DayField()


@dataclass(frozen=True, slots=True)
class Line:
    """A value of the packs: what it means, what holds now, and each pack's with whether that differs."""

    name: str
    meaning: Promise | str
    now: str
    others: Sequence[tuple[str, bool]]


@require_http_methods(["GET", "POST"])
@page
def rule_packs(visit: Visit) -> HttpResponse:
    """All values side by side, and the form that chooses."""
    permissions.require(visit.actor, "manage_house")
    window = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at)
    held = reads.in_force(visit.actor.casino_id, window.gaming_day, visit.house.settings_version)

    def draw(refusal: Refusal | None) -> HttpResponse:
        packs = [shipped.pack(name, version, visit.house.exponent) for name, version in shipped.PACKS]
        choices = reads.history(visit.actor)
        today = window.gaming_day.isoformat()
        context: dict[str, Any] = {
            "held": held,
            "packs": packs,
            "lines": _lines(held, packs, visit.house.exponent),
            "choices": choices,
            "coming": [choice for choice in choices if choice.effective_from > today],
            "today": window.gaming_day,
            "keyed": visit.request.POST,
        }
        return frame.draw(visit, "house/rule_packs.html", context, refusal)

    return frame.answer(visit, {"choose_pack": lambda: _choose(visit)}, draw)


def _lines(held: RulePack, packs: Sequence[RulePack], exponent: int) -> list[Line]:
    found = []
    for name in VALUES:
        now = _shown(name, held, exponent)
        others = [_shown(name, pack, exponent) for pack in packs]
        found.append(Line(name, MEANINGS[name], now, [(text, text != now) for text in others]))
    return found


def _shown(name: str, pack: RulePack, exponent: int) -> str:
    value = getattr(pack, name)
    if value is None:
        return gettext("none")
    return grouped(value, exponent) if VALUES[name].money else _words(value, exponent)


def _words(value: Any, exponent: int) -> str:
    if isinstance(value, tuple):
        return ", ".join(_words(one, exponent) for one in value)
    if isinstance(value, RulingBound):
        ruling = _words(value.code, exponent)
        if value.most is None:
            return ruling
        return gettext("%(ruling)s up to %(most)s") % {"ruling": ruling, "most": grouped(value.most, exponent)}
    if isinstance(value, StrEnum):
        return str(VALUE_WORDS[value])
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value)


def _choose(visit: Visit) -> None:
    values = floor_forms.read(PackForm(visit.request.POST))
    name, _, version = values["pack"].partition(":")
    services.choose_rule_pack(
        actor=visit.actor,
        at=visit.at,
        name=name,
        version=int(version),
        effective_from=values["effective_from"],
        key=visit.key,
    )
