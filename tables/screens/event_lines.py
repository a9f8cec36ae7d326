"""The facts of an event in words and amounts, for who reads the log: the trail of audit, the pit's page of a table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext

from tables.games.cards import JOKER, PACK
from tables.reports.dispute_words import RULINGS
from tables.reports.event_words import ACTS, ITEMS, MONEY, WORDS
from tables.reports.words import ROLES, game_title
from tables.templatetags import floor

Codes = Mapping[str, Mapping[str, Any]]
"""Field -> code -> words, for fields whose values are codes."""
_CODES: Final[Codes] = {"do": ACTS, "role": ROLES, "ruling": RULINGS, "item": ITEMS}
_NO_MORE: Final[Codes] = {}
_UNTOLD: Final = (("hand", 0), ("card", JOKER))
"""A spot has one hand until it splits, and that the cut card came the event's title says."""


def facts(data: Mapping[str, Any], exponent: int, more: Codes = _NO_MORE) -> Sequence[tuple[Promise | str, str]]:
    """What of an event's data can be said in a word each, with its value spelt, in the order of ``WORDS``.

    ``more``: codes of fields that only the caller's events have.
    """
    told = {**data, **data.get("input", {})}
    if told.get("face_down") is True and not told.get("card"):
        told["card"] = gettext("face down")
    codes = {**_CODES, **more}
    return [
        (words, _spelt(name, told[name], exponent, codes))
        for name, words in WORDS.items()
        if _tells(name, told.get(name))
    ]


def _tells(name: str, value: Any) -> bool:
    """Whether a field can be said in a word: ``cash`` is an amount in one event and a yes in another, and of most keys
    the event's title has told already which was pressed."""
    if isinstance(value, bool) or (name == "do" and value not in ACTS) or (name, value) in _UNTOLD:
        return False
    return value not in (None, "") and isinstance(value, str | int)


def _spelt(name: str, value: str | int, exponent: int, codes: Codes) -> str:
    if name in MONEY and isinstance(value, int):
        return floor.money(value, exponent)
    if name in ("player", "by"):
        return floor.player(str(value))
    if name == "card" and value in PACK:
        return floor.rank_name(str(value)[0]) + floor.suit(str(value)[1])
    if name == "to":
        return gettext("Dealer's hand") if value == "dealer" else gettext("spot %(spot)s") % {"spot": value}
    if name == "hand" and isinstance(value, int):
        return str(value + 1)  # counted from nought in the log
    if name == "reason":
        return floor.misdeal(str(value))
    if name == "game":
        return game_title(str(value))
    return str(codes.get(name, {}).get(str(value), value))
