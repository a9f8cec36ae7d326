"""Cards and dice outside play: the stores, what each table was given, what came back and waits to be destroyed.

Every deck (or die) that the house received is in the stores, at a table or among the used ones until it is destroyed
(domain.md §1.1, card and dice inventory log).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tables.domain.errors import Invalid
from tables.domain.papers import Paper

MOST: Final = 100_000


class Item(StrEnum):
    """Cards are counted in decks, dice in pieces."""

    CARDS = "cards"
    DICE = "dice"


class Place(StrEnum):
    """NEW: sealed, in the stores. USED: back from play, to be cancelled and destroyed. TABLE: at a table or its pit."""

    NEW = "new"
    USED = "used"
    TABLE = "table"


Stores = Mapping[str, Mapping[str, int]]
"""Item -> place (new, used) -> pieces."""


def require_pieces(pieces: int, least: int = 1) -> None:
    """Refuse ``bad_pieces`` for what is no number of decks or dice."""
    if not least <= pieces <= MOST:
        raise Invalid("bad_pieces")


def receipt(casino: str, item: str, pieces: int, source: str) -> Paper:
    """Sealed decks or dice that came into the stores; ``source`` is the maker with its batch or serial numbers."""
    return {"paper": "equipment_receipt", "casino": casino, "item": item, "pieces": pieces, "source": source}


def issue(casino: str, table: str, item: str, pieces: int) -> Paper:
    """What the stores give to a table."""
    return {"paper": "equipment_issue", "casino": casino, "table": table, "item": item, "pieces": pieces}


def given_back(casino: str, table: str, item: str, pieces: int, unused: int) -> Paper:
    """What comes back from a table: ``pieces`` in all, ``unused`` of them still sealed."""
    told = {"item": item, "pieces": pieces, "unused": unused}
    return {"paper": "equipment_return", "casino": casino, "table": table, **told}


def destruction(casino: str, item: str, place: str, pieces: int, how: str) -> Paper:
    """What is cancelled and destroyed, out of ``place`` (used, or new where it came damaged)."""
    told = {"item": item, "place": place, "pieces": pieces, "how": how}
    return {"paper": "equipment_destruction", "casino": casino, **told}


def count_sheet(casino: str, counted: Stores, note: str) -> Paper:
    """What two persons found in the stores. What should be there stands nowhere on it."""
    found = {item: dict(places) for item, places in counted.items()}
    return {"paper": "equipment_count", "casino": casino, "counted": found, "note": note}
