"""What works beside the web process: the workers and their queue, and the backup's mark. Asked, never steered."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from tables.domain import permissions
from tables.domain.actors import Actor

PATIENCE: Final = 0.7
"""Seconds that workers have to answer; a page waits no longer."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker that answered, and how many tasks it has in hand."""

    name: str
    active: int


@dataclass(frozen=True, slots=True)
class Engines:
    """The broker and who works for it. ``queued`` messages wait for a worker; None where the broker cannot be asked."""

    reachable: bool
    workers: tuple[Worker, ...]
    queued: int | None


def look(actor: Actor) -> Engines:
    """Who answers now. Refused: ``not_permitted``."""
    permissions.require(actor, "read_books")
    try:
        with current_app.connection_for_read() as broker:
            broker.ensure_connection(max_retries=1, timeout=1)
            channel: Any = broker.default_channel
            queue = current_app.conf.task_default_queue
            queued = channel.queue_declare(queue=queue, durable=True).message_count
            told: dict[str, list[Any]] | None = current_app.control.inspect(
                timeout=PATIENCE, connection=broker
            ).active()
    except (OperationalError, OSError):
        return Engines(reachable=False, workers=(), queued=None)
    workers = tuple(Worker(name, len(tasks)) for name, tasks in sorted((told or {}).items()))
    return Engines(reachable=True, workers=workers, queued=int(queued))


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
