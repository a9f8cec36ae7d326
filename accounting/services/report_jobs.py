"""Reports made in the background: asked for by a person, taken up by a worker, kept with their files.

A message to the worker is a hint and carries nothing: which job is next stands in the database. So a lost message costs
seconds (a sweep sends another), a second one costs nothing, and at most ``AT_ONCE`` reports are made at a time, that
the workers that follow the log always find room.
"""

import hashlib
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

from celery import current_app
from django.db import connection, transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounting.models.report_jobs import DONE, EXPIRED, FAILED, RUNNING, UNFINISHED, WAITING, ReportFile, ReportJob
from accounting.reports import asking, kinds
from accounting.reports.asking import Ask
from accounting.services.report_progress import Progress
from accounting.services.verify.run import snapshot
from tables.documents import data, drawing
from tables.documents.drawing import DrawingError, Format
from tables.documents.model import Document
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed
from tables.selectors import actors, house
from tables.services.languages import LANGUAGES

log = logging.getLogger(__name__)

TASK: Final = "accounting.tasks.make_report"
AT_ONCE = 1
MOST_WAITING = 5
"""Unfinished reports that one person may have."""
MOST_ATTEMPTS = 2
STALE = timedelta(minutes=10)
"""A worker that has said nothing for so long is dead; the longest file takes two minutes."""
SECONDS_A_FILE = 120.0
KEPT = timedelta(days=30)
BUILT = 80
"""Percent when the document is built; the files are the rest."""


def request_report(
    *, actor: Actor, at: datetime, kind: str, parameters: Mapping[str, Any], language: str, key: str
) -> int:
    """Put a report in line; the number of its job. The same request under the same key is the same job.

    Refused: ``not_permitted``, ``no_such_report_kind``, ``bad_report_parameter``, ``bad_language``,
    ``too_many_reports`` (``MOST_WAITING`` of this person are not finished), ``idempotency_key_reused``.
    """
    permissions.require(actor, "read_report_jobs")
    wanted = kinds.get(kind)
    permissions.require(actor, wanted.permission)
    if language not in LANGUAGES:
        raise Invalid("bad_language")
    said = asking.kept(asking.parsed(wanted, parameters))
    roles = sorted(actor.roles & permissions.PERMISSIONS[wanted.permission])
    with transaction.atomic(durable=True):
        _one_at_a_time()
        known = ReportJob.objects.filter(client=actor.client, key=key).first()
        if known is not None:
            if (known.kind, known.parameters, known.language) != (kind, said, language):
                raise Conflict("idempotency_key_reused")
            return known.number
        if ReportJob.objects.filter(asked_by_id=actor.staff_id, status__in=UNFINISHED).count() >= MOST_WAITING:
            raise Conflict("too_many_reports", most=MOST_WAITING)
        last = ReportJob.objects.filter(casino_id=actor.casino_id).aggregate(last=Max("number"))["last"] or 0
        made = ReportJob.objects.create(
            casino_id=actor.casino_id,
            number=last + 1,
            kind=kind,
            parameters=said,
            language=language,
            asked_by_id=actor.staff_id or 0,
            asked_as=roles,
            asked_at=at,
            client=actor.client,
            key=key,
        )
        transaction.on_commit(wake)
    return made.number


def wake() -> None:
    """Tell a worker that a report waits. A broker that is away costs half a minute: the sweep tells again."""
    try:
        current_app.send_task(TASK, ignore_result=True, retry=False)
    except (OperationalError, OSError):
        log.warning("report_not_announced", exc_info=True)


def make_next() -> int | None:
    """Make the report that is next in line; its job's number, or None when nothing waits or enough are being made.

    What the floor refuses while it is built fails the job with that code; whatever else goes wrong fails it with
    ``report_failed`` and is told in the log, because it is a fault of ours.
    """
    claimed = _claim(timezone.now())
    if claimed is None:
        return None
    with _failing(claimed.pk), Progress(claimed.pk) as progress:
        _make(claimed, progress)
    return claimed.number


