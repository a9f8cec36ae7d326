"""A request goes to a thread whole, and its answer comes back whole unless it is long."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import Any
from wsgiref.types import StartResponse

import pytest

from casino import page_threads
from casino.page_threads import Environ, PageThreads
from casino.whole_requests import Message

HEAD = ("200 OK", [("Content-Type", "text/plain"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
STARTED: Message = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(b"content-type", b"text/plain"), (b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")],
}


def scope(*headers: tuple[bytes, bytes], path: str = "/pit/2", query: bytes = b"") -> Message:
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": query,
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.7", 4711),
        "headers": headers,
    }


def body(part: bytes, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": part, "more_body": more}


def answered(application: page_threads.Application, sent: bytes = b"") -> list[Message]:
    """What the server is told when somebody sends ``sent``."""
    told: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": sent, "more_body": False}

    async def send(message: Message) -> None:
        told.append(message)

    asyncio.run(PageThreads(application, 1)(scope(), receive, send))
    return told


class Parts:
    """An answer in parts that says when it was closed."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts = parts
        self.closed_by: list[str] = []

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._parts)

    def close(self) -> None:
        self.closed_by.append(threading.current_thread().name)


def saying(parts: Iterable[bytes]) -> Callable[[Environ, StartResponse], Iterable[bytes]]:
    def application(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        start(*HEAD)
        return parts

    return application


def test_an_answer_comes_back_whole_and_is_closed_in_its_thread() -> None:
    parts = Parts([b"ab", b"", b"c"])
    assert answered(saying(parts)) == [STARTED, body(b"abc")]
    assert parts.closed_by == ["page_0"]


def test_an_answer_without_a_body_has_an_end() -> None:
    assert answered(saying([])) == [STARTED, body(b"")]


def test_a_long_answer_goes_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_threads, "GATHERED", 3)
    parts = Parts([b"ab", b"cd", b"efgh", b"i"])
    assert answered(saying(parts)) == [STARTED, body(b"abcd", True), body(b"efgh", True), body(b"i")]
    assert parts.closed_by == ["page_0"]


def test_the_body_is_there_to_be_read() -> None:
    def echo(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        start(*HEAD)
        return [environ["wsgi.input"].read(), environ["CONTENT_LENGTH"].encode()]

    assert answered(echo, b"pin=1") == [STARTED, body(b"pin=15")]


def test_what_breaks_is_told_to_the_server_and_closed() -> None:
    def breaking() -> Iterator[bytes]:
        yield b"half"
        raise ZeroDivisionError

    parts = Parts(breaking())
    with pytest.raises(ZeroDivisionError):
        answered(saying(parts))
    assert parts.closed_by == ["page_0"]


def test_a_request_leaves_nothing_to_the_next_of_its_thread() -> None:
    kept: ContextVar[str] = ContextVar("kept", default="nothing")
    seen = []

    def application(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        start(*HEAD)
        seen.append(kept.get())
        kept.set("something")
        return []

    async def twice() -> None:
        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            """Nobody listens."""

        pages = PageThreads(application, 1)
        await pages(scope(), receive, send)
        await pages(scope(), receive, send)

    asyncio.run(twice())
    assert seen == ["nothing", "nothing"]


def told(*headers: tuple[bytes, bytes], sent: bytes = b"") -> dict[str, Any]:
    """The headers of a request as the application finds them."""
    environ = page_threads.environment(scope(*headers), sent)
    return {name: value for name, value in environ.items() if name.startswith(("HTTP_", "CONTENT_"))}


def test_headers_have_the_names_of_wsgi() -> None:
    assert told((b"content-type", b"a/b"), (b"content-length", b"0"), (b"if-match", b'"7"'), (b"x-name", b"\xe9")) == {
        "CONTENT_TYPE": "a/b",
        "CONTENT_LENGTH": "0",
        "HTTP_IF_MATCH": '"7"',
        "HTTP_X_NAME": "é",
    }


def test_headers_that_come_twice_are_one() -> None:
    twice = told((b"accept", b"a"), (b"cookie", b"a=1"), (b"accept", b"b"), (b"cookie", b"b=2"))
    assert twice == {"HTTP_ACCEPT": "a,b", "HTTP_COOKIE": "a=1; b=2"}


def test_nobody_writes_beside_the_proxy_with_an_underscore() -> None:
    forged = (b"x_forwarded_for", b"203.0.113.9")
    assert told((b"x-forwarded-for", b"192.0.2.7"), forged) == {"HTTP_X_FORWARDED_FOR": "192.0.2.7"}


def test_a_chunked_body_has_the_length_it_turned_out_to_have() -> None:
    assert told((b"transfer-encoding", b"chunked"), sent=b"abc")["CONTENT_LENGTH"] == "3"
    assert told((b"content-length", b"9000000"))["CONTENT_LENGTH"] == "9000000", "unread, and refused by its length"


def test_the_rest_of_the_request() -> None:
    environ = page_threads.environment(scope(path="/表/2", query=b"a=%20\xe9"), b"")
    kept = {name: environ.get(name) for name in ("REQUEST_METHOD", "SCRIPT_NAME", "QUERY_STRING", "SERVER_PROTOCOL")}
    assert kept == {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "QUERY_STRING": "a=%20é",
        "SERVER_PROTOCOL": "HTTP/1.1",
    }
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/表/2"
    assert (environ["SERVER_NAME"], environ["SERVER_PORT"], environ["REMOTE_ADDR"]) == (
        "127.0.0.1",
        "8000",
        "192.0.2.7",
    )
    assert "CONTENT_LENGTH" not in environ


def test_a_socket_without_addresses_is_served_too() -> None:
    environ = page_threads.environment({**scope(), "server": None, "client": None}, b"")
    assert (environ["SERVER_NAME"], environ["SERVER_PORT"], "REMOTE_ADDR" in environ) == ("localhost", "0", False)
