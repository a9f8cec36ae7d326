"""What is found in a drop box and in the rake box beside it: each kind of thing apart (domain.md §1.1 count sheet).

Banknotes are the cash of the drop. Promotional chips and coupons are kept apart, because whether they belong to the
drop differs by rule pack (T-41). Foreign pieces have no value here (T-40). Chips of the table and the copies of slips
should not get lost in a box and are written down when they are in it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tables.domain import chips, foreign_chips, limits, slips
from tables.domain.chips import Chips
from tables.domain.errors import Invalid
from tables.domain.foreign_chips import ForeignItem, ForeignKind
from tables.domain.notes import NoteCount

PAYMENT = "/P"
"""Ends the number of a marker's payment slip, which bears the number of the marker itself."""
MOST_PAPERS = 500
NOTHING = NoteCount({}, 0)
_PAPER = re.compile(rf"([A-Z0-9-]{{3,30}})({re.escape(PAYMENT)})?", re.ASCII)


class Part(StrEnum):
    """CASH: the drop box. RAKE: the box beside it at a pot game, which leaves with it and bears its number (T-84)."""

    CASH = "cash"
    RAKE = "rake"


@dataclass(frozen=True, slots=True)
class KnownChips:
    """What may be counted: the chips of the table's own set, and those of each promotional set by its code."""

    of_table: tuple[int, ...]
    promotional: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class BoxContents:
    """One person's count of a drop box. All totals in minor units; ``promotional`` is by chip set.

    ``found_chips`` are chips with a value of the table's own set, ``papers`` the numbers of slips.
    """

    notes: NoteCount
    promotional: Mapping[str, Chips] = field(default_factory=dict)
    promotional_total: int = 0
    coupons: NoteCount = NOTHING
    found_chips: Chips = field(default_factory=dict)
    found_chips_total: int = 0
    foreign: Sequence[ForeignItem] = ()
    papers: Sequence[str] = ()

    @property
    def part(self) -> Part:
        """Which of the two boxes this is a count of."""
        return Part.CASH

    def checked(self, known: KnownChips) -> dict[str, Any]:
        """The count in the one form in which two counts are compared, as it stands in the log.

        Refused: ``unknown_note``, ``unknown_denomination``, ``no_such_promotional_set``, ``bad_quantity``,
        ``bad_amount``, ``total_mismatch`` (T-31), ``bad_kind``, ``bad_description``, ``bad_paper``.
        """
        promotional = _promotional(self.promotional, known)
        _require_worth(chips.add(*promotional.values()), self.promotional_total)
        found = chips.checked(self.found_chips, known.of_table)
        _require_worth(found, self.found_chips_total)
        return {
            "notes": chips.as_data(self.notes.checked()),
            "total": self.notes.total,
            "promotional": {code: chips.as_data(pieces) for code, pieces in promotional.items()},
            "promotional_total": self.promotional_total,
            "coupons": chips.as_data(self.coupons.checked()),
            "coupons_total": self.coupons.total,
            "found_chips": chips.as_data(found),
            "found_chips_total": self.found_chips_total,
            "foreign": _foreign(self.foreign),
            "papers": _papers(self.papers),
        }


@dataclass(frozen=True, slots=True)
class RakeContents:
    """One person's count of a rake box: chips of the table's set, and what they are worth. None is a legal count."""

    chips: Chips
    total: int

    @property
    def part(self) -> Part:
        """Which of the two boxes this is a count of."""
        return Part.RAKE

    def checked(self, known: KnownChips) -> dict[str, Any]:
        """As ``BoxContents.checked``. Refused: ``unknown_denomination``, ``bad_quantity``, ``bad_amount``,
        ``total_mismatch``."""
        counted = chips.checked(self.chips, known.of_table)
        _require_worth(counted, self.total)
        return {"chips": chips.as_data(counted), "total": self.total}


Contents = BoxContents | RakeContents


def drop_of(contents: Mapping[str, Any], *, promo_in_drop: bool) -> int:
    """What a box adds to the drop: its cash, and by rule pack the face value of what is promotional (T-41)."""
    promotional = contents["promotional_total"] + contents["coupons_total"] if promo_in_drop else 0
    return int(contents["total"] + promotional)


def _promotional(given: Mapping[str, Chips], known: KnownChips) -> dict[str, Chips]:
    counted = {}
    for code, pieces in sorted(given.items()):
        if code not in known.promotional:
            raise Invalid("no_such_promotional_set", chip_set=code[:24])
        counted[code] = chips.checked(pieces, known.promotional[code])
    return {code: pieces for code, pieces in counted.items() if pieces}


def _require_worth(counted: Chips, total: int) -> None:
    limits.require_amount(total, least=0)
    chips.require_total(counted, total)


def _foreign(items: Sequence[ForeignItem]) -> list[dict[str, Any]]:
    """The items in one order. Promotional chips have a count of their own: as a foreign piece they would be worth
    nothing."""
    if not items:
        return []
    foreign_chips.require_items(items)
    if any(item.kind == ForeignKind.PROMOTIONAL for item in items):
        raise Invalid("bad_kind", kind=ForeignKind.PROMOTIONAL.value)
    told = [item.as_data() for item in items]
    return sorted(told, key=lambda item: (item["kind"], item["description"], item["value"], item["pieces"]))


def _papers(numbers: Sequence[str]) -> list[str]:
    """Numbers of slips, each once, in order."""
    if len(numbers) > MOST_PAPERS:
        raise Invalid("bad_paper", most=MOST_PAPERS)
    for number in numbers:
        found = _PAPER.fullmatch(number)
        if found is None or slips.parsed(found[1]) is None:
            raise Invalid("bad_paper", given=number[:32])
    return sorted(set(numbers))
