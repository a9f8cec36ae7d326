"""Pieces that lie among a table's chips and are not the table's: never rack value, counted apart (T-40, T-41)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tables.domain import limits, names
from tables.domain.chips import MOST_CHIPS
from tables.domain.errors import Invalid

MOST_ITEMS = 50


class ForeignKind(StrEnum):
    """What such a piece is. PROMOTIONAL and NON_VALUE are the house's own; COUNTERFEIT is nobody's."""

    FOREIGN = "foreign"
    PROMOTIONAL = "promotional"
    NON_VALUE = "non_value"
    COUNTERFEIT = "counterfeit"


@dataclass(frozen=True, slots=True)
class ForeignItem:
    """``pieces`` of one sort; ``description`` says of which house or set, ``value`` what is written on one (or 0)."""

    kind: ForeignKind
    description: str
    value: int
    pieces: int

    def as_data(self) -> dict[str, Any]:
        """The item as it stands in the log and under the signatures."""
        return {
            "kind": self.kind.value,
            "description": self.description,
            "value": self.value,
            "pieces": self.pieces,
        }


def require_items(items: Sequence[ForeignItem]) -> None:
    """Refuse ``no_chips`` for an empty or endless list, ``bad_description``, ``bad_amount``, ``bad_quantity``."""
    if not 0 < len(items) <= MOST_ITEMS:
        raise Invalid("no_chips")
    for item in items:
        names.require_name(item.description, 80, "bad_description")
        limits.require_amount(item.value, least=0)
        if type(item.pieces) is not int or not 0 < item.pieces <= MOST_CHIPS:
            raise Invalid("bad_quantity", denomination=item.value)
