"""What the floor does on a queue or a timer. Messages carry ids and are hints: twice, late or never changes nothing."""

import logging
import time
from collections.abc import Iterable
from typing import Any

from celery import shared_task
from django.db import InterfaceError, OperationalError
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerGone

from tables.domain.errors import Conflict
from tables.selectors import crowds
from tables.services import days_ahead, queues
from tables.services.crowd import settling

log = logging.getLogger(__name__)

BROKEN = (OperationalError, InterfaceError)
"""Deadlocks, lost connections and lock timeouts: worth another try. Nothing else is."""
BUDGET = 60.0
"""Seconds that one message may cost; what is left then gets a message of its own."""
GONE = 30
"""Seconds after which a message that nobody has taken is dropped: the sweep has been by six times."""


@shared_task(autoretry_for=BROKEN, retry_backoff=1, retry_backoff_max=30, retry_jitter=True, max_retries=5)
def settle_crowd(table_id: int, **_: Any) -> int:
    """Decide, settle and pay what waits at a table's crowd; how many pieces of work it was.

    Workers that meet at one crowd take its chunks in turn; who has waited too long leaves it to the other.
    """
    done, until = 0, time.monotonic() + BUDGET
    try:
        for _piece in settling.work(table_id=table_id, now=timezone.now):
            done += 1
            if time.monotonic() > until:
                wake([table_id])
                break
    except Conflict as error:
        if error.code != "busy":
            raise
    return done


@shared_task(autoretry_for=BROKEN, retry_backoff=1, retry_backoff_max=30, retry_jitter=True, max_retries=5)
def sweep_crowds(**_: Any) -> int:
    """Tell workers of crowds that wait, and how many they are. The database says which, whatever became of messages.

    By the queue of the house: one that nobody listens to keeps no patron from his money.
    """
    waiting = settling.due()
    wake(waiting, queues.HOUSE)
    settling.mark_seen()
    return len(waiting)


def wake(table_ids: Iterable[int], queue: str = "") -> None:
    """Tell a worker of each crowd, by the queue of its stream unless one is named. Without a broker the sweep will."""
    streams = crowds.streams(list(table_ids))
    try:
        for table_id, stream_id in streams:
            named = queue or queues.queue_of(stream_id)
            settle_crowd.apply_async((table_id,), queue=named, expires=GONE, retry=False)
    except (BrokerGone, OSError):
        log.warning("crowds_not_woken", exc_info=True)


@shared_task(autoretry_for=BROKEN, retry_backoff=5, retry_backoff_max=60, retry_jitter=True, max_retries=5)
def prepare_days(**_: Any) -> list[str]:
    """Make the partitions of the days to come; the days that were made. Twice is once."""
    return [day.isoformat() for day in days_ahead.prepare(timezone.now().date())]
