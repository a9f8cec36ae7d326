"""The shape of what is keyed at a table, checked by hand because it is the hot path (perf.md §5).

The same two lists give the API's description, so what is described and what is checked cannot disagree. A word that
is not in ``INPUTS`` belongs to a game that came later: its fields are held to the general bounds and its engine
decides.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ErrorDetail, ValidationError

from tables.domain.chips import MOST_CHIPS
from tables.domain.limits import MOST

LONGEST_NAME = 40
MOST_FIELDS = 16
MOST_ITEMS = 64

_WORD = re.compile(r"[a-z][a-z_]{0,23}", re.ASCII)
_DENOMINATION = re.compile(r"[1-9][0-9]{0,15}", re.ASCII)
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

MESSAGES: Final = {
    "unknown_field": _("There is no such field."),
    "required": _("This field is required."),
    "not_an_object": _("A JSON object is expected here."),
    "not_a_list": _("A JSON list is expected here."),
    "bad_length": _("The list is empty or too long."),
    "bad_word": _("A small word of letters and underscores is expected here."),
    "bad_name": _("A text of 1 to 40 visible characters is expected here."),
    "bad_whole": _("A whole number in bounds is expected here."),
    "bad_flag": _("true or false is expected here."),
    "bad_chips": _("Chips are an object of denomination and count."),
    "bad_value": _("A text, a whole number, true or false, or a list of these is expected here."),
}


def _name(value: Any) -> str:
    if type(value) is not str or not 0 < len(value) <= LONGEST_NAME or value != value.strip():
        return "bad_name"
    if value.isascii():
        return "" if value.isprintable() else "bad_name"
    return "bad_name" if any(unicodedata.category(sign) in _UNSEEN for sign in value) else ""


def _whole(value: Any) -> str:
    return "" if type(value) is int and -MOST <= value <= MOST else "bad_whole"


def _spot(value: Any) -> str:
    return "" if type(value) is int and 0 <= value <= 99 else "bad_whole"


def _flag(value: Any) -> str:
    return "" if type(value) is bool else "bad_flag"


def _chips(value: Any) -> str:
    if not isinstance(value, dict) or not 0 < len(value) <= MOST_ITEMS:
        return "bad_chips"
    for denomination, count in value.items():
        if not _DENOMINATION.fullmatch(denomination) or type(count) is not int or not 0 <= count <= MOST_CHIPS:
            return "bad_chips"
    return ""


def _anything(value: Any) -> str:
    """A field of a word that is not described here."""
    if isinstance(value, list):
        return "" if len(value) <= MOST_ITEMS and not any(_plain(item) for item in value) else "bad_value"
    return _plain(value)


def _plain(value: Any) -> str:
    return "" if type(value) is bool or not _whole(value) or not _name(value) else "bad_value"


Check = Callable[[Any], str]
"""The code of what is wrong with a value, or nothing."""

_NAME_SCHEMA = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
FIELDS: Final[Mapping[str, tuple[Check, dict[str, Any]]]] = {
    "by": (_name, {**_NAME_SCHEMA, "description": "The player, as the table knows him.", "example": "seat 3"}),
    "spot": (_spot, {"type": "integer", "minimum": 0, "maximum": 99, "example": 3}),
    "amount": (
        _whole,
        {"type": "integer", "minimum": 1, "maximum": MOST, "description": "Minor units.", "example": 2500},
    ),
    "tender": (_name, {"type": "string", "enum": ["chips", "cash"], "default": "chips"}),
    "chips": (
        _chips,
        {
            "type": "object",
            "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MOST_CHIPS},
            "description": "Denomination in minor units and count; without it the fewest chips are taken for it.",
            "example": {"2500": 1},
        },
    ),
    "id": (_name, {**_NAME_SCHEMA, "description": "Names the back-bet within its round.", "example": "k1"}),
    "follow_split": (_flag, {"type": "boolean", "default": False}),
    "follow_double": (_flag, {"type": "boolean", "default": False}),
    "back_bet": (_name, {**_NAME_SCHEMA, "description": "Insures this back-bet instead of a spot.", "example": "k1"}),
    "card": (
        _name,
        {
            "type": "string",
            "pattern": "^([A23456789TJQK][SHDC]|JOKER)$",
            "description": "Rank and suit; JOKER is the cut card.",
            "example": "KH",
        },
    ),
}

_LAYS = ("amount", "tender", "chips")
INPUTS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "open_round": ((), ()),
    "bet": (("by", "spot", "amount"), ("tender", "chips")),
    "back_bet": (("id", "by", "spot", "amount"), ("tender", "chips", "follow_split", "follow_double")),
    "withdraw_bet": (("by", "spot"), ()),
    "withdraw_back_bet": (("by", "id"), ()),
    "close_betting": ((), ()),
    "card": (("card",), ()),
    "shoe_empty": ((), ()),
    "insure": (("by", "amount"), ("spot", "back_bet", "tender", "chips")),
    "close_insurance": ((), ()),
    "hit": (("by", "spot"), ()),
    "stand": (("by", "spot"), ()),
    "double": (("by", "spot"), ("tender", "chips")),
    "split": (("by", "spot"), ("tender", "chips")),
    "confirm_settlement": ((), ()),
}
"""Required and optional fields of each word, beside ``do``."""


def action(do: str, body: Any) -> dict[str, Any]:
    """The action ``do`` with the fields of ``body``. Refused (422): ``invalid_request`` with a pointer for each."""
    _raise(_object_errors(body) or _field_errors(body, INPUTS[do]))
    return {"do": do, **body}


def act(body: Any) -> dict[str, Any]:
    """A player's decision, named by ``do``. Refused: see ``action``."""
    _raise(_errors(body))
    return dict(body)


