"""The parts of the bench table. A new part is a generator of lines and one row here; its size is what it counts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from casino.bench import (
    books,
    crowd,
    dice,
    edge,
    engines,
    house,
    live,
    month,
    presses,
    proving,
    screens,
    terminals,
    web,
    years,
)
from casino.bench.measure import Line


class Part(NamedTuple):
    """``lines`` measures at a size; ``size`` is the usual one, in ``unit``. ``usual``: measured when none is named."""

    lines: Callable[[int], Iterator[Line]]
    size: int
    unit: str
    usual: bool = True


PARTS: Final[Mapping[str, Part]] = {
    "engines": Part(engines.lines, 300, "rounds a turn"),
    "dice": Part(dice.lines, 200, "games a turn"),
    "presses": Part(presses.lines, 1_500, "presses"),
    "web": Part(web.lines, 800, "requests of one terminal"),
    "terminals": Part(terminals.lines, 64, "terminals"),
    "live": Part(live.lines, 50, "screens"),
    "screens": Part(screens.lines, 300, "live screens"),
    "books": Part(books.lines, 150, "rounds at each of six tables"),
    "crowd": Part(crowd.lines, 100_000, "bets of each of two rounds"),
    "proof": Part(proving.lines, 150, "rounds at each of twelve tables", usual=False),
    "house": Part(house.lines, 1_000, "tables", usual=False),
    "month": Part(month.lines, 100, "tables", usual=False),
    "years": Part(years.lines, 10_000_000, "bets in a hundred days", usual=False),
    "edge": Part(edge.lines, 3_000_000, "rounds", usual=False),
}


class Chosen(NamedTuple):
    """A part at the size it was asked for."""

    name: str
    part: Part
    size: int


def chosen(words: Sequence[str], parts: Mapping[str, Part]) -> list[Chosen]:
    """What ``name`` or ``name=size`` words ask for; without any, the usual parts. ValueError says what is wrong."""
    return [_chosen(word, parts) for word in words or [name for name, part in parts.items() if part.usual]]


def _chosen(word: str, parts: Mapping[str, Part]) -> Chosen:
    name, given, size = word.partition("=")
    if name not in parts:
        raise ValueError(f"there is no part {name}; the parts are {', '.join(parts)}")
    if given and not (size.isdecimal() and int(size)):
        raise ValueError(f"{word}: the size is a whole number of {parts[name].unit}")
    return Chosen(name, parts[name], int(size) if given else parts[name].size)
