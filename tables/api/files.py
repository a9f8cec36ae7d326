"""Answers that are files: sent as they are, while a refusal at the same door stays JSON."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import BaseRenderer

from tables.api.describe import query
from tables.api.doors import BadHeader, FloorView
from tables.documents.drawing import File
from tables.services.languages import LANGUAGES, current_language

BINARY = {"type": "string", "format": "binary"}
"""The schema of a file."""
LANGUAGE: OpenApiParameter = query(
    "language", str, "Language of the document; without it, that of the request.", enum=list(LANGUAGES)
)


class FileRenderer(BaseRenderer):
    """For those who accept nothing but the file: whatever they name, they get it, or the problem."""

    media_type = "*/*"
    format = "file"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Only problems come here: a file is sent as it is."""
        return json.dumps(data, ensure_ascii=False).encode()


def sent(file: File, sha256: str = "") -> HttpResponse:
    """A file to be saved under its own name; ``sha256`` of its content becomes the ETag."""
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    if sha256:
        headers["ETag"] = f'"{sha256}"'
    return HttpResponse(file.content, content_type=file.content_type, headers=headers)


def language(view: FloorView) -> str:
    """The language that the document is wanted in. Refused (400): ``bad_parameter``."""
    asked = view.request.query_params.get("language", current_language())
    if asked not in LANGUAGES:
        raise BadHeader(code="bad_parameter")
    return asked
