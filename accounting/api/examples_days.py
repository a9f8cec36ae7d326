"""Answers of gaming days as the API's description shows them."""

from typing import Any

_ROOT = "0f1f5c6a9f0a4f5e5d6b77f2f7a1f2c8f1f7c6c4f8a85f3c2b5d7bd0a4d8a1e7"
_SHA = "b1946ac92492d2347c6235b4d2611184f2b8c9a1d5e0f3a47c6d8e9f0a1b2c3d"
_BEFORE = {"gaming_day": "2026-03-03", "root": _SHA[::-1], "sha256": _ROOT[::-1]}

DAY: dict[str, Any] = {
    "gaming_day": "2026-03-04",
    "state": "counted",
    "hindrances": [
        {
            "kind": "closer_difference",
            "table": "BJ-01",
            "period": 1,
            "amount": -2500,
            "exception": "closer_difference/BJ-01/1",
            "who": ["pit_boss"],
        }
    ],
    "reminders": [{"kind": "cage_count_due", "shift": "night", "what": "vault", "who": ["cashier"]}],
    "sha256": "",
}
_LINE: dict[str, Any] = {
    "kind": "house",
    "code": "",
    "banked": True,
    "chip_result": -10000,
    "fills": 0,
    "credits": 0,
    "drop": 40000,
    "win": 30000,
    "hold": {"numerator": 30000, "denominator": 40000, "percent": "75.00"},
    "engine_net": 30000,
    "handle": 250000,
    "rounds": 96,
    "hands": 410,
    "buy_in_cash": 40000,
    "rake": None,
    "rake_booked": None,
    "adjusted": {"drop": 0, "win": 0, "rake": 0},
}
_CONTENT: dict[str, Any] = {
    "shifts": [],
    "figures": {"tables": [], "pits": [], "games": [], "house": {"banked": None, "pot": None}},
    "to_date": {"day": [_LINE], "month": [_LINE], "year": [_LINE]},
    "adjustments": [],
    "tie_outs": {"boxes_counted": {"agree": 1, "of": 1}},
    "exceptions": [],
}
FIGURES: dict[str, Any] = {"content": _CONTENT}
REPORT: dict[str, Any] = {
    "format": 1,
    "report": "day",
    "casino": "DEMO",
    "currency": "USD",
    "exponent": 2,
    "gaming_day": "2026-03-04",
    "locked_by": "6001",
    "seconded_by": "8001",
    "locked_at": "2026-03-05T15:00:00.000000Z",
    "previous": _BEFORE,
    "log": {"heads": {"DEMO/house": {"seq": 131, "hash": _ROOT}}, "root": _ROOT},
    **_CONTENT,
}
EXPLANATION_SENT: dict[str, Any] = {
    "exception": "closer_difference/BJ-01/1",
    "cause": "count_error",
    "explanation": "a green chip lay under the rack's edge",
    "owner": {"badge": "2001", "pin": "610437"},
}
EXPLAINED: dict[str, Any] = {
    "gaming_day": "2026-03-04",
    "exception": "closer_difference/BJ-01/1",
    "amount": -2500,
    "cause": "count_error",
    "explanation": "a green chip lay under the rack's edge",
    "seq": 140,
}
LOCKED: dict[str, Any] = {"gaming_day": "2026-03-04", "root": _ROOT, "sha256": _SHA, "previous": _BEFORE, "seq": 141}
ADJUSTMENT_SENT: dict[str, Any] = {
    "table": "BJ-04",
    "figure": "box",
    "amount": 10000,
    "reason": "a note stuck in the box of 4 March",
    "accountant": {"badge": "6001", "pin": "150872"},
    "second": {"badge": "8001", "pin": "370194"},
}
ADJUSTED: dict[str, Any] = {
    "gaming_day": "2026-03-04",
    "made_on": "2026-03-09",
    "table": "BJ-04",
    "figure": "box",
    "amount": 10000,
    "reason": "a note stuck in the box of 4 March",
    "seq": 151,
}