def several(body: Any, name: str = "inputs", most: int = MOST_ITEMS) -> list[dict[str, Any]]:
    """The list of actions in field ``name``, each named by ``do``. Refused: see ``action``."""
    _raise(_object_errors(body) or _only(body, name))
    given: Any = body[name]
    if not isinstance(given, list):
        _raise({name: "not_a_list"})
    if not 0 < len(given) <= most:
        _raise({name: "bad_length"})
    for index, one in enumerate(given):
        if errors := _errors(one):
            raise ValidationError({name: {str(index): _told(errors)}})
    return list(given)


def schema(do: str, *, named: bool = False) -> dict[str, Any]:
    """The JSON schema of a word's fields, with ``do`` itself if ``named``."""
    required, optional = INPUTS[do]
    properties = {field: FIELDS[field][1] for field in (*required, *optional)}
    if named:
        properties = {"do": {"type": "string", "enum": [do]}, **properties}
        required = ("do", *required)
    told: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**told, "required": list(required)} if required else told


def list_schema(*words: str, name: str = "inputs", most: int = MOST_ITEMS) -> dict[str, Any]:
    """The JSON schema of a list of actions in field ``name``."""
    items = {"oneOf": [schema(do, named=True) for do in words]}
    return {
        "type": "object",
        "properties": {name: {"type": "array", "minItems": 1, "maxItems": most, "items": items}},
        "required": [name],
        "additionalProperties": False,
    }


Errors = Mapping[str, str]
"""Field -> code of what is wrong with it; the empty name stands for the object itself."""


def _errors(given: Any) -> Errors:
    if errors := _object_errors(given):
        return errors
    do = given.get("do")
    if type(do) is not str or not _WORD.fullmatch(do):
        return {"do": "bad_word" if "do" in given else "required"}
    known = INPUTS.get(do)
    if known is not None:
        return _field_errors(given, known, skip="do")
    if len(given) > MOST_FIELDS:
        return {"": "bad_length"}
    return {field: code for field, value in given.items() if (code := _word_error(field) or _anything(value))}


def _word_error(field: str) -> str:
    return "" if _WORD.fullmatch(field) else "unknown_field"


def _object_errors(given: Any) -> Errors:
    return {} if isinstance(given, dict) else {"": "not_an_object"}


def _field_errors(given: Mapping[str, Any], known: tuple[tuple[str, ...], tuple[str, ...]], skip: str = "") -> Errors:
    required, optional = known
    errors = {}
    for field, value in given.items():
        if field in required or field in optional:
            if code := FIELDS[field][0](value):
                errors[field] = code
        elif field != skip:
            errors[field] = "unknown_field"
    for field in required:
        if field not in given:
            errors[field] = "required"
    return errors


def _only(body: Mapping[str, Any], name: str) -> Errors:
    errors = {field: "unknown_field" for field in body if field != name}
    return errors if name in body else {**errors, name: "required"}


def _raise(errors: Errors) -> None:
    if errors:
        raise ValidationError(_told(errors))


def _told(errors: Errors) -> dict[str, list[ErrorDetail]]:
    return {field or "non_field_errors": [ErrorDetail(str(MESSAGES[code]), code)] for field, code in errors.items()}
