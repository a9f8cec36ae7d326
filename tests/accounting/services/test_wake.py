"""Waking a worker: gathered, never in the way of the press, and no harm when there is no broker."""

import logging
import os
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from celery import current_app
from kombu.exceptions import OperationalError

from accounting.services import wake
from accounting.services.wake import Announcer
from tables.services import news


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until it holds, a minute at most."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_news_is_gathered_into_few_messages() -> None:
    sent: list[list[int]] = []
    all_noted = threading.Event()

    def send(streams: list[int]) -> None:
        sent.append(streams)
        all_noted.wait(60)

    announcer = Announcer(send, pause=0.05)
    for _ in range(50):
        for stream in (3, 1, 2):
            announcer.note(stream)
    all_noted.set()
    eventually(lambda: {stream for message in sent for stream in message} == {1, 2, 3})
    time.sleep(0.1)
    assert len(sent) <= 2  # what had gathered when the first was sent, and all that came while it was on its way
    assert sent[-1] == sorted(sent[-1])


def test_a_press_does_not_wait_for_a_slow_broker() -> None:
    let_go = threading.Event()
    waited: list[bool] = []

    def send(streams: list[int]) -> None:
        waited.append(let_go.wait(20))

    announcer = Announcer(send, pause=0.0)
    for stream in range(1_000):
        announcer.note(stream)
    let_go.set()
    eventually(lambda: bool(waited))
    assert all(waited)  # it was let go by whoever had noted all, so noting did not wait for it


def test_a_dead_broker_is_logged_and_the_next_news_is_sent(caplog: pytest.LogCaptureFixture) -> None:
    sent: list[list[int]] = []

    def send(streams: list[int]) -> None:
        if not sent and 1 in streams:
            sent.append([])
            raise OperationalError("no broker")
        sent.append(streams)

    announcer = Announcer(send, pause=0.0)
    with caplog.at_level(logging.WARNING, logger="accounting.services.wake"):
        announcer.note(1)
        eventually(lambda: "books_not_woken" in caplog.text)
        announcer.note(2)
        eventually(lambda: sent[-1] == [2])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_died_is_replaced() -> None:
    sent: list[list[int]] = []

    def send(streams: list[int]) -> None:
        if 1 in streams:
            raise ZeroDivisionError
        sent.append(streams)

    announcer = Announcer(send, pause=0.0)
    announcer.note(1)
    eventually(lambda: announcer._thread is not None and not announcer._thread.is_alive())
    announcer.note(2)
    eventually(lambda: sent == [[2]])


def test_the_books_listen_to_the_floor() -> None:
    assert wake.note in news._listeners


def test_each_queue_gets_a_message_with_its_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **more: sent.append((name, more)))
    wake.send_message([4, 7, 8])
    rest = {"expires": 30, "ignore_result": True, "retry": False}
    assert sent == [
        ("accounting.tasks.follow_streams", {"args": [[4, 8]], "queue": "stream-0", **rest}),
        ("accounting.tasks.follow_streams", {"args": [[7]], "queue": "stream-3", **rest}),
    ]


def test_many_streams_are_shared_among_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[list[int]] = []
    monkeypatch.setattr(current_app, "send_task", lambda _name, **more: sent.append(more["args"][0]))
    wake.send_message([4 * number for number in range(1, 1_202)])
    assert [len(message) for message in sent] == [500, 500, 201]
    assert [stream for message in sent for stream in message] == [4 * number for number in range(1, 1_202)]


def test_a_forked_process_begins_with_an_announcer_of_its_own() -> None:
    before = wake._announcer
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, b"new" if wake._announcer is not before else b"old")
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 3) == b"new"
