"""Chips by denomination: what a rack, a bet and a count are made of. All values in minor units."""

from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from typing import Any

from tables.domain.errors import Conflict, Invalid

Chips = dict[int, int]
"""Denomination in minor units -> number of chips. A change may have negative numbers, a holding may not."""

MOST_CHIPS = 10**7
"""No rack, count or payment has more pieces of one denomination than this."""
MOST_VALUE = 10**15
"""Nor is it worth more, in minor units: far above any house, and nine thousand such movements can be added up in the
BIGINTs of the books, which nobody could follow any more past one that they do not hold."""


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
    """``amount`` in chips of a set, largest first. Refused: ``amount_not_in_chips`` when the set cannot make it."""
    chips = made_of(amount, {denomination: amount // denomination for denomination in denominations})
    if chips is None:
        raise Invalid("amount_not_in_chips", amount=amount)
    return chips


def cut_from(amount: int, rack: Mapping[int, int]) -> Chips:
    """The chips to cut from ``rack`` for a payment, largest first. Refused: ``rack_short`` (order a fill)."""
    chips = made_of(amount, rack)
    if chips is None:
        raise Conflict("rack_short", amount=amount)
    return chips


MOST_TRIES = 10_000
"""So many ways are looked at before an amount counts as one that cannot be made."""


def made_of(amount: int, stock: Mapping[int, int]) -> Chips | None:
    """``amount`` from ``stock``, as many of the largest chips as leave a rest that the smaller ones can make.

    Where each chip is a multiple of the next the first way is the one. A 2.50 among 1.00s is not: 3.00 is three
    1.00s, although a 2.50 fits.
    """
    lines = sorted(((value, count) for value, count in stock.items() if count > 0), reverse=True)
    below = [0] * (len(lines) + 1)  # what the lines from here on are worth together
    for at in range(len(lines) - 1, -1, -1):
        below[at] = below[at + 1] + lines[at][0] * lines[at][1]
    counts = _ways(amount, lines, below)
    return None if counts is None else {value: count for (value, _), count in zip(lines, counts, strict=False) if count}


def _ways(amount: int, lines: Sequence[tuple[int, int]], below: Sequence[int]) -> list[int] | None:
    """How many of each line, from the first on; None when there is no way, or none among ``MOST_TRIES``."""
    counts: list[int] = []
    rest, tries = amount, 0
    while rest:
        at = len(counts)
        count = min(rest // lines[at][0], lines[at][1]) if at < len(lines) else -1
        while count < 0 or rest - count * lines[at][0] > below[at + 1]:  # a dead end: one less of an earlier line
            tries += 1
            if not counts or tries > MOST_TRIES:
                return None
            count = counts.pop() - 1
            at = len(counts)
            rest += (count + 1) * lines[at][0]
        counts.append(count)
        rest -= count * lines[at][0]
    return counts


MOST_GAPS = 32
"""A chip set that cannot make more multiples of its own unit than so many pays in its smallest chip instead."""


def whole_unit(wanted: int, denominations: Sequence[int]) -> int:
    """The step in which chips can pay every amount: ``wanted`` where they can make it, else the smallest chip."""
    return (
        min(denominations) if made_of(wanted, {value: wanted // value for value in denominations}) is None else wanted
    )


def unit_and_gaps(wanted: int, denominations: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The finest step in which chips can pay where the house pays in steps of ``wanted``, and its gaps.

    With chips of 1.00 and 2.50 steps of 0.01 become steps of 0.50. 7.50 can be made; 0.50 and 1.50 cannot (T-47).
    """
    smallest, common = min(denominations), gcd(*denominations)
    unit = wanted if wanted % common == 0 else common
    if smallest // common > MOST_GAPS:
        return whole_unit(wanted, denominations), ()
    least = _least_of_each_rest(denominations, smallest, common)
    gaps = [amount for amount in range(unit, max(least), unit) if amount < least[amount % smallest // common]]
    return (unit, tuple(gaps)) if len(gaps) <= MOST_GAPS else (whole_unit(wanted, denominations), ())


def _least_of_each_rest(denominations: Sequence[int], smallest: int, common: int) -> list[int]:
    """For each rest by the smallest chip the least amount that leaves it; more of that chip make all above it."""
    least: list[int | None] = [0, *([None] * (smallest // common - 1))]
    found = True
    while found:
        found = False
        for amount in [amount for amount in least if amount is not None]:
            for value in denominations:
                rest, known = (amount + value) % smallest // common, least[(amount + value) % smallest // common]
                if known is None or amount + value < known:
                    least[rest], found = amount + value, True
    return [amount for amount in least if amount is not None]


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
