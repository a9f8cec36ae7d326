"""Which queue carries the messages about a stream, so that workers on many machines can share the streams.

A queue only spreads work. Any worker may take up any stream from any queue at any time: what keeps a stream in order
is the lock on its cursor in the database, never the queue. So the number of queues can change while messages lie in
the old ones.
"""

from collections.abc import Iterable
from typing import Final

from django.conf import settings

HOUSE: Final = "celery"
"""What belongs to no stream: sweeps, reports, proofs."""
_STREAM: Final = "stream-{}"


def queue_of(stream_id: int) -> str:
    """The queue of a stream: streams are numbered one after the other, so the remainder spreads them evenly."""
    return _STREAM.format(stream_id % settings.STREAM_QUEUES)


def everything() -> tuple[str, ...]:
    """Every queue that somebody has to listen to."""
    return (HOUSE, *(_STREAM.format(number) for number in range(settings.STREAM_QUEUES)))


def by_queue(stream_ids: Iterable[int]) -> dict[str, list[int]]:
    """The streams of each queue, in the order given; no queue without one."""
    found: dict[str, list[int]] = {}
    for stream_id in stream_ids:
        found.setdefault(queue_of(stream_id), []).append(stream_id)
    return found
