"""The numbers of a series: each is used, void or missing, and a missing one is an exception the same day (T-24)."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Gap(NamedTuple):
    """Numbers that nobody can show, from ``first`` to ``last``."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Reconciled:
    """A series from its first number to its last. A void number is used up, and is not among the used ones.

    ``twice`` are numbers that stand on more than one document.
    """

    series: str
    first: int
    last: int
    used: int
    void: int
    missing: Sequence[Gap]
    twice: Sequence[int]

    @property
    def missing_numbers(self) -> int:
        """How many numbers are missing."""
        return sum(gap.last - gap.first + 1 for gap in self.missing)


def reconcile(
    series: str, first: int, issued: Iterable[int], voided: Collection[int] = (), known: Collection[int] = ()
) -> Reconciled:
    """What became of the numbers from ``first`` to the highest issued one.

    ``known`` are numbers that were issued on other days: not counted here, and not missing either. Without a number
    issued, the series ends before its first.
    """
    times = Counter(issued)
    last = max(times, default=first - 1)
    there = sorted({number for number in (*times, *known) if first <= number <= last})
    gaps = []
    expected = first
    for number in there:
        if number > expected:
            gaps.append(Gap(expected, number - 1))
        expected = number + 1
    void = sum(1 for number in times if number in voided)
    return Reconciled(
        series=series,
        first=first,
        last=last,
        used=len(times) - void,
        void=void,
        missing=tuple(gaps),
        twice=tuple(sorted(number for number, count in times.items() if count > 1)),
    )
