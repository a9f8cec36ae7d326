"""Figures of some bank periods found a second time: by the legs of their journals, or over many days by the periods."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from accounting.domain import figures, proofs
from accounting.domain.proofs import Counted, Value
from accounting.domain.shift_lines import PERCENT_PLACES, Box, Boxes, Period, PeriodKey
from accounting.selectors import crowd_rows
from accounting.selectors.proof_sources import Sources

_OF_PERIOD: Final[Mapping[str, str]] = {
    "engine_net": "house_net",
    "box_cash_by_log": "box_cash",
    "opening_stakes": "staked",
}
_MICROSECOND: Final = timedelta(microseconds=1)


class OfBox(NamedTuple):
    """What a box brings: its drop, and its rake as expected and as counted."""

    drop: int
    rake: int
    rake_counted: int


class Values:
    """Figures of any of some periods, by the legs; a figure that is not known yet is None."""

    def __init__(self, sources: Sources, periods: Sequence[Period], boxes: Boxes, *, banked: bool) -> None:
        self._sources = sources
        self._periods = periods
        self.boxes = boxes
        self.banked = banked
        self._leaves: dict[str, dict[PeriodKey, int]] = {}
        self._found: dict[tuple[str, int], OfBox] | None = None

    def of(self, figure: str, periods: Sequence[Period]) -> int | str | None:
        """The figure of ``periods``, as a line of a report would tell it."""
        name = proofs.known_as(figure)
        if name == "hold":
            ratio = figures.hold(self._value("win", periods), self._value("drop", periods))
            return None if ratio is None else figures.percent(ratio, PERCENT_PLACES)
        return self._value(name, periods)

    def unknown(self, periods: Sequence[Period]) -> list[tuple[Box, str]]:
        """The boxes for which a drop is not known, each with why: ``on_table``, ``not_counted``, ``covers_more``."""
        found = []
        for own in _by_table(periods):
            covered = {period.result.number for period in own}
            for box in self._boxes_of(own):
                if box.periods is None:
                    found.append((box, "on_table"))
                elif not box.complete:
                    found.append((box, "not_counted"))
                elif not covered.issuperset(box.periods):
                    found.append((box, "covers_more"))
        return found

    def _value(self, name: str, periods: Sequence[Period]) -> Value:
        source = proofs.leaf(name, banked=self.banked)
        if isinstance(source, Counted) and source.what not in ("opener", "closer"):
            return self._of_boxes(source.what, periods)
        if source is not None:
            leaf = self._leaf(name)
            return sum(leaf.get((period.result.stream_id, period.result.number), 0) for period in periods)
        if name in proofs.BY_TABLE:
            return self._bank(name, periods)
        if name == "rake_per_hour":
            return self._rake_per_hour(periods)
        if name == "theoretical_win":
            stakes = self._leaf("opening_stakes")
            keys = [((period.result.stream_id, period.result.number), period.edge) for period in periods]
            return figures.theoretical_win(figures.theory((stakes.get(key, 0), edge) for key, edge in keys))
        return proofs.made_of(name, lambda each: self._value(each, periods), banked=self.banked)

    def _leaf(self, name: str) -> dict[PeriodKey, int]:
        found = self._leaves.get(name)
        if found is None:
            found = self._leaves[name] = self._read(name)
        return found

    def _read(self, name: str) -> dict[PeriodKey, int]:
        """A leaf in every period. What the rack moved from opener to closer makes the closer (T-10)."""
        source = proofs.leaf(name, banked=self.banked)
        if name == "opener":
            return self._sources.openers(self._periods)
        if name == "closer":
            moved = self._sources.sums(proofs.RACK, self._periods)
            return {key: opener + moved.get(key, 0) for key, opener in self._leaf("opener").items()}
        if source is None:
            raise KeyError(name)
        return self._sources.sums(source, self._periods)

    def _read_boxes(self) -> dict[tuple[str, int], OfBox]:
        drops, rakes = self._sources.boxes(self.boxes), self._sources.boxes(self.boxes, rake=True)
        return {
            key: OfBox(
                drops[key].amount if key in drops else 0,
                rakes[key].expected if key in rakes else 0,
                rakes[key].amount if key in rakes else 0,
            )
            for key in self.boxes
        }

    def _boxes_of(self, periods: Sequence[Period]) -> list[Box]:
        keys = {(period.place.table, number) for period in periods for number in period.boxes}
        return [self.boxes[key] for key in sorted(keys)]

    def _of_boxes(self, what: str, periods: Sequence[Period]) -> Value:
        """What the boxes of whole tables come to; None where one is not counted, or covers more (V-08)."""
        if self._found is None:
            self._found = self._read_boxes()
        total = 0
        for own in _by_table(periods):
            covered = {period.result.number for period in own}
            for box in self._boxes_of(own):
                if not _known(box, what) or not covered.issuperset(box.periods or ()):
                    return None
                found = self._found[box.table, box.number]
                if what == "box":
                    total += found.drop
                else:
                    total += proofs.share_of_box(what, found.rake_counted, found.rake)
        return total

    def _bank(self, name: str, periods: Sequence[Period]) -> Value:
        total = 0
        for own in _by_table(periods):
            bank = self._value("bank_variance", own)
            if bank is None:
                return None
            total += max(-bank if name == "bank_short" else bank, 0)
        return total

    def _rake_per_hour(self, periods: Sequence[Period]) -> Value:
        booked = self._value("rake_booked", periods)
        open_time = sum(
            (
                datetime.fromisoformat(period.result.closed_at) - datetime.fromisoformat(period.result.opened_at)
                for period in periods
            ),
            timedelta(),
        )
        amount = self._value("rake", periods) if booked is None else booked
        return figures.per_hour(amount or 0, open_time // _MICROSECOND)


class PeriodValues(Values):
    """The same from the books' rows of bank periods: a month has too many legs to add up while somebody waits."""

    def _read(self, name: str) -> dict[PeriodKey, int]:
        if name in proofs.CROWD:
            crowd = crowd_rows.by_period(self._periods, self._sources.seen)
            return {key: int(getattr(sums, proofs.CROWD[name])) for key, sums in crowd.items()}
        return {
            (period.result.stream_id, period.result.number): self._of_result(name, period.result)
            for period in self._periods
        }

    def _of_result(self, name: str, result: Any) -> int:
        if name == "rake":
            return int(result.rake + result.time_charges)
        if name == "pot_held":
            return int(result.pot - result.pot_paid - result.rake)
        if name == "rulings":
            return int(result.rulings_paid - result.rulings_taken)
        if name == "floor_calls":
            return int(json.loads(result.detail)["floor_calls"])
        return int(getattr(result, _OF_PERIOD.get(name, name)))

    def _read_boxes(self) -> dict[tuple[str, int], OfBox]:
        return {key: OfBox(box.drop or 0, box.rake or 0, box.rake_counted or 0) for key, box in self.boxes.items()}


def _known(box: Box, what: str) -> bool:
    if what == "box":
        return box.counted is not None
    return box.periods is not None and box.rake is not None and (box.rake_counted is not None or not box.rake)


def _by_table(periods: Iterable[Period]) -> list[list[Period]]:
    tables: dict[str, list[Period]] = defaultdict(list)
    for period in periods:
        tables[period.place.table].append(period)
    return list(tables.values())
