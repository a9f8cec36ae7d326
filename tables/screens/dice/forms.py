"""Shapes of what is keyed at a dice table: throws, bids, and the sheet that opens a game."""

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict

from tables.domain import names
from tables.domain.errors import Invalid
from tables.games.dice import DEAD, Face
from tables.screens.forms import MoneyForm, PlayerField, read

DIE: Final = "die-"
"""A die's field by its place: ``die-0`` is the one at the left."""
MOST_DICE: Final = 8
LONGEST_NAME: Final = 40
_BETWEEN_NAMES: Final = re.compile(r"[,，、;；\n]")


class ThrowForm(forms.Form):
    """Whose dice they are, and what he announced with them."""

    do = forms.ChoiceField(choices=[(do, do) for do in ("throw", "announce", "dice", "roll")])
    by = PlayerField()
    double = forms.BooleanField(required=False)
    opposite = forms.BooleanField(required=False)


class BidForm(forms.Form):
    """A bid in one touch, ``7:2:zhai``; a keyed number of dice counts before the one on the key."""

    by = PlayerField()
    bid = forms.RegexField(r"^[0-9]{1,3}:[1-6]:(zhai|fei)?$")
    quantity = forms.IntegerField(min_value=0, max_value=999, required=False)


class ScarneyForm(MoneyForm):
    """What a game of Scarney is played for."""

    amounts = ("ante", "chip")
    required = ("ante",)
    first = forms.CharField(max_length=LONGEST_NAME, required=False)
    seating = forms.BooleanField(required=False)
    partners = forms.BooleanField(required=False)


class LiarsForm(MoneyForm):
    """What a round of liar's dice is played for, who bids first, and when the cups are keyed."""

    amounts = required = ("unit",)
    first = PlayerField()
    cups = forms.ChoiceField(choices=[("rolled", "rolled"), ("at_open", "at_open")])


def dice_of(keyed: QueryDict) -> list[Face]:
    """The faces that were touched, left to right. How many there must be is the rules' to say.

    Refused: ``bad_form`` for a die without a face between dice that have one, or for what is no face.
    """
    given = [keyed.get(f"{DIE}{at}", "") for at in range(MOST_DICE)]
    while given and not given[-1]:
        given.pop()
    if not given or any(face not in _FACES for face in given):
        raise Invalid("bad_form", field="dice")
    return [_FACES[face] for face in given]


_FACES: Final[dict[str, Face]] = {**{str(face): face for face in range(1, 7)}, DEAD: DEAD}


def players_of(keyed: QueryDict) -> list[str]:
    """Who plays, clockwise: the seats that were touched, then the names that were typed.

    Refused: ``bad_form`` for fewer than two or one twice, ``bad_player`` for a name with disguising signs.
    """
    typed = (names.composed(name.strip()) for name in _BETWEEN_NAMES.split(keyed.get("names", "")))
    found = [*keyed.getlist("in"), *(name for name in typed if name)]
    for name in found:
        names.require_person(name, LONGEST_NAME, "bad_player")
    if len(found) < 2 or len(set(found)) < len(found):
        raise Invalid("bad_form", field="in")
    return found


def turned(players: Sequence[str], first: str) -> list[str]:
    """The same circle from ``first`` on. Refused: ``bad_form`` when he is not in it."""
    if first not in players:
        raise Invalid("bad_form", field="first")
    at = players.index(first)
    return [*players[at:], *players[:at]]


def options_of(keyed: QueryDict, exponent: int) -> dict[str, Any]:
    """``options`` of the game that the sheet asks for. Refused: ``bad_form``."""
    if "unit" in keyed:
        values = read(LiarsForm(keyed, exponent=exponent))
        players = players_of(keyed)
        turned(players, values["first"])
        return {"players": players, "starter": values["first"], "unit": values["unit"], "cups": values["cups"]}
    values = read(ScarneyForm(keyed, exponent=exponent))
    players = players_of(keyed)
    players = turned(players, values["first"] or players[0])
    options: dict[str, Any] = {"players": players, "ante": values["ante"]}
    if values["chip"] is not None:
        options["chip"] = values["chip"]
    if values["seating"]:
        options["seating"] = True
    elif values["partners"]:
        options["teams"] = [players[::2], players[1::2]]
    return options
