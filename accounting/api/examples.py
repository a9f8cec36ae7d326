"""Answers of the books as the API's description shows them: table BJ-04 after its day shift."""

from typing import Any

LAG: dict[str, Any] = {"streams": 1, "events": 3, "since": "2026-03-04T21:08:55.402000Z", "stopped": []}
CAUGHT_UP: dict[str, Any] = {"streams": 0, "events": 0, "since": None, "stopped": []}

TRIAL_BALANCE = {
    "accounts": [
        {"code": "players", "asset": "chips", "kind": "outside", "side": "debit", "table": "", "balance": 6500},
        {"code": "issued", "asset": "chips", "kind": "outside", "side": "credit", "table": "", "balance": -10000000},
        {"code": "cage", "asset": "chips", "kind": "custody", "side": "debit", "table": "", "balance": 9000000},
        {
            "code": "rack/BJ-04",
            "asset": "chips",
            "kind": "custody",
            "side": "debit",
            "table": "BJ-04",
            "balance": 993500,
        },
    ],
    "totals": {"chips": 0, "cash": 0, "markers": 0, "promo": 0},
    "lag": CAUGHT_UP,
}
JOURNAL = {
    "stream": "DEMO/table/BJ-04",
    "seq": 520,
    "type": "act_taken",
    "gaming_day": "2026-03-04",
    "shift": "day",
    "period": 7,
    "round": 1182,
    "legs": [
        {"account": "layout/BJ-04", "asset": "chips", "amount": -3500},
        {"account": "rack/BJ-04", "asset": "chips", "amount": 3500},
    ],
}
CAGE_JOURNAL = {
    "stream": "DEMO/cage",
    "seq": 1,
    "type": "chips_received",
    "gaming_day": "2026-03-04",
    "shift": "day",
    "period": None,
    "round": None,
    "legs": [
        {"account": "issued", "asset": "chips", "amount": -10000000},
        {"account": "cage", "asset": "chips", "amount": 10000000},
    ],
}
SETTLEMENT = {
    "bet": 1,
    "entry": 0,
    "seq": 520,
    "period": 7,
    "kind": "main",
    "player": "seat 3",
    "tender": "chips",
    "outcome": "lose",
    "stake": 2500,
    "returned": 0,
    "due_numerator": 0,
    "due_denominator": 1,
    "breakage": 0,
}
TABLE_FIGURE = {
    "table": "BJ-04",
    "behind": 0,
    "error": "",
    "period": 7,
    "gaming_day": "2026-03-04",
    "shift": "day",
    "opened_at": "2026-03-04T14:00:00.000000Z",
    "rounds": 61,
    "hands": 244,
    "handle": 612500,
    "result_by_rounds": 12500,
    "pot": 0,
    "rake": 0,
    "buy_ins": 3,
    "buy_in_cash": 50000,
    "box_cash_by_log": 50000,
}

_SHA256 = "b49877397f636d2556acb941fa9d208163dbc50dc665587a59717cc01fab8083"
CERTIFIED = {
    "gaming_day": "2026-03-04",
    "shift": "day",
    "version": 1,
    "state": "final",
    "sha256": _SHA256,
    "new": True,
    "seq": 97,
}
REPORT_LINE = {
    "gaming_day": "2026-03-04",
    "shift": "day",
    "version": 1,
    "state": "final",
    "certified_by": "6001",
    "certified_at": "2026-03-04T22:31:00.000000Z",
    "sha256": _SHA256,
    "newest": True,
    "seq": 97,
}
_LINE: dict[str, Any] = {
    "opener": 1000000,
    "fills": 0,
    "credits": 0,
    "closer": 990000,
    "chip_result": -10000,
    "drop": 50000,
    "win": 40000,
    "rake": None,
    "hold": {"numerator": 40000, "denominator": 50000, "percent": "80.00"},
    "engine_net": 40000,
    "difference": 0,
    "handle": 612500,
    "rounds": 61,
    "hands": 244,
    "buy_ins": 3,
    "buy_in_cash": 50000,
    "box_cash_by_log": 50000,
    "opener_variance": 0,
    "closer_difference": 0,
    "drop_variance": 0,
    "shuffles": 4,
}
_CONTENT: dict[str, Any] = {
    "state": "final",
    "figures": {
        "tables": [{"table": "BJ-04", "pit": "P1", "game": "blackjack", "banked": True, "periods": [], **_LINE}],
        "games": [{"game": "blackjack", "banked": True, **_LINE}],
        "pits": [{"pit": "P1", "banked": _LINE, "pot": None}],
        "house": {"banked": _LINE, "pot": None},
    },
    "day_to_date": {"tables": [], "games": [], "pits": [], "house": {"banked": _LINE, "pot": None}},
    "tie_outs": {"boxes_counted": {"agree": 1, "of": 1}, "closer_as_expected": {"agree": 1, "of": 1}},
    "exceptions": [],
}
REPORT = {
    "format": 1,
    "casino": "DEMO",
    "currency": "USD",
    "exponent": 2,
    "gaming_day": "2026-03-04",
    "shift": "day",
    "version": 1,
    "supersedes": "",
    "certified_by": "6001",
    "certified_at": "2026-03-04T22:31:00.000000Z",
    "log": {
        "heads": {"DEMO/house": {"seq": 96, "hash": "6c0ca5db2d849bd2b57fee49ed2e9f5c8110dc973ae92a9ec5c246b616aac178"}}
    },
    **_CONTENT,
}
FIGURES = {"state": "preliminary", "content": {**_CONTENT, "state": "preliminary"}, "lag": LAG}

