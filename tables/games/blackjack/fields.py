"""Reading an action's fields: what is malformed is refused with a code, never an exception of Python's."""

from typing import Any, Final

from tables.games.contract import Action, Refused, Tender

MOST: Final = 10**15
"""No stake or limit can be larger, in minor units; it keeps every sum of a round inside a BIGINT."""

_TENDERS: Final = frozenset(tender.value for tender in Tender)


def amount(value: Any) -> int:
    """A positive whole number of minor units."""
    if type(value) is not int or not 0 < value <= MOST:
        raise Refused("bad_amount", amount=value)
    return value


def word(action: Action, name: str) -> str:
    """A name or id: text that is not empty."""
    value = action.get(name)
    if type(value) is not str or not value:
        raise Refused("bad_action", field=name)
    return value


def number(action: Action, name: str) -> int:
    """A whole number, of a spot for instance."""
    value = action.get(name)
    if type(value) is not int:
        raise Refused("bad_action", field=name)
    return value


def flag(action: Action, name: str) -> bool:
    """True or false; false when it is not given."""
    value = action.get(name, False)
    if type(value) is not bool:
        raise Refused("bad_action", field=name)
    return value


def tender(action: Action) -> str:
    """``chips`` unless notes are laid (domain.md T-43)."""
    value = action.get("tender", "chips")
    if type(value) is not str or value not in _TENDERS:
        raise Refused("bad_action", field="tender")
    return value
