"""Addresses of markers, of credit, and of what is said later of cash, under ``/api/v1/``."""

from django.urls import URLPattern, path

from tables.api import cash_words, marker_papers, markers, markers_at_cage

urlpatterns: list[URLPattern] = [
    path("tables/<str:table>/markers", markers.TableMarkers.as_view(), name="table-markers"),
    path("tables/<str:table>/marker-payments", markers.MarkerPayments.as_view(), name="marker-payments"),
    path("tables/<str:table>/buy-in-corrections", cash_words.BuyInCorrections.as_view(), name="buy-in-corrections"),
    path("markers", markers.Markers.as_view(), name="markers"),
    path("markers/<str:slip>", markers.Marker.as_view(), name="marker"),
    path("markers/<str:slip>/marker.pdf", marker_papers.MarkerPdf.as_view(), name="marker-pdf"),
    path("markers/<str:slip>/restricted-copy", marker_papers.MarkerRecord.as_view(), name="marker-record"),
    path("markers/<str:slip>/reprints", marker_papers.MarkerReprints.as_view(), name="marker-reprints"),
    path("markers/<str:slip>/voids", markers.MarkerVoids.as_view(), name="marker-voids"),
    path("markers/<str:slip>/settlements", markers_at_cage.MarkerSettlements.as_view(), name="marker-settlements"),
    path("marker-transfers", markers_at_cage.MarkerTransfers.as_view(), name="marker-transfers"),
    path("patrons/<str:patron>/credit", markers_at_cage.CreditLines.as_view(), name="credit"),
    path("patron-identities", cash_words.PatronIdentities.as_view(), name="patron-identities"),
]
