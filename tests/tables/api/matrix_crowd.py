"""Rows for the crowd and for front money; see ``matrix``. The stages are in ``tests.crowded``."""

from typing import Any

from tests.tables.api.matrix import LOOKERS, row

_NO_PATRON = {"outsider": "no_such_patron"}
_NO_CROWD = {"outsider": "no_such_crowd"}
_LIMITS = {"patron_limit": 10_000, "spot_limit": 100_000, "round_limit": 150_000}
_MONEY: dict[str, Any] = {"patron": "P-7", "cash": {"notes": {"5000": 4}, "total": 20_000}}

CROWD = (
    row(
        "POST",
        "crowd-limits",
        "crowds/BJ-01/limits",
        "manager",
        body=_LIMITS,
        codes={"outsider": "no_such_table"},
    ),
    row(
        "GET",
        "crowd",
        "crowds/BJ-01",
        LOOKERS,
        stage="crowd_betting",
        codes={**_NO_CROWD, "elsewhere": "no_such_table"},
    ),
    row(
        "POST",
        "crowd-bets",
        "crowds/BJ-01/bets",
        "integrator",
        body={"round": 1, "bets": [{"id": "a", "patron": "P-7", "spot": 3, "amount": 1_000}]},
        stage="crowd_betting",
        codes=_NO_CROWD,
    ),
    row(
        "POST",
        "front-money-deposits",
        "cage/front-money-deposits",
        "cashier",
        body=_MONEY,
        stage="patron_known",
        codes=_NO_PATRON,
    ),
    row(
        "POST",
        "front-money-withdrawals",
        "cage/front-money-withdrawals",
        "cashier",
        body=_MONEY,
        stage="front_money",
        codes=_NO_PATRON,
    ),
    row(
        "GET",
        "front-money",
        "patrons/P-7/front-money",
        "cashier accountant auditor manager integrator",
        stage="front_money",
        codes=_NO_PATRON,
    ),
)
