"""The Content-Security-Policy of an answer. Most answers have no nonce and share one text."""

from collections.abc import Callable
from typing import Final

from csp.constants import HEADER, HEADER_REPORT_ONLY
from csp.middleware import CheckableLazyObject, CSPMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

_HEADERS: Final = (HEADER, HEADER_REPORT_ONLY)


class ContentPolicy(CSPMiddleware):
    """Builds the policy once, and again only for an answer whose page asked for a nonce or has a policy of its own.

    The library builds it from its parts for each answer, which took a thirtieth of a press.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        plain = super().process_response(HttpRequest(), HttpResponse())
        self._plain = {name: plain[name] for name in _HEADERS if name in plain}

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Give the answer its policy."""
        if settings.DEBUG or getattr(request, "_csp_nonce", None) or _has_its_own(response):
            return super().process_response(request, response)
        for name, policy in self._plain.items():
            response.setdefault(name, policy)
        request.csp_nonce = CheckableLazyObject(self._csp_nonce_post_response)  # type: ignore[attr-defined]  # too late
        return response


def _has_its_own(response: HttpResponseBase) -> bool:
    return any(name.startswith("_csp") for name in vars(response))
