"""From a dealer's act to all open pit screens: the line tells each, each fetches its board, and the act stands on it.

The baseline is what PostgreSQL itself does with the same news: one NOTIFY to as many connections that listen, without
any page. Both take turns in one run.
"""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import psycopg
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from casino.bench.floors import TABLE, PressTable, open_press_table
from casino.bench.measure import Line, Sample
from casino.bench.web import HOST, Client, server, sign_on
from tables.domain.actors import Role
from tables.selectors import actors
from tables.services import sign_ons, terminals

ACTS: Final = 30
BESIDE: Final = 5
"""Open tables beside the one that is acted at: a pit of six."""
PIT: Final = "P01"
WITHIN: Final = 1_000
"""Milliseconds that a pit boss may be behind the table (issue: within a second)."""
LOST: Final = 20.0
"""Seconds after which a screen has not got the news."""
CHANNEL: Final = "bench_news"

Connection = psycopg.AsyncConnection[tuple[Any, ...]]
Reach = Mapping[str, Any]
"""How the house's database is reached."""


@dataclass(slots=True)
class Screen:
    """A browser with a pit page open: one connection for its line, one for its requests."""

    port: int
    cookie: str
    line: asyncio.StreamReader
    page: tuple[asyncio.StreamReader, asyncio.StreamWriter]

    @classmethod
    async def open(cls, port: int, cookie: str, stack: AsyncExitStack) -> "Screen":
        """Open the line, and wait until it says something."""
        line, line_out = await asyncio.open_connection(HOST, port)
        page = await asyncio.open_connection(HOST, port)
        for writer in (line_out, page[1]):
            stack.callback(writer.close)
        screen = cls(port, cookie, line, page)
        line_out.write(screen.request(f"/events/pit/{PIT}"))
        await screen.news()
        return screen

    def request(self, path: str) -> bytes:
        """A GET of this browser, as a part of its page asks."""
        head = (
            f"GET {path} HTTP/1.1",
            f"Host: {HOST}:{self.port}",
            f"Cookie: {self.cookie}",
            "HX-Request: true",
        )
        return ("\r\n".join(head) + "\r\n\r\n").encode()

    async def news(self) -> None:
        """Wait for the next word of the line."""
        while not (await self.line.readline()).startswith(b"event: news"):
            if self.line.at_eof():
                raise RuntimeError("the line was cut")

    async def board(self) -> bytes:
        """Fetch the board as the page would. RuntimeError unless it comes."""
        reader, writer = self.page
        writer.write(self.request(f"/pit/{PIT}/?part=board"))
        status = await reader.readline()
        length = 0
        while (header := await reader.readline()).strip():
            name, _, value = header.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        body = await reader.readexactly(length)
        if b" 200 " not in status:
            raise RuntimeError(f"the board: {status.decode().strip()}")
        return body

    async def until(self, mark: bytes, begun: float) -> float:
        """Seconds from ``begun`` until ``mark`` stands on this screen."""
        while True:
            await self.news()
            if mark in await self.board():
                return time.perf_counter() - begun


def lines(screens: int) -> Iterator[Line]:
    """Measure once; tell the middle and the slow end."""
    table = open_press_table(BESIDE)
    cookies = [session(table, number) for number in range(screens)]
    with server() as port:
        ours, bare = asyncio.run(_measure(port, cookies, Client(port, sign_on(table)), _reach()))
    what, against = f"an act until it is on {screens} pit screens", f"NOTIFY to {screens} connections"
    yield _line(f"{what}, median", ours.median, ours, against, bare.median)
    slow, slow_bare = ours.percentile(99), bare.percentile(99)
    yield _line(f"{what}, 99 %", slow, ours, against, slow_bare, bar=f"<= {WITHIN:,} ms", met=slow * 1e3 <= WITHIN)


def _line(
    what: str, seconds: float, ours: Sample, against: str, baseline: float, bar: str = "", met: bool | None = None
) -> Line:
    spread = (ours.tenth * 1e3, ours.ninetieth * 1e3)
    return Line(what, "ms", seconds * 1e3, spread, against, baseline * 1e3, seconds / baseline, bar, met)


def session(table: PressTable, number: int) -> str:
    """The cookies of the pit boss's browser, an office device of its own."""
    now = datetime.now(UTC)
    manager = table.made.cast.actor(table.made.holder(Role.HOUSE_MANAGER))
    code = terminals.register_terminal(actor=manager, at=now, terminal=f"DESK-{number}", table=None)["enrolment_code"]
    device = terminals.enrol_terminal(at=now, code=code)
    signature = table.made.cast.sign(table.made.holder(Role.PIT_BOSS))
    signed = sign_ons.sign_on(at=now, device_token=device.token, badge=signature.badge, pin=signature.pin)
    session = SessionStore()
    session[actors.SESSION_KEY] = actors.digest(signed.token)
    session[actors.BROWSER_KEY] = actors.bound_to(actors.DEVICE_COOKIE, device.token)
    session.save()
    return f"sessionid={session.session_key}; {actors.DEVICE_COOKIE}={device.token}"


async def _measure(port: int, cookies: Sequence[str], dealer: Client, reach: Reach) -> tuple[Sample, Sample]:
    """An act, then a NOTIFY, and so on; every screen and every listener is one measurement."""
    ours: list[float] = []
    bare: list[float] = []
    async with AsyncExitStack() as stack:
        screens = await asyncio.gather(*(Screen.open(port, cookie, stack) for cookie in cookies))
        listeners = [await stack.enter_async_context(await _listener(reach)) for _ in screens]
        speaker = await stack.enter_async_context(await _connect(reach))
        for number in range(-3, ACTS):
            mine, theirs = await _act(screens, dealer, number), await _notify(listeners, speaker, number)
            if number >= 0:  # the first ones warm up
                ours += mine
                bare += theirs
            await asyncio.sleep(0.2 + number % 5 * 0.05)  # not in step with the hub's looks
    return Sample(tuple(sorted(ours))), Sample(tuple(sorted(bare)))


async def _act(screens: Sequence[Screen], dealer: Client, number: int) -> Sequence[float]:
    """The dealer calls the floor; seconds until each screen says with which words."""
    mark = f"Bench call {number + 1_000}"
    begun = time.perf_counter()
    waiting = [asyncio.create_task(screen.until(mark.encode(), begun)) for screen in screens]
    key = {"Idempotency-Key": f"bench-{time.monotonic_ns()}"}
    await asyncio.to_thread(dealer.post, f"/api/v1/tables/{TABLE}/calls", {"reason": mark}, **key)
    async with asyncio.timeout(LOST):
        return await asyncio.gather(*waiting)


async def _notify(
    listeners: Sequence[Connection],
    speaker: Connection,
    number: int,
) -> Sequence[float]:
    begun = time.perf_counter()

    async def heard(listener: Connection) -> float:
        async for _ in listener.notifies(timeout=LOST, stop_after=1):
            return time.perf_counter() - begun
        raise RuntimeError("a listener heard nothing")

    waiting = [asyncio.create_task(heard(listener)) for listener in listeners]
    await speaker.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(number)])
    return await asyncio.gather(*waiting)


async def _listener(reach: Reach) -> Connection:
    listener = await _connect(reach)
    await listener.execute(f"LISTEN {CHANNEL}")
    return listener


async def _connect(reach: Reach) -> Connection:
    return await psycopg.AsyncConnection.connect(**reach, autocommit=True)


def _reach() -> Reach:
    """Of the house's own connection, without its pool and its codecs."""
    known = connection.get_connection_params()
    return {name: known[name] for name in ("dbname", "user", "password", "host", "port") if known.get(name)}
