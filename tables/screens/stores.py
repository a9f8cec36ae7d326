"""The stores of cards and dice: what is where, and the five acts of two persons at them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tables.domain.equipment import MOST, Item, Place
from tables.domain.errors import Invalid
from tables.reports.event_words import ITEMS
from tables.screens import forms as floor_forms
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import equipment as reads
from tables.services import equipment

KEEPER, ACCOUNTANT, BOSS = _("Security, who keeps the stores"), _("Accountant"), _("Pit boss in charge")
PLACES: Final[Mapping[str, Promise | str]] = {Place.NEW: _("sealed"), Place.USED: _("used")}


@dataclass(frozen=True, slots=True)
class Work:
    """A form: what it is called, which fields it has beside item and pieces, and who signs beside security."""

    title: Promise | str
    about: Promise | str
    done: Promise | str
    fields: tuple[str, ...]
    second: tuple[str, Promise | str]


_WITH_ACCOUNTANT, _WITH_BOSS = ("accountant", ACCOUNTANT), ("pit_boss", BOSS)
WORKS: Final[Mapping[str, Work]] = {
    "issue": Work(
        _("To a table"),
        _("The pit boss in charge takes sealed decks or dice."),
        _("The table has them."),
        ("table",),
        _WITH_BOSS,
    ),
    "return": Work(
        _("Back from a table"),
        _("What is not sealed any more waits to be destroyed."),
        _("They are in the stores."),
        ("table", "unused"),
        _WITH_BOSS,
    ),
    "receive": Work(
        _("Delivery"),
        _("Sealed decks or dice from the maker."),
        _("They are in the stores."),
        ("source",),
        _WITH_ACCOUNTANT,
    ),
    "destroy": Work(
        _("Destruction"),
        _("Cancelled and destroyed before both: used ones, or sealed ones that came damaged."),
        _("They are no more."),
        ("place", "how"),
        _WITH_ACCOUNTANT,
    ),
    "count": Work(
        _("Count"),
        _("Once a gaming day. Nothing here tells what should be there."),
        _("The count stands. What differs is in the log with its note."),
        ("counted", "note"),
        _WITH_ACCOUNTANT,
    ),
}


class MoveForm(forms.Form):
    """Which decks or dice, how many, and what the act wants beside."""

    item = forms.ChoiceField(choices=[(item.value, item.value) for item in Item])
    pieces = forms.IntegerField(min_value=1, max_value=MOST)
    table = forms.CharField(max_length=16, required=False)
    unused = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    source = forms.CharField(max_length=equipment.LONGEST_TEXT, required=False)
    place = forms.ChoiceField(choices=[(place.value, place.value) for place in equipment.STORES], required=False)
    how = forms.CharField(max_length=equipment.LONGEST_TEXT, required=False)


class CountForm(forms.Form):
    """Every line of the stores has to be keyed: nothing keyed is not nothing found."""

    note = forms.CharField(max_length=equipment.LONGEST_TEXT, required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        for name, *_words in _count_lines({}):
            self.fields[name] = forms.IntegerField(min_value=0, max_value=MOST)


@require_http_methods(["GET", "POST"])
@page
def stores(visit: Visit) -> HttpResponse:
    """What lies in the stores and at the tables; who keeps them chooses a form."""
    found = reads.of(visit.actor)
    keeps = visit.may("keep_equipment")
    name = visit.request.POST.get("work", visit.request.GET.get("work", ""))
    work = WORKS.get(name) if keeps else None

    def draw(refusal: Refusal | None) -> HttpResponse:
        keyed = visit.request.POST
        done = WORKS.get(visit.request.GET.get("done", ""))
        signers = [("keeper", KEEPER), work.second] if work else []
        context = {
            "found": found,
            "kept": [(ITEMS[line.item], line) for line in found.kept],
            "loose": [line for line in found.tables if line.without_issue] if found.is_kept else [],
            "works": [(key, each.title, key == name) for key, each in WORKS.items()] if keeps else [],
            "name": name,
            "work": work,
            "items": ITEMS.items(),
            "places": PLACES.items(),
            "tables": found.codes,
            "lines": _count_lines(keyed) if name == "count" else [],
            "signers": [(prefix, role, keyed.get(f"{prefix}_badge", "")) for prefix, role in signers],
            "done": done.done if done and refusal is None else None,
            "refusal": refusal,
            "keyed": keyed,
        }
        return visit.draw("stores/stores.html", context, status=refusal.status if refusal else 200)

    return pages.answer(visit, {key: _act(visit, key) for key in WORKS}, draw)


def _act(visit: Visit, name: str) -> Callable[[], None]:
    def act() -> None:
        keyed = visit.request.POST
        second, _role = WORKS[name].second
        signed = {prefix: floor_forms.signature(keyed, prefix) for prefix in ("keeper", second)}
        given: dict[str, Any] = {"actor": visit.actor, "at": visit.at, "key": visit.key, **signed}
        if name == "count":
            _count(visit, given)
            return
        asked = floor_forms.read(MoveForm(keyed))
        given |= {"item": Item(asked["item"]), "pieces": asked["pieces"]}
        if name == "receive":
            equipment.receive_equipment(**given, source=asked["source"])
        elif name == "issue":
            equipment.issue_equipment(**given, table=asked["table"])
        elif name == "return":
            equipment.return_equipment(**given, table=asked["table"], unused=asked["unused"] or 0)
        elif name == "destroy":
            equipment.destroy_equipment(**given, place=Place(asked["place"] or Place.USED), how=asked["how"])
        else:
            raise Invalid("unknown_action")

    return act


def _count(visit: Visit, given: Mapping[str, Any]) -> None:
    asked = floor_forms.read(CountForm(visit.request.POST))
    counted = {item.value: {p.value: asked[f"{item}-{p}"] for p in equipment.STORES} for item in Item}
    equipment.count_equipment(**given, counted=counted, note=asked["note"])


def _count_lines(keyed: Mapping[str, str]) -> list[tuple[str, Promise | str, Promise | str, str]]:
    """Field, what it counts, in which state, and what was keyed."""
    return [
        (f"{item}-{place}", ITEMS[item], PLACES[place], keyed.get(f"{item}-{place}", ""))
        for item in Item
        for place in equipment.STORES
    ]
