"""A proof in parts finds what the proof in one finds; a part that broke off is tried again, and no part twice."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import psycopg
import pytest
from django.db import OperationalError
from django.utils import timezone

from accounting.models.audits import AuditRun
from accounting.models.journals import Leg
from accounting.models.proofs import Proof, ProofPart
from accounting.services import audit, follow, proofs, streams
from accounting.services.verify import run
from accounting.services.verify.chip_statements import Heads
from accounting.services.verify.run import Outcome, verify, verify_day
from tables.models import log
from tests import builders
from tests.accounting import forging, worked
from tests.faults import ends
from tests.faults.live_house import within

pytestmark = pytest.mark.django_db

TABLE = "DEMO/table/BJ-01"
NOW = timezone.now()
PARTS = 10
"""Nine streams, and the end."""


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house at work in many small parts, whose books have followed."""
    worked.house_at_work()
    follow.follow_all()
    monkeypatch.setattr(proofs, "PART_EVENTS", 1)


WRONG = {TABLE, "DEMO/table/BJ-02", "DEMO/cage", "DEMO/house", "*"}


def forge_much() -> None:
    """Something wrong in log, rounds, books, rows of no stream, and the house's chips."""
    forging.unguard()
    bet = log.Event.objects.filter(type="bet_placed").earliest("stream_id", "seq")
    log.Event.objects.filter(stream_id=bet.stream_id, seq=bet.seq).update(hash=bytes(32))
    Leg.objects.filter(stream_id=Leg.objects.latest("stream_id").stream_id).update(amount=7)
    day = log.Event.objects.latest("gaming_day").gaming_day
    Leg.objects.create(stream_id=987_654, seq=1, line=0, account_id=1, amount=1, gaming_day=day)
    stream = log.Stream.objects.get(key="DEMO/cage")
    change(stream, "chips_received", '"total":', '"total":1')
    forging.chain_again(stream)


def change(stream: log.Stream, type_: str, old: str, new: str) -> None:
    """Another word in the first event of a type."""
    event = log.Event.objects.filter(stream_id=stream.pk, type=type_).earliest("seq")
    assert old in event.body
    log.Event.objects.filter(stream_id=stream.pk, seq=event.seq).update(body=event.body.replace(old, new, 1))


def told(outcome: Outcome) -> tuple[int, int, int, list[str]]:
    return outcome.streams, outcome.events, outcome.rounds, [str(finding) for finding in outcome.findings]


def _taken(other: "psycopg.Connection[tuple[Any, ...]]", what: str, number: int) -> bool:
    row = other.execute("SELECT pg_try_advisory_lock(hashtext(%s), %s)", [what, number]).fetchone()
    return row == (True,)


@contextmanager
def elsewhere(what: str, number: int) -> Iterator[None]:
    """Another worker holds this advisory lock."""
    with ends.superuser() as other:
        assert within(5, lambda: _taken(other, what, number))  # the server ends a connection in its own time
        yield


@pytest.mark.parametrize("forged", [False, True])
def test_the_parts_find_what_the_whole_finds(forged: bool) -> None:
    if forged:
        forge_much()
    serial = verify()
    assert [finding for finding in serial.findings if not forged] == []
    assert {finding.stream for finding in serial.findings if forged} == (WRONG if forged else set())
    proof_id = proofs.begin(NOW)
    assert ProofPart.objects.filter(proof_id=proof_id).count() == PARTS
    assert told(proofs.finish(proof_id)) == told(serial)
    kept = AuditRun.objects.get()
    assert (kept.streams, kept.events, kept.rounds) == (serial.streams, serial.events, serial.rounds)
    assert kept.findings == [finding.as_data() for finding in serial.findings]
    assert kept.chips == {casino: statement.as_data() for casino, statement in serial.chips.items()}
    assert (kept.started_at, Proof.objects.get(pk=proof_id).run) == (NOW, kept)


def test_streams_keep_their_order_and_share_parts_by_their_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "PART_EVENTS", 10_000)
    parts = ProofPart.objects.filter(proof_id=proofs.begin(NOW)).order_by("number")
    everything = [stream.id for stream in streams.in_order()]
    assert list(parts.values_list("streams", flat=True)) == [everything, []]


def test_the_rounds_of_a_day_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    serial = verify_day(builders.GAMING_DAY)
    assert told(serial)[2:] == (7, [])
    proof_id = proofs.begin(NOW, builders.GAMING_DAY)
    assert told(proofs.finish(proof_id)) == told(serial)
    assert not AuditRun.objects.exists()
    finished = Proof.objects.get(pk=proof_id)
    assert finished.finished_at is not None
    assert finished.run is None


