"""Pages and the API as WSGI in threads of the web process: one way there and one way back a request.

The body is whole before a thread gets it (``casino.whole_requests``), and an answer of usual size goes back whole:
event loop and thread meet twice. Each meeting more costs both a wait for the interpreter; with five of them a request
took the processor 0.3 ms longer. A long answer (an archive of the log) goes in pieces, as fast as its client reads.
"""

import asyncio
import io
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import lru_cache
from typing import Any, Final
from wsgiref.types import StartResponse

from casino.whole_requests import Message, Receive, Send

Environ = dict[str, Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]
"""A WSGI application; what it returns may have a ``close``."""

GATHERED: Final = 256 * 1024
"""Bytes of an answer that are gathered before they go on their way."""
_OWN_NAMES: Final = {b"content-length": "CONTENT_LENGTH", b"content-type": "CONTENT_TYPE"}


class PageThreads:
    """An ASGI application for HTTP that runs a WSGI application in ``threads`` threads."""

    def __init__(self, application: Application, threads: int) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="page")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, whose body ``receive`` gives at once and whole."""
        environ = environment(scope, (await receive()).get("body", b""))
        loop = asyncio.get_running_loop()

        def hand_over(message: Message) -> None:
            asyncio.run_coroutine_threadsafe(_sent(send, message), loop).result()

        answer = _Answer(self._application, hand_over)
        rest = await loop.run_in_executor(self._threads, copy_context().run, answer.work, environ)
        for message in rest:
            await send(message)


async def _sent(send: Send, message: Message) -> None:
    await send(message)


class _Answer:
    """What a thread does for one request."""

    def __init__(self, application: Application, hand_over: Callable[[Message], None]) -> None:
        self._application = application
        self._hand_over = hand_over
        self._head: Message | None = None
        self._held = bytearray()

    def work(self, environ: Environ) -> list[Message]:
        """Run the application and end it, whatever happens; the messages that have not been handed over yet."""
        parts = self._application(environ, self._start)
        try:
            for part in parts:
                self._held += part
                if len(self._held) > GATHERED:
                    for message in self._messages(more=True):
                        self._hand_over(message)
            return self._messages(more=False)
        finally:
            if close := getattr(parts, "close", None):
                close()

    def _start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], None]:
        self._head = {
            "type": "http.response.start",
            "status": int(status[:3]),
            "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        }
        return self._held.extend

    def _messages(self, *, more: bool) -> list[Message]:
        """The head once, and what is held."""
        body: Message = {"type": "http.response.body", "body": bytes(self._held), "more_body": more}
        self._held.clear()
        head, self._head = self._head, None
        return [body] if head is None else [head, body]


def environment(scope: Message, body: bytes) -> Environ:
    """The request as WSGI wants it. A body without a declared length (chunked) has the length it turned out to have.

    A header whose name has an underscore is left out: WSGI could not tell it from one with a hyphen, and so a stranger
    could write beside what the house's own proxy writes.
    """
    host, port = scope.get("server") or ("localhost", None)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if client := scope.get("client"):
        environ["REMOTE_ADDR"] = client[0]
    for raw, value in scope["headers"]:
        if name := _name(raw):
            told = value.decode("latin-1")
            known = environ.get(name)
            environ[name] = told if known is None else f"{known}{'; ' if raw == b'cookie' else ','}{told}"
    if body:
        environ.setdefault("CONTENT_LENGTH", str(len(body)))
    return environ


@lru_cache(maxsize=256)
def _name(raw: bytes) -> str:
    """What WSGI calls a header, whose name comes in small letters; "" for one that it cannot name."""
    if b"_" in raw:
        return ""
    return _OWN_NAMES.get(raw) or "HTTP_" + raw.decode("latin-1").upper().replace("-", "_")
