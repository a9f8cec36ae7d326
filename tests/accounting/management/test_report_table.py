"""A certified report in plain text."""

from typing import Any

from accounting.management import report_table


def line(**changes: Any) -> dict[str, Any]:
    figures = {
        "rounds": 12,
        "handle": 123_450,
        "opener": 2_000_000,
        "closer": 1_800_000,
        "drop": 900_000,
        "win": 700_000,
        "hold": {"numerator": 700_000, "denominator": 900_000, "percent": "77.78"},
        "rake": None,
        "engine_net": 702_500,
        "difference": -2_500,
    }
    return {**figures, **changes}


#: A dice table: no win and no hold, which is another thing than a win that is not known yet.
POT = line(win=None, hold=None, rake=45_000, engine_net=40_000, difference=0)
REPORT: dict[str, Any] = {
    "casino": "SIM-1",
    "currency": "USD",
    "exponent": 2,
    "gaming_day": "2026-03-04",
    "shift": "day",
    "version": 1,
    "state": "preliminary",
    "figures": {
        "tables": [
            {"table": "T-001", "banked": True, **line()},
            {"table": "T-002", "banked": True, **line(drop=None, win=None, hold=None, difference=None)},
            {"table": "T-003", "banked": False, **POT},
        ],
        "house": {"banked": line(win=-5), "pot": POT},
    },
    "tie_outs": {"boxes_counted": {"agree": 1, "of": 2}},
    "exceptions": [
        {"kind": "closer_difference", "table": "T-001", "period": 3, "seq": 90, "amount": -2_500},
        {"kind": "round_voided", "table": "T-001", "period": 3, "seq": 70, "reason": "wrong hand paid"},
        {"kind": "box_not_counted", "table": "T-002", "box": 4},
    ],
}


def test_unknown_figures_are_no_noughts_and_what_a_game_has_not_is_a_dash() -> None:
    assert report_table.lines(REPORT) == [
        "Shift day of gaming day 2026-03-04, casino SIM-1, USD, version 1, preliminary",
        "",
        "table       rounds    handle     opener     closer      drop       win  hold %    rake  by rounds  differs by",
        "T-001           12  1,234.50  20,000.00  18,000.00  9,000.00  7,000.00   77.78       -   7,025.00      -25.00",
        "T-002           12  1,234.50  20,000.00  18,000.00         ?         ?       ?       -   7,025.00           ?",
        "T-003           12  1,234.50  20,000.00  18,000.00  9,000.00         -       -  450.00     400.00        0.00",
        "all banked      12  1,234.50  20,000.00  18,000.00  9,000.00     -0.05   77.78       -   7,025.00      -25.00",
        "all pot         12  1,234.50  20,000.00  18,000.00  9,000.00         -       -  450.00     400.00        0.00",
        "",
        "boxes counted: 1 of 2",
        "exception: closer difference, table T-001 period 3: -25.00",
        "exception: round voided, table T-001 period 3: wrong hand paid",
        "exception: box not counted, table T-002 box 4",
    ]
