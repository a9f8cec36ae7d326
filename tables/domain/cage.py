"""The cage and its vault: where chips and banknotes lie that are neither at a table nor in the count room."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tables.domain import chips
from tables.domain.chips import Chips
from tables.domain.errors import Invalid
from tables.domain.house_settings import ChipKind
from tables.domain.notes import NoteCount


class CagePlace(StrEnum):
    """CAGE: the cashiers' drawers, from which tables and patrons are served. VAULT: the reserve behind it."""

    CAGE = "cage"
    VAULT = "vault"


class Asset(StrEnum):
    """What lies there. Chips are kept by chip set, banknotes are not."""

    CHIPS = "chips"
    CASH = "cash"


def worth(kind: str, pieces: Mapping[int, int]) -> int:
    """What chips of a set stand for, in minor units: colours without a value for nothing (T-42)."""
    return 0 if kind == ChipKind.NON_VALUE else chips.value(pieces)


def require_worth(kind: str, pieces: Mapping[int, int], total: int) -> None:
    """Refuse ``total_mismatch`` unless ``total`` is what the chips stand for (T-31)."""
    if worth(kind, pieces) != total:
        raise Invalid("total_mismatch", given=total, counted=worth(kind, pieces))


@dataclass(frozen=True, slots=True)
class ChipLot:
    """Chips of one set that move together: denomination -> pieces, and what they stand for in minor units."""

    chip_set: str
    pieces: Chips
    total: int


@dataclass(frozen=True, slots=True)
class CageCount:
    """What two persons found at a place: every chip set by its code, and the banknotes.

    ``chips_total`` is what the chips with a value come to and ``promotional_total`` what is written on promotional
    ones; colours without a value are counted in pieces alone. ``note`` says why the count differs, if it does.
    """

    sets: Mapping[str, Chips]
    chips_total: int
    notes: NoteCount
    promotional_total: int = 0
    note: str = ""
