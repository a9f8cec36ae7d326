"""A Redis cache whose loss costs time, never an answer.

Nothing that matters lives in Redis: a floor whose Redis is down goes on dealing. So a server that cannot be reached is
an empty cache here, with one warning a minute, and not an error page.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import redis
import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

_logger = structlog.get_logger(__name__)
_Answer = TypeVar("_Answer")
_WARNING_EVERY = 60.0  # seconds


class _ForgivingClient(RedisCacheClient):
    """Django's Redis client; while the server is away every read is a miss and every write is dropped."""

    _next_warning = 0.0

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return self._or(True, super().add, key, value, timeout)

    def get(self, key: Any, default: Any) -> Any:
        return self._or(default, super().get, key, default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        self._or(None, super().set, key, value, timeout)

    def touch(self, key: Any, timeout: Any) -> bool:
        return self._or(False, super().touch, key, timeout)

    def delete(self, key: Any) -> bool:
        return self._or(False, super().delete, key)

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        return self._or({}, super().get_many, keys)

    def has_key(self, key: Any) -> bool:
        return self._or(False, super().has_key, key)

    def incr(self, key: Any, delta: int) -> int:
        return self._or(delta, super().incr, key, delta)

    def set_many(self, data: Mapping[Any, Any], timeout: Any) -> None:
        self._or(None, super().set_many, data, timeout)

    def delete_many(self, keys: Iterable[Any]) -> None:
        self._or(None, super().delete_many, keys)

    def clear(self) -> bool:
        return self._or(False, super().clear)

    def _or(self, otherwise: _Answer, act: Callable[..., Any], *args: Any) -> _Answer:
        try:
            answer: _Answer = act(*args)
        except (redis.ConnectionError, redis.TimeoutError) as error:
            if time.monotonic() >= self._next_warning:
                self._next_warning = time.monotonic() + _WARNING_EVERY
                _logger.warning("cache_unreachable", reason=str(error))
            return otherwise
        return answer


class ForgivingRedisCache(RedisCache):
    """The cache of this house, for `CACHES`."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class: type[RedisCacheClient] = _ForgivingClient
