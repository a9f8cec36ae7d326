"""How often somebody may knock, told by the RateLimit headers (IETF draft) and ``Retry-After``.

Counted in this process's memory: a press must not wait for a cache, and dealing goes on when the cache is down. With
several web processes the limit is per process. The locks that protect PINs are rows in the database, not these.
"""

import math
import threading
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tables.domain import addresses

WINDOW = 60.0  # seconds
MOST_NAMES = 10_000


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of a limit: ``limit`` a window, ``left`` in this one, which ends in ``seconds``."""

    policy: str
    limit: int
    left: int
    seconds: int

    def headers(self) -> dict[str, str]:
        """The allowance as structured fields."""
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.limit};w={int(WINDOW)}',
            "RateLimit": f'"{self.policy}";r={self.left};t={self.seconds}',
        }


class Counter:
    """Counts by name in windows of a minute. Forgets everybody when too many names come, which only forgives."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._windows: dict[str, tuple[float, int]] = {}

    def count(self, name: str, now: float) -> tuple[int, float]:
        """How often ``name`` came in its running window, this time included, and when the window began."""
        with self._lock:
            began, times = self._windows.get(name, (now, 0))
            if now - began >= WINDOW:
                began, times = now, 0
            if len(self._windows) >= MOST_NAMES and name not in self._windows:
                self._windows.clear()
            self._windows[name] = (began, times + 1)
            return times + 1, began

    def forget(self) -> None:
        """Start afresh."""
        with self._lock:
            self._windows.clear()


COUNTER = Counter()


class HouseThrottle(BaseThrottle):
    """Whoever is signed on gets ten requests a second, for a whole minute; a stranger's address much less.

    Not too little for strangers: a whole floor may sign on behind one address at a shift change.
    """

    signed_on = ("floor", 600)
    strangers = ("door", 120)

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request; the view shows what is left in its answer's headers."""
        actor = getattr(request.user, "actor", None)
        policy, limit = self.signed_on if actor else self.strangers
        name = actor.client if actor else address(request)
        now = time.monotonic()
        times, began = COUNTER.count(f"{policy}:{name}", now)
        self._seconds = max(1, math.ceil(WINDOW - (now - began)))
        view.allowance = Allowance(policy, limit, max(0, limit - times), self._seconds)
        return times <= limit

    def wait(self) -> float:
        """Seconds until the window ends."""
        return float(self._seconds)


def address(request: Request | HttpRequest) -> str:
    """By what strangers are told apart (see ``addresses``)."""
    return addresses.of(request.META, proxied=bool(settings.SECURE_PROXY_SSL_HEADER))
