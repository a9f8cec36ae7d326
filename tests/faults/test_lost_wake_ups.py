"""From the commit of a press to its journal anything may get lost, come twice or in any order: the log is there."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from celery import Celery
from django.conf import settings
from django.db import connections

from accounting import tasks
from accounting.selectors import progress
from accounting.services import wake
from accounting.services.verify.run import verify
from tables.models import log as rows
from tables.models import rounds
from tests import builders, dealt
from tests.accounting import bookrows
from tests.builders import House
from tests.faults import ends

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

TABLE = "DEMO/table/BJ-01"
SEED = 7
WORKERS = 4

#: A press whose process dies as soon as it has committed, before anybody is told.
DIES = """
import os
from tables.services import news
from tests import builders, dealt
news._listeners.insert(0, lambda stream_id: os._exit(9))
dealt.press(builders.House(None, ("BJ-01",), builders.AT, {"dana": builders.actor("dana")}),
            {"do": "open_round"}, key="press-0001")
"""


@pytest.fixture
def house() -> House:
    """A table where dana deals, whose books have caught up."""
    house = dealt.ready(builders.house())
    tasks.sweep_streams()
    assert progress.lag().caught_up
    return house


def require_sound_books() -> None:
    assert progress.lag().caught_up
    assert [str(finding) for finding in verify().findings] == []


def test_a_process_that_dies_after_its_commit_has_pressed_once(house: House) -> None:
    before = builders.snapshot()[TABLE]
    assert ends.run_elsewhere(DIES) == 9
    assert builders.snapshot()[TABLE] == before + 1
    assert progress.lag().events == 1
    assert tasks.sweep_streams() == 1
    require_sound_books()
    again = dealt.press(house, {"do": "open_round"}, key="press-0001")
    assert (again["seq"], again["round"]["number"]) == (before + 1, 1)
    assert builders.snapshot()[TABLE] == before + 1
    assert rounds.Round.objects.count() == 1


def test_messages_that_come_three_times_in_any_order_post_once(house: House) -> None:
    chance = Random(SEED)
    in_books = sum(builders.snapshot().values())
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    streams = list(rows.Stream.objects.values_list("pk", flat=True))
    messages = [chance.sample(streams, chance.randint(1, len(streams))) for _ in range(10)] * 3
    chance.shuffle(messages)

    def deliver(message: list[int]) -> int:
        try:
            return tasks.follow_streams(message)
        finally:
            connections.close_all()

    def play_on() -> None:
        """The floor goes on meanwhile."""
        dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
        dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
        dealt.press(house, {"do": "confirm_settlement"})
        connections.close_all()

    with ThreadPoolExecutor(WORKERS + 1) as pool:
        playing = pool.submit(play_on)
        followed = sum(pool.map(deliver, messages))
        playing.result()
    followed += tasks.sweep_streams()
    assert followed == sum(builders.snapshot().values()) - in_books
    require_sound_books()
    once = bookrows.rows()
    assert tasks.follow_streams(streams) == 0
    assert bookrows.rows() == once


@pytest.fixture
def silence(tmp_path: Path) -> Iterator[Path]:
    """The socket of a broker that takes connections and never says a word."""
    path = Path("/tmp") / f"casino-silence-{tmp_path.name}-{time.monotonic_ns()}.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(path))
        server.listen(8)
        yield path
    path.unlink()


@pytest.mark.parametrize("kind", ["away", "silent"])
def test_a_press_needs_no_broker(house: House, kind: str, silence: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = silence if kind == "silent" else silence.with_suffix(".nobody")
    lost = Celery("lost", broker=f"redis+socket://{path}", set_as_current=False)
    lost.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    monkeypatch.setattr(wake, "current_app", lost)
    monkeypatch.setattr(wake, "_announcer", wake.Announcer(wake.send_message))
    pressed: list[int] = []

    def press() -> None:
        for do in ("open_round", "close_betting"):
            pressed.append(dealt.press(house, {"do": do})["seq"])
        connections.close_all()

    dealer = threading.Thread(target=press, daemon=True)
    dealer.start()
    dealer.join(10)
    head = builders.snapshot()[TABLE]
    assert pressed == [head - 1, head]
    assert progress.lag().events == 2
    assert tasks.sweep_streams() == 2
    require_sound_books()
