"""The words that are keyed at a table, their fields, and what each field may hold; checked and described from here.

A word that is not here belongs to a game that came later: its fields are held to ``anything``, its engine decides.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from tables.domain import look_alikes, names
from tables.domain.chips import MOST_CHIPS
from tables.domain.limits import MOST

LONGEST_NAME = 40
MOST_ITEMS = 64
MOST_DICE = 24
MOST_OPTIONS = 16

_DENOMINATION = re.compile(r"[1-9][0-9]{0,15}", re.ASCII)


def _name(value: Any) -> str:
    if type(value) is not str or not 0 < len(value) <= LONGEST_NAME or value != value.strip():
        return "bad_name"
    return "" if names.is_plain(value) and look_alikes.is_of_one_alphabet(value) else "bad_name"


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


def _faces(value: Any) -> str:
    """A throw as it lies: numbers, or a letter for a face without one."""
    if not isinstance(value, list) or not 0 < len(value) <= MOST_DICE:
        return "bad_dice"
    return "bad_dice" if any(type(face) not in (int, str) or _plain(face) for face in value) else ""


def _throws(value: Any) -> str:
    if not isinstance(value, dict) or not 0 < len(value) <= MOST_ITEMS:
        return "bad_dice"
    return "bad_dice" if any(_name(player) or _faces(dice) for player, dice in value.items()) else ""


def _options(value: Any) -> str:
    """What a round is opened with: which names there are is the engine's to say, people and sides are lists."""
    if not isinstance(value, dict) or not 0 < len(value) <= MOST_OPTIONS:
        return "bad_value"
    return "bad_value" if any(_name(name) or _option(item) for name, item in value.items()) else ""


def _option(value: Any) -> str:
    if not isinstance(value, list):
        return _plain(value)
    return "bad_value" if not 0 < len(value) <= MOST_ITEMS or any(_listed(item) for item in value) else ""


def anything(value: Any) -> str:
    """A field of a word that is not described here."""
    if isinstance(value, dict):
        if len(value) > MOST_ITEMS or any(_name(name) for name in value):
            return "bad_value"
        return "bad_value" if any(_listed(item) for item in value.values()) else ""
    return _listed(value)


def _listed(value: Any) -> str:
    if isinstance(value, list):
        return "" if len(value) <= MOST_ITEMS and not any(_plain(item) for item in value) else "bad_value"
    return _plain(value)


def _plain(value: Any) -> str:
    return "" if type(value) is bool or not _whole(value) or not _name(value) else "bad_value"


Check = Callable[[Any], str]
"""The code of what is wrong with a value, or nothing."""

_NAME_SCHEMA = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
_FACES_SCHEMA = {
    "type": "array",
    "minItems": 1,
    "maxItems": MOST_DICE,
    "items": {"oneOf": [{"type": "integer", "minimum": 1, "maximum": 6}, {"type": "string", "enum": ["D"]}]},
    "description": "Faces as they lie; D is a dead one.",
    "example": [6, 4, "D", 1, 3],
}
_NAMES_SCHEMA = {"type": "array", "minItems": 1, "maxItems": MOST_ITEMS, "items": _NAME_SCHEMA}
_MONEY_SCHEMA = {"type": "integer", "minimum": 1, "maximum": MOST, "description": "Minor units."}
_OPTIONS_SCHEMA = {
    "type": "object",
    "minProperties": 1,
    "maxProperties": MOST_OPTIONS,
    "properties": {
        "players": {**_NAMES_SCHEMA, "description": "Clockwise, where the game has an order."},
        "starter": {**_NAME_SCHEMA, "description": "Who bids first."},
        "unit": {**_MONEY_SCHEMA, "description": "One unit of the penalty, minor units."},
        "ante": _MONEY_SCHEMA,
        "chip": {**_MONEY_SCHEMA, "description": "The chip of a double-down, minor units."},
        "seating": {"type": "boolean", "description": "Throws give out the seats."},
        "teams": {"type": "array", "minItems": 2, "maxItems": 2, "items": _NAMES_SCHEMA},
        "cups": {"type": "string", "enum": ["rolled", "at_open"]},
    },
    "description": "What the game at the table wants to know of a round; `next_options` of an answer offers them.",
    "example": {"players": ["seat 1", "seat 2", "seat 3"], "starter": "seat 2", "unit": 500},
}
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
            "minProperties": 1,
            "maxProperties": MOST_ITEMS,
            "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MOST_CHIPS},
            "description": "Denomination in minor units and count; without it the fewest chips are taken for it.",
            "example": {"2500": 1},
        },
    ),
    "id": (_name, {**_NAME_SCHEMA, "description": "Names the back-bet within its round.", "example": "k1"}),
    "follow_split": (_flag, {"type": "boolean", "default": False}),
    "follow_double": (_flag, {"type": "boolean", "default": False}),
    "back_bet": (_name, {**_NAME_SCHEMA, "description": "Insures this back-bet instead of a spot.", "example": "k1"}),
    "options": (_options, _OPTIONS_SCHEMA),
    "to": (_name, {**_NAME_SCHEMA, "description": "Who gets the pot, by his name.", "example": "seat 3"}),
    "dice": (_faces, _FACES_SCHEMA),
    "throws": (
        _throws,
        {
            "type": "object",
            "minProperties": 1,
            "maxProperties": MOST_ITEMS,
            "additionalProperties": _FACES_SCHEMA,
            "description": "The throw of each player who has to throw for his seat.",
            "example": {"seat 1": [6, 4, "D", 1, 3], "seat 2": [1, 1, "D", "D", 4]},
        },
    ),
    "double": (_flag, {"type": "boolean", "default": False}),
    "opposite": (_flag, {"type": "boolean", "default": False}),
    "quantity": (_spot, {"type": "integer", "minimum": 1, "maximum": 99, "example": 4}),
    "face": (_spot, {"type": "integer", "minimum": 1, "maximum": 6, "example": 5}),
    "call": (_name, {"type": "string", "enum": ["zhai", "fei"]}),
    "units": (_spot, {"type": "integer", "minimum": 1, "maximum": 99, "default": 1}),
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

INPUTS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "open_round": ((), ("options",)),
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
    "seat": (("throws",), ()),
    "ante": (("by",), ("tender", "chips")),
    "announce": (("by",), ("double", "opposite", "tender", "chips")),
    "throw": (("by", "dice"), ("double", "opposite", "tender", "chips")),
    "dice": (("dice",), ()),
    "stay": (("by",), ()),
    "roll": (("by", "dice"), ()),
    "bid": (("by", "quantity", "face"), ("call",)),
    "open": (("by",), ("units",)),
    "leave": (("by",), ()),
    "confirm_settlement": ((), ()),
    "pay_pot": (("to",), ()),
}
"""Required and optional fields of each word, beside ``do``."""
ACTS: Final = ("hit", "stand", "double", "split", "announce", "throw", "stay", "bid", "open", "leave")
"""The words that are players' decisions, for the API's description."""
