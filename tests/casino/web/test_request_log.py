"""Whose address stands in the log: the connection's, or what the house's own proxy saw; never what a stranger wrote."""

from typing import Any

import pytest
import structlog
from django.test import RequestFactory

from casino.web.request_log import RequestLog

FORGED: dict[str, Any] = {
    "HTTP_X_REAL_IP": "198.51.100.1",
    "HTTP_FORWARDED": "for=198.51.100.2",
    "HTTP_X_CLIENT_IP": "198.51.100.3",
}


@pytest.mark.parametrize(
    ("forwarded", "proxy", "logged"),
    [
        ("198.51.100.4", None, "10.0.0.1"),
        ("198.51.100.4, 203.0.113.7", ("HTTP_X_FORWARDED_PROTO", "https"), "203.0.113.7"),
    ],
)
def test_the_address_in_the_log(settings: Any, forwarded: str, proxy: tuple[str, str] | None, logged: str) -> None:
    settings.SECURE_PROXY_SSL_HEADER = proxy
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded, **FORGED)
    with structlog.contextvars.bound_contextvars(ip=""):
        RequestLog.bind_ip(request)
        assert structlog.contextvars.get_contextvars()["ip"] == logged


def test_the_whole_house_logs_by_it(settings: Any) -> None:
    assert settings.MIDDLEWARE.count("casino.web.request_log.RequestLog") == 1
    assert not [name for name in settings.MIDDLEWARE if name.startswith("django_structlog")]
