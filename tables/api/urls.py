"""Every address of the floor under ``/api/v1/``."""

from django.urls import URLPattern

from tables.api import (
    routes_cage,
    routes_counts,
    routes_crowd,
    routes_custody,
    routes_disputes,
    routes_equipment,
    routes_house,
    routes_markers,
    routes_papers,
    routes_people,
    routes_pit,
    routes_play,
    routes_slips,
)

urlpatterns: list[URLPattern] = [
    *routes_play.urlpatterns,  # first, because addresses are tried in order and these are called at every press
    *routes_disputes.urlpatterns,
    *routes_custody.urlpatterns,
    *routes_counts.urlpatterns,
    *routes_slips.urlpatterns,
    *routes_pit.urlpatterns,
    *routes_markers.urlpatterns,
    *routes_papers.urlpatterns,
    *routes_cage.urlpatterns,
    *routes_crowd.urlpatterns,
    *routes_equipment.urlpatterns,
    *routes_house.urlpatterns,
    *routes_people.urlpatterns,
]
