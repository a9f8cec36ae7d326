"""What the sheets of a count add up to: banknotes by value, chips by chip set, and what is promotional."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tables.domain import chips
from tables.domain.box_contents import Part
from tables.domain.chips import Chips


class CountedSheet(NamedTuple):
    """A counted sheet: which part of a box, the chip set of its table, and what was found."""

    part: str
    chip_set: str
    contents: Mapping[str, Any]


def totals_of(sheets: Iterable[CountedSheet]) -> dict[str, Any]:
    """The totals as they are signed, kept and taken over. Money in minor units.

    ``sets`` are chips that go to the vault: rake, chips found in boxes, promotional ones; ``chips`` are those with a
    value, all sets together. Coupons are cancelled and go to accounting.
    """
    notes: list[Chips] = []
    value_chips: list[Chips] = []
    sets: dict[str, Chips] = {}
    promotional_total = coupons_total = 0
    for part, own_set, contents in sheets:
        found = chips.from_data(contents["chips"] if part == Part.RAKE else contents["found_chips"])
        value_chips.append(found)
        sets[own_set] = chips.add(sets.get(own_set, {}), found)
        if part == Part.CASH:
            notes.append(chips.from_data(contents["notes"]))
            for code, pieces in contents["promotional"].items():
                sets[code] = chips.add(sets.get(code, {}), chips.from_data(pieces))
            promotional_total += contents["promotional_total"]
            coupons_total += contents["coupons_total"]
    all_notes, all_chips = chips.add(*notes), chips.add(*value_chips)
    return {
        "notes": chips.as_data(all_notes),
        "cash_total": chips.value(all_notes),
        "sets": {code: chips.as_data(pieces) for code, pieces in sorted(sets.items()) if pieces},
        "chips": chips.as_data(all_chips),
        "chips_total": chips.value(all_chips),
        "promotional_total": promotional_total,
        "coupons_total": coupons_total,
    }
