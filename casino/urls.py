"""Addresses of the house. Each room brings its own list; only wiring stands here."""

from django.urls import URLPattern, URLResolver, include, path

from casino import api_document, health
from casino.web import problem_pages

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("", include("django_prometheus.urls")),  # /metrics
    path("api/v1/", include("tables.api.urls")),
    path("api/v1/", include("accounting.api.urls")),
    path("api/schema/", api_document.schema, name="schema"),
    path("api/docs/", api_document.Docs.as_view(), name="docs"),
    path("problems/<str:code>", problem_pages.problem_page, name="problem"),
    path("", include("casino.live.urls")),
    path("", include("tables.screens.urls")),
    path("", include("accounting.screens.urls")),
]

# What is answered when no view is reached, or one broke: a problem under /api/, a page of the house elsewhere.
handler400 = "casino.web.problems.bad_request"
handler403 = "casino.web.problems.permission_denied"
handler404 = "casino.web.problems.page_not_found"
handler500 = "casino.web.problems.server_error"
