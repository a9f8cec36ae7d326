"""Reading an action's fields: what is malformed is refused with a code, never an exception of Python's."""

from typing import Any, Final

from tables.games.contract import Action, Refused, Tender

MOST: Final = 10**15
"""No stake or limit can be larger, in minor units; it keeps every sum of a round inside a BIGINT."""

CHIPS: Final = Tender.CHIPS.value
CASH: Final = Tender.CASH.value


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


def who_where(action: Action) -> tuple[str, int]:
    """The person and the spot: ``by`` and ``spot``."""
    player = action.get("by")
    spot = action.get("spot")
    if type(player) is not str or not player:
        raise Refused("bad_action", field="by")
    if type(spot) is not int:
        raise Refused("bad_action", field="spot")
    return player, spot


def flag(action: Action, name: str) -> bool:
    """True or false; false when it is not given."""
    value = action.get(name, False)
    if type(value) is not bool:
        raise Refused("bad_action", field=name)
    return value


def tender(action: Action) -> str:
    """``chips`` unless notes are laid (domain.md T-43)."""
    value = action.get("tender", CHIPS)
    if value == CHIPS:
        return CHIPS
    if value == CASH:
        return CASH
    raise Refused("bad_action", field="tender")
