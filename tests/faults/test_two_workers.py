"""Two workers share the streams, each killed and started at random: nothing is posted twice, or before its turn.

Every message goes to every stream and comes many times, so the two fight for the same cursors all the time.
"""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from random import Random

import psycopg
import pytest
from celery import Celery

from casino.embedded import places
from casino.embedded.house import ROOT
from tests.faults import storms, workload
from tests.faults.live_house import LiveHouse, end_all, made, within
from tests.faults.proof import require_proven, require_whole

pytestmark = pytest.mark.faults

SEED = 20261130
KILLS = 8
FOLLOW = "accounting.tasks.follow_streams"
_CURSORS = "SELECT stream_id, seq FROM accounting_cursor"
_AHEAD = """
SELECT count(*) FROM accounting_journal j LEFT JOIN accounting_cursor c ON c.stream_id = j.stream_id
WHERE j.seq > coalesce(c.seq, 0)
"""


class SecondWorker:
    """A worker beside the one that the supervisor keeps. This one nobody starts again."""

    def __init__(self, house: LiveHouse) -> None:
        self._house = house
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin to listen to every queue."""
        argv = ["-A", "casino", "worker", "-P", "threads", "-c", "4", "-n", "second@%h", "--without-mingle"]
        with (self._house.where.logs / "second-worker.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "celery", *argv],
                cwd=ROOT,
                env={**self._house.environment, "DJANGO_SETTINGS_MODULE": "casino.settings"},
                stdout=log,
                stderr=log,
            )

    @property
    def lives(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """``kill -9``; returns when it is dead."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)


class Watch(threading.Thread):
    """Looks at the cursors all the time: none may ever go back, and no journal may stand beyond its cursor."""

    def __init__(self, house: LiveHouse) -> None:
        super().__init__(daemon=True)
        self._house = house
        self._over = threading.Event()
        self.looks = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        """Look until told to stop."""
        last: dict[int, int] = {}
        where = str(self._house.where.postgres_sockets)
        with psycopg.connect(host=where, user="casino", dbname="casino", autocommit=True) as connection:
            while not self._over.wait(0.05):
                with connection.transaction():
                    connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                    now: dict[int, int] = dict(connection.execute(_CURSORS).fetchall())
                    ahead = connection.execute(_AHEAD).fetchall()
                back = {stream: seq for stream, seq in last.items() if now.get(stream, 0) < seq}
                if back or ahead != [(0,)]:
                    self.wrong.append(f"back {back}, ahead {ahead}")
                last, self.looks = now, self.looks + 1

    def stop(self) -> None:
        """The last look is done when this returns."""
        self._over.set()
        self.join(10)


@pytest.fixture
def house() -> Iterator[LiveHouse]:
    with made("two-workers", 8870) as live:
        live.open()
        yield live


@pytest.fixture
def second(house: LiveHouse) -> Iterator[SecondWorker]:
    worker = SecondWorker(house)
    worker.start()
    yield worker
    worker.kill()
    end_all(house.family)


def tasks_done(house: LiveHouse) -> dict[str, int]:
    """Worker -> how many messages about streams it has taken up since it was started."""
    app = Celery(broker=places.broker_url(house.where.redis_url()), set_as_current=False)
    try:
        told = app.control.inspect(timeout=2).stats() or {}
    finally:
        app.close()
    return {name.partition("@")[0]: int(stats["total"].get(FOLLOW, 0)) for name, stats in told.items()}


def test_two_workers_that_come_and_go_post_each_event_once_and_in_its_turn(
    house: LiveHouse, second: SecondWorker
) -> None:
    chance = Random(SEED)
    terminals = workload.at_tables(house)
    watch = Watch(house)
    watch.start()
    for terminal in terminals:
        terminal.start()
    for _ in range(KILLS):
        storms.repeat_messages(house, chance)
        if second.lives and chance.random() < 0.5:
            second.kill()
        else:
            house.kill("worker")
        time.sleep(chance.uniform(0.2, 2.0))
        if not second.lives and chance.random() < 0.7:
            second.start()
    if not second.lives:
        second.start()

    def both_work() -> bool:
        storms.repeat_messages(house, chance)
        done = tasks_done(house)
        return len(done) == 2 and all(done.values())

    assert within(90, both_work), tasks_done(house)
    for terminal in terminals:
        terminal.finish()
    require_whole(house, terminals)
    watch.stop()
    assert watch.looks > 100
    assert watch.wrong == []
    require_proven(house)
