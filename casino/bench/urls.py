"""The house's addresses and the bench's own."""

from django.urls import include, path

from casino.bench.bare_door import BareRows

urlpatterns = [path("bench/rows", BareRows.as_view()), path("", include("casino.urls"))]
