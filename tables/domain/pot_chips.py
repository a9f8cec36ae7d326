"""Chips out of a pot: each payment in the pot's own chips, and change with the rack where these cannot make it.

A pot of one 100 has two winners: the dealer lays the 100 into the rack, takes as much in smaller chips out of it, and
pays from those. The mix of rack and pot changes, their values do not, so no change is ever a win (T-32, T-84). Where
the rack has no small chips either, the players change among themselves; then only the pot's mix is other than before.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tables.domain import chips
from tables.domain.chips import Chips
from tables.domain.errors import Conflict

RACK: Final = "rack"
PLAYERS: Final = "players"

NO_WISHES: Sequence[Chips] = ()


@dataclass(frozen=True, slots=True)
class Paid:
    """How payments were made. ``stacks`` are their chips, in order; ``left`` is what the pot holds after them.

    ``given`` went from the pot to whom the dealer changed with (``source``: ``rack``, ``players``, or empty if nothing
    was changed), ``taken`` came from there, equal in value.
    """

    stacks: list[Chips]
    left: Chips
    source: str
    given: Chips
    taken: Chips


def pay(pot: Mapping[int, int], amounts: Sequence[int], wished: Sequence[Chips] = NO_WISHES) -> Paid | None:
    """``amounts`` one after the other from ``pot``; None when its chips cannot make one of them.

    ``wished`` are the very chips of each payment, taken where they are there and worth it.
    """
    return _pay(pot, amounts, wished, "", {})


def pay_changed(
    pot: Mapping[int, int],
    amounts: Sequence[int],
    rack: Mapping[int, int],
    denominations: Sequence[int],
    wished: Sequence[Chips] = NO_WISHES,
) -> Paid:
    """The same with change for every amount that wants it: from ``rack`` if that will do for all, else the players'.

    ``denominations`` are those in use: nothing else is handed out. Refused: ``rack_short`` when no chips in use make
    an amount.
    """
    known = set(denominations)
    paid = _pay(pot, amounts, wished, RACK, {value: count for value, count in rack.items() if value in known})
    if paid is None:
        plenty = dict.fromkeys(known, chips.MOST_CHIPS)
        paid = _pay(pot, amounts, wished, PLAYERS, plenty)
    if paid is None:
        raise Conflict("rack_short", amount=sum(amounts))
    return paid


def pay_somehow(
    pot: Mapping[int, int],
    amounts: Sequence[int],
    rack: Callable[[], Mapping[int, int]],
    denominations: Sequence[int],
    wished: Sequence[Chips] = NO_WISHES,
) -> Paid:
    """``pay`` if it can be, else ``pay_changed``; only then the rack is asked for. Refused: ``rack_short``."""
    return pay(pot, amounts, wished) or pay_changed(pot, amounts, rack(), denominations, wished)


def _pay(
    pot: Mapping[int, int], amounts: Sequence[int], wished: Sequence[Chips], whom: str, supply: Mapping[int, int]
) -> Paid | None:
    """Pay, changing with ``whom``, who has ``supply``; None when that does not do for every amount."""
    left, stacks = chips.add(pot), []
    moved: Chips = {}  # by the changes, into the pot
    for at, amount in enumerate(amounts):
        stack = _wished(left, amount, wished[at]) if at < len(wished) else None
        stack = chips.made_of(amount, left) if stack is None else stack
        if stack is None:
            change = _change(amount, left, supply)
            if change is None:
                return None
            out, into, stack = change
            net = chips.less(into, out)
            left, supply, moved = chips.add(left, net), chips.less(supply, net), chips.add(moved, net)
        stacks.append(stack)
        left = chips.less(left, stack)
    given = {value: -count for value, count in moved.items() if count < 0}
    taken = {value: count for value, count in moved.items() if count > 0}
    return Paid(stacks, left, whom if moved else "", given, taken)


def _change(amount: int, pot: Chips, supply: Mapping[int, int]) -> tuple[Chips, Chips, Chips] | None:
    """What to give of ``pot``, what to take of ``supply`` for it, and the stack of ``amount`` that can be made then.

    One chip of the pot is changed if one will do, the smallest first; else the whole pot.
    """
    for given in [*({value: 1} for value in sorted(pot)), pot]:
        kept = _most_within(amount, chips.less(pot, given))
        rest, worth = amount - chips.value(kept), chips.value(given)
        if rest > worth:
            continue
        small = chips.made_of(rest, supply)
        if small is None:
            continue
        other = chips.made_of(worth - rest, chips.less(supply, small))
        if other is not None:
            return given, chips.add(small, other), chips.add(kept, small)
    return None


def _most_within(amount: int, stock: Mapping[int, int]) -> Chips:
    """The chips of ``stock`` that fit into ``amount``, largest first."""
    kept: Chips = {}
    for value in sorted(stock, reverse=True):
        count = min(amount // value, stock[value])
        if count > 0:
            kept[value] = count
            amount -= count * value
    return kept


def _wished(pot: Mapping[int, int], amount: int, stack: Chips) -> Chips | None:
    there = all(pot.get(value, 0) >= count for value, count in stack.items())
    return stack if there and chips.value(stack) == amount else None
