"""Rows for the cage and its chips; see ``matrix``. The stages are in ``tests.cages``."""

from typing import Any

from tests import cages
from tests.tables.api.matrix import row
from tests.tables.api.matrix_house import sign

_READERS = "cashier accountant auditor manager outsider"
_STRANGERS: dict[str, Any] = {"codes": {"outsider": "wrong_badge_or_pin"}}
_NO_SET: dict[str, Any] = {"codes": {"outsider": "no_such_chip_set"}}
_LOT = {"chip_set": "MAIN", "chips": {"500": 4}, "total": 2_000}
_CASH = {"notes": {"2000": 1}, "total": 2_000}
_BOTH = {"cashier": sign("cass"), "accountant": sign("ada")}
_CHANGED = {"patron": "Mr Lee", "lot": _LOT, "cash": _CASH}
_COUNT = {
    "place": "vault",
    "sets": {},
    "chips_total": 0,
    "notes": {},
    "cash_total": 0,
    "outgoing": sign("cass"),
    "incoming": sign("cleo"),
}

CAGE = (
    row("GET", "cage-stock", "cage/stock", _READERS),
    row("GET", "cage-movements", "cage/movements", _READERS),
    row(
        "POST",
        "chip-receipts",
        "cage/chip-receipts",
        "cashier",
        body={"chip_set": "MAIN", "chips": {"100": 10}, "total": 1_000, **_BOTH},
        **_STRANGERS,
    ),
    row(
        "POST",
        "chip-withdrawals",
        "cage/chip-withdrawals",
        "cashier",
        body={**_LOT, "reason": "worn out", **_BOTH},
        **_STRANGERS,
    ),
    row(
        "POST",
        "vault-transfers",
        "cage/transfers",
        "cashier",
        body={"source": "cage", "target": "vault", "lot": _LOT, "giver": sign("cass"), "taker": sign("cleo")},
        **_STRANGERS,
    ),
    row("POST", "cash-receipts", "cage/cash-receipts", "cashier", body={**_CASH, **_BOTH}, **_STRANGERS),
    row(
        "POST",
        "cash-deposits",
        "cage/cash-deposits",
        "cashier",
        body={**_CASH, **_BOTH},
        stage="cash_in_vault",
        **_STRANGERS,
    ),
    row("POST", "chip-sales", "cage/sales", "cashier", body=_CHANGED, **_NO_SET),
    row("POST", "chip-redemptions", "cage/redemptions", "cashier", body=_CHANGED, stage="cash_in_cage", **_NO_SET),
    row(
        "POST",
        "promotional-gifts",
        "cage/promotional-gifts",
        "cashier",
        body={
            **{"patron": "Mr Lee", "chip_set": "PROMO", "chips": {"500": 4}, "total": 2_000, "reason": "birthday"},
            **{"cashier": sign("cass"), "manager": sign("hana")},
        },
        stage="promotional",
        **_STRANGERS,
    ),
    row("GET", "cage-counts", "cage/counts", _READERS),
    row("POST", "cage-counts", "cage/counts", "cashier", body=_COUNT, **_STRANGERS),
    row("GET", "due-cage-counts", "cage/due-counts", _READERS),
    row("GET", "waiting-drops", "cage/waiting-drops", "counter " + _READERS, stage="count_closed"),
    row(
        "POST",
        "drop-takeovers",
        "cage/drop-takeovers",
        "cashier counter",
        body={"session": 1, **cages.DROP, "counter": sign("colin"), "cashier": sign("cass")},
        stage="count_closed",
        **_STRANGERS,
    ),
    row(
        "POST",
        "cage-targets",
        "cage/targets",
        "manager",
        body={"place": "cage", "chip_set": "MAIN", "target": {"500": 5_000}},
        **_NO_SET,
    ),
    row(
        "GET",
        "chip-sets",
        "chip-sets",
        "dealer second boss other_boss cashier accountant auditor manager integrator elsewhere outsider",
    ),
    row(
        "POST",
        "chip-sets",
        "chip-sets",
        "manager outsider",
        body={"chip_set": "SIDE", "denominations": [{"value": 100, "colour": "#ffffff", "letter": "w"}]},
    ),
    row(
        "POST",
        "chip-retirements",
        "chip-sets/MAIN/retirements",
        "manager",
        body={"denominations": [50]},
        **_NO_SET,
    ),
    row(
        "POST",
        "chip-impressments",
        "chip-sets/COLOURS/impressments",
        "cashier",
        body={"chips": {"1": 300, "2": 300, "3": 300}, **_BOTH},
        stage="colours",
        **_STRANGERS,
    ),
    row("GET", "impressments", "impressments", _READERS, stage="colours"),
    row(
        "POST",
        "foreign-chips",
        "tables/BJ-01/foreign-chips",
        "dealer second boss other_boss",
        body={
            "items": [{"kind": "foreign", "description": "Grand Palace", "value": 2_500, "pieces": 2}],
            "dealer": sign("dana"),
            "pit_boss": sign("petra"),
        },
        codes={"outsider": "wrong_badge_or_pin"},
    ),
)
