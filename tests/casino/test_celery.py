"""The values that a killed worker and a lost broker taught us, and the timetable."""

import importlib
from pathlib import Path

import kombu.exceptions
import pytest
from celery import Celery
from django.conf import settings

from casino.celery import BEAT_SCHEDULE, app


def test_a_killed_worker_loses_no_message() -> None:
    assert app.conf.task_acks_late is True
    assert app.conf.task_reject_on_worker_lost is True
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.broker_transport_options["visibility_timeout"] == 300
    assert app.conf.broker_transport_options["unacked_restore_throttle"] == 1
    assert app.conf.task_time_limit < app.conf.broker_transport_options["visibility_timeout"]


def test_only_json_travels_and_nothing_runs_in_the_caller() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == "json"
    assert app.conf.task_always_eager is False
    assert app.conf.task_ignore_result is True


def test_the_timetable_names_tasks_that_exist() -> None:
    for entry in BEAT_SCHEDULE.values():
        module, _, name = str(entry["task"]).rpartition(".")
        assert getattr(importlib.import_module(module), name).name == entry["task"]


def test_the_timetable_is_the_one_in_the_code() -> None:
    assert app.conf.beat_schedule == BEAT_SCHEDULE
    assert BEAT_SCHEDULE["sweep-streams"]["schedule"] == 5.0


def test_a_press_does_not_wait_for_a_broker_that_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("kombu.utils.functional.sleep", slept.append)
    monkeypatch.setattr("redis.retry.sleep", slept.append)
    lost = Celery("lost", broker=f"redis+socket://{tmp_path}/nobody.sock", set_as_current=False)
    lost.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    lost.conf.task_publish_retry = settings.CELERY_TASK_PUBLISH_RETRY
    with pytest.raises(kombu.exceptions.OperationalError):
        lost.send_task("accounting.tasks.follow")
    assert slept == []
