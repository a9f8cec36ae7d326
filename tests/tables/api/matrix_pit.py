"""Rows for the queue, alerts and handovers of a pit; see ``matrix``. The stages are in ``tests.pit_stages``."""

from typing import Any

from tests.tables.api.matrix import FLOOR, row
from tests.tables.api.matrix_house import sign

_DEALS = {"second": "not_dealing"}
_IN_CHARGE = {"other_boss": "not_in_charge"}
_AT_TABLE = {"elsewhere": "not_permitted"}
_NO_PIT: dict[str, Any] = {"codes": {"outsider": "no_such_pit"}}
_FIGURES = "0" * 64

_RATING = {
    **{"player": "LEE", "since": "2026-03-04T18:00:00Z", "until": "2026-03-04T19:00:00Z"},
    **{"average_bet": 5_000, "per_hour": 70, "edge": 7_500},
}
PIT = (
    row("GET", "ratings", "tables/BJ-01/ratings", FLOOR, codes=_AT_TABLE),
    row(
        "POST",
        "ratings",
        "tables/BJ-01/ratings",
        "boss",
        body=_RATING,
        codes=_IN_CHARGE | _AT_TABLE,
    ),
    row(
        "POST",
        "rating-corrections",
        "tables/BJ-01/ratings/1/corrections",
        "boss",
        body={**_RATING, "average_bet": 10_000, "reason": "he bet more"},
        stage="rated",
        codes=_IN_CHARGE | _AT_TABLE,
    ),
    row(
        "POST",
        "approval-lifts",
        "tables/BJ-01/approvals/lifts",
        "dealer",
        body={"player": "seat 2", "maximum": 100_000},
        codes=_DEALS,
    ),
    row(
        "POST",
        "approval-voids",
        "tables/BJ-01/approvals/voids",
        "dealer",
        body={"number": 1, "reason": "wrong card keyed"},
        stage="settled",
        codes=_DEALS,
    ),
    row(
        "POST",
        "approval-fills",
        "tables/BJ-01/approvals/fills",
        "dealer",
        body={"chips": {"500": 40, "2500": 20}, "total": 70_000},
        codes=_DEALS,
    ),
    row(
        "GET",
        "approvals",
        "tables/BJ-01/approvals",
        "dealer " + FLOOR,
        stage="lift_asked",
        codes={"second": "not_your_view", "integrator": "not_your_view"},
    ),
    row(
        "POST",
        "approval-decisions",
        "tables/BJ-01/approvals/1/decisions",
        "boss",
        body={"decision": "refuse", "reason": "not tonight"},
        stage="lift_asked",
        codes={**_IN_CHARGE, **_AT_TABLE, "outsider": "no_such_approval"},
    ),
    row(
        "POST",
        "approval-withdrawals",
        "tables/BJ-01/approvals/1/withdrawals",
        "dealer",
        stage="lift_asked",
        codes=_DEALS,
    ),
    row(
        "POST",
        "queue-claims",
        "tables/BJ-01/queue-claims",
        "boss",
        body={"kind": "lift", "item": "1"},
        stage="lift_asked",
        codes={**_IN_CHARGE, **_AT_TABLE},
    ),
    row(
        "POST",
        "opener-explanations",
        "tables/BJ-01/periods/2/opener-explanations",
        "boss",
        body={"cause": "count_error", "explanation": "a stack was counted twice"},
        stage="opened_short",
        codes={**_IN_CHARGE, **_AT_TABLE, "outsider": "no_such_period"},
    ),
    row("GET", "pit-approvals", "pits/P1/approvals", FLOOR, stage="lift_asked", **_NO_PIT),
    row("GET", "pit-alerts", "pits/P1/alerts", FLOOR, stage="called", **_NO_PIT),
    row(
        "POST",
        "alert-acknowledgements",
        "tables/BJ-01/alert-acknowledgements",
        "boss",
        body={"alert": "call", "mark": "2026-03-04T20:00:00.000000Z"},
        stage="called",
        codes={**_IN_CHARGE, **_AT_TABLE},
    ),
    row("GET", "handover-sheet", "pits/P1/handover-sheet", FLOOR, stage="lift_asked", **_NO_PIT),
    row(
        "POST",
        "handovers",
        "pits/P1/handovers",
        "",
        body={
            "figures_sha256": _FIGURES,
            "messages": "",
            "outgoing": sign("petra"),
            "incoming": {"badge": "paul", "pin": "613579"},
        },
        codes={"boss": "handover_changed", "other_boss": "handover_changed", "outsider": "no_such_pit"},
    ),
    row("GET", "handovers", "pits/P1/handovers", FLOOR, stage="handed_over", **_NO_PIT),
    row(
        "GET",
        "handover",
        "pits/P1/handovers/1",
        FLOOR,
        stage="handed_over",
        codes={"outsider": "no_such_handover"},
    ),
)