def test_a_forged_payout_is_found_on_its_day_only() -> None:
    forging.unguard()
    stream = log.Stream.objects.get(key=TABLE)
    change(stream, "round_voided", '"transfers":[[', '"transfers":[["rack","box","chips",1],[')
    wrong = "the void does not give back what the round had moved"
    assert [finding.what for finding in verify_day(builders.GAMING_DAY).findings] == [wrong]
    found = proofs.finish(proofs.begin(NOW, builders.GAMING_DAY))
    assert told(found) == told(verify_day(builders.GAMING_DAY))
    assert told(proofs.finish(proofs.begin(NOW, date(2026, 3, 3)))) == (0, 0, 0, [])


def test_a_day_before_the_first_table_has_nothing_to_prove(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "in_order", lambda: [])
    assert told(proofs.finish(proofs.begin(NOW, builders.GAMING_DAY))) == (0, 0, 0, [])


def test_a_proof_that_broke_off_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    proof_id = proofs.begin(NOW)
    proven: list[int] = []

    def break_off(stream_id: int, outcome: Outcome) -> Heads:
        if len(proven) == 3:
            raise OperationalError("the server is gone")
        proven.append(stream_id)
        return original(stream_id, outcome)

    original = run.prove_stream
    with monkeypatch.context() as patched:
        patched.setattr(run, "prove_stream", break_off)
        with pytest.raises(OperationalError):
            proofs.finish(proof_id)
    assert ProofPart.objects.filter(found__isnull=False).count() == 3
    assert proofs.waits()
    assert proofs.begin(timezone.now()) == proof_id
    assert told(proofs.finish(proof_id)) == told(verify())
    attempts = ProofPart.objects.order_by("number").values_list("attempts", flat=True)
    assert list(attempts) == [1, 1, 1, 2, 1, 1, 1, 1, 1, 1]
    assert not proofs.waits()


def test_a_part_that_kills_its_workers_is_given_up_and_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    proof_id = proofs.begin(NOW)
    deadly = ProofPart.objects.get(proof_id=proof_id, number=2).streams

    def kill(stream_id: int, outcome: Outcome) -> Heads:
        if stream_id in deadly:
            raise MemoryError
        return original(stream_id, outcome)

    original = run.prove_stream
    monkeypatch.setattr(run, "prove_stream", kill)
    for _ in range(3):
        with pytest.raises(MemoryError):
            proofs.finish(proof_id)
    with caplog.at_level(logging.ERROR, logger="accounting.services.proofs"):
        found = proofs.finish(proof_id)
    assert [str(finding) for finding in found.findings] == ["DEMO/table/SD-01: could not be proven: 3 tries broke off"]
    assert "proof_given_up" in caplog.text
    assert AuditRun.objects.get().findings == [finding.as_data() for finding in found.findings]


def test_a_part_that_another_worker_is_at_is_left_to_him() -> None:
    proof_id = proofs.begin(NOW)
    first = ProofPart.objects.get(proof_id=proof_id, number=1)
    with elsewhere(proofs._PART, first.pk):
        while proofs.prove_next():
            pass
        waiting = ProofPart.objects.filter(found__isnull=True).order_by("number")
        assert [(part.number, part.attempts) for part in waiting] == [(1, 0), (PARTS, 0)]
    assert within(5, proofs.prove_next)  # his connection has ended, and soon his right to the part
    assert proofs.prove_next()
    assert not proofs.prove_next()
    assert AuditRun.objects.get().findings == []


def test_only_so_many_prove_at_a_time() -> None:
    proofs.begin(NOW)
    with elsewhere(proofs._SLOT, 0), elsewhere(proofs._SLOT, 1):
        assert proofs.work(60) == 0
    with elsewhere(proofs._SLOT, 0):
        assert proofs.work(60) == PARTS
    assert proofs.work(60) == 0
    assert not proofs.waits()
    with (
        elsewhere(proofs._SLOT, 0),
        elsewhere(proofs._SLOT, 1),
        elsewhere(proofs._PART, ProofPart.objects.earliest("pk").pk),
    ):
        assert proofs.work(60) == 0  # every lock had been given back, or these were not to be had


def test_work_ends_with_its_time() -> None:
    proofs.begin(NOW)
    assert proofs.work(0) == 0
    assert proofs.waits()


def test_finished_proofs_are_forgotten_and_their_runs_are_not() -> None:
    first = audit.audit_night()
    Proof.objects.update(finished_at=timezone.now() - proofs.KEPT * 2)
    second = audit.audit_night()
    assert list(Proof.objects.values_list("run_id", flat=True)) == [second.pk]
    assert set(AuditRun.objects.values_list("pk", flat=True)) == {first.pk, second.pk}
