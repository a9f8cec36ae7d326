"""Answers of internal audit as the API's description shows them."""

from typing import Any

_HEADS = {"DEMO/cage": 14, "DEMO/count": 9, "DEMO/house": 131, "DEMO/table/BJ-04": 1182}
_ROOT = "0f1f5c6a9f0a4f5e5d6b77f2f7a1f2c8f1f7c6c4f8a85f3c2b5d7bd0a4d8a1e7"

RECORDED_EXPORT: dict[str, Any] = {
    "export": 3,
    "heads": _HEADS,
    "root": _ROOT,
    "whole": True,
    "events": 1336,
    "seq": 132,
}
LOG_EXPORT: dict[str, Any] = {
    "export": 3,
    "seq": 132,
    "exported_at": "2026-03-05T17:20:00.000000Z",
    "exported_by": "9001",
    "heads": _HEADS,
    "root": _ROOT,
    "whole": True,
    "events": 1336,
}

_PICK = {"kind": "fill", "stream": "DEMO/table/BJ-04", "seq": 611, "gaming_day": "2026-03-02"}
_DRAWN = {
    "first_day": "2026-03-01",
    "last_day": "2026-03-03",
    "seed": "first half of 2026",
    "wanted": {"opening": 5, "closing": 5, "fill": 10, "credit": 3},
    "found": {"opening": 36, "closing": 36, "fill": 12, "credit": 2},
}
_MISSING = [{"what": "credit", "wanted": 3, "found": 2}]
DRAWN: dict[str, Any] = {"sample": 1, **_DRAWN, "picks": [_PICK], "missing": _MISSING, "seq": 133}
SAMPLE: dict[str, Any] = {
    "sample": 1,
    "seq": 133,
    "drawn_at": "2026-03-04T17:20:00.000000Z",
    "drawn_by": "9001",
    **_DRAWN,
    "missing": _MISSING,
    "picks": [
        {
            **_PICK,
            "shift": "swing",
            "occurred_at": "2026-03-03T01:12:40.120000Z",
            "table": "BJ-04",
            "document": "F-2026-000123",
            "total": 600000,
            "signers": ["4001 (cashier)", "7001 (security)", "1042 (dealer)", "2001 (pit_boss)"],
        }
    ],
}

_MARKED = {
    "slip": "F-2026-000003",
    "kind": "fill",
    "table": "BJ-04",
    "gaming_day": "2026-03-04",
    "shift": "day",
    "occurred_at": "2026-03-04T20:12:40.120000Z",
    "total": 70000,
    "reason": "wrong table",
    "copy": 0,
    "by": "4001",
    "signers": ["4001 (cashier)", "2002 (pit_boss)"],
    "stream": "DEMO/cage",
    "seq": 41,
}
SEQUENCES: dict[str, Any] = {
    "first_day": "2026-03-04",
    "last_day": "2026-03-04",
    "series": [
        {
            "series": "F-2026",
            "first": 1,
            "last": 6,
            "used": 4,
            "void": 1,
            "missing": [{"first": 5, "last": 5}],
            "missing_numbers": 1,
            "twice": [],
        }
    ],
    "voids": [_MARKED],
    "reprints": [],
}

_SEEN: dict[str, Any] = {
    "area": "cage",
    "cause": "signature_missing",
    "explanation": "fill slip F-2026-000123 without the runner's signature",
    "gaming_day": "2026-03-04",
    "owner": "4001",
    "repeat_of": None,
}
FINDING_SENT: dict[str, Any] = {
    **_SEEN,
    "about": [{"stream": "DEMO/house", "seq": 1}],
    "auditor": {"badge": "9001", "pin": "260983"},
}
_SHOWN = {"about": [{"stream": "DEMO/cage", "seq": 41}], "occurrence": 1}
FINDING_RECORDED: dict[str, Any] = {"finding": 1, **_SEEN, **_SHOWN, "status": "open", "seq": 134}
FINDING: dict[str, Any] = {
    "finding": 1,
    **_SEEN,
    **_SHOWN,
    "status": "closed",
    "recorded_at": "2026-03-04T21:00:00.000000Z",
    "recorded_by": "9001",
    "answer": "the runner was shown the slip again",
    "answered_at": "2026-03-05T17:00:00.000000Z",
    "answered_by": "4001",
    "remark": "ten later slips were right",
    "closed_at": "2026-03-12T17:00:00.000000Z",
    "closed_by": "9001",
    "seconded_by": "6001",
}
REPEATED: dict[str, Any] = {
    "finding": 1,
    "area": "cage",
    "cause": "signature_missing",
    "explanation": _SEEN["explanation"],
    "occurrences": 3,
    "first_day": "2026-03-04",
    "last_day": "2026-05-11",
    "open": 1,
}
