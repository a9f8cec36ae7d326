"""The facts of an event in words and amounts, for who reads the log: the trail of audit, the pit's page of a table."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise

from tables.screens.event_words import MONEY, WORDS
from tables.templatetags import floor

Codes = Mapping[str, Mapping[str, Any]]
"""Field -> code -> words, for fields whose values are codes."""


def facts(data: Mapping[str, Any], exponent: int, codes: Codes) -> Sequence[tuple[Promise | str, str]]:
    """What of an event's data can be said in a word each, with its value spelt, in the order of ``WORDS``."""
    told = {**data, **data.get("input", {})}
    return [
        (words, _spelt(name, told[name], exponent, codes)) for name, words in WORDS.items() if _tells(told.get(name))
    ]


def _tells(value: Any) -> bool:
    """Whether a field can be said in a word: ``cash`` is an amount in one event and a yes in another."""
    if isinstance(value, bool):
        return False
    return value not in (None, "") and isinstance(value, str | int)


def _spelt(name: str, value: str | int, exponent: int, codes: Codes) -> str:
    if name in MONEY and isinstance(value, int):
        return floor.money(value, exponent)
    if name in ("player", "by"):
        return floor.player(str(value))
    return str(codes.get(name, {}).get(str(value), value))
