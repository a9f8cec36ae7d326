"""The line that each request leaves in the log (django-structlog), with the address that the house counts by."""

import uuid

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path
from django_structlog.app_settings import app_settings
from django_structlog.middlewares.request import RequestMiddleware, logger

from tables.domain import addresses


class RequestLog(RequestMiddleware):
    """One line a request, when it is answered, and nothing in it that its sender may choose but method and path.

    Takes the peer's address from the connection, or from the house's own proxy, and believes no other header. The
    library's way looked through some twenty headers, and told signals and a line that nobody reads of a request's
    beginning; what breaks, and answers that come bit by bit, are still the library's.
    """

    def prepare(self, request: HttpRequest) -> None:
        """Put the request's id and the peer's address on every line of this request."""
        given = request.headers.get("X-Request-ID") if app_settings.TRUST_UPSTREAM_REQUEST_ID else None
        structlog.contextvars.bind_contextvars(request_id=given or str(uuid.uuid4()))
        self.bind_ip(request)

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Write the line."""
        if hasattr(request, "_raised_exception") or response.streaming:
            super().handle_response(request, response)
            return
        self.bind_user_id(request)
        level = self._log_level_for_status_code(response.status_code)
        logger.log(level, "request_finished", code=response.status_code, request=self.format_request(request))
        structlog.contextvars.clear_contextvars()

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        """Put ``ip`` on every line of this request."""
        seen = addresses.seen(request.META, proxied=bool(settings.SECURE_PROXY_SSL_HEADER))
        structlog.contextvars.bind_contextvars(ip=seen)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Method and path without what is asked for, on one line whatever the path holds."""
        return f"{request.method} {escape_uri_path(request.path)}"
