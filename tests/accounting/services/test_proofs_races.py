"""Workers that prove at once: each part is proven once, and the proof ends once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from accounting.models.audits import AuditRun
from accounting.models.proofs import ProofPart
from accounting.services import follow, proofs
from accounting.services.verify.run import verify
from tests.accounting import worked

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]

WORKERS = 4


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """A house at work in many small parts, and room for all workers."""
    worked.house_at_work()
    follow.follow_all()
    settings.PROVERS = WORKERS
    monkeypatch.setattr(proofs, "PART_EVENTS", 1)


def at_once() -> list[int]:
    """How many parts each worker has proven; every one looks for a part at the same moment."""
    together = Barrier(WORKERS)

    def work() -> int:
        together.wait()
        try:
            return proofs.work(60)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WORKERS) as pool:
        return [done.result() for done in [pool.submit(work) for _ in range(WORKERS)]]


@contextmanager
def unlocked(what: str, number: int) -> Iterator[bool]:
    """Everybody gets every lock."""
    yield True


def test_each_part_is_proven_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = proofs.begin(timezone.now())
    with monkeypatch.context() as patched:
        patched.setattr(proofs, "_held", unlocked)
        at_once()
    assert max(ProofPart.objects.values_list("attempts", flat=True)) > 1  # the race is there; the locks hold it
    assert AuditRun.objects.count() == 1  # and even so it ends once

    second = proofs.begin(timezone.now())
    assert second != first
    parts = ProofPart.objects.filter(proof_id=second)
    assert sum(at_once()) == parts.count() == 10
    assert list(parts.values_list("attempts", flat=True)) == [1] * 10
    serial = verify()
    for run in AuditRun.objects.all():
        assert (run.streams, run.events, run.rounds, run.findings) == (
            serial.streams,
            serial.events,
            serial.rounds,
            [],
        )
    assert AuditRun.objects.count() == 2
