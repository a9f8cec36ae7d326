"""Rows for the books; see ``tests.tables.api.matrix``."""

from tests.tables.api.matrix import FLOOR, row

_READERS = "accountant auditor manager"
_OUTSIDE = {"outsider": "no_such_stream"}

BOOKS = (
    row("GET", "lag", "books/lag", FLOOR + " outsider"),
    row("GET", "trial-balance", "books/trial-balance", _READERS + " outsider"),
    row("GET", "table-figures", "books/table-figures", FLOOR + " outsider"),
    row("GET", "table-journals", "books/tables/BJ-01/journals", _READERS, codes=_OUTSIDE),
    row("GET", "settlements", "books/tables/BJ-01/rounds/1/settlements", _READERS, stage="settled", codes=_OUTSIDE),
    row("GET", "stream-journals", "books/streams/cage/journals", _READERS + " outsider"),
    row("GET", "verifications", "books/verifications", _READERS + " outsider"),
    row("GET", "shift-reports", "shift-reports", FLOOR + " outsider"),
    row(
        "POST",
        "shift-reports",
        "shift-reports",
        "",
        body={"gaming_day": "2026-03-04", "shift": "day"},
        codes={"accountant": "period_open", "outsider": "no_such_shift"},
    ),
    row("GET", "shift-figures", "shift-figures/2026-03-04/day", FLOOR + " outsider"),
    row(
        "GET",
        "shift-report",
        "shift-reports/2026-03-04/day/1",
        FLOOR,
        stage="certified",
        codes={"outsider": "no_such_report"},
    ),
    row(
        "GET",
        "report-sheet",
        "shift-reports/2026-03-04/day/1/sheets/tables",
        FLOOR,
        stage="certified",
        codes={"outsider": "no_such_report"},
    ),
)
