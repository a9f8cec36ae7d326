"""Rows for the stores of cards and dice; see ``matrix``. The stages are in ``tests.stores``."""

from typing import Any

from tests.tables.api.matrix import row
from tests.tables.api.matrix_house import sign

_WITH_ADA = {"keeper": sign("sam"), "accountant": sign("ada")}
_WITH_PETRA = {"keeper": sign("sam"), "pit_boss": sign("petra")}
_STRANGERS: dict[str, Any] = {"codes": {"outsider": "wrong_badge_or_pin"}}
_DECKS = {"item": "cards", "pieces": 8}
_FOUND = {"cards": {"new": 0, "used": 0}, "dice": {"new": 0, "used": 0}}

EQUIPMENT = (
    row("GET", "equipment", "equipment", "boss other_boss security accountant auditor manager outsider"),
    row(
        "POST",
        "equipment-receipts",
        "equipment/receipts",
        "security",
        body={**_DECKS, "source": "Maker, batch 4711", **_WITH_ADA},
        **_STRANGERS,
    ),
    row(
        "POST",
        "equipment-issues",
        "tables/BJ-01/equipment-issues",
        "security",
        body={**_DECKS, **_WITH_PETRA},
        stage="decks_in_stores",
        codes={"outsider": "wrong_badge_or_pin", "elsewhere": "not_permitted"},
    ),
    row(
        "POST",
        "equipment-returns",
        "tables/BJ-01/equipment-returns",
        "security",
        body={**_DECKS, "unused": 4, **_WITH_PETRA},
        stage="decks_at_table",
        codes={"outsider": "wrong_badge_or_pin", "elsewhere": "not_permitted"},
    ),
    row(
        "POST",
        "equipment-destructions",
        "equipment/destructions",
        "security",
        body={**_DECKS, "place": "new", "how": "shredded", **_WITH_ADA},
        stage="decks_in_stores",
        **_STRANGERS,
    ),
    row(
        "POST", "equipment-counts", "equipment/counts", "security", body={"counted": _FOUND, **_WITH_ADA}, **_STRANGERS
    ),
)
