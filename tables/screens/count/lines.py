"""Lines for what may lie in a box, and what was keyed into them.

Nothing here reads what anybody has counted: the lines are the same before a box whatever is in it (T-107).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict

from tables.domain import chips
from tables.domain.box_contents import BoxContents, Contents, Part, RakeContents
from tables.domain.chips import Chips
from tables.domain.errors import Invalid
from tables.domain.foreign_chips import MOST_ITEMS, ForeignItem, ForeignKind
from tables.domain.house_settings import ChipKind
from tables.domain.notes import NoteCount
from tables.screens import forms as floor_forms
from tables.screens.cage import lines
from tables.screens.cage.counts import prefix_of
from tables.screens.cage.lines import NoteLine
from tables.screens.count import forms
from tables.screens.numbers import whole
from tables.screens.visits import Visit
from tables.selectors import chip_sets
from tables.selectors.chip_sets import ChipSetView

ROWS: Final = 2
"""Free rows of a kind that a form begins with, and that "More rows" adds."""
FOUND: Final = "found-"
OTHER, COUPON, FOREIGN = "other", "coupon", "foreign"


@dataclass(frozen=True, slots=True)
class FreeRow:
    """Pieces without a line of their own: what begins the names of the row's fields, and what was keyed there."""

    prefix: str
    number: int
    keyed: Mapping[str, str]


def notes(visit: Visit, keyed: QueryDict) -> list[NoteLine]:
    """A line for each banknote that currencies usually have."""
    usual = [unit * 10**visit.house.exponent for unit in lines.USUAL]
    return [NoteLine(f"{lines.NOTES}{value}", value, keyed.get(f"{lines.NOTES}{value}", "")) for value in usual]


def free_rows(keyed: QueryDict, name: str) -> list[FreeRow]:
    """As many rows as the form was drawn with, and more when more were asked for."""
    names = ("kind", "description", "value", "pieces")
    rows = []
    for number in range(1, how_many(keyed) + 1):
        prefix = f"{name}-{number}-"
        rows.append(FreeRow(prefix, number, {each: keyed.get(f"{prefix}{each}", "").strip() for each in names}))
    return rows


def how_many(keyed: QueryDict) -> int:
    """Free rows of a kind."""
    given = whole(keyed.get("rows"), 3)
    drawn = ROWS if given is None else given
    wanted = drawn + ROWS if keyed.get("do") == "more" else drawn
    return min(max(wanted, ROWS), MOST_ITEMS)


def context(visit: Visit, part: Part, chip_set: str) -> dict[str, Any]:
    """The lines of a part of a box."""
    keyed, sets = visit.request.POST, chip_sets.of_casino(visit.actor.casino_id)
    own = sets[chip_set]
    if part == Part.RAKE:
        return {"sets": [lines.of_set(own, keyed)]}
    return {
        "notes": notes(visit, keyed),
        "other_notes": free_rows(keyed, OTHER),
        "promotional": [lines.of_set(one, keyed, prefix_of(one.code)) for one in _promotional(sets)],
        "coupons": free_rows(keyed, COUPON),
        "found_chips": [lines.of_set(own, keyed, FOUND)] if own.kind == ChipKind.VALUE else [],
        "foreign": free_rows(keyed, FOREIGN),
        "rows": how_many(keyed),
    }


def contents(visit: Visit, part: Part) -> Contents:
    """What was keyed. Refused: ``bad_form``, also when nothing was keyed and nobody said that there was nothing."""
    found = _rake(visit) if part == Part.RAKE else _cash(visit)
    nothing = "nothing" in visit.request.POST
    if found == (RakeContents({}, 0) if part == Part.RAKE else BoxContents(NoteCount({}, 0))):
        if not nothing:
            raise Invalid("bad_form", field="notes")
    elif nothing:
        raise Invalid("bad_form", field="nothing")
    return found


def keyed_notes(visit: Visit) -> NoteCount:
    """Banknotes of the lines, and of the rows for others. Refused: ``bad_form``."""
    keyed = visit.request.POST
    found = chips.add(floor_forms.chips_of(keyed, lines.NOTES), _worths(visit, OTHER))
    return NoteCount(found, chips.value(found))


def _cash(visit: Visit) -> BoxContents:
    keyed = visit.request.POST
    sets = _promotional(chip_sets.of_casino(visit.actor.casino_id))
    promotional = {one.code: floor_forms.chips_of(keyed, prefix_of(one.code)) for one in sets}
    found, coupons = floor_forms.chips_of(keyed, FOUND), _worths(visit, COUPON)
    return BoxContents(
        notes=keyed_notes(visit),
        promotional={code: pieces for code, pieces in promotional.items() if pieces},
        promotional_total=sum(chips.value(pieces) for pieces in promotional.values()),
        coupons=NoteCount(coupons, chips.value(coupons)),
        found_chips=found,
        found_chips_total=chips.value(found),
        foreign=tuple(_foreign(visit)),
        papers=tuple(keyed.get("papers", "").upper().replace(",", " ").split()),
    )


def _rake(visit: Visit) -> RakeContents:
    found = floor_forms.chips_of(visit.request.POST)
    return RakeContents(found, chips.value(found))


def _worths(visit: Visit, name: str) -> Chips:
    """Worth -> pieces of the rows that are not empty."""
    found: Chips = {}
    for row in _used(visit.request.POST, name):
        read = floor_forms.read(forms.WorthForm(_as_form(row), exponent=visit.house.exponent))
        found = chips.add(found, {read["value"]: read["pieces"]})
    return found


def _foreign(visit: Visit) -> list[ForeignItem]:
    found = []
    for row in _used(visit.request.POST, FOREIGN):
        read = floor_forms.read(forms.ForeignForm(_as_form(row), exponent=visit.house.exponent))
        found.append(ForeignItem(ForeignKind(read["kind"]), read["description"], read["value"] or 0, read["pieces"]))
    return found


def _used(keyed: QueryDict, name: str) -> list[FreeRow]:
    """Rows in which something was keyed; a kind alone is what the form was drawn with."""
    return [row for row in free_rows(keyed, name) if any(row.keyed[each] for each in row.keyed if each != "kind")]


def _as_form(row: FreeRow) -> QueryDict:
    data = QueryDict(mutable=True)
    data.update(row.keyed)
    return data


def _promotional(sets: Mapping[str, ChipSetView]) -> Sequence[ChipSetView]:
    return [one for one in sets.values() if one.kind == ChipKind.PROMOTIONAL]
