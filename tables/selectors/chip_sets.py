"""The chip sets of a house, and which of their chips are still given out."""

from collections.abc import Mapping
from dataclasses import dataclass

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.models import house


@dataclass(frozen=True, slots=True)
class ChipView:
    """A kind of chip: ``value`` in minor units, or in a set without a value the number of the colour."""

    value: int
    colour: str
    letter: str
    retired: bool


@dataclass(frozen=True, slots=True)
class ChipSetView:
    """A set; its chips ascending by value. A retired chip may come in and never goes out (T-34)."""

    id: int
    code: str
    kind: str
    chips: tuple[ChipView, ...]

    @property
    def in_use(self) -> tuple[int, ...]:
        """What the house gives out."""
        return tuple(chip.value for chip in self.chips if not chip.retired)

    @property
    def ever(self) -> tuple[int, ...]:
        """What may come in."""
        return tuple(chip.value for chip in self.chips)


def named(casino_id: int, code: str) -> ChipSetView:
    """A chip set of a casino. Refused: ``no_such_chip_set``."""
    found = of_casino(casino_id).get(code)
    if found is None:
        raise NotFound("no_such_chip_set")
    return found


def of_casino(casino_id: int) -> Mapping[str, ChipSetView]:
    """Every chip set by its code, in the order of the codes."""
    rows = house.ChipSet.objects.filter(casino_id=casino_id).prefetch_related("denominations").order_by("code")
    return {row.code: ChipSetView(row.pk, row.code, row.kind, _chips(row)) for row in rows}


def listed(actor: Actor) -> list[ChipSetView]:
    """The chip sets of the actor's house. Refused: ``not_permitted``."""
    if not permissions.may(actor, "read_cage"):
        permissions.require(actor, "read_table")
    return list(of_casino(actor.casino_id).values())


def _chips(row: house.ChipSet) -> tuple[ChipView, ...]:
    chips = sorted(row.denominations.all(), key=lambda chip: chip.value)
    return tuple(ChipView(chip.value, chip.colour, chip.letter, chip.retired) for chip in chips)
