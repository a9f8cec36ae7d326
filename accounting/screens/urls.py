"""Addresses of the books' screens."""

from datetime import date

from django.urls import path, register_converter

from accounting.screens import lag, pots, reports


class DayConverter:
    """A gaming day in an address, as ``2026-03-04``."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """The date; ValueError (no such address) for the 30th of February."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """The date as it stands in an address."""
        return value.isoformat()


register_converter(DayConverter, "day")

urlpatterns = [
    path("books/lag", lag.lag, name="books-lag"),
    path("books/pot/<slug:table>", pots.pot, name="books-pot"),
    path("reports/", reports.listing, name="reports"),
    path("reports/<day:day>/<slug:shift>/certify/", reports.certification, name="certify"),
    path("reports/<day:day>/<slug:shift>/v<int:version>/", reports.report, name="report"),
    path("reports/<day:day>/<slug:shift>/v<int:version>/report.json", reports.as_json, name="report-json"),
    path("reports/<day:day>/<slug:shift>/v<int:version>/<slug:sheet>.csv", reports.as_csv, name="report-csv"),
]
