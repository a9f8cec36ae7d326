"""Every address of the books under ``/api/v1/``."""

from django.urls import URLPattern, path

from accounting.api import (
    cage_proofs,
    cash_log,
    ledger,
    liability,
    proofs,
    report_jobs,
    reports,
    routes_audit,
    routes_days,
    routes_reviews,
    verifications,
)
from tables.api import converters

_NUMBER = f"<{converters.NUMBER}:number>"
_JOB = f"report-jobs/{_NUMBER}"
_REPORT = f"shift-reports/<{converters.DAY}:gaming_day>/<slug:shift>/<{converters.NUMBER}:version>"

urlpatterns: list[URLPattern] = [
    path("books/lag", ledger.BooksLag.as_view(), name="lag"),
    path("books/trial-balance", ledger.Balances.as_view(), name="trial-balance"),
    path("books/chip-liability", liability.ChipLiability.as_view(), name="chip-liability"),
    path(f"books/cash-log/<{converters.DAY}:first_day>", cash_log.CashLog.as_view(), name="cash-log"),
    path("books/table-figures", ledger.TableFigures.as_view(), name="table-figures"),
    path("books/tables/<str:table>/journals", ledger.TableJournals.as_view(), name="table-journals"),
    path(f"books/tables/<str:table>/rounds/{_NUMBER}/settlements", ledger.Settlements.as_view(), name="settlements"),
    path("books/streams/<str:kind>/journals", ledger.StreamJournals.as_view(), name="stream-journals"),
    path(f"books/proofs/<{converters.DAY}:day>/<slug:figure>", proofs.Proofs.as_view(), name="proofs"),
    path(
        f"books/cage-proofs/<{converters.DAY}:first>/<{converters.DAY}:last>/<slug:place>/<slug:asset>/<slug:figure>",
        cage_proofs.CageProofs.as_view(),
        name="cage-proofs",
    ),
    path("books/verifications", verifications.Verifications.as_view(), name="verifications"),
    path("shift-reports", reports.ShiftReports.as_view(), name="shift-reports"),
    path(_REPORT, reports.ShiftReport.as_view(), name="shift-report"),
    path(f"{_REPORT}/sheets/<slug:sheet>", reports.ReportSheet.as_view(), name="report-sheet"),
    path(f"{_REPORT}/report.pdf", reports.ShiftReportPdf.as_view(), name="shift-report-pdf"),
    path(f"{_REPORT}/report.xlsx", reports.ShiftReportXlsx.as_view(), name="shift-report-xlsx"),
    path("report-kinds", report_jobs.ReportKinds.as_view(), name="report-kinds"),
    path("report-jobs", report_jobs.ReportJobs.as_view(), name="report-jobs"),
    path(_JOB, report_jobs.ReportJob.as_view(), name="report-job"),
    path(f"{_JOB}/report.pdf", report_jobs.JobPdf.as_view(), name="report-job-pdf"),
    path(f"{_JOB}/report.xlsx", report_jobs.JobXlsx.as_view(), name="report-job-xlsx"),
    path(f"{_JOB}/report.zip", report_jobs.JobZip.as_view(), name="report-job-zip"),
    path(f"{_JOB}/report.json", report_jobs.JobJson.as_view(), name="report-job-json"),
    path(f"{_JOB}/tables/<slug:table>", report_jobs.JobSheet.as_view(), name="report-job-table"),
    path(
        f"shift-figures/<{converters.DAY}:gaming_day>/<slug:shift>",
        reports.ShiftFigures.as_view(),
        name="shift-figures",
    ),
    *routes_audit.urlpatterns,
    *routes_days.urlpatterns,
    *routes_reviews.urlpatterns,
]
