"""Addresses of the pit under ``/api/v1/``: its queue, its alerts, its handovers."""

from django.urls import URLPattern, path

from tables.api import alerts, approvals, converters, handovers, ratings

_TABLE = "tables/<str:table>"
_NUMBER = f"<{converters.NUMBER}:number>"

urlpatterns: list[URLPattern] = [
    path(f"{_TABLE}/approvals", approvals.Approvals.as_view(), name="approvals"),
    path(f"{_TABLE}/approvals/lifts", approvals.LiftRequests.as_view(), name="approval-lifts"),
    path(f"{_TABLE}/approvals/voids", approvals.VoidRequests.as_view(), name="approval-voids"),
    path(f"{_TABLE}/approvals/fills", approvals.FillAsks.as_view(), name="approval-fills"),
    path(f"{_TABLE}/approvals/{_NUMBER}/decisions", approvals.Decisions.as_view(), name="approval-decisions"),
    path(f"{_TABLE}/approvals/{_NUMBER}/withdrawals", approvals.Withdrawals.as_view(), name="approval-withdrawals"),
    path(f"{_TABLE}/queue-claims", approvals.Claims.as_view(), name="queue-claims"),
    path(
        f"{_TABLE}/periods/{_NUMBER}/opener-explanations",
        approvals.OpenerExplanations.as_view(),
        name="opener-explanations",
    ),
    path(f"{_TABLE}/alert-acknowledgements", alerts.Acknowledgements.as_view(), name="alert-acknowledgements"),
    path(f"{_TABLE}/ratings", ratings.Ratings.as_view(), name="ratings"),
    path(f"{_TABLE}/ratings/{_NUMBER}/corrections", ratings.RatingCorrections.as_view(), name="rating-corrections"),
    path("pits/<str:pit>/alerts", alerts.Alerts.as_view(), name="pit-alerts"),
    path("pits/<str:pit>/handover-sheet", handovers.HandoverSheets.as_view(), name="handover-sheet"),
    path("pits/<str:pit>/handovers", handovers.Handovers.as_view(), name="handovers"),
    path(f"pits/<str:pit>/handovers/{_NUMBER}", handovers.Handover.as_view(), name="handover"),
    path("pits/<str:pit>/approvals", approvals.PitQueue.as_view(), name="pit-approvals"),
]
