"""Measuring: ours and the baseline take turns, so that a machine that slows down slows both."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Act = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Sample:
    """The seconds of each turn, sorted."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def tenth(self) -> float:
        """The best tenth ends here."""
        return self.seconds[len(self.seconds) // 10]

    @property
    def ninetieth(self) -> float:
        """Nine in ten were this quick or quicker."""
        return self.seconds[min(len(self.seconds) - 1, len(self.seconds) * 9 // 10)]

    def percentile(self, percent: int) -> float:
        """So many per cent were this quick or quicker."""
        return self.seconds[min(len(self.seconds) - 1, len(self.seconds) * percent // 100)]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the bench table.

    ``ours`` and ``baseline`` are in ``unit``; ``ratio`` is ours to the baseline, the way ``bar`` reads it; ``met`` is
    None where there is no bar.
    """

    what: str
    unit: str
    ours: float
    spread: tuple[float, float]
    against: str = ""
    baseline: float | None = None
    ratio: float | None = None
    bar: str = ""
    met: bool | None = None

    def as_data(self) -> dict[str, Any]:
        """The line as it is kept in bench/*.json."""
        return {name: getattr(self, name) for name in self.__slots__}


def in_turns(turns: int, *acts: Act, warm_up: int = 3) -> list[Sample]:
    """Run the acts one after the other, ``turns`` times, and time each."""
    for _ in range(warm_up):
        for act in acts:
            act()
    found: list[list[float]] = [[] for _ in acts]
    for _ in range(turns):
        for act, seconds in zip(acts, found, strict=True):
            start = time.perf_counter()
            act()
            seconds.append(time.perf_counter() - start)
    return [Sample(tuple(sorted(seconds))) for seconds in found]


def rate(what: str, unit: str, ours: Sample, pieces: float, bar: str = "", least: float | None = None) -> Line:
    """Pieces a second, with a bar on the rate itself."""
    value = pieces / ours.median
    return Line(what, unit, value, _spread(ours, pieces), bar=bar, met=None if least is None else value >= least)


def rate_against(
    what: str,
    unit: str,
    ours: tuple[Sample, float],
    against: str,
    baseline: tuple[Sample, float],
    bar: str = "",
    least: float | None = None,
) -> Line:
    """Our rate beside the baseline's; each is a sample and how many pieces one turn makes."""
    value = ours[1] / ours[0].median
    other = baseline[1] / baseline[0].median
    ratio = value / other
    met = None if least is None else ratio >= least
    return Line(what, unit, value, _spread(*ours), against, other, ratio, bar, met)


def time_against(
    what: str, ours: Sample, against: str, baseline: Sample, bar: str = "", most: float | None = None
) -> Line:
    """Our milliseconds beside the baseline's; a lower ratio is better."""
    ratio = ours.median / baseline.median
    spread = (ours.tenth * 1e3, ours.ninetieth * 1e3)
    met = None if most is None else ratio <= most
    return Line(what, "ms", ours.median * 1e3, spread, against, baseline.median * 1e3, ratio, bar, met)


def _spread(sample: Sample, pieces: float) -> tuple[float, float]:
    return (pieces / sample.ninetieth, pieces / sample.tenth)
