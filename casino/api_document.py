"""The API's document: the file that is checked in, and pages to read it that load nothing from anywhere else.

Serving the file and not a fresh one costs nothing, and what integrators read is what was reviewed; a test says when it
is not what the code would write.
"""

from functools import lru_cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "openapi.yaml"
CONTENT_TYPE = "application/yaml"


@lru_cache(maxsize=1)
def text() -> bytes:
    """The document as it is checked in."""
    return DOCUMENT.read_bytes()


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """OpenAPI 3.0.3, for clients and for the pages beside it."""
    return HttpResponse(text(), content_type=CONTENT_TYPE)


class Docs(SpectacularSwaggerSplitView):
    """The document as pages. Its script is served apart, because the house allows no script inside a page."""

    template_name = "api_docs.html"
    url_name = "schema"
