"""One hub a process: it looks how far the watched streams have come and tells those who watch them.

All watchers of a process cost one short query each ``EVERY`` seconds, however many they are, and a press in this
process is told at once. The database is asked rather than listened to: a NOTIFY at each press would take a lock that
all commits of the house wait for (docs/adr/0020-live-pages-look-at-the-heads.md).
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

import structlog
from django.db import Error as DatabaseAway
from psycopg_pool import PoolTimeout

EVERY = 0.25
"""Seconds between two looks: half of it is how late a press of another process is, on the average."""

Heads = Mapping[int, int]
"""Stream id -> number of its newest event."""
_log = structlog.get_logger(__name__)


class Watcher:
    """One open page: what it has been told, and what came since. News of a stream replace older news of it.

    ``whose`` is the client that has it open.
    """

    def __init__(self, streams: Collection[int], whose: str = "") -> None:
        self.streams = frozenset(streams)
        self.whose = whose
        self.known: dict[int, int] = {}
        self.stale = False
        self._changed = asyncio.Event()
        self._news: dict[int, int] = {}

    def tell(self, heads: Heads) -> None:
        """Take from ``heads`` what is new to this page."""
        for stream in self.streams:
            seq = heads.get(stream, 0)
            if seq != self.known.get(stream):
                self.known[stream] = self._news[stream] = seq
        if self._news or self.stale:
            self.stale = False
            self._changed.set()

    def tell_stale(self) -> None:
        """The house cannot say now what is new."""
        if not self.stale:
            self.stale = True
            self._changed.set()

    async def next(self, patience: float) -> tuple[dict[int, int], bool]:
        """What came since the last call, waiting up to ``patience`` seconds for it; and whether the page is stale."""
        try:
            await asyncio.wait_for(self._changed.wait(), patience)
        except TimeoutError:
            return {}, self.stale
        self._changed.clear()
        news, self._news = self._news, {}
        return news, self.stale


class Hub:
    """Tells watchers what is new. ``read`` blocks and runs in a thread; it may raise an error of the database."""

    def __init__(self, read: Callable[[Collection[int]], Heads], every: float = EVERY) -> None:
        self._read = read
        self._every = every
        self._watchers: set[Watcher] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pressed: asyncio.Event | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def watchers(self) -> int:
        """How many pages are open."""
        return len(self._watchers)

    def of(self, whose: str) -> int:
        """How many pages a client has open."""
        return sum(watcher.whose == whose for watcher in self._watchers)

    def join(self, streams: Collection[int], whose: str = "") -> Watcher:
        """A new watcher; it is told the heads at the next look, so that what it missed before is not lost."""
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done() or self._loop is not loop:
            self._loop, self._pressed = loop, asyncio.Event()
            self._task = loop.create_task(self._look())
        watcher = Watcher(streams, whose)
        self._watchers.add(watcher)
        self.wake()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """The page is gone; with the last one the looking ends."""
        self._watchers.discard(watcher)
        self.wake()

    def wake(self) -> None:
        """Look now. May be called from any thread; without watchers it does nothing."""
        loop, pressed = self._loop, self._pressed
        if loop is not None and pressed is not None and self._watchers and not loop.is_closed():
            loop.call_soon_threadsafe(pressed.set)

    async def _look(self) -> None:
        failing = False
        while self._watchers and self._pressed is not None:
            with suppress(TimeoutError):  # the ordinary case: nobody pressed a key in this process
                await asyncio.wait_for(self._pressed.wait(), self._every)
            self._pressed.clear()
            wanted = {stream for watcher in self._watchers for stream in watcher.streams}
            try:
                heads = await asyncio.to_thread(self._read, wanted)
            except (DatabaseAway, PoolTimeout) as error:
                if not failing:
                    _log.warning("live_pages_stale", reason=type(error).__name__)
                failing = True
                for watcher in self._watchers:
                    watcher.tell_stale()
                await asyncio.sleep(1)
                continue
            failing = False
            for watcher in tuple(self._watchers):
                watcher.tell(heads)
