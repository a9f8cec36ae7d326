"""Chips by denomination: what a rack, a bet and a count are made of. All values in minor units."""

from collections.abc import Iterable, Mapping
from typing import Any

from tables.domain.errors import Conflict, Invalid

Chips = dict[int, int]
"""Denomination in minor units -> number of chips. A change may have negative numbers, a holding may not."""

MOST_CHIPS = 10**7
"""No rack, count or payment has more pieces of one denomination than this."""
MOST_VALUE = 10**18
"""Nor is it worth more, in minor units: a BIGINT holds nine times as much, and no journal more than this."""


def value(chips: Mapping[int, int]) -> int:
    """What the chips are worth, in minor units."""
    return sum(denomination * count for denomination, count in chips.items())


def checked(chips: Mapping[int, Any], denominations: Iterable[int]) -> Chips:
    """The chips without zero lines. Refused: ``unknown_denomination`` (T-34), ``bad_quantity``."""
    known = set(denominations)
    for denomination, count in chips.items():
        if denomination not in known:
            raise Invalid("unknown_denomination", denomination=denomination)
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_CHIPS:
            raise Invalid("bad_quantity", denomination=denomination)
    if value(chips) > MOST_VALUE:
        raise Invalid("bad_quantity", denomination=max(chips))
    return {denomination: count for denomination, count in sorted(chips.items()) if count}


def require_total(chips: Mapping[int, int], total: int) -> None:
    """Quantities times denominations must be the value given (T-31). Refused: ``total_mismatch``."""
    if value(chips) != total:
        raise Invalid("total_mismatch", given=total, counted=value(chips))


def break_down(amount: int, denominations: Iterable[int]) -> Chips:
    """``amount`` in the fewest chips of a set. Refused: ``amount_not_in_chips`` when the set cannot make it."""
    chips: Chips = {}
    rest = amount
    for denomination in sorted(denominations, reverse=True):
        count, rest = divmod(rest, denomination)
        if count:
            chips[denomination] = count
    if rest:
        raise Invalid("amount_not_in_chips", amount=amount)
    return chips


def cut_from(amount: int, rack: Mapping[int, int]) -> Chips:
    """The chips to cut from ``rack`` for a payment, largest first. Refused: ``rack_short`` (order a fill)."""
    chips: Chips = {}
    rest = amount
    for denomination in sorted(rack, reverse=True):
        count = min(rest // denomination, rack[denomination])
        if count:
            chips[denomination] = count
            rest -= count * denomination
    if rest:
        raise Conflict("rack_short", amount=amount)
    return chips


def add(*holdings: Mapping[int, int]) -> Chips:
    """The sum, denomination by denomination; lines that come to zero fall away."""
    total: Chips = {}
    for holding in holdings:
        for denomination, count in holding.items():
            total[denomination] = total.get(denomination, 0) + count
    return {denomination: count for denomination, count in sorted(total.items()) if count}


def less(left: Mapping[int, int], right: Mapping[int, int]) -> Chips:
    """``left - right``, denomination by denomination; negative numbers may come out."""
    return add(left, {denomination: -count for denomination, count in right.items()})


def as_data(chips: Mapping[int, int]) -> dict[str, int]:
    """Chips as they stand in the log and in answers: JSON keys are text."""
    return {str(denomination): count for denomination, count in sorted(chips.items())}


def from_data(data: Mapping[str, int]) -> Chips:
    """The chips that ``as_data`` gave."""
    return {int(denomination): count for denomination, count in data.items()}
