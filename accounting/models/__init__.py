"""Rows and constraints of the books, no behaviour. Import the modules: ``from accounting.models import journals``."""

from accounting.models import (
    accounts,
    audit_findings,
    audits,
    cash,
    cursors,
    days,
    journals,
    proofs,
    report_jobs,
    reports,
    results,
    reviews,
)

__all__ = [
    "accounts",
    "audit_findings",
    "audits",
    "cash",
    "cursors",
    "days",
    "journals",
    "proofs",
    "report_jobs",
    "reports",
    "results",
    "reviews",
]
