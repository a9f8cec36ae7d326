"""Rows for the books; see ``tests.tables.api.matrix``."""

from tests.tables.api.matrix import FLOOR, row

_READERS = "accountant auditor manager"
_OUTSIDE = {"outsider": "no_such_stream"}
_OTHERS = {role: "no_such_report_job" for role in "boss other_boss auditor manager outsider".split()}
"""A report is seen by those who hold the role in which it was asked for; the stage asks as ada."""
_PUBLISHED = {"stage": "certified", "codes": {"outsider": "no_such_report"}}
_MADE = {"stage": "reported", "codes": _OTHERS}

BOOKS = (
    row("GET", "lag", "books/lag", FLOOR + " outsider"),
    row("GET", "trial-balance", "books/trial-balance", _READERS + " outsider"),
    row("GET", "chip-liability", "books/chip-liability", _READERS + " outsider"),
    row("GET", "cash-log", "books/cash-log/2026-03-04", "accountant auditor outsider"),
    row("GET", "table-figures", "books/table-figures", FLOOR + " outsider"),
    row("GET", "table-journals", "books/tables/BJ-01/journals", _READERS, codes=_OUTSIDE),
    row("GET", "settlements", "books/tables/BJ-01/rounds/1/settlements", _READERS, stage="settled", codes=_OUTSIDE),
    row("GET", "stream-journals", "books/streams/cage/journals", _READERS + " outsider"),
    row(
        "GET",
        "proofs",
        "books/proofs/2026-03-04/opener",
        _READERS,
        stage="certified",
        codes={"outsider": "no_such_figure"},
    ),
    row("GET", "cage-proofs", "books/cage-proofs/2026-03-04/2026-03-04/cage/chips/closing", _READERS + " outsider"),
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
    row("GET", "shift-report-pdf", "shift-reports/2026-03-04/day/1/report.pdf", FLOOR, **_PUBLISHED),
    row("GET", "shift-report-xlsx", "shift-reports/2026-03-04/day/1/report.xlsx", FLOOR, **_PUBLISHED),
    row("GET", "report-kinds", "report-kinds", FLOOR + " outsider"),
    row("GET", "report-jobs", "report-jobs", FLOOR + " outsider"),
    row(
        "POST",
        "report-jobs",
        "report-jobs",
        FLOOR + " outsider",
        body={"kind": "shift_report", "parameters": {"gaming_day": "2026-03-04", "shift": "day"}},
        status=202,
    ),
    row("GET", "report-job", "report-jobs/1", "accountant", **_MADE),
    row("GET", "report-job-pdf", "report-jobs/1/report.pdf", "accountant", **_MADE),
    row("GET", "report-job-xlsx", "report-jobs/1/report.xlsx", "accountant", **_MADE),
    row("GET", "report-job-zip", "report-jobs/1/report.zip", "accountant", **_MADE),
    row("GET", "report-job-json", "report-jobs/1/report.json", "accountant", **_MADE),
    row("GET", "report-job-table", "report-jobs/1/tables/tables", "accountant", **_MADE),
)
