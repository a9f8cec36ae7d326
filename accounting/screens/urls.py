"""Addresses of the books' screens."""

from datetime import date

from django.urls import path, register_converter

from accounting.screens import (
    cash_log,
    days,
    lag,
    liability,
    pots,
    proofs,
    report_jobs,
    report_shelf,
    reports,
    reviews,
    status,
)
from accounting.screens.audit import urls as audit
from tables.domain import gaming_day


class DayConverter:
    """A gaming day in an address, as ``2026-03-04``."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """The date; ValueError (no such address) for the 30th of February or the year 9999."""
        day = date.fromisoformat(value)
        if not gaming_day.may_be(day):
            raise ValueError(value)
        return day

    def to_url(self, value: date) -> str:
        """The date as it stands in an address."""
        return value.isoformat()


register_converter(DayConverter, "day")

urlpatterns = [
    *audit.urlpatterns,
    path("books/cash-log/", cash_log.log, name="cash-log"),
    path("books/lag", lag.lag, name="books-lag"),
    path("books/chip-liability", liability.chip_liability, name="books-chip-liability"),
    path("books/pot/<slug:table>", pots.pot, name="books-pot"),
    path("status/", status.status, name="status"),
    path("reports/", report_shelf.listing, name="reports"),
    path("reports/proof/", proofs.proof, name="proof"),
    path("reports/jobs/", report_jobs.listing, name="report-jobs"),
    path("reports/jobs/<int:number>/", report_jobs.job, name="report-job"),
    path("reports/jobs/<int:number>/report.<slug:form>", report_jobs.as_file, name="report-job-file"),
    path("reports/jobs/<int:number>/<slug:table>.csv", report_jobs.as_csv, name="report-job-table"),
    path("reports/reviews/", reviews.listing, name="reviews"),
    path("reports/reviews/<int:number>/", reviews.one, name="review"),
    path("reports/days/", days.listing, name="gaming-days"),
    path("reports/days/<day:day>/", days.one, name="gaming-day"),
    path("reports/days/<day:day>/report.json", days.as_json, name="gaming-day-json"),
    path("reports/days/<day:day>/report.<slug:form>", days.as_file, name="gaming-day-file"),
    path("reports/<day:day>/<slug:shift>/certify/", reports.certification, name="certify"),
    path("reports/<day:day>/<slug:shift>/v<int:version>/", reports.report, name="report"),
    path("reports/<day:day>/<slug:shift>/v<int:version>/report.json", reports.as_json, name="report-json"),
    path("reports/<day:day>/<slug:shift>/v<int:version>/report.<slug:form>", reports.as_file, name="report-file"),
    path("reports/<day:day>/<slug:shift>/v<int:version>/<slug:sheet>.csv", reports.as_csv, name="report-csv"),
]
