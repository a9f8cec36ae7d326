"""Addresses of the count room, under ``/api/v1/``."""

from django.urls import URLPattern, path

from tables.api import blind_counts, converters, count_sessions, count_sheets

_BOX = f"tables/<str:table>/boxes/<{converters.NUMBER}:box>"
_SESSION = f"count-sessions/<{converters.NUMBER}:session>"

urlpatterns: list[URLPattern] = [
    path("count-sessions", count_sessions.CountSessions.as_view(), name="count-sessions"),
    path(_SESSION, count_sessions.CountSession.as_view(), name="count-session"),
    path(f"{_SESSION}/boxes", count_sessions.Acceptances.as_view(), name="box-acceptances"),
    path(f"{_SESSION}/verifications", count_sessions.Verifications.as_view(), name="count-verifications"),
    path(f"{_SESSION}/closings", count_sessions.CountClosings.as_view(), name="count-closings"),
    path(f"{_BOX}/sheets/<str:part>", count_sheets.CountSheet.as_view(), name="count-sheet"),
    path(f"{_BOX}/sheets/<str:part>/sheet.pdf", count_sheets.CountSheetPdf.as_view(), name="count-sheet-pdf"),
    path(f"{_BOX}/first-counts", blind_counts.FirstCounts.as_view(), name="box-first-counts"),
    path(f"{_BOX}/second-counts", blind_counts.SecondCounts.as_view(), name="box-second-counts"),
    path(f"{_BOX}/recounts", blind_counts.Recounts.as_view(), name="box-recounts"),
    path(f"{_BOX}/first-rake-counts", blind_counts.FirstRakeCounts.as_view(), name="rake-first-counts"),
    path(f"{_BOX}/second-rake-counts", blind_counts.SecondRakeCounts.as_view(), name="rake-second-counts"),
    path(f"{_BOX}/rake-recounts", blind_counts.RakeRecounts.as_view(), name="rake-recounts"),
]
