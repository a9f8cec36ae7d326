"""Addresses of papers of the log, under ``/api/v1/``."""

from django.urls import URLPattern, path

from tables.api import converters, papers

_PAPER = f"papers/<str:where>/<{converters.NUMBER}:seq>"

urlpatterns: list[URLPattern] = [
    path(_PAPER, papers.Paper.as_view(), name="paper"),
    path(f"{_PAPER}/paper.pdf", papers.PaperPdf.as_view(), name="paper-pdf"),
    path(f"{_PAPER}/prints", papers.PaperPrints.as_view(), name="paper-prints"),
]
