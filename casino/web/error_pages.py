"""What a browser gets when no view answers: the house's own page in the reader's language, and nothing of the cause.

It asks neither the database nor the session, because one of them may be what failed.
"""

import structlog
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation

from casino.web import wording


def draw(request: HttpRequest, status: int, code: str) -> HttpResponse:
    """The page of ``code``. The request's number leads to its lines in the log.

    A part of a page that should be swapped sends for the whole page; at a 5xx the page stays as it is and says that
    the line is lost (floor.js).
    """
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=status, headers={"HX-Refresh": "true"} if status < 500 else {})
    number = structlog.contextvars.get_contextvars().get("request_id", "")
    with translation.override(translation.get_language_from_request(request)):
        context = {"code": code, "words": wording.sentence(code), "number": number}
        response = render(request, "error.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response
