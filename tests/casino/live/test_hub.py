"""The hub: every watcher hears of his streams, of the newest number only, and when the house cannot say."""

import asyncio
import threading
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from django.db import OperationalError

from casino.live.hub import Hub


class Streams:
    """Heads as the database would tell them; ``broken`` makes it unreachable."""

    def __init__(self, **heads: int) -> None:
        self.heads = {int(name.removeprefix("s")): seq for name, seq in heads.items()}
        self.broken = False
        self.reads = 0

    def read(self, wanted: Collection[int]) -> dict[int, int]:
        """What the hub asks for."""
        self.reads += 1
        if self.broken:
            raise OperationalError("gone")
        return {stream: self.heads[stream] for stream in wanted}


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 10))


def test_a_new_watcher_is_told_where_its_streams_stand() -> None:
    async def story() -> None:
        hub = Hub(Streams(s1=7, s2=9, s3=1).read, every=0.01)
        assert await hub.join([1, 2]).next(5) == ({1: 7, 2: 9}, False)

    run(story)


def test_only_what_went_on_is_told_and_only_its_newest_number() -> None:
    async def story() -> None:
        streams = Streams(s1=7, s2=9)
        hub = Hub(streams.read, every=0.01)
        watcher = hub.join([1, 2])
        await watcher.next(5)
        assert await watcher.next(0.05) == ({}, False)
        streams.heads[2] = 10
        await asyncio.sleep(0.05)
        streams.heads[2] = 12
        await asyncio.sleep(0.05)
        assert await watcher.next(5) == ({2: 12}, False)

    run(story)


def test_watchers_hear_of_their_own_streams_alone() -> None:
    async def story() -> None:
        streams = Streams(s1=1, s2=1)
        hub = Hub(streams.read, every=0.01)
        one, two = hub.join([1]), hub.join([2])
        await one.next(5), await two.next(5)
        streams.heads[1] = 2
        assert await one.next(5) == ({1: 2}, False)
        assert await two.next(0.05) == ({}, False)

    run(story)


def test_a_press_of_this_process_is_told_at_once() -> None:
    async def story() -> None:
        streams = Streams(s1=1)
        hub = Hub(streams.read, every=60)
        watcher = hub.join([1])
        await watcher.next(5)
        streams.heads[1] = 2
        threading.Thread(target=hub.wake).start()
        assert await watcher.next(5) == ({1: 2}, False)

    run(story)


def test_all_watchers_together_cost_one_look() -> None:
    async def story() -> None:
        streams = Streams(s1=1)
        hub = Hub(streams.read, every=60)
        watchers = [hub.join([1]) for _ in range(50)]
        for watcher in watchers:
            await watcher.next(5)
        assert streams.reads == 1

    run(story)


def test_a_house_that_cannot_say_makes_pages_stale_until_it_can() -> None:
    async def story() -> None:
        streams = Streams(s1=1)
        hub = Hub(streams.read, every=0.01)
        watcher = hub.join([1])
        await watcher.next(5)
        streams.broken = True
        assert await watcher.next(5) == ({}, True)
        streams.broken = False
        assert await watcher.next(5) == ({}, False)

    run(story)


def test_without_watchers_nobody_looks() -> None:
    async def story() -> None:
        streams = Streams(s1=1)
        hub = Hub(streams.read, every=0.01)
        watcher = hub.join([1])
        await watcher.next(5)
        hub.leave(watcher)
        await asyncio.sleep(0.05)
        before = streams.reads
        await asyncio.sleep(0.1)
        assert (hub.watchers, streams.reads) == (0, before)

    run(story)
