"""Rows for internal audit; see ``tests.tables.api.matrix``."""

from tests.tables.api.matrix import row

_AXEL = {"badge": "axel", "pin": "260983"}
_ANSWERING = "boss other_boss cashier counter security"

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
    row(
        "GET",
        "audit-sample-pdf",
        "audit/samples/1/sample.pdf",
        "accountant auditor manager",
        stage="sampled",
        codes={"outsider": "no_such_sample"},
    ),
    row("GET", "audit-findings", "audit/findings", f"{_ANSWERING} accountant auditor manager outsider"),
    row(
        "POST",
        "audit-findings",
        "audit/findings",
        "auditor",
        body={
            "area": "cage",
            "cause": "training",
            "explanation": "a slip without a signature",
            "gaming_day": "2026-03-04",
            "owner": "cass",
            "auditor": _AXEL,
        },
        codes={"outsider": "wrong_badge_or_pin"},
    ),
    row(
        "GET",
        "audit-finding",
        "audit/findings/1",
        "cashier accountant auditor manager",
        stage="found",
        codes=dict.fromkeys(("boss", "other_boss", "counter", "security", "outsider"), "no_such_finding"),
    ),
    row(
        "POST",
        "finding-answers",
        "audit/findings/1/answers",
        f"{_ANSWERING} accountant manager",
        body={"answer": "it was shown again", "owner": {"badge": "cass", "pin": "720548"}},
        stage="found",
        codes={"outsider": "no_such_finding"},
    ),
    row(
        "POST",
        "finding-closures",
        "audit/findings/1/closures",
        "auditor",
        body={"remark": "it is right now", "auditor": _AXEL, "second": {"badge": "ada", "pin": "150872"}},
        stage="answered",
        codes={"outsider": "no_such_finding"},
    ),
    row("GET", "repeated-findings", "audit/repeated-findings", "accountant auditor manager outsider"),
    row("GET", "sequences", "audit/sequences/2026-03-04", "accountant auditor manager outsider"),
)
