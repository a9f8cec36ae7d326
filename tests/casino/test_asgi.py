"""One process, two sides: pages through WSGI threads, live events through async Django; and what every page says."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from casino import asgi, whole_requests
from casino.embedded.house import ROOT
from casino.serve import free_port


async def no_body() -> dict[str, object]:
    return {"type": "http.request", "body": b"", "more_body": False}


def test_what_is_no_request_is_refused() -> None:
    async def nothing() -> dict[str, str]:
        return {}

    async def ignore(message: object) -> None:
        raise AssertionError(message)

    with pytest.raises(RuntimeError, match="websocket is not served here"):
        asyncio.run(asgi.application({"type": "websocket", "path": "/events/"}, nothing, ignore))


@pytest.mark.parametrize(("path", "side"), [("/events/pit/2", "events"), ("/healthz", "pages"), ("/eventsx", "pages")])
def test_only_live_events_are_async(monkeypatch: pytest.MonkeyPatch, path: str, side: str) -> None:
    taken: list[str] = []

    def side_named(name: str) -> object:
        async def take(scope: object, receive: object, send: object) -> None:
            taken.append(name)

        return take

    monkeypatch.setattr(asgi, "_events", side_named("events"))
    monkeypatch.setattr(asgi, "_pages", side_named("pages"))
    asyncio.run(asgi.application({"type": "http", "path": path, "headers": []}, no_body, None))
    assert taken == [side]


def test_nobody_writes_beside_the_proxy_with_an_underscore(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[object] = []

    async def take(scope: dict[str, object], receive: object, send: object) -> None:
        taken.append(scope["headers"])

    monkeypatch.setattr(asgi, "_pages", take)
    own, forged = (b"x-forwarded-proto", b"https"), (b"x_forwarded_proto", b"http")
    asyncio.run(asgi.application({"type": "http", "path": "/", "headers": [own, forged]}, no_body, None))
    assert taken == [[own]]


@pytest.fixture(scope="module")
def address(servers: None) -> Iterator[str]:
    """The real web process, on settings of the tests."""
    port = free_port("127.0.0.1", 8900)
    process = subprocess.Popen(
        [sys.executable, "-m", "casino.webserver", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "running on" in line:
            break
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.communicate(timeout=20)


def status(address: str, body: bytes | None = None) -> int:
    request = urllib.request.Request(f"{address}/healthz", data=body)  # noqa: S310 - our own address
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - our own address
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        return refusal.code
    except urllib.error.URLError as broken:
        if not isinstance(broken.reason, ConnectionError):
            raise
        return 0


def test_the_web_process_answers_and_survives_a_large_body(address: str) -> None:
    assert status(address) == 200
    assert status(address, b"x" * 5_000_000) in {405, 0}  # refused unread: some clients only see the line close
    assert status(address) == 200


def test_a_client_that_hangs_up_harms_nobody(address: str) -> None:
    host, port = address.removeprefix("http://").split(":")
    for _ in range(20):
        with socket.create_connection((host, int(port))) as client:
            client.sendall(b"POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\nx")
    assert status(address) == 200


def test_those_who_promise_a_body_and_send_none_keep_no_thread(address: str) -> None:
    """Eight times as many as there are threads: a thread that waited for any of them would be missing."""
    host, port = address.removeprefix("http://").split(":")
    with ExitStack() as open_lines:
        for _ in range(8 * asgi.WSGI_THREADS):
            line = open_lines.enter_context(socket.create_connection((host, int(port))))
            line.sendall(b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nx")
        for _ in range(20):
            assert status(address) == 200


@pytest.mark.parametrize("declared", [b"70000", b""])
def test_no_more_large_bodies_are_taken_than_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch, declared: bytes
) -> None:
    monkeypatch.setattr(whole_requests, "HELD_AT_MOST", 70_000)
    monkeypatch.setattr(whole_requests, "_held", 1)
    said: list[dict[str, Any]] = []

    async def large() -> dict[str, object]:
        return {"type": "http.request", "body": b"x" * 70_000, "more_body": False}

    async def hear(message: dict[str, Any]) -> None:
        said.append(message)

    headers = [(b"content-length", declared)] if declared else []
    asyncio.run(asgi.application({"type": "http", "path": "/sign-in/", "headers": headers}, large, hear))
    assert said[0]["status"] == 503
    assert (b"retry-after", b"5") in said[0]["headers"]
    assert whole_requests._held == 1


def test_pages_forbid_foreign_scripts_frames_and_guesses(client: Client) -> None:
    answer = client.get("/healthz")
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["object-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


def checks(**environment: str) -> str:
    """What `manage.py check --deploy` says about security in that environment."""
    own = {"DJANGO_SETTINGS_MODULE", "SECRET_KEY", "SEAL_KEYS"}
    known = {key: value for key, value in os.environ.items() if key not in own}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--tag", "security", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={**known, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr if done.returncode else "no issues"


KEY = "k" * 60 + "aB3$%xyz"
PRODUCTION = {"DATABASE_URL": "postgres://app:pw@db.example/casino", "REDIS_URL": "redis://redis.example/0"}


def test_production_passes_djangos_own_deployment_check() -> None:
    assert checks(**PRODUCTION, SECRET_KEY=KEY, SEAL_KEYS=f"{KEY},{KEY[::-1]}") == "no issues"


def test_production_without_a_key_does_not_start() -> None:
    assert re.search("SECRET_KEY must be set when DATABASE_URL is set", checks(**PRODUCTION))
    assert re.search("SEAL_KEYS must be set when DATABASE_URL is set", checks(**PRODUCTION, SECRET_KEY=KEY))


def test_debug_is_off_unless_asked_for() -> None:
    assert settings.DEBUG is False
