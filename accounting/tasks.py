"""What the books do on a queue or a timer. Messages carry ids and are hints: twice, late or never changes no figure."""

import logging
import time
from collections import deque
from collections.abc import Sequence
from datetime import date
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from accounting.selectors import progress
from accounting.services import certify, follow, proofs, report_jobs, wake
from accounting.services.stretches import PostingError
from tables import tasks as crowds
from tables.selectors import actors
from tables.services.crowd import settling

log = logging.getLogger(__name__)

BROKEN = (OperationalError, InterfaceError)
"""Deadlocks, failed serialisations, lost connections and lock timeouts: worth another try. Nothing else is."""
BUDGET = 60.0
"""Seconds that one message may cost: far below the limit at which its worker is killed and the message comes back."""
PATIENCE = 15.0
"""Seconds that an event may wait for the workers of its queue: three sweeps."""
WHOLE_NIGHT = 12 * 3600
REPORT = 1800
"""Seconds that one report may take."""


@shared_task(autoretry_for=BROKEN, retry_backoff=1, retry_backoff_max=30, retry_jitter=True, max_retries=5)
def follow_streams(stream_ids: Sequence[int] = (), **_: Any) -> int:
    """Follow the streams that have news; how many events were followed. Crowds whose round is over hear of it."""
    followed = _follow(stream_ids)
    crowds.wake(settling.due(stream_ids))
    return followed


@shared_task(autoretry_for=BROKEN, retry_backoff=1, retry_backoff_max=30, retry_jitter=True, max_retries=5)
def sweep_streams(**_: Any) -> int:
    """Tell the queues of whatever is behind: wake-ups may be lost, the log is not.

    What nobody has taken up for ``PATIENCE`` is followed here and now, so a queue that no worker listens to delays its
    streams and never keeps them from the books. How many events were followed here.
    """
    for stream_id in progress.behind():
        wake.note(stream_id)
    return _follow(progress.overdue(PATIENCE))


@shared_task(autoretry_for=BROKEN, retry_backoff=1, retry_backoff_max=30, retry_jitter=True, max_retries=5)
def audit_night(**_: Any) -> int:
    """Begin to prove the whole chain and call workers to it; the proof's number. Twice is once while it is not done."""
    proof_id = proofs.begin(timezone.now())
    proofs.wake(settings.PROVERS)
    return proof_id


@shared_task(acks_late=False, time_limit=WHOLE_NIGHT, soft_time_limit=WHOLE_NIGHT - 60)
def prove_parts(**_: Any) -> int:
    """Prove parts of what is to prove; how many. What is left then gets a message of its own.

    A part may take longer than the broker waits for an acknowledgement, so the message is acknowledged at once; the
    sweep finds a proof whose workers died.
    """
    proven = proofs.work(BUDGET)
    if proven and proofs.waits():
        proofs.wake(1)
    return proven


@shared_task(autoretry_for=BROKEN, retry_backoff=1, retry_backoff_max=30, retry_jitter=True, max_retries=5)
def sweep_proofs(**_: Any) -> None:
    """Call workers to a proof that is not finished."""
    if proofs.waits():
        proofs.wake(settings.PROVERS)


@shared_task(autoretry_for=BROKEN, retry_backoff=1, retry_backoff_max=30, retry_jitter=True, max_retries=5)
def certify_shift(staff_id: int, gaming_day: str, shift: str, **_: Any) -> dict[str, Any]:
    """Certify a shift for the accountant ``staff_id``, who must hold the permission when the task runs.

    Twice is once: an unchanged shift keeps its newest report.
    """
    actor = actors.actor_for_staff(staff_id)
    if actor is None:
        raise LookupError(f"no staff member {staff_id}")
    return certify.certify_shift(actor=actor, at=timezone.now(), gaming_day=date.fromisoformat(gaming_day), shift=shift)


@shared_task(acks_late=False, time_limit=REPORT, soft_time_limit=REPORT - 60)
def make_report(**_: Any) -> int | None:
    """Make the report that is next in line; its job's number. The one after it gets a message of its own.

    It may take longer than the broker waits for an acknowledgement, so its message is acknowledged at once; the sweep
    finds a job whose worker died.
    """
    made = report_jobs.make_next()
    if made is not None and report_jobs.sweep(timezone.now()):
        report_jobs.wake()
    return made


@shared_task(autoretry_for=BROKEN, retry_backoff=1, retry_backoff_max=30, retry_jitter=True, max_retries=5)
def sweep_reports(**_: Any) -> None:
    """Tell a worker of reports that wait, and forget old ones."""
    if report_jobs.sweep(timezone.now()):
        report_jobs.wake()


def _follow(stream_ids: Sequence[int]) -> int:
    """A batch of each stream in turn, until nothing is left or the time is up; the next sweep goes on from there."""
    followed = 0
    waiting, until = deque(stream_ids), time.monotonic() + BUDGET
    while waiting and time.monotonic() < until:
        stream_id = waiting.popleft()
        if events := _follow_one(stream_id):
            followed += events
            waiting.append(stream_id)
    return followed


def _follow_one(stream_id: int) -> int:
    """A stream that the books cannot follow is told in the log and on its cursor, and does not hold up the others."""
    try:
        return follow.follow_stream(stream_id)
    except PostingError as error:
        log.error("books_stopped", extra={"event_of": error.stream, "seq": error.seq, "reason": str(error)})
    except LookupError:
        log.warning("no_such_stream", extra={"stream_id": stream_id})
    return 0
