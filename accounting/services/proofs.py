"""A proof in parts that many workers share: each proves some streams, whoever ends the last part adds it all up.

What is to do and what was found stand in rows. A message is a hint and carries nothing, so a lost one costs seconds
(a sweep sends another) and a second one nothing. Who works on a part holds an advisory lock of the database, which ends
with his connection: a part whose worker was killed is free again at once. Only ``settings.PROVERS`` work at a time,
whatever was sent, that the workers which follow the log always find room.
"""

import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from typing import Any, Final

from celery import current_app
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounting.models.audits import NO_HOUSE, AuditRun
from accounting.models.proofs import Proof, ProofPart
from accounting.services import streams
from accounting.services.streams import StreamInfo
from accounting.services.verify import run
from accounting.services.verify.chip_statements import Head, Heads
from accounting.services.verify.findings import Finding
from accounting.services.verify.run import Outcome
from tables.domain.events import StreamKind

log = logging.getLogger(__name__)

TASK: Final = "accounting.tasks.prove_parts"
PART_EVENTS: Final = 5_000
"""Events of a part: about a second of work. A longer stream is a part by itself."""
GONE: Final = 60
"""Seconds after which a message that nobody has taken is dropped, or they would heap up while all workers are busy."""
PAUSE: Final = 0.2
"""Seconds until somebody who waits looks again whether the others are done."""
KEPT: Final = timedelta(days=2)
"""The parts of a finished proof are of use to whoever waits for it; its run is kept for ever."""
MOST_ATTEMPTS: Final = 3
"""Tries of a part that broke off, each with its worker, before it is given up and told as a finding."""
_PART: Final = "accounting.proof_part"
_SLOT: Final = "accounting.proof_slot"


def begin(at: datetime, day: date | None = None) -> int:
    """Begin a proof of everything, or of a gaming day's rounds; its number. An unfinished one is gone on with."""
    with transaction.atomic(durable=True):
        _one_at_a_time()
        running = Proof.objects.filter(gaming_day=day, finished_at__isnull=True).first()
        if running is not None:
            return running.pk
        Proof.objects.filter(finished_at__lt=at - KEPT).delete()
        made = Proof.objects.create(started_at=at, gaming_day=day)
        chosen = [stream for stream in streams.in_order() if day is None or stream.kind == StreamKind.TABLE]
        plan = list(_portions(chosen))
        if day is None or not plan:
            plan.append([])
        ProofPart.objects.bulk_create(
            ProofPart(proof=made, number=number, streams=ids) for number, ids in enumerate(plan, 1)
        )
    return made.pk


def wake(workers: int) -> None:
    """Tell so many workers. A broker that is away costs half a minute: the sweep tells them again."""
    try:
        for _ in range(workers):
            current_app.send_task(TASK, expires=GONE, ignore_result=True, retry=False)
    except (OperationalError, OSError):
        log.warning("proof_not_announced", exc_info=True)


def waits() -> bool:
    """Whether a proof is not finished."""
    return Proof.objects.filter(finished_at__isnull=True).exists()


def is_finished(proof_id: int) -> bool:
    """Whether every part of a proof is proven and added up."""
    return Proof.objects.filter(pk=proof_id, finished_at__isnull=False).exists()


def work(seconds: float) -> int:
    """Prove one part after the other until none is free or the time is up; how many. 0 when enough are at it."""
    until, proven = time.monotonic() + seconds, 0
    with _slot() as free:
        while free and time.monotonic() < until and prove_next():
            proven += 1
    return proven


def prove_next(proof_id: int | None = None) -> bool:
    """Prove a part that nobody is at, of one proof or of any; False when there is none."""
    parts = ProofPart.objects.filter(proof__finished_at__isnull=True, found__isnull=True)
    if proof_id is not None:
        parts = parts.filter(proof_id=proof_id)
    for part_id in list(parts.order_by("proof_id", "number").values_list("pk", flat=True)):
        with _held(_PART, part_id) as mine:
            if mine and _prove(part_id):
                return True
    return False


def finish(proof_id: int) -> Outcome:
    """Work on a proof until it is finished, beside the workers that are at it; what was found.

    For who waits for it: the night's own workers never wait.
    """
    while not is_finished(proof_id):
        if not prove_next(proof_id):
            time.sleep(PAUSE)
    return _outcome(_found(proof_id))


def _portions(chosen: Iterable[StreamInfo]) -> Iterator[list[int]]:
    """The streams in their order, so many to a part that each has about as many events."""
    portion: list[int] = []
    events = 0
    for stream in chosen:
        if portion and events + stream.head_seq > PART_EVENTS:
            yield portion
            portion, events = [], 0
        portion.append(stream.id)
        events += stream.head_seq
    if portion:
        yield portion


