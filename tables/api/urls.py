"""Every address of the floor under ``/api/v1/``."""

from django.urls import URLPattern

from tables.api import routes_custody, routes_people, routes_play

urlpatterns: list[URLPattern] = [
    *routes_people.urlpatterns,
    *routes_custody.urlpatterns,
    *routes_play.urlpatterns,
]
