"""Every address of the books under ``/api/v1/``."""

from django.urls import URLPattern, path

from accounting.api import ledger, reports, verifications
from tables.api import converters

_NUMBER = f"<{converters.NUMBER}:number>"
_REPORT = f"shift-reports/<{converters.DAY}:gaming_day>/<slug:shift>/<{converters.NUMBER}:version>"

urlpatterns: list[URLPattern] = [
    path("books/lag", ledger.BooksLag.as_view(), name="lag"),
    path("books/trial-balance", ledger.Balances.as_view(), name="trial-balance"),
    path("books/table-figures", ledger.TableFigures.as_view(), name="table-figures"),
    path("books/tables/<str:table>/journals", ledger.TableJournals.as_view(), name="table-journals"),
    path(f"books/tables/<str:table>/rounds/{_NUMBER}/settlements", ledger.Settlements.as_view(), name="settlements"),
    path("books/streams/<str:kind>/journals", ledger.StreamJournals.as_view(), name="stream-journals"),
    path("books/verifications", verifications.Verifications.as_view(), name="verifications"),
    path("shift-reports", reports.ShiftReports.as_view(), name="shift-reports"),
    path(_REPORT, reports.ShiftReport.as_view(), name="shift-report"),
    path(f"{_REPORT}/sheets/<slug:sheet>", reports.ReportSheet.as_view(), name="report-sheet"),
    path(
        f"shift-figures/<{converters.DAY}:gaming_day>/<slug:shift>",
        reports.ShiftFigures.as_view(),
        name="shift-figures",
    ),
]
