"""Whose address stands in the log: the connection's, or what the house's own proxy saw; never what a stranger wrote."""

import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
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


def lines(caplog: pytest.LogCaptureFixture, view: Callable[[HttpRequest], Any], path: str = "/") -> list[Any]:
    """What the log has of one request: event, and what is told beside it."""
    request: Any = RequestFactory().get(path)
    request.user = SimpleNamespace(pk=7)
    with caplog.at_level(logging.DEBUG):
        answer: Any = RequestLog(view)(request)
        if answer.streaming:
            assert b"".join(answer.streaming_content) == b"ab"
    kept: list[Any] = [record.msg for record in caplog.records if record.name.startswith("django_structlog")]
    return [{**line, "level": record.levelname} for line, record in zip(kept, caplog.records, strict=True)]


@pytest.mark.parametrize(("code", "level"), [(201, "INFO"), (304, "INFO"), (409, "WARNING"), (503, "ERROR")])
def test_an_answer_leaves_one_line(caplog: pytest.LogCaptureFixture, code: int, level: str) -> None:
    (line,) = lines(caplog, lambda request: HttpResponse("x", status=code), "/racks/?who=Lee")
    told = {name: line[name] for name in ("event", "code", "request", "user_id", "ip", "level")}
    assert told == {
        "event": "request_finished",
        "code": code,
        "request": "GET /racks/",
        "user_id": 7,
        "ip": "127.0.0.1",
        "level": level,
    }
    assert structlog.contextvars.get_contextvars() == {}, "the next request of this thread begins with nothing"


def test_no_path_breaks_the_line(caplog: pytest.LogCaptureFixture) -> None:
    (line,) = lines(caplog, lambda request: HttpResponse("x"), "/a%0Ab")
    assert line["request"] == "GET /a%0Ab"


def test_a_stream_tells_its_end(caplog: pytest.LogCaptureFixture) -> None:
    told = lines(caplog, lambda request: StreamingHttpResponse([b"a", b"b"]))
    assert [line["event"] for line in told] == ["request_finished", "streaming_started", "streaming_finished"]
    assert len({line["request_id"] for line in told}) == 1


def test_what_breaks_has_its_story_and_no_second_line(caplog: pytest.LogCaptureFixture) -> None:
    def breaking(request: HttpRequest) -> HttpResponse:
        try:
            raise ZeroDivisionError("broke")
        except ZeroDivisionError:
            got_request_exception.send(sender=None, request=request)
        return HttpResponse("x", status=500)

    (line,) = lines(caplog, breaking)
    assert (line["event"], line["code"], line["level"]) == ("request_failed", 500, "ERROR")
