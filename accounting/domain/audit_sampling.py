"""The sample that internal audit looks at: drawn by a seed, so that anyone draws the same one again.

K.A.R. 112-108-52 (domain.md §1.2): five openings, five closings, ten fills and three credits, on at least three gaming
days. Each kind has a stream of numbers of its own, so that more of one kind changes no pick of another.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tables.domain import fair_numbers

LEAST_DAYS = 3
DAYS = "gaming_days"


@dataclass(frozen=True, slots=True)
class Kind:
    """What is sampled: the event that completes the document, and how many are wanted."""

    name: str
    event: str
    wanted: int


KINDS = (
    Kind("opening", "table_opened", 5),
    Kind("closing", "table_closed", 5),
    Kind("fill", "fill_accepted", 10),
    Kind("credit", "credit_received", 3),
)
EVENTS: Mapping[str, str] = {kind.event: kind.name for kind in KINDS}
"""Event type -> kind."""


class Candidate(NamedTuple):
    """A document that may be drawn; in order of their days, streams and numbers."""

    gaming_day: str
    stream: str
    seq: int


@dataclass(frozen=True, slots=True)
class Missing:
    """A part of the sample that could not be filled: documents of a kind, or ``gaming_days``."""

    what: str
    wanted: int
    found: int


@dataclass(frozen=True, slots=True)
class Sample:
    """The picks by kind, how many there were to draw from, and what is missing."""

    picks: Mapping[str, Sequence[Candidate]]
    found: Mapping[str, int]
    missing: Sequence[Missing]


def draw(candidates: Mapping[str, Iterable[Candidate]], seed: str) -> Sample:
    """The sample that ``seed`` gives. The same candidates, in whatever order, and the same seed give the same."""
    found = {kind.name: sorted(candidates.get(kind.name, ())) for kind in KINDS}
    picks = {kind.name: _drawn(found[kind.name], kind, seed) for kind in KINDS}
    missing = [
        Missing(kind.name, kind.wanted, len(found[kind.name])) for kind in KINDS if len(found[kind.name]) < kind.wanted
    ]
    days = len({pick.gaming_day for drawn in picks.values() for pick in drawn})
    if days < LEAST_DAYS:
        missing.append(Missing(DAYS, LEAST_DAYS, days))
    return Sample(picks, {name: len(there) for name, there in found.items()}, missing)


def _drawn(candidates: Sequence[Candidate], kind: Kind, seed: str) -> Sequence[Candidate]:
    """The candidates are shuffled; the first of each of three days is taken, then whoever comes first. In order."""
    shuffled = list(candidates)
    numbers = fair_numbers.numbers(hashlib.sha256(f"{seed}/{kind.name}".encode()).digest())
    for last in range(len(shuffled) - 1, 0, -1):
        pick = fair_numbers.below(last + 1, numbers)
        shuffled[last], shuffled[pick] = shuffled[pick], shuffled[last]
    taken: list[Candidate] = []
    for candidate in shuffled:
        days = {pick.gaming_day for pick in taken}
        if len(days) < LEAST_DAYS and candidate.gaming_day not in days:
            taken.append(candidate)
    taken += [candidate for candidate in shuffled if candidate not in taken]
    return sorted(taken[: kind.wanted])
