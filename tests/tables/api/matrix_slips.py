"""Rows for requests and slips; see ``matrix``. The stages are in ``tests.slips``."""

from typing import Any

from tests.tables.api.matrix import FLOOR, row
from tests.tables.api.matrix_house import sign

_CHIPS, _TOTAL = {"500": 40, "2500": 20}, 70_000
_CREDIT = {"counted": {"2500": 20, "10000": 4}, "total": 90_000}
_BOSS = {"pit_boss": sign("petra")}
_WATCHED = {"dealer": sign("dana"), **_BOSS}
_FILL = {"counted": _CHIPS, "total": _TOTAL, **_WATCHED}
_ASKING: dict[str, Any] = {"codes": {"outsider": "wrong_badge_or_pin", "elsewhere": "not_permitted"}}
_REQUEST = "tables/BJ-01/slip-requests/1"
_OF_REQUEST = {"outsider": "no_such_request", "elsewhere": "not_permitted"}
_NOT_HIS = {"other_boss": "no_such_slip", "outsider": "no_such_slip"}
_AT_CAGE: dict[str, Any] = {"codes": {"outsider": "no_such_slip"}}
_AT_TABLE: dict[str, Any] = {"codes": {"outsider": "no_such_slip", "elsewhere": "no_such_slip"}}
_READERS = "boss cashier security accountant auditor manager"
_WATCHERS = "dealer second boss other_boss"

SLIPS = (
    row(
        "POST",
        "fill-requests",
        "tables/BJ-01/fill-requests",
        "boss other_boss",
        body={"chips": _CHIPS, "total": _TOTAL, **_BOSS},
        **_ASKING,
    ),
    row(
        "POST",
        "credit-requests",
        "tables/BJ-01/credit-requests",
        "boss other_boss",
        body={"chips": _CHIPS, "total": _TOTAL, **_BOSS},
        **_ASKING,
    ),
    row(
        "POST",
        "exchange-requests",
        "tables/BJ-01/exchange-requests",
        "boss other_boss",
        body={"given": {"10000": 5}, "taken": {"500": 100}, "total": 50_000, **_BOSS},
        **_ASKING,
    ),
    row(
        "GET",
        "table-slips",
        "tables/BJ-01/slips",
        "dealer " + FLOOR,
        stage="fill_issued",
        codes={"second": "not_your_view", "integrator": "not_your_view"},
    ),
    row(
        "GET",
        "slip-request",
        _REQUEST,
        _READERS,
        stage="fill_issued",
        codes={**_OF_REQUEST, "other_boss": "no_such_request"},
    ),
    row(
        "POST",
        "slip-withdrawals",
        f"{_REQUEST}/withdrawals",
        "boss",
        body={"reason": "the game broke up"},
        stage="fill_requested",
        codes={"other_boss": "not_in_charge", "outsider": "no_such_table", "elsewhere": "not_permitted"},
    ),
    row(
        "POST",
        "slip-refusals",
        f"{_REQUEST}/refusals",
        "cashier",
        body={"reason": "the cage is being counted"},
        stage="fill_requested",
        codes=_OF_REQUEST,
    ),
    row(
        "POST",
        "slip-issues",
        f"{_REQUEST}/slips",
        "cashier",
        body={"cashier": sign("cass")},
        stage="fill_requested",
        codes=_OF_REQUEST,
    ),
    row("GET", "slips", "slips", f"{_READERS} other_boss outsider", stage="fill_issued"),
    row("GET", "slip", "slips/F-000001", _READERS, stage="fill_issued", codes=_NOT_HIS),
    row("GET", "slip-pdf", "slips/F-000001/slip.pdf", _READERS, stage="fill_issued", codes=_NOT_HIS),
    row(
        "GET",
        "restricted-copy",
        "slips/F-000001/restricted-copy",
        "accountant auditor",
        stage="fill_issued",
        codes={"outsider": "no_such_slip"},
    ),
    row(
        "POST",
        "slip-carriages",
        "slips/F-000001/carriages",
        "security cashier",
        body={"security": sign("sam")},
        stage="fill_issued",
        **_AT_CAGE,
    ),
    row(
        "POST",
        "fill-acceptances",
        "slips/F-000001/acceptances",
        _WATCHERS,
        body=_FILL,
        stage="fill_carried",
        **_AT_TABLE,
    ),
    row(
        "POST",
        "slip-declines",
        "slips/F-000001/declines",
        _WATCHERS,
        body={**_FILL, "reason": "not wanted any more"},
        stage="fill_carried",
        **_AT_TABLE,
    ),
    row(
        "POST",
        "credit-counts-out",
        "slips/C-000001/counts-out",
        _WATCHERS,
        body={**_CREDIT, **_WATCHED, "security": sign("sam")},
        stage="credit_issued",
        **_AT_TABLE,
    ),
    row(
        "POST",
        "slip-exchanges",
        "slips/E-000001/exchanges",
        _WATCHERS,
        body={"counted": {"500": 100}, "total": 50_000, **_WATCHED, "security": sign("sam")},
        stage="exchange_carried",
        **_AT_TABLE,
    ),
    row(
        "POST",
        "slip-receipts",
        "slips/C-000001/receipts",
        "cashier",
        body={**_CREDIT, "cashier": sign("cass")},
        stage="credit_counted_out",
        **_AT_CAGE,
    ),
    row(
        "POST",
        "slip-returns",
        "slips/F-000001/returns",
        "cashier",
        body={"counted": _CHIPS, "total": _TOTAL, "cashier": sign("cass")},
        stage="fill_declined",
        **_AT_CAGE,
    ),
    row(
        "POST",
        "slip-voids",
        "slips/F-000001/voids",
        "cashier",
        body={"reason": "made out for another table", "cashier": sign("cass"), "second": sign("ada")},
        stage="fill_issued",
        **_AT_CAGE,
    ),
    row(
        "POST",
        "slip-reprints",
        "slips/F-000001/reprints",
        "cashier accountant",
        body={"reason": "the paper jammed"},
        stage="fill_issued",
        **_AT_CAGE,
    ),
    row("GET", "chips-in-transit", "chips-in-transit", f"{_READERS} other_boss outsider", stage="fill_issued"),
)