REPORT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "The frozen text of the report (docs/books.md): canonical JSON, money in minor units.",
    "required": list(REPORT),
    "properties": {
        "format": {"type": "integer"},
        "casino": {"type": "string"},
        "currency": {"type": "string"},
        "exponent": {"type": "integer"},
        "gaming_day": {"type": "string", "format": "date"},
        "shift": {"type": "string"},
        "version": {"type": "integer"},
        "supersedes": {"type": "string", "description": "SHA-256 of the version before, or empty"},
        "certified_by": {"type": "string", "description": "badge"},
        "certified_at": {"type": "string", "format": "date-time"},
        "state": {"type": "string", "enum": ["preliminary", "final"]},
        "log": {"type": "object", "description": "Heads of the streams that the report was computed from"},
        "figures": {"type": "object", "description": "By table with its periods, by game, by pit, and of the house"},
        "day_to_date": {"type": "object", "description": "The gaming day up to and with this shift"},
        "tie_outs": {"type": "object", "description": "How many of the counts agree"},
        "pot_games": {"type": "object", "description": "Rake of pot games; only when one was open that day"},
        "disputes": {"type": "object", "description": "Disputes and rulings, and their cost; only when there were any"},
        "crowd": {"type": "object", "description": "What the house won of the crowd; only when there was one"},
        "exceptions": {"type": "array", "items": {"type": "object"}},
    },
}
REPORT_JOB: dict[str, Any] = {
    "number": 12,
    "kind": "shift_report",
    "parameters": {"gaming_day": "2026-03-04", "shift": "day"},
    "language": "en",
    "asked_by": "6001",
    "asked_at": "2026-03-05T08:12:00.000000Z",
    "status": "done",
    "percent": 100,
    "message": "",
    "finished_at": "2026-03-05T08:12:03.000000Z",
    "sha256": "6c0ca5db2d849bd2b57fee49ed2e9f5c8110dc973ae92a9ec5c246b616aac178",
    "files": ["pdf", "xlsx", "csv", "json"],
}
REPORT_KINDS = {
    "results": [
        {
            "kind": "shift_report",
            "title": "Shift report",
            "about": "Certified figures of a shift, by table, pit and game.",
            "parameters": [
                {"name": "gaming_day", "title": "Gaming day", "shape": "day", "optional": False, "choices": []},
                {"name": "shift", "title": "Shift", "shape": "text", "optional": False, "choices": []},
            ],
        }
    ]
}
REPORT_DOCUMENT = {
    "format": 1,
    "name": "shift_report",
    "casino": "DEMO",
    "money": {"currency": "USD", "exponent": 2},
    "dated": "2026-03-04T22:31:00.000000Z",
    "parts": [
        {
            "part": "table",
            "name": "tables",
            "columns": [{"name": "table", "title": "Table", "kind": "text"}],
            "rows": [{"style": "line", "cells": {"table": "BJ-04", "win": 40000}}],
        }
    ],
}
VERIFICATION = {
    "started_at": "2026-03-05T03:00:00.000000Z",
    "finished_at": "2026-03-05T03:02:41.118000Z",
    "findings": [
        {"stream": "DEMO/table/BJ-04", "seq": 515, "type": "card_dealt", "what": "hash does not follow from the body"}
    ],
}
