"""Tasks: hints that may come twice, late, with words nobody knows, or for a stream that is not there."""

import logging

import pytest
from celery import current_app
from kombu.exceptions import OperationalError

from accounting import tasks
from accounting.models.audits import AuditRun
from accounting.models.proofs import ProofPart
from accounting.models.reports import ShiftReport
from accounting.selectors import progress
from accounting.services import follow, proofs, wake
from casino.celery import app
from tables.models import log
from tests import builders, custody
from tests.accounting import forging, worked

pytestmark = pytest.mark.django_db


def test_following_is_idempotent_and_takes_unknown_words() -> None:
    custody.running(builders.house())
    ids = list(progress.behind())
    assert tasks.follow_streams(ids, reason="a word of the next version") == sum(builders.snapshot().values())
    assert tasks.follow_streams(ids) == 0


@pytest.fixture
def deaf_queues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens to the queues of streams, and the sweep does not wait to find out."""
    monkeypatch.setattr(tasks, "PATIENCE", 0.0)


def test_the_sweep_finds_what_no_message_told_of(deaf_queues: None) -> None:
    custody.running(builders.house())
    assert tasks.sweep_streams(anything=1) == sum(builders.snapshot().values())
    assert tasks.sweep_streams() == 0


def test_the_sweep_tells_the_queues_and_leaves_them_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what no queue's worker has taken up in time is followed by the sweep itself."""
    custody.running(builders.house())
    told: list[int] = []
    monkeypatch.setattr(wake, "note", told.append)
    behind = list(progress.behind())
    monkeypatch.setattr(tasks, "PATIENCE", 3600.0)
    assert tasks.sweep_streams() == 0
    assert told == behind
    assert progress.lag().events == sum(builders.snapshot().values())
    monkeypatch.setattr(tasks, "PATIENCE", 0.0)
    assert tasks.sweep_streams() == sum(builders.snapshot().values())
    assert progress.lag().caught_up


def test_a_stream_that_stops_is_told_and_does_not_hold_up_the_others(
    deaf_queues: None, caplog: pytest.LogCaptureFixture
) -> None:
    custody.running(builders.house())
    forging.unguard()
    table = log.Stream.objects.get(key="DEMO/table/BJ-01")
    log.Event.objects.filter(stream_id=table.pk, seq=2).update(hash=bytes(32))
    with caplog.at_level(logging.ERROR, logger="accounting.tasks"):
        others = {key: seq for key, seq in builders.snapshot().items() if key != table.key}
        assert tasks.sweep_streams() == sum(others.values())
    assert "books_stopped" in caplog.text


def test_a_message_stops_when_its_time_is_up(deaf_queues: None, monkeypatch: pytest.MonkeyPatch) -> None:
    custody.running(builders.house())
    monkeypatch.setattr(tasks, "BUDGET", 0.0)
    assert tasks.sweep_streams() == 0
    assert progress.lag().events == sum(builders.snapshot().values())


def test_streams_take_turns_batch_by_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    left = {1: 2, 2: 1}
    asked: list[int] = []

    def one_batch(stream_id: int) -> int:
        asked.append(stream_id)
        left[stream_id] -= 1
        return 1 if left[stream_id] >= 0 else 0

    monkeypatch.setattr(follow, "follow_stream", one_batch)
    assert tasks.follow_streams([1, 2]) == 3
    assert asked == [1, 2, 1, 2, 1]


def test_a_stream_that_is_not_there_is_told(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="accounting.tasks"):
        assert tasks.follow_streams([987_654]) == 0
    assert "no_such_stream" in caplog.text


def test_the_night_keeps_what_it_found(woken: list[int]) -> None:
    worked.house_at_work()
    follow.follow_all()
    proof_id = tasks.audit_night(late=True)
    assert tasks.audit_night() == proof_id
    assert woken == [2, 2]
    assert not AuditRun.objects.exists()
    assert tasks.prove_parts(anything=1) == ProofPart.objects.count()
    run = AuditRun.objects.get()
    assert (run.streams, run.events, run.findings) == (6 + 3, log.Event.objects.count(), [])
    forging.unguard()
    event = log.Event.objects.filter(type="bet_placed").earliest("seq")
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(hash=bytes(32))
    tasks.audit_night()
    tasks.prove_parts()
    assert AuditRun.objects.latest("pk").findings[0]["what"] == "hash does not match"


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many workers were called, each time."""
    calls: list[int] = []
    monkeypatch.setattr(proofs, "wake", calls.append)
    return calls


def test_what_is_left_of_a_proof_gets_a_message_of_its_own(woken: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "PART_EVENTS", 1)
    custody.running(builders.house())
    follow.follow_all()
    tasks.sweep_proofs()
    assert (tasks.prove_parts(), woken) == (0, [])
    tasks.audit_night()
    tasks.sweep_proofs(anything=1)
    assert woken == [2, 2]
    moments = iter([0.0, 0.0, tasks.BUDGET])
    with monkeypatch.context() as hurried:
        hurried.setattr("accounting.services.proofs.time.monotonic", lambda: next(moments))
        assert tasks.prove_parts() == 1
    assert woken == [2, 2, 1]
    assert tasks.prove_parts() == ProofPart.objects.count() - 1
    assert woken == [2, 2, 1]


def test_each_worker_that_is_called_gets_a_message_that_is_dropped_when_nobody_takes_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[tuple[str, int]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, *, expires, **_: sent.append((name, expires)))
    proofs.wake(3)
    assert sent == [(tasks.prove_parts.name, 60)] * 3

    def away(*_: object, **__: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(current_app, "send_task", away)
    with caplog.at_level(logging.WARNING, logger="accounting.services.proofs"):
        proofs.wake(1)
    assert "proof_not_announced" in caplog.text


def test_a_shift_is_certified_in_the_background() -> None:
    house = custody.running(builders.house())
    custody.close_table(house)
    ada = house.ada.staff_id or 0
    first = tasks.certify_shift(ada, "2026-03-04", "day")
    assert (first["version"], first["state"]) == (1, "preliminary")
    assert tasks.certify_shift(ada, "2026-03-04", "day", again=True)["version"] == 1
    assert ShiftReport.objects.count() == 1
    with pytest.raises(LookupError, match="no staff member 987654"):
        tasks.certify_shift(987_654, "2026-03-04", "day")


def test_the_timetable_names_tasks_that_exist() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)
