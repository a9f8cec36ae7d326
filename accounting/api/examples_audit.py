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
    "exported_by": "7001",
    "heads": _HEADS,
    "root": _ROOT,
    "whole": True,
    "events": 1336,
}
