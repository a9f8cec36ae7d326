"""A body is gathered before anybody works on it; who is slow loses his line in time, and only he."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from casino import whole_requests
from casino.serve import free_port
from casino.whole_requests import Message, Receive

GONE: Message = {"type": "http.disconnect"}


def coming(*parts: Message) -> Receive:
    """What a connection receives, one after the other; then nothing more is asked of it."""
    waiting = iter(parts)

    async def receive() -> Message:
        return next(waiting)

    return receive


def part(body: bytes, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def gathered(*parts: Message, declared: int = 0, most: int = 100_000) -> Message | None:
    async def gather() -> Message | None:
        whole = await whole_requests.taken_whole(coming(*parts), declared=declared, most=most)
        return None if whole is None else await whole()

    return asyncio.run(gather())


def test_a_body_in_parts_is_one() -> None:
    assert gathered(part(b"ab", True), part(b"c", True), part(b"", False)) == part(b"abc", False)


def test_half_a_body_is_nobodys() -> None:
    assert gathered(part(b"ab", True), GONE) is None


def test_a_body_that_says_it_is_too_long_is_not_read() -> None:
    assert gathered(declared=101, most=100) == part(b"", False)


def test_a_body_that_turns_out_too_long_is_read_no_further() -> None:
    assert gathered(part(b"x" * 60, True), part(b"x" * 60, True), most=100) == part(b"x" * 120, False)


def test_afterwards_the_connection_tells_that_the_client_went_away() -> None:
    async def gather() -> list[Message]:
        whole = await whole_requests.taken_whole(coming(part(b"a", False), GONE), declared=1, most=100)
        assert whole is not None
        return [await whole(), await whole()]

    assert asyncio.run(gather()) == [part(b"a", False), GONE]


def test_large_bodies_share_what_a_process_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_requests, "HELD_AT_MOST", 100_000)
    large = part(b"x" * 70_000, True)
    assert gathered(large, part(b"y", False)) == part(b"x" * 70_000 + b"y", False)
    with pytest.raises(whole_requests.NoRoom):
        gathered(large, part(b"x" * 40_000, False), most=200_000)
    assert gathered(large, GONE) is None
    assert whole_requests._held == 0, "whoever is done or gone holds nothing"


# ---------------------------------------------------------------------------------------------------------- connections
FLOOD = 32 * 1024 * 1024
"""More than the kernel keeps for a client that does not read."""


def impatient(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Nobody is waited for longer."""
    for name in ("HEAD_WITHIN", "BODY_WITHIN", "READ_WITHIN"):
        monkeypatch.setattr(whole_requests, name, seconds)


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server with short patience that says how long a body was, or at ``/flood`` very much."""
    impatient(monkeypatch, 0.4)
    where = free_port("127.0.0.1", 8930)
    server = uvicorn.Server(
        uvicorn.Config(
            _app, port=where, http=whole_requests.ImpatientProtocol, lifespan="off", log_config=None, access_log=False
        )
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield where
    server.should_exit = True
    thread.join(10)


ENDED: list[str] = []


async def _app(scope: Message, receive: Receive, send: whole_requests.Send) -> None:
    whole = await whole_requests.taken_whole(receive, declared=0, most=1000)
    if whole is None:
        ENDED.append("gone")
        return
    body = b"%d" % len((await whole())["body"])
    if scope["path"] == "/flood":
        body = b"x" * FLOOD
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", str(len(body)).encode())]}
    )
    await send({"type": "http.response.body", "body": body[:-1], "more_body": True})
    await send({"type": "http.response.body", "body": body[-1:]})
    ENDED.append("answered")


def said(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """What comes back until the line is closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        for sent in parts:
            line.sendall(sent)
            time.sleep(pause)
        return _rest(line)


def wait_until_ended() -> None:
    """Until the application is done with a request; it learns a moment later than the client that the line is cut."""
    deadline = time.monotonic() + 60
    while not ENDED and time.monotonic() < deadline:
        time.sleep(0.05)


def _rest(line: socket.socket) -> bytes:
    return b"".join(iter(lambda: line.recv(65_536), b""))


HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n"
TOO_LATE = b"HTTP/1.1 408 Request Timeout"


@pytest.mark.parametrize("parts", [(), (HEAD,), (HEAD, b"\r\n"), (HEAD, b"\r\n", b"ab")])
def test_a_request_that_does_not_go_on_is_closed(port: int, parts: tuple[bytes, ...]) -> None:
    began = time.monotonic()
    assert said(port, *parts).startswith(TOO_LATE)
    assert time.monotonic() - began > 0.3


def test_a_request_that_trickles_is_closed_although_bytes_come(port: int) -> None:
    slow = [bytes([sign]) for sign in HEAD]
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        said(port, *slow, pause=0.05)


def test_half_a_body_reaches_nobody(port: int) -> None:
    ENDED.clear()
    said(port, HEAD, b"\r\n", b"ab")
    wait_until_ended()
    assert ENDED == ["gone"]


def test_who_is_quick_is_answered_again_and_again_on_one_line(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch, 2.0)  # far longer than a pause, even on a busy machine
    whole = HEAD + b"\r\nabcd"
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        for _ in range(3):
            line.sendall(whole)
            assert line.recv(1000).endswith(b"4")
            time.sleep(0.7)
        line.sendall(HEAD)  # and then no further: the line's age is no matter, its waiting is
        assert _rest(line).startswith(TOO_LATE)


def test_who_does_not_read_is_cut_off(port: int) -> None:
    ENDED.clear()
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(HEAD.replace(b"POST /", b"POST /flood") + b"\r\nabcd")
        wait_until_ended()
        assert ENDED == ["answered"], "what answered him waits no longer"
        assert len(_rest(line)) < FLOOD
