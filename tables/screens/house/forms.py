"""Shapes of what the house manager keys in. Shape only; the services know the rules."""

from typing import Any, Final

from django import forms
from django.http import QueryDict

from tables.domain.actors import Role
from tables.games import catalogue
from tables.screens.calendar_fields import DayField
from tables.screens.forms import MoneyForm
from tables.screens.numbers import whole

ROLES: Final = [(role.value, role.value) for role in Role]
GAMES: Final = [(game, game) for game in catalogue.GAMES]
LANGUAGES: Final = [("en", "English"), ("zh-hans", "简体中文")]
RULE: Final = "rule-"
"""A house rule's field by its name: ``rule-decks``."""


class LicenceForm(forms.Form):
    """A licence and its last valid day."""

    licence = forms.CharField(max_length=32)
    licence_expires_on = DayField()


class PersonForm(forms.Form):
    """A new person; licence, roles and games may come later."""

    badge = forms.CharField(max_length=16)
    name = forms.CharField(max_length=120)
    username = forms.CharField(max_length=64)
    licence = forms.CharField(max_length=32, required=False)
    licence_expires_on = DayField(required=False)
    language = forms.ChoiceField(choices=LANGUAGES)
    roles = forms.MultipleChoiceField(choices=ROLES, required=False)
    games = forms.MultipleChoiceField(choices=GAMES, required=False)


class RoleForm(forms.Form):
    """A role to give or to take."""

    role = forms.ChoiceField(choices=ROLES)


class GameForm(forms.Form):
    """A game that the person may deal or supervise."""

    game = forms.ChoiceField(choices=GAMES)


class TerminalForm(forms.Form):
    """A device and the table it stands at, or none."""

    terminal = forms.CharField(max_length=16)
    table = forms.CharField(max_length=16, required=False)


class PitForm(forms.Form):
    """A pit."""

    pit = forms.CharField(max_length=16)
    pit_name = forms.CharField(max_length=80)


class TableForm(MoneyForm):
    """A table as it is licensed and furnished. ``rules`` is a version of a game's house rules: ``blackjack:2``."""

    amounts = required = ("licensed_maximum",)
    table = forms.CharField(max_length=16)
    pit = forms.CharField(max_length=16)
    rules = forms.RegexField(r"^[a-z0-9_]{1,32}:[0-9]{1,6}$")
    spots = forms.IntegerField(min_value=0, max_value=99)
    chip_set = forms.CharField(max_length=16)
    card_source = forms.CharField(max_length=8)


class EdgeForm(forms.Form):
    """A house edge in percent, to a hundredth of a hundredth, and the gaming day from which on it counts."""

    game = forms.ChoiceField(choices=GAMES)
    edge = forms.DecimalField(min_value=0, max_digits=7, decimal_places=4)
    effective_from = DayField()


class VersionForm(forms.Form):
    """A version of house rules."""

    version = forms.IntegerField(min_value=0, max_value=10**6)


class PlaceForm(forms.Form):
    """Column and row of a table on its pit's plan."""

    x = forms.IntegerField(min_value=0, max_value=999)
    y = forms.IntegerField(min_value=0, max_value=999)


class RotationForm(forms.Form):
    """Minutes at the tables and minutes of rest."""

    deal_minutes = forms.IntegerField(min_value=0, max_value=9_999)
    rest_minutes = forms.IntegerField(min_value=0, max_value=9_999)


def rule_values(keyed: QueryDict, before: dict[str, Any]) -> dict[str, Any]:
    """The house rules that were keyed, each in the type that it has in ``before``; what cannot be read stays text.

    Text where a number belongs is for the engine to refuse: it names the rule and says what belongs there.
    """
    return {name: _read(keyed.get(f"{RULE}{name}", ""), value) for name, value in before.items()}


def _read(text: str, before: Any) -> Any:
    text = text.strip()
    if isinstance(before, bool):
        return {"yes": True, "no": False}.get(text, text)
    if isinstance(before, int):
        return _whole_or_text(text)
    if isinstance(before, list):
        return [_whole_or_text(part.strip()) for part in text.split(",")]
    return text


def _whole_or_text(text: str) -> int | str:
    number = whole(text, 15)
    return text if number is None else number
