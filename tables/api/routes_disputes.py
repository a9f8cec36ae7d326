"""Addresses of disputes and of the replay of a round, under ``/api/v1/``."""

from django.urls import URLPattern, path

from tables.api import converters, disputes, replays

_NUMBER = f"<{converters.NUMBER}:number>"
_ONE = f"tables/<str:table>/disputes/{_NUMBER}"

urlpatterns: list[URLPattern] = [
    path("tables/<str:table>/disputes", disputes.TableDisputes.as_view(), name="table-disputes"),
    path(_ONE, disputes.Dispute.as_view(), name="dispute"),
    path(f"{_ONE}/rulings", disputes.DisputeRulings.as_view(), name="dispute-rulings"),
    path(f"{_ONE}/acceptances", disputes.DisputeAcceptances.as_view(), name="dispute-acceptances"),
    path(f"{_ONE}/escalations", disputes.DisputeEscalations.as_view(), name="dispute-escalations"),
    path(f"{_ONE}/reports", disputes.DisputeReports.as_view(), name="dispute-reports"),
    path("disputes", disputes.Disputes.as_view(), name="disputes"),
    path(f"tables/<str:table>/rounds/{_NUMBER}/replay", replays.Replay.as_view(), name="replay"),
]