def _prove(part_id: int) -> bool:
    """Prove a part whose lock is held, unless it was done meanwhile or others have to be done before it."""
    with transaction.atomic(durable=True):
        part = ProofPart.objects.select_related("proof").get(pk=part_id)
        if part.found is not None or (not part.streams and _before(part).exists()):
            return False
        part.attempts += 1  # kept before the work: it might be the work that kills the worker
        part.save(update_fields=["attempts"])
    outcome = Outcome()
    heads: dict[str, Head] = {}
    if part.attempts > MOST_ATTEMPTS:
        keys = [streams.get(stream_id).key for stream_id in part.streams] or [NO_HOUSE]
        outcome.findings += [Finding(key, f"could not be proven: {MOST_ATTEMPTS} tries broke off") for key in keys]
        log.error("proof_given_up", extra={"proof": part.proof_id, "part": part.number})
    elif part.proof.gaming_day is not None:
        for stream_id in part.streams:
            run.replay_day(stream_id, part.proof.gaming_day, outcome)
    elif part.streams:
        for stream_id in part.streams:
            heads |= run.prove_stream(stream_id, outcome)
    else:
        run.prove_house(_heads(_found(part.proof_id)), outcome)
    _keep(part, _told(outcome, heads))
    return True


def _before(part: ProofPart) -> Any:
    return ProofPart.objects.filter(proof_id=part.proof_id, number__lt=part.number, found__isnull=True)


def _keep(part: ProofPart, found: Mapping[str, Any]) -> None:
    """Keep what was found; with the last part the proof is finished, in the same commit."""
    with transaction.atomic(durable=True):
        proof = Proof.objects.select_for_update().get(pk=part.proof_id)
        part.found = found
        part.save(update_fields=["found"])
        if proof.finished_at is not None or proof.parts.filter(found__isnull=True).exists():
            return
        proof.finished_at = now = timezone.now()
        if proof.gaming_day is None:
            proof.run = _run(proof, now)
        proof.save(update_fields=["finished_at", "run"])


def _run(proof: Proof, now: datetime) -> AuditRun:
    found = _found(proof.pk)
    return AuditRun.objects.create(
        started_at=proof.started_at,
        finished_at=now,
        streams=sum(part["streams"] for part in found),
        events=sum(part["events"] for part in found),
        rounds=sum(part["rounds"] for part in found),
        findings=[finding for part in found for finding in part["findings"]],
        chips=found[-1]["chips"],
    )


def _found(proof_id: int) -> list[dict[str, Any]]:
    """What each part that is done has found, in the order of the whole."""
    found = ProofPart.objects.filter(proof_id=proof_id).order_by("number").values_list("found", flat=True)
    return [part for part in found if part is not None]


def _told(outcome: Outcome, heads: Heads) -> dict[str, Any]:
    return {
        "streams": outcome.streams,
        "events": outcome.events,
        "rounds": outcome.rounds,
        "findings": [finding.as_data() for finding in outcome.findings],
        "chips": {casino: statement.as_data() for casino, statement in outcome.chips.items()},
        "heads": {key: list(head) for key, head in heads.items()},
    }


def _heads(found: Iterable[Mapping[str, Any]]) -> Heads:
    return {key: Head(seq, digest) for part in found for key, (seq, digest) in part["heads"].items()}


def _outcome(found: Iterable[Mapping[str, Any]]) -> Outcome:
    """All parts as one outcome, without the statement of chips, which the run keeps."""
    outcome = Outcome()
    for part in found:
        outcome.streams += part["streams"]
        outcome.events += part["events"]
        outcome.rounds += part["rounds"]
        outcome.findings += [
            Finding(told["stream"], told["what"], told["seq"], told["type"]) for told in part["findings"]
        ]
    return outcome


@contextmanager
def _held(what: str, number: int) -> Iterator[bool]:
    """Whether the advisory lock was to be had; it is held inside, and ends with the connection at the latest."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtext(%s), %s)", [what, number])
        (mine,) = cursor.fetchone() or (False,)
    try:
        yield bool(mine)
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(hashtext(%s), %s)", [what, number])


@contextmanager
def _slot() -> Iterator[bool]:
    """Whether fewer than ``settings.PROVERS`` prove just now; one of their places is held inside."""
    for number in range(settings.PROVERS):
        with _held(_SLOT, number) as mine:
            if mine:
                yield True
                return
    yield False


def _one_at_a_time() -> None:
    """Who begins a proof waits until another who does has committed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('accounting.proofs'))")
