"""PostgreSQL ends a connection at a bad moment: the press or the batch has happened once or not at all."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection

from accounting import tasks
from accounting.models.cursors import Cursor
from accounting.selectors import progress
from accounting.services import follow, storing
from accounting.services.verify.run import verify
from tables.models import log as rows
from tables.models import rounds
from tables.services import live, news
from tests import builders, callers, dealt, whole_house
from tests.accounting import bookrows
from tests.builders import House
from tests.faults import ends

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

TABLE = "DEMO/table/BJ-01"
KEY = "press-0001"


@pytest.fixture
def house() -> House:
    """A table where dana deals."""
    return dealt.ready(builders.house())


def press(house: House) -> dict[str, Any]:
    """Open a round, always under one key; afterwards the connection goes back to the pool, as after a request."""
    try:
        return dealt.press(house, {"do": "open_round"}, key=KEY)
    finally:
        ends.reconnect()


def require_once(answer: dict[str, Any], before: int) -> None:
    """The round was opened by one event, and a repeat says so again."""
    assert (answer["seq"], answer["round"]["number"]) == (before + 1, 1)
    assert builders.snapshot()[TABLE] == before + 1
    assert (rounds.Round.objects.count(), rows.Receipt.objects.filter(key=KEY).count()) == (1, 1)


def test_a_dead_connection_costs_no_press(house: House) -> None:
    before = builders.snapshot()[TABLE]
    ends.reconnect()  # the pool holds an open connection that nobody uses
    assert ends.terminate_backends() > 0
    require_once(press(house), before)


def test_a_pool_full_of_dead_connections_makes_nobody_wait(house: House) -> None:
    """As many as eight threads leave behind; thrown away one by one they would outlast the pool's patience."""
    together = threading.Barrier(8)

    def use() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        together.wait(10)
        ends.reconnect()

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    before = builders.snapshot()[TABLE]
    ends.reconnect()
    assert ends.terminate_backends() >= 8
    require_once(press(house), before)


def test_a_connection_lost_under_the_lock_leaves_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    before = builders.snapshot()[TABLE]
    with monkeypatch.context() as patched:
        patched.setattr(live, "save", then(ends.terminate_backends, live.save))
        with pytest.raises(OperationalError):
            press(house)
    assert builders.snapshot()[TABLE] == before
    assert (rounds.Round.objects.count(), rows.Receipt.objects.filter(key=KEY).count()) == (0, 0)
    require_once(press(house), before)


def test_an_answer_lost_after_the_commit_is_given_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The case that doubles money: it has happened, and the terminal does not know."""
    before = builders.snapshot()[TABLE]

    def lose(stream_id: int) -> None:
        raise OperationalError("the answer is lost")

    with monkeypatch.context() as patched:
        patched.setattr(news, "_listeners", [lose])
        with pytest.raises(OperationalError, match="the answer is lost"):
            press(house)
    assert builders.snapshot()[TABLE] == before + 1
    require_once(press(house), before)


def test_at_the_door_a_lost_connection_is_a_503_and_the_repeat_succeeds(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = callers.at_terminal(house, "dana", "T-1", "BJ-01")
    before = builders.snapshot()[TABLE]
    body = {"inputs": [{"do": "open_round"}]}
    with whole_house.frozen():
        with monkeypatch.context() as patched:
            patched.setattr(live, "save", then(ends.terminate_backends, live.save))
            answer = terminal.post("tables/BJ-01/inputs", body, key=KEY, match=before)
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        ends.reconnect()
        again = terminal.post("tables/BJ-01/inputs", body, key=KEY, match=before)
    assert again.status_code == 201
    require_once(again.json(), before)


@pytest.mark.parametrize("moment", ["reading", "copying", "moving"])
def test_a_follower_that_dies_in_mid_batch_has_posted_nothing(
    house: House, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks.sweep_streams()
    stream = rows.Stream.objects.get(key=TABLE)
    caught_up = stream.head_seq
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    before, head = bookrows.rows(), builders.snapshot()[TABLE]
    with monkeypatch.context() as patched:
        if moment == "reading":
            patched.setattr(storing, "write", then(ends.terminate_backends, storing.write))
        elif moment == "copying":
            patched.setattr(storing, "_texts", then(ends.terminate_backends, storing._texts))
        else:
            patched.setattr(follow, "_MOVE", "SELECT pg_terminate_backend(pg_backend_pid()), %s, %s, %s, %s")
        with pytest.raises(tasks.BROKEN):  # what the task is tried again for
            follow.follow_stream(stream.pk)
    ends.reconnect()
    assert bookrows.rows() == before
    assert Cursor.objects.get(stream_id=stream.pk).seq == caught_up
    assert tasks.follow_streams([stream.pk]) == head - caught_up
    assert progress.lag().caught_up
    assert [str(finding) for finding in verify().findings] == []


def then(first: Callable[[], object], act: Callable[..., Any]) -> Callable[..., Any]:
    """``act`` after ``first``."""

    def both(*args: Any) -> Any:
        first()
        return act(*args)

    return both


def test_our_own_connection_is_among_those_that_end() -> None:
    """Otherwise the tests above would prove nothing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert ends.terminate_backends() > 0
    with pytest.raises(OperationalError), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    ends.reconnect()