def sweep(now: datetime) -> bool:
    """Let go of old reports; whether a job waits for a worker that nobody told, or lost the one it had."""
    with transaction.atomic(durable=True):
        old = ReportJob.objects.filter(status=DONE, finished_at__lt=now - KEPT)
        ReportFile.objects.filter(job__in=old).delete()
        old.update(status=EXPIRED, document="")
    return _ready(now).exists()


def _one_at_a_time() -> None:
    """Requests and claims take turns until the end of their transaction: they are short, and count each other."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('accounting.report_jobs'))")


def _ready(now: datetime) -> QuerySet[ReportJob]:
    lost = ReportJob.objects.filter(status=RUNNING, heard_at__lt=now - STALE)
    return ReportJob.objects.filter(status=WAITING) | lost


def _claim(now: datetime) -> ReportJob | None:
    """The next job, marked as running. One that a dead worker left behind is tried once more, then given up."""
    with transaction.atomic(durable=True):
        _one_at_a_time()
        ReportJob.objects.filter(status=RUNNING, heard_at__lt=now - STALE, attempts__gte=MOST_ATTEMPTS).update(
            status=FAILED, message="report_failed", finished_at=now
        )
        if ReportJob.objects.filter(status=RUNNING, heard_at__gte=now - STALE).count() >= AT_ONCE:
            return None
        job = _ready(now).order_by("pk").first()
        if job is not None:
            job.status, job.attempts, job.heard_at = RUNNING, job.attempts + 1, now
            job.percent, job.message = 0, "building"
            job.save(update_fields=["status", "attempts", "heard_at", "percent", "message"])
    return job


def _make(job: ReportJob, progress: Progress) -> None:
    kind = kinds.get(job.kind)
    actor = actors.actor_for_staff(job.asked_by_id)
    if actor is None or actor.casino_id != job.casino_id or not permissions.may(actor, kind.permission):
        raise NotAllowed("not_permitted")
    with snapshot():
        document = kind.build(
            Ask(
                actor=actor,
                house=house.of(actor),
                parameters=asking.parsed(kind, job.parameters),
                language=job.language,
                at=job.asked_at,
                tell=lambda done, of: progress.tell(BUILT * done // max(of, 1), "building"),
            )
        )
    files: list[ReportFile] = []
    for at, form in enumerate(Format):
        progress.tell(BUILT + (100 - BUILT) * at // len(Format), f"drawing_{form}")
        files += _file(job, document, form)
    with transaction.atomic(durable=True):
        done = {"document": data.text_of(document), "sha256": data.sha256_of(document), "percent": 100, "message": ""}
        if _finish(job.pk, status=DONE, finished_at=timezone.now(), **done):
            ReportFile.objects.bulk_create(files)


def _file(job: ReportJob, document: Document, form: Format) -> Iterator[ReportFile]:
    """The document as a file; none when it is too long for such a file."""
    try:
        drawn = drawing.file(document, form, seconds=SECONDS_A_FILE)
    except Conflict as refusal:
        if refusal.code != "too_long_for_file":
            raise
        return
    digest = hashlib.sha256(drawn.content).hexdigest()
    yield ReportFile(job=job, form=form, sha256=digest, **drawn._asdict())


@contextmanager
def _failing(number: int) -> Iterator[None]:
    """Whatever ends the block early fails the job; a refusal is the job's answer and goes no further."""
    code = "report_failed"
    ended = False
    try:
        yield
        ended = True
    except FloorError as refusal:
        code = refusal.code
    except DrawingError:
        log.exception("report_not_drawn", extra={"job": number})
    finally:
        if not ended:
            with transaction.atomic(durable=True):
                _finish(number, status=FAILED, message=code, finished_at=timezone.now())


def _finish(number: int, **values: Any) -> bool:
    """Only a running job is finished: one that was given up, or made by another worker, stays as it is."""
    return bool(ReportJob.objects.filter(pk=number, status=RUNNING).update(**values))
