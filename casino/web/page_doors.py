"""How often somebody may knock at the pages that let strangers in, and what a page says that takes no such request.

The API's doors count for themselves (``throttles``). What is counted here is in memory too; the locks that protect
passwords and PINs are rows (tables/services/attempts.py). This only keeps guessing from being free of cost.
"""

import logging
import math
import time
from collections.abc import Callable
from typing import Any, Final

from django.db import DataError
from django.http import HttpRequest, HttpResponse

from casino.web import error_pages
from casino.web.problems import API
from casino.web.throttles import COUNTER, WINDOW, address

log = logging.getLogger(__name__)

MOST: Final = {"sign-in": 30, "enrol": 30, "terminal-sign-on": 120, "seat": 120}
"""Tries a minute from one address. A whole floor may sign on behind one address at a shift change."""


class PageDoors:
    """Middleware: 429 for who knocks too often, a page of the house for a 405, which Django leaves empty, and a 400 for
    what the database cannot hold."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; an empty 405 becomes a page."""
        response = self._get_response(request)
        if response.status_code != 405 or request.path.startswith(API):
            return response
        page = error_pages.draw(request, 405, "method_not_allowed")
        page["Allow"] = response["Allow"]
        return page

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Count a try; the page of a 429 when there were too many from this address."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        if request.method != "POST" or name not in MOST:
            return None
        now = time.monotonic()
        times, began = COUNTER.count(f"{name}:{address(request)}", now)
        if times <= MOST[name]:
            return None
        response = error_pages.draw(request, 429, "too_many_requests")
        response["Retry-After"] = str(max(1, math.ceil(WINDOW - (now - began))))
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """What an address or a form said and no text or number of the database can be, such as a zero byte in what is
        looked for: the reader's fault, as at the API (``problems``), and not an error of the house."""
        if not isinstance(exception, DataError):
            return None
        log.warning("the database refused a value that a page let through", exc_info=exception)
        return error_pages.draw(request, 400, "bad_request")
