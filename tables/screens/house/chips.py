"""The chip sets of the house: added, and chips that are given out no more."""

from typing import Any, Final

from django import forms
from django.http import HttpResponse, QueryDict
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.domain.errors import Invalid
from tables.domain.house_settings import Chip, ChipKind
from tables.screens import forms as floor_forms
from tables.screens.cage import words as cage_words
from tables.screens.house import frame
from tables.screens.numbers import whole
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import chip_sets as reads
from tables.services import chip_sets, house

MOST_CHIPS: Final = 10
KINDS: Final = [(kind.value, kind.value) for kind in ChipKind]


class SetForm(forms.Form):
    """A chip set's code and kind; its chips are read line by line."""

    chip_set = forms.CharField(max_length=16)
    kind = forms.ChoiceField(choices=KINDS)


class ChipForm(floor_forms.MoneyForm):
    """One kind of chip."""

    amounts = required = ("value",)
    colour = forms.CharField(max_length=7)
    letter = forms.CharField(max_length=2)


class RetiredForm(forms.Form):
    """Of which set."""

    chip_set = forms.CharField(max_length=16)


@require_http_methods(["GET", "POST"])
@page
def chips(visit: Visit) -> HttpResponse:
    """Every set with its chips, and the form of a new one."""
    permissions.require(visit.actor, "manage_house")

    def draw(refusal: Refusal | None) -> HttpResponse:
        keyed = visit.request.POST
        context: dict[str, Any] = {
            "sets": reads.listed(visit.actor),
            "kinds": cage_words.KINDS,
            "keyed": keyed,
            "lines": [(number, *_line(keyed, number)) for number in range(1, MOST_CHIPS + 1)],
        }
        return frame.draw(visit, "house/chips.html", context, refusal)

    return frame.answer(visit, {"add_chips": lambda: _add(visit), "retire": lambda: _retire(visit)}, draw)


def _line(keyed: QueryDict, number: int) -> tuple[str, str, str]:
    """Value, colour and letter of a line as they were keyed."""
    value, colour, letter = (keyed.get(f"{name}-{number}", "").strip()[:20] for name in ("value", "colour", "letter"))
    return value, colour, letter


def _add(visit: Visit) -> None:
    keyed = visit.request.POST
    values = floor_forms.read(SetForm(keyed))
    house.add_chip_set(
        actor=visit.actor,
        at=visit.at,
        code=values["chip_set"],
        denominations=_chips(visit, values["kind"]),
        kind=ChipKind(values["kind"]),
        key=visit.key,
    )


def _chips(visit: Visit, kind: str) -> list[Chip]:
    """The lines with a value. On chips without one stands the number of their colour, which is no money."""
    exponent = 0 if kind == ChipKind.NON_VALUE else visit.house.exponent
    found = []
    for number in range(1, MOST_CHIPS + 1):
        value, colour, letter = _line(visit.request.POST, number)
        if not value:
            continue
        line = QueryDict(mutable=True)
        line.update({"value": value, "colour": colour, "letter": letter})
        form = ChipForm(line, exponent=exponent)
        if not form.is_valid():
            raise Invalid("bad_form", field="chip")
        found.append(Chip(form.cleaned_data["value"], form.cleaned_data["colour"].lower(), form.cleaned_data["letter"]))
    return found


def _retire(visit: Visit) -> None:
    keyed = visit.request.POST
    ticked = [whole(value, 15) for value in keyed.getlist("value")]
    values = [value for value in ticked if value is not None]
    if values != ticked:
        raise Invalid("bad_form", field="chip")
    chip_sets.retire_denominations(
        actor=visit.actor,
        at=visit.at,
        chip_set=floor_forms.read(RetiredForm(keyed))["chip_set"],
        denominations=values,
        key=visit.key,
    )
