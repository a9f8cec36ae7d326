"""Answers of statistical reviews as the API's description shows them."""

from typing import Any

_WHY = "two players won 8,400.00 with bets of 2,000.00"
_ADA, _HANA, _PETRA = (
    {"badge": "6001", "pin": "150872"},
    {"badge": "8001", "pin": "370194"},
    {"badge": "2001", "pin": "610437"},
)
_LINE: dict[str, Any] = {
    "scope": "table/BJ-01",
    "drop": 10_000_000,
    "win": 1_000_000,
    "base_drop": 10_000_000,
    "base_win": 1_850_000,
    "verdict": "flagged",
    "points": "-17/2",
    "relative": "-1700/37",
    "staked": 42_000_000,
    "staked_squares": "105000000000",
    "expected": {"win": 205_800, "low": -518_228, "high": 929_828, "deviation": 369_402},
}
REVIEW: dict[str, Any] = {
    "number": 1,
    "first": "2026-03-01",
    "last": "2026-03-31",
    "opened_by": "6001",
    "opened_at": "2026-04-01T17:00:00.000000Z",
    "deviations": [
        {
            "scope": "table/BJ-01",
            "cause": "large_wagers",
            "explanation": _WHY,
            "explained_by": "2001",
            "explained_at": "2026-04-01T18:00:00.000000Z",
        }
    ],
    "closed_by": "",
    "seconded_by": "",
    "closed_at": None,
    "content": {
        "reviewed": ["2026-03-01", "2026-03-31"],
        "base": {"kind": "prior_month", "days": ["2026-02-01", "2026-02-28"]},
        "pack": {"name": "nevada-like", "version": 1},
        "measure": "points",
        "tolerance": 300,
        "minimum_drop": 1_000_000,
        "days": 31,
        "base_days": 28,
        "models": {"blackjack": {"edge": "49/10000", "variance": "3249/2500"}},
        "lines": [_LINE],
    },
}
OPENING_SENT: dict[str, Any] = {"first": "2026-03-01", "last": "2026-03-31", "accountant": _ADA}
OPENED: dict[str, Any] = {
    "review": 1,
    "first": "2026-03-01",
    "last": "2026-03-31",
    "flagged": ["table/BJ-01"],
    "seq": 210,
}
_EXPLAINED: dict[str, Any] = {"scope": "table/BJ-01", "cause": "large_wagers", "explanation": _WHY}
EXPLANATION_SENT: dict[str, Any] = {**_EXPLAINED, "owner": _PETRA}
EXPLAINED: dict[str, Any] = {"review": 1, **_EXPLAINED, "seq": 212}
CLOSING_SENT: dict[str, Any] = {"accountant": _ADA, "second": _HANA}
CLOSED: dict[str, Any] = {"review": 1, "explained": {"table/BJ-01": 212}, "seq": 213}
