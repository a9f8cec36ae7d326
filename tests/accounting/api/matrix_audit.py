"""Rows for internal audit; see ``tests.tables.api.matrix``."""

from tests.tables.api.matrix import row

AUDIT = (
    row("GET", "log-exports", "audit/log-exports", "auditor outsider"),
    row("POST", "log-exports", "audit/log-exports", "auditor outsider", body={}, status=201),
    row(
        "GET",
        "log-archive",
        "audit/log-exports/1/archive.zip",
        "auditor",
        stage="exported",
        codes={"outsider": "no_such_export"},
    ),
    row("GET", "audit-samples", "audit/samples", "accountant auditor manager outsider"),
    row(
        "POST",
        "audit-samples",
        "audit/samples",
        "auditor outsider",
        body={"first_day": "2026-03-01", "last_day": "2026-03-03"},
    ),
    row(
        "GET",
        "audit-sample",
        "audit/samples/1",
        "accountant auditor manager",
        stage="sampled",
        codes={"outsider": "no_such_sample"},
    ),
    row("GET", "sequences", "audit/sequences/2026-03-04", "accountant auditor manager outsider"),
)
