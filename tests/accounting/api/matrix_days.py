"""Rows for gaming days; see ``tests.tables.api.matrix``."""

from tests.tables.api.matrix import row

_DAY, _BEFORE = "gaming-days/2026-03-04", "gaming-days/2026-03-03"
_READERS = "accountant auditor manager"
_ADA, _HANA, _PETRA = (
    {"badge": "ada", "pin": "150872"},
    {"badge": "hana", "pin": "370194"},
    {"badge": "petra", "pin": "610437"},
)
_OUTSIDE = {"outsider": "wrong_badge_or_pin"}

DAYS = (
    row("GET", "gaming-days", "gaming-days", f"{_READERS} outsider"),
    row("GET", "gaming-day", _DAY, _READERS, codes={"outsider": "no_such_day"}),
    row("GET", "gaming-day-figures", f"{_DAY}/figures", f"{_READERS} outsider"),
    row(
        "GET",
        "gaming-day-report",
        f"{_BEFORE}/report",
        _READERS,
        stage="yesterday_locked",
        codes={"outsider": "no_such_report"},
    ),
    row(
        "POST",
        "day-explanations",
        f"{_DAY}/explanations",
        f"boss other_boss cashier counter {_READERS.replace('auditor ', '')}",
        body={
            "exception": "closer_difference/BJ-01/1",
            "cause": "count_error",
            "explanation": "a chip lay under the rack's edge",
            "owner": _PETRA,
        },
        stage="short",
        codes={"outsider": "no_such_exception"},
    ),
    row(
        "POST",
        "day-locks",
        f"{_BEFORE}/locks",
        "accountant",
        body={"accountant": _ADA, "second": _HANA},
        stage="yesterday",
        codes=_OUTSIDE,
    ),
    row(
        "POST",
        "day-adjustments",
        f"{_BEFORE}/adjustments",
        "accountant",
        body={
            "table": "BJ-02",
            "figure": "box",
            "amount": -100,
            "reason": "a note was not the house's",
            "accountant": _ADA,
            "second": _HANA,
        },
        stage="yesterday_locked",
        codes=_OUTSIDE,
    ),
)
