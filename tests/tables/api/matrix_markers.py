"""Rows for markers, credit and corrections of cash; see ``matrix``. The stages are in ``tests.markers``."""

from typing import Any

from tests.tables.api.matrix import FLOOR, row
from tests.tables.api.matrix_house import sign

_SIGNED = {"dealer": sign("dana"), "pit_boss": sign("petra")}
_CHIPS, _TOTAL, _SLIP = {"2500": 20}, 50_000, "markers/M-000001"
_READERS = "boss other_boss cashier accountant auditor manager"
_WATCHERS = "dealer second boss other_boss"
_AT_TABLE: dict[str, Any] = {"codes": {"outsider": "no_such_patron", "elsewhere": "no_such_table"}}
_OF_MARKER: dict[str, Any] = {"codes": {"outsider": "no_such_marker"}}
_NO_PATRON = {"outsider": "no_such_patron"}

MARKERS = (
    row(
        "POST",
        "table-markers",
        "tables/BJ-01/markers",
        _WATCHERS,
        body={"patron": "P-7", "amount": _TOTAL, "chips": _CHIPS, "patron_signed": True, **_SIGNED},
        stage="with_credit",
        **_AT_TABLE,
    ),
    row(
        "GET",
        "table-markers",
        "tables/BJ-01/markers",
        "dealer " + FLOOR,
        stage="marker_issued",
        codes={"second": "not_your_view", "integrator": "not_your_view"},
    ),
    row(
        "POST",
        "marker-payments",
        "tables/BJ-01/marker-payments",
        _WATCHERS,
        body={"slip": "M-000001", "cash": 10_000, "chips": {}, "chips_total": 0, **_SIGNED},
        stage="marker_issued",
        codes={"outsider": "no_such_marker", "elsewhere": "no_such_table"},
    ),
    row("GET", "markers", "markers", _READERS + " outsider", stage="marker_issued"),
    row("GET", "marker", _SLIP, _READERS, stage="marker_issued", **_OF_MARKER),
    row("GET", "marker-pdf", f"{_SLIP}/marker.pdf", _READERS, stage="marker_issued", **_OF_MARKER),
    row("GET", "marker-record", f"{_SLIP}/restricted-copy", "accountant auditor", stage="marker_issued", **_OF_MARKER),
    row(
        "POST",
        "marker-reprints",
        f"{_SLIP}/reprints",
        "cashier accountant",
        body={"reason": "the paper jammed"},
        stage="marker_issued",
        **_OF_MARKER,
    ),
    row(
        "POST",
        "marker-voids",
        f"{_SLIP}/voids",
        _WATCHERS,
        body={
            "parts": ["original", "issue", "payment"],
            "reason": "wrong patron",
            **_SIGNED,
            "second": sign("sam"),
        },
        stage="marker_issued",
        codes={"outsider": "no_such_marker", "elsewhere": "no_such_table"},
    ),
    row(
        "POST",
        "marker-transfers",
        "marker-transfers",
        "cashier",
        body={
            "markers": [{"slip": "M-000001", "left": _TOTAL}],
            "pit_boss": sign("petra"),
            "cashier": sign("cass"),
        },
        stage="marker_issued",
        **_OF_MARKER,
    ),
    row(
        "POST",
        "marker-settlements",
        f"{_SLIP}/settlements",
        "cashier",
        body={"cash": {"notes": {"10000": 1}, "total": 10_000}, "cashier": sign("cass")},
        stage="marker_in_cage",
        **_OF_MARKER,
    ),
    row(
        "POST",
        "credit",
        "patrons/P-7/credit",
        "accountant manager",
        body={"limit": 100_000, "effective_from": "2026-03-04", "source": "Central Credit"},
        stage="with_credit",
        codes=_NO_PATRON,
    ),
    row("GET", "credit", "patrons/P-7/credit", _READERS, stage="with_credit", codes=_NO_PATRON),
    row(
        "POST",
        "buy-in-corrections",
        "tables/BJ-01/buy-in-corrections",
        "",
        body={
            "corrects": 1,
            "cash": 0,
            "chips": {},
            "reason": "it never was",
            "pit_boss": sign("petra"),
            "second": sign("sam"),
        },
        codes={
            "boss": "no_such_buy_in",
            "other_boss": "no_such_buy_in",
            "outsider": "wrong_badge_or_pin",
            "elsewhere": "not_permitted",
        },
    ),
    row(
        "POST",
        "patron-identities",
        "patron-identities",
        "boss other_boss cashier accountant",
        body={"known_as": "seat 3", "place": "BJ-01", "patron": "P-7"},
        stage="with_credit",
        codes=_NO_PATRON,
    ),
)
