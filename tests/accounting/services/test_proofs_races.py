"""Workers that prove at once: each part is proven once, and the proof ends once."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, local
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connections
from django.utils import timezone

from accounting.models.audits import AuditRun
from accounting.models.proofs import ProofPart
from accounting.services import follow, proofs
from accounting.services.verify import run
from accounting.services.verify.chip_statements import Head
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


class Meeting:
    """Whoever proves waits in his first stream for all the others."""

    def __init__(self) -> None:
        self._together = Barrier(WORKERS)
        self._came = local()

    def prove_stream(self, stream_id: int, outcome: run.Outcome) -> Mapping[str, Head]:
        if not hasattr(self._came, "once"):
            self._came.once = True
            self._together.wait()
        return run.prove_stream(stream_id, outcome)


def test_each_part_is_proven_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = proofs.begin(timezone.now())
    with monkeypatch.context() as patched:
        patched.setattr(proofs, "_held", unlocked)
        patched.setattr(proofs, "MOST_ATTEMPTS", 10 * WORKERS)  # all may try each part, and none of them breaks off
        patched.setattr(proofs, "run", Mock(wraps=run, prove_stream=Meeting().prove_stream))
        assert sum(at_once()) >= 10 + WORKERS - 1  # without the locks all prove the first part
    assert AuditRun.objects.count() == 1  # and even so it ends once

    second = proofs.begin(timezone.now())
    assert second != first
    parts = ProofPart.objects.filter(proof_id=second)
    assert sum(at_once()) == parts.count() == 10
    assert list(parts.values_list("attempts", flat=True)) == [1] * 10
    serial = run.verify()
    for ended in AuditRun.objects.all():
        assert (ended.streams, ended.events, ended.rounds, ended.findings) == (
            serial.streams,
            serial.events,
            serial.rounds,
            [],
        )
    assert AuditRun.objects.count() == 2
