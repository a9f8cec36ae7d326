"""The shape of what is keyed at a table, checked by hand because it is the hot path (perf.md §5).

The same lists give the API's description, so what is described and what is checked cannot disagree.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ErrorDetail, ValidationError

from tables.api.words import FIELDS, INPUTS, MOST_ITEMS, anything

MOST_FIELDS = 16
_WORD = re.compile(r"[a-z][a-z_]{0,23}", re.ASCII)

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
    "bad_dice": _("A throw is a list of the faces as they lie."),
    "bad_value": _("A text, a whole number, true or false, or a list or an object of these is expected here."),
}


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
    return {field: code for field, value in given.items() if (code := _word_error(field) or anything(value))}


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
