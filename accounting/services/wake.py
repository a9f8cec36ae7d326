"""From "stream X has news" to a Celery message, without ever slowing or breaking the press that made the news.

A press only adds a number to a set. One thread a process sends what has gathered, at most one message a queue each
``PAUSE``: a message carries all streams of its queue that have news, because Celery moves hundreds of messages a second
and PostgreSQL tens of thousands of rows (perf.md §1). A message that is lost costs seconds: the sweep looks at the log.
"""

import logging
import os
import threading
import time
from collections.abc import Callable

from celery import current_app
from kombu.exceptions import OperationalError

from tables.services import queues

PAUSE = 0.25
"""Seconds between two messages of one process and queue."""
GONE = 30
"""Seconds after which a message that nobody has taken is dropped: the sweep has been by six times."""
MOST_STREAMS = 500
"""In one message, so that several workers share what is behind after an outage."""
TASK = "accounting.tasks.follow_streams"

log = logging.getLogger(__name__)


class Announcer:
    """Gathers stream ids and sends them from a thread of its own, which starts with the first news."""

    def __init__(self, send: Callable[[list[int]], None], pause: float = PAUSE) -> None:
        self._send = send
        self._pause = pause
        self._lock = threading.Lock()
        self._news: set[int] = set()
        self._woken = threading.Event()
        self._thread: threading.Thread | None = None

    def note(self, stream_id: int) -> None:
        """A stream has news. Returns at once and raises nothing."""
        with self._lock:
            self._news.add(stream_id)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="books-wake", daemon=True)
                self._thread.start()
        self._woken.set()

    def _run(self) -> None:
        while True:
            self._woken.wait()
            self._woken.clear()
            with self._lock:
                news, self._news = sorted(self._news), set()
            if news:
                try:
                    self._send(news)
                except (OperationalError, OSError):
                    log.warning("books_not_woken", extra={"streams": len(news)}, exc_info=True)
            time.sleep(self._pause)


def send_message(stream_ids: list[int]) -> None:
    """Tell workers which streams have news, queue by queue. Raises kombu's OperationalError when there is no broker."""
    for queue, ids in queues.by_queue(stream_ids).items():
        for start in range(0, len(ids), MOST_STREAMS):
            some = ids[start : start + MOST_STREAMS]
            current_app.send_task(TASK, args=[some], queue=queue, expires=GONE, ignore_result=True, retry=False)


_announcer = Announcer(send_message)


def note(stream_id: int) -> None:
    """The listener that the floor calls after a commit (``tables.services.news``)."""
    _announcer.note(stream_id)


def _begin_again() -> None:
    """A forked process has its parent's set but not its thread, and perhaps a lock that nobody will open."""
    global _announcer
    _announcer = Announcer(send_message)


os.register_at_fork(after_in_child=_begin_again)
