"""Rows for disputes, their rulings and the replay of a round; see ``matrix``. The stages are in ``tests.disputed``."""

from typing import Any

from tests.tables.api.matrix import FLOOR, LOOKERS, row
from tests.tables.api.matrix_house import sign

_ONE = "tables/BJ-01/disputes/1"
_BOSS: dict[str, Any] = {"codes": {"other_boss": "not_in_charge", "elsewhere": "not_permitted"}}
_UNKNOWN = {"outsider": "no_such_dispute"}

DISPUTES = (
    row(
        "POST",
        "table-disputes",
        "tables/BJ-01/disputes",
        "dealer boss other_boss",
        body={"claim": "exposed_card", "text": "the hole card turned over"},
        codes={"second": "not_dealing", "elsewhere": "no_such_table"},
    ),
    row("GET", "disputes", "disputes", FLOOR + " outsider", stage="disputed"),
    row("GET", "dispute", _ONE, FLOOR, stage="disputed", codes={**_UNKNOWN, "elsewhere": "not_permitted"}),
    row(
        "POST",
        "dispute-rulings",
        f"{_ONE}/rulings",
        "dealer second boss other_boss",
        body={"ruling": "continue", "reason": "the log is right", "signature": sign("petra")},
        stage="disputed",
        codes={"outsider": "wrong_badge_or_pin"},
    ),
    row(
        "POST",
        "dispute-acceptances",
        f"{_ONE}/acceptances",
        "boss",
        body={"note": "shook hands"},
        stage="dispute_ruled",
        **_BOSS,
    ),
    row(
        "POST",
        "dispute-escalations",
        f"{_ONE}/escalations",
        "boss",
        body={"surveillance": "CAM4-0311"},
        stage="dispute_ruled",
        **_BOSS,
    ),
    row(
        "POST",
        "dispute-reports",
        f"{_ONE}/reports",
        "boss manager",
        body={"reference": "GCB-2026-0117"},
        stage="dispute_escalated",
        **_BOSS,
    ),
    row("GET", "replay", "tables/BJ-01/rounds/1/replay", LOOKERS, stage="disputed"),
)
