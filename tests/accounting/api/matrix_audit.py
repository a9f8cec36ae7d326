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
)
