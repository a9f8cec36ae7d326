"""Addresses of the house itself under ``/api/v1/``: what it is furnished with, and what it gives its people."""

from django.urls import URLPattern, path

from tables.api import edges, floor_plan, furnishing, one_time, undo_times

urlpatterns: list[URLPattern] = [
    path("undo-times", undo_times.UndoTimes.as_view(), name="undo-times"),
    path("house-rules", furnishing.HouseRules.as_view(), name="house-rules"),
    path("house-edges", edges.HouseEdges.as_view(), name="house-edges"),
    path("pits", furnishing.Pits.as_view(), name="pits"),
    path("pits/<str:pit>/map", floor_plan.PitMap.as_view(), name="pit-map"),
    path("pits/<str:pit>/rotation", floor_plan.Rotations.as_view(), name="pit-rotation"),
    path("furnishings", furnishing.Furnishings.as_view(), name="furnishings"),
    path("tables/<str:table>/pars", furnishing.Pars.as_view(), name="pars"),
    path("tables/<str:table>/house-rules", furnishing.TableRules.as_view(), name="table-rules"),
    path("sign-ons/running", one_time.RunningSignOns.as_view(), name="running-sign-ons"),
    path("staff/<str:badge>/one-time-pins", one_time.OneTimePins.as_view(), name="one-time-pins"),
    path("staff/<str:badge>/one-time-passwords", one_time.OneTimePasswords.as_view(), name="one-time-passwords"),
    path(
        "staff/<str:badge>/game-sign-off-revocations",
        one_time.SignOffRevocations.as_view(),
        name="game-sign-off-revocations",
    ),
]
