"""What works beside the web process: the workers and their queues, and the backup's mark. Asked, never steered."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from kombu import Connection
from kombu.exceptions import OperationalError

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.services import queues

PATIENCE: Final = 0.7
"""Seconds that workers have to answer each of two questions; a page waits no longer."""
FRESH: Final = 3
"""Seconds for which the number of messages is told without asking again."""
AWAY: Final = 30
"""Seconds after which a broker that did not answer is asked again."""
_QUEUED: Final = "engines.queued"


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker that answered, and how many tasks it has in hand."""

    name: str
    active: int


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue: how many messages wait in it, and how many workers listen to it."""

    name: str
    waiting: int
    listeners: int


@dataclass(frozen=True, slots=True)
class Engines:
    """The broker, its queues, and who works for it. Nothing is told where the broker cannot be asked."""

    reachable: bool
    workers: tuple[Worker, ...]
    queues: tuple[Queue, ...]

    @property
    def queued(self) -> int:
        """How many messages wait for a worker in all queues."""
        return sum(queue.waiting for queue in self.queues)


def look(actor: Actor) -> Engines:
    """Who answers now. Refused: ``not_permitted``."""
    permissions.require(actor, "read_books")
    try:
        with _broker() as broker:
            waiting = _waiting(broker)
            asked = current_app.control.inspect(timeout=PATIENCE, connection=broker)
            active: dict[str, list[Any]] = asked.active() or {}
            heard = asked.active_queues() or {}
    except (OperationalError, OSError):
        return Engines(reachable=False, workers=(), queues=())
    listened = Counter(queue["name"] for told in heard.values() for queue in told)
    return Engines(
        reachable=True,
        workers=tuple(Worker(name, len(tasks)) for name, tasks in sorted(active.items())),
        queues=tuple(Queue(name, count, listened[name]) for name, count in waiting.items()),
    )


def queued(actor: Actor) -> int | None:
    """How many messages wait for a worker, at most ``FRESH`` seconds old; None where the broker does not say.

    Every pit screen asks, so the broker is asked once for all. Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_pit")
    known = cache.get(_QUEUED)
    if known is None:
        known = _count()
        cache.set(_QUEUED, known, FRESH if known >= 0 else AWAY)
    return None if known < 0 else int(known)


def _count() -> int:
    """All messages that wait; -1 where the broker does not say."""
    try:
        with _broker() as broker:
            return sum(_waiting(broker).values())
    except (OperationalError, OSError):
        return -1


@contextmanager
def _broker() -> Iterator[Connection]:
    """A broker that answers within a second. Raises kombu's OperationalError when there is none."""
    patient = {**current_app.conf.broker_transport_options, "socket_timeout": 1 + PATIENCE}
    with current_app.connection_for_read(transport_options=patient) as broker:
        # Without a pause before the second try: a pit's board must not wait for a broker that is away.
        broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=1)
        yield broker


def _waiting(broker: Connection) -> dict[str, int]:
    channel: Any = broker.default_channel
    return {name: int(channel.queue_declare(queue=name, durable=True).message_count) for name in queues.everything()}


def last_backup(actor: Actor) -> datetime | None:
    """When the file that the backup touches was touched last; None where none is named or there. Refused:
    ``not_permitted``.
    """
    permissions.require(actor, "read_books")
    if not settings.BACKUP_STAMP:
        return None
    try:
        touched = Path(settings.BACKUP_STAMP).stat().st_mtime
    except FileNotFoundError:
        return None
    return datetime.fromtimestamp(touched, UTC)
