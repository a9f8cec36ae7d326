"""Every address of gaming days under ``/api/v1/gaming-days``."""

from django.urls import URLPattern, path

from accounting.api import days
from tables.api import converters

_DAY = f"gaming-days/<{converters.DAY}:gaming_day>"

urlpatterns: list[URLPattern] = [
    path("gaming-days", days.GamingDays.as_view(), name="gaming-days"),
    path(_DAY, days.OneGamingDay.as_view(), name="gaming-day"),
    path(f"{_DAY}/figures", days.GamingDayFigures.as_view(), name="gaming-day-figures"),
    path(f"{_DAY}/report", days.GamingDayReport.as_view(), name="gaming-day-report"),
    path(f"{_DAY}/explanations", days.DayExplanations.as_view(), name="day-explanations"),
    path(f"{_DAY}/locks", days.DayLocks.as_view(), name="day-locks"),
    path(f"{_DAY}/adjustments", days.DayAdjustments.as_view(), name="day-adjustments"),
]
