"""Lines of chips and notes in the forms of the cage, and what was keyed into them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from tables.domain import chips
from tables.domain.cage import ChipLot
from tables.domain.chips import Chips
from tables.domain.errors import Invalid
from tables.domain.house_settings import ChipKind
from tables.domain.notes import NoteCount
from tables.screens import forms
from tables.screens.visits import Visit
from tables.selectors import cage, chip_sets
from tables.selectors.chip_sets import ChipSetView

NOTES: Final = "notes-"
"""Fields with a number of banknotes are named by what one is worth: ``notes-2000``."""
USUAL: Final = (1, 2, 5, 10, 20, 50, 100)
"""Notes that most currencies have, in units; others show as soon as the house has some."""


@dataclass(frozen=True, slots=True)
class ChipLine:
    """A kind of chip in a form: the field's name, what one is worth, what was keyed."""

    name: str
    value: int
    colour: str
    letter: str
    given: str


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A kind of banknote in a form."""

    name: str
    value: int
    given: str


@dataclass(frozen=True, slots=True)
class SetLines:
    """All chips of a set in a form. ``prefix`` begins the names of its fields."""

    known: ChipSetView
    prefix: str
    lines: Sequence[ChipLine]

    @property
    def counts_money(self) -> bool:
        """Whether an amount stands on these chips, be it one that the house pays or not."""
        return self.known.kind != ChipKind.NON_VALUE


def of_set(known: ChipSetView, keyed: QueryDict, prefix: str = forms.CHIPS, *, retired: bool = True) -> SetLines:
    """A line a chip of the set, with retired ones or without."""
    lines = [
        ChipLine(f"{prefix}{chip.value}", chip.value, chip.colour, chip.letter, keyed.get(f"{prefix}{chip.value}", ""))
        for chip in known.chips
        if retired or not chip.retired
    ]
    return SetLines(known, prefix, lines)


def sets(visit: Visit, kinds: Iterable[str] = tuple(ChipKind)) -> list[ChipSetView]:
    """The chip sets of these kinds, by code."""
    wanted = set(kinds)
    return [known for known in chip_sets.of_casino(visit.actor.casino_id).values() if known.kind in wanted]


def chosen_set(visit: Visit, known: Sequence[ChipSetView]) -> ChipSetView | None:
    """The set that the form was drawn for, else the first one."""
    code = visit.request.POST.get("chip_set", visit.request.GET.get("set", ""))
    return next((one for one in known if one.code == code), known[0] if known else None)


def notes(visit: Visit, keyed: QueryDict) -> list[NoteLine]:
    """A line a banknote: those that currencies usually have, and those that lie here."""
    usual = {unit * 10**visit.house.exponent for unit in USUAL}
    lying = {line.value for line in cage.stock(visit.actor).lines if not line.chip_set}
    return [NoteLine(f"{NOTES}{value}", value, keyed.get(f"{NOTES}{value}", "")) for value in sorted(usual | lying)]


def keyed_notes(keyed: QueryDict) -> NoteCount:
    """The banknotes that were keyed, with what they come to."""
    found = forms.chips_of(keyed, NOTES)
    return NoteCount(found, chips.value(found))


def keyed_lot(keyed: QueryDict, known: ChipSetView | None, prefix: str = forms.CHIPS) -> ChipLot:
    """The chips that were keyed, with what they stand for. Refused: ``no_chips`` when the house has no such set."""
    if known is None:
        raise Invalid("no_chips")
    found: Chips = forms.chips_of(keyed, prefix)
    worth = 0 if known.kind == ChipKind.NON_VALUE else chips.value(found)
    return ChipLot(known.code, found, worth)
