"""A request is whole before a thread works on it, and nobody keeps a connection by being slow.

Eight threads serve pages and API; each would wait for a body as long as its sender likes. So the event loop, which can
wait for thousands, gathers the body first (``taken_whole``), and the connection has bounds in time
(``ImpatientProtocol``): who sends a byte a minute, or does not read his answer, loses his line and nobody else notices.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Message], Awaitable[None]]

HEAD_WITHIN = 10.0
"""Seconds for the head of a request, from the connection or its first byte."""
BODY_WITHIN = 20.0
"""Seconds for the body, from the end of the head: 4 MiB at 1.7 Mbit/s."""
READ_WITHIN = 30.0
"""Seconds in which a client must have read what waits for it (64 KiB) before its line is cut."""
LARGE = 64 * 1024
"""A body beyond this shares ``HELD_AT_MOST`` with the other large ones; smaller ones are always taken."""
HELD_AT_MOST = 64 * 1024 * 1024
"""Bytes of large bodies that a process holds at the same time."""

_held = 0


class NoRoom(Exception):
    """As many large bodies as the process may hold are on their way already."""


async def taken_whole(receive: Receive, *, declared: int, most: int) -> Receive | None:
    """The whole body as a ``receive`` that never waits; None when the client went away before it was whole.

    A body that says it is longer than ``most`` is not read, and one that turns out to be is read no further: whoever
    gets it refuses it by its length. Raises ``NoRoom``.
    """
    if declared > most:
        return _ready(b"", receive)
    parts = bytearray()
    reserved = 0
    try:
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            parts += message.get("body", b"")
            if len(parts) > LARGE:
                reserved = _reserve(len(parts), reserved)
            if not message.get("more_body", False) or len(parts) > most:
                return _ready(bytes(parts), receive)
    finally:
        _reserve(0, reserved)


def _reserve(wanted: int, reserved: int) -> int:
    """Hold ``wanted`` bytes in place of ``reserved``; how many are held now. Raises ``NoRoom``."""
    global _held
    if wanted > reserved and _held - reserved + wanted > HELD_AT_MOST:
        raise NoRoom
    _held += wanted - reserved
    return wanted


def _ready(body: bytes, receive: Receive) -> Receive:
    """First the body, then what the connection tells: that the client went away."""
    given = False

    async def give() -> Any:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return give


class ImpatientProtocol(HttpToolsProtocol):
    """uvicorn's connection with a deadline for what it waits for: a head, a body, a client that reads."""

    _deadline: asyncio.TimerHandle | None = None
    _reading_by: asyncio.TimerHandle | None = None
    _idle = True  # no request is under way

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """The first head must come soon."""
        super().connection_made(transport)
        self._await_within(HEAD_WITHIN)

    def data_received(self, data: bytes) -> None:
        """The first byte of a further request starts its deadline; uvicorn's own ends with it."""
        if self._idle and self._deadline is None:
            self._await_within(HEAD_WITHIN)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """Now the body must come."""
        self._idle = False
        self._await_within(BODY_WITHIN)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole; what takes time from here on is our own work."""
        self._idle = True
        self._await_no_more()
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The client does not read what waits for it."""
        super().pause_writing()
        self._reading_by = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads on."""
        super().resume_writing()
        self._reading_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._await_no_more()
        self._reading_no_more()
        super().connection_lost(exc)

    def _await_within(self, seconds: float) -> None:
        self._await_no_more()
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _await_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _reading_no_more(self) -> None:
        if self._reading_by is not None:
            self._reading_by.cancel()
            self._reading_by = None

    def _too_late(self) -> None:
        """Say 408, unless an answer to this very request has begun, and close: nobody works on half a body."""
        if self._idle or not self.cycle.response_started:
            self.transport.write(b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()
