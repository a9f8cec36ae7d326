"""What the cash log comes to: totals by patron and gaming day, and the lists that regulators ask for (V-20 to V-27).

The two directions are summed apart and never netted (V-22). All money in minor units.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final, NamedTuple

from accounting.domain.cash_log import IN, NOTES_RETURNED, OUT
from accounting.domain.rows import CashTransaction, PatronIdentity
from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.words import CashKind

NEAR: Final = 80
"""From this share of the threshold on, in percent, a patron is near it, and his day is one "just below" it."""
REVIEWED_DAYS: Final = 7
"""So many gaming days in a row are looked at for sums that stay just below."""


class Person(NamedTuple):
    """Whom a line is about: a patron by code, or somebody who is known by what he was called at one place."""

    patron: str
    known_as: str = ""
    place: str = ""

    @property
    def known(self) -> bool:
        """Whether the house knows him by a code."""
        return bool(self.patron)


class Entry(NamedTuple):
    """A movement and whom it is about; ``counts`` is whether the rule pack counts it towards its direction's sum."""

    row: CashTransaction
    person: Person
    counts: bool


@dataclass(slots=True)
class DayTotal:
    """A person's cash of one gaming day, each direction by itself, with its lines in their order in time."""

    person: Person
    gaming_day: str
    cash_in: int = 0
    cash_out: int = 0
    entries: list[Entry] = field(default_factory=list)

    def of(self, direction: str) -> int:
        """The sum of one direction."""
        return self.cash_in if direction == IN else self.cash_out


@dataclass(frozen=True, slots=True)
class Structuring:
    """Sums that look as if somebody kept below the threshold; ``reason`` is ``around_roll`` or ``just_below``."""

    person: Person
    direction: str
    reason: str
    days: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """What the days come to together."""
        return sum(amount for _, amount in self.days)


class Identities:
    """Everything that was ever said of who somebody was. Of several words about the same, the last counts."""

    def __init__(self, told: Iterable[PatronIdentity], codes: Iterable[str]) -> None:
        self._codes = frozenset(codes)
        self._told: dict[tuple[str, str], list[PatronIdentity]] = {}
        for one in sorted(told, key=lambda one: one.seq, reverse=True):
            self._told.setdefault((one.place, one.known_as), []).append(one)

    def person(self, row: CashTransaction) -> Person:
        """Whom a movement is about, by all that is known now."""
        patron = row.who if row.who in self._codes else self._said(row)
        return Person(self._merged(patron)) if patron else Person("", row.who, row.place)

    def _said(self, row: CashTransaction) -> str:
        for one in self._told.get((row.place, row.who), ()):
            if one.since <= row.happened_at < one.until:
                return one.patron
        return ""

    def _merged(self, patron: str) -> str:
        """The code that a patron goes by in the end; two that point at each other stop at the second."""
        seen = {patron}
        while told := self._told.get(("", patron)):
            if not told[0].patron or told[0].patron in seen:
                break
            patron = told[0].patron
            seen.add(patron)
        return patron


def counts(row: CashTransaction, pack: RulePack) -> bool:
    """Whether the rule pack counts a movement towards its direction's sum."""
    if row.kind == NOTES_RETURNED:
        return not pack.money_play_notes_exempt
    return CashKind(row.kind) in (pack.cash_in_kinds if row.direction == IN else pack.cash_out_kinds)


def totals(rows: Iterable[CashTransaction], identities: Identities, packs: Mapping[str, RulePack]) -> list[DayTotal]:
    """The multiple-transaction log: one total by person and gaming day. ``packs`` has the pack of each gaming day."""
    found: dict[tuple[str, Person], DayTotal] = {}
    for row in sorted(rows, key=lambda row: (row.happened_at, row.stream_id, row.seq, row.line)):
        person = identities.person(row)
        total = found.setdefault((row.gaming_day, person), DayTotal(person, row.gaming_day))
        counted = counts(row, packs[row.gaming_day])
        total.entries.append(Entry(row, person, counted))
        if counted and row.direction == IN:
            total.cash_in += row.amount
        elif counted:
            total.cash_out += row.amount
    return sorted(
        found.values(), key=lambda total: (total.gaming_day, -max(total.cash_in, total.cash_out), total.person)
    )


def reportable(total: DayTotal, pack: RulePack) -> tuple[str, ...]:
    """The directions in which a report is due: strictly more than the threshold (V-21)."""
    above = pack.ctr_above
    return () if above is None else tuple(way for way in (IN, OUT) if total.of(way) > above)


def logged(total: DayTotal, pack: RulePack) -> bool:
    """Whether the day belongs on the multiple-transaction log of the rule pack: from its threshold on (V-21)."""
    return max(total.cash_in, total.cash_out) >= pack.mtl_from


def near(total: DayTotal, pack: RulePack) -> str:
    """``above`` a report is due, ``near`` it soon will be, or nothing, by the larger direction."""
    if pack.ctr_above is None:
        return ""
    if reportable(total, pack):
        return "above"
    return "near" if max(total.cash_in, total.cash_out) * 100 >= pack.ctr_above * NEAR else ""


def structuring(days: Sequence[DayTotal], packs: Mapping[str, RulePack]) -> list[Structuring]:
    """Sums to look at though no day is reportable: above it over two days, or day after day just below (V-23)."""
    by_person: dict[tuple[Person, str], dict[str, int]] = {}
    for total in days:
        for direction in (IN, OUT):
            if total.of(direction) > 0:
                by_person.setdefault((total.person, direction), {})[total.gaming_day] = total.of(direction)
    found = []
    for (person, direction), sums in sorted(by_person.items()):
        found += _around_roll(person, direction, sums, packs)
        found += _just_below(person, direction, sums, packs)
    return found


def _around_roll(
    person: Person, direction: str, sums: Mapping[str, int], packs: Mapping[str, RulePack]
) -> list[Structuring]:
    found = []
    for day, amount in sorted(sums.items()):
        after = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
        above = packs[day].ctr_above
        if above is None or after not in sums:
            continue
        if max(amount, sums[after]) <= above < amount + sums[after]:
            found.append(Structuring(person, direction, "around_roll", ((day, amount), (after, sums[after]))))
    return found


def _just_below(
    person: Person, direction: str, sums: Mapping[str, int], packs: Mapping[str, RulePack]
) -> list[Structuring]:
    """Every week with two such days or more, by its last one; a week that lies within a later one is told with it."""
    below = []
    for day, amount in sorted(sums.items()):
        above = packs[day].ctr_above
        if above is not None and above * NEAR <= amount * 100 <= above * 100:
            below.append((day, amount))
    weeks = [_week_up_to(day, below) for day, _ in below]
    longest = {week[0]: week for week in weeks}  # of those that begin with the same day the last
    return [Structuring(person, direction, "just_below", tuple(week)) for week in longest.values() if len(week) > 1]


def _week_up_to(last: str, days: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those of ``days`` that lie in the ``REVIEWED_DAYS`` gaming days that end with ``last``."""
    first = (date.fromisoformat(last) - timedelta(days=REVIEWED_DAYS - 1)).isoformat()
    return [line for line in days if first <= line[0] <= last]
