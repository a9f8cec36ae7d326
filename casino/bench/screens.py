"""Many live screens: every act reaches every line, how soon, and what it does to a page that somebody opens meanwhile.

Every line watches the pit in which a table is dealt at, so each act has to reach all of them. What a screen then asks
for and draws is measured by the part ``live``, with as many screens as stand before one pit.
"""

import asyncio
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Any, Final

from casino.bench.floors import PressTable, cheap_pins, open_press_table
from casino.bench.live import BESIDE, Screen, session
from casino.bench.measure import Line, Sample
from casino.bench.web import Client, server, sign_on

DESKS: Final = 10
"""Sign-ons that the screens share; a line asks for its rights by its own request all the same."""
ACTS: Final = 40
EVERY: Final = 0.25
"""Seconds between two acts."""
LOST: Final = 20.0
"""Seconds after which a line has lost an act."""
MOST_MS: Final = 100
MOST_GROWTH: Final = 2.0


def lines(screens: int) -> Iterator[Line]:
    """The same acts with one live screen and with many: how soon they are told, and what a page takes meanwhile."""
    table = open_press_table(BESIDE)
    with cheap_pins():
        desks = [session(table, number) for number in range(DESKS)]
    cookies = [desks[number % DESKS] for number in range(screens)]
    with server() as port:
        token = sign_on(table)
        inputs = table.inputs()
        told_one, page_one = asyncio.run(_dealt(port, cookies[:1], table, token, inputs))
        told, page = asyncio.run(_dealt(port, cookies, table, token, inputs))
    what, against = f"an act until {screens} live screens are told", "one live screen"
    spread = (told.tenth * 1e3, told.ninetieth * 1e3)
    yield _line(f"{what}, median", told.median, spread, against, told_one.median, f"<= {MOST_MS} ms")
    yield _line(f"{what}, 99 %", told.percentile(99), spread, against, told_one.percentile(99))
    spread = (page.tenth * 1e3, page.ninetieth * 1e3)
    bar = f"<= {MOST_GROWTH:g} x"
    yield _line(f"a pit board opened beside {screens} live screens", page.median, spread, against, page_one.median, bar)


def _line(what: str, ours: float, spread: tuple[float, float], against: str, other: float, bar: str = "") -> Line:
    met = None
    if bar:
        met = ours / other <= MOST_GROWTH if bar.endswith("x") else ours * 1e3 <= MOST_MS
    return Line(what, "ms", ours * 1e3, spread, against, other * 1e3, ours / other, bar, met)


async def _dealt(
    port: int, cookies: Sequence[str], table: PressTable, token: str, inputs: Iterator[dict[str, Any]]
) -> tuple[Sample, Sample]:
    """Seconds until each line told each act; seconds of a page that is opened again and again meanwhile."""
    async with AsyncExitStack() as stack:
        screens = [await Screen.open(port, cookie, stack) for cookie in cookies]
        over = asyncio.Event()
        pages = asyncio.create_task(_pages(await Screen.open(port, cookies[0], stack), over))
        told: list[float] = []
        dealer = Client(port, token)  # connects at its first request
        for number in range(-3, ACTS):
            taken = await _act(screens, table, dealer, await asyncio.to_thread(next, inputs))
            if number >= 0:  # the first ones warm up
                told += taken
            await asyncio.sleep(EVERY + number % 5 * 0.05)  # not in step with the hub's looks
        over.set()
        return _sample(told), _sample(await pages)


def _sample(seconds: Sequence[float]) -> Sample:
    return Sample(tuple(sorted(seconds)))


async def _act(screens: Sequence[Screen], table: PressTable, dealer: Client, given: dict[str, Any]) -> Sequence[float]:
    """A press; seconds until the line of each screen tells it. TimeoutError when one does not."""
    begun = time.perf_counter()
    seq: int = table.shown["seq"]
    waiting = [asyncio.create_task(_until(screen, table.table, seq, begun)) for screen in screens]
    headers = {"Idempotency-Key": f"bench-{time.monotonic_ns()}", "If-Match": f'"{seq}"'}
    path = f"/api/v1/tables/{table.table}/inputs"
    table.shown = await asyncio.to_thread(dealer.post, path, {"inputs": [given]}, **headers)
    async with asyncio.timeout(LOST):
        return await asyncio.gather(*waiting)


async def _until(screen: Screen, table: str, after: int, begun: float) -> float:
    """Until the line tells that the table went on past ``after``."""
    while True:
        await screen.news()
        _, _, told = (await screen.line.readline()).partition(b":")
        if json.loads(told).get(table, 0) > after:
            return time.perf_counter() - begun


async def _pages(reader: Screen, over: asyncio.Event) -> list[float]:
    """Open the page again and again, with a pause as between two readers."""
    taken = []
    while not over.is_set():
        taken.append(await _page(reader))
        await asyncio.sleep(0.1)
    return taken


async def _page(reader: Screen) -> float:
    begun = time.perf_counter()
    await reader.board()
    return time.perf_counter() - begun
