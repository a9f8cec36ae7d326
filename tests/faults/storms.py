"""What can befall a house in the middle of play, each fault by its name and whole: it begins, and it ends by itself.

A full disk needs root, to mount a small one; ``script/chaos`` says so where it could not be done.
"""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import redis
from celery import Celery
from kombu.exceptions import OperationalError

from casino.embedded import places
from casino.embedded.house import ROOT
from tests.faults import bad_line as bad_lines
from tests.faults.leftovers import unmount
from tests.faults.live_house import PARTS, QUEUES, LiveHouse, within

SKEWED = Path(__file__).with_name("skewed")
"""Where the clock lies that can be set."""
CLOCK_BY = 90
"""Seconds by which a clock jumps: further than any timeout of a press, nearer than the end of a sign-on."""
SMALL_DISK = "1500m"
"""Size of the disk of a house that is to run full; the log of PostgreSQL alone may take 1 GB of it."""
FULL_FOR = 4.0
"""Seconds for which a disk stays full."""

Fault = Callable[[LiveHouse, Random], None]


def kill(part: str) -> Fault:
    """``kill -9`` of a part."""
    return lambda house, _: house.kill(part)


def flush(house: LiveHouse, _: Random) -> None:
    """Everything that Valkey knows is gone, messages on the way with it."""
    try:
        house.broker().flushall()
    except redis.ConnectionError:
        return  # it is just being started again, and knows nothing either


def repeat_messages(house: LiveHouse, chance: Random) -> None:
    """Messages for the books come many times, in any order, and for streams that have no news."""
    streams = [row[0] for row in _asked(house, "SELECT id FROM tables_stream ORDER BY id")]
    messages = [chance.sample(streams, chance.randint(0, len(streams))) for _ in range(20)]
    app = Celery(broker=places.broker_url(house.where.redis_url()), set_as_current=False)
    try:
        for message in messages:
            app.send_task("accounting.tasks.follow_streams", args=[message], ignore_result=True, retry=False)
    except (OperationalError, OSError):
        return  # Valkey is away: they are lost, which is the same
    finally:
        app.close()


def lose_messages(house: LiveHouse, chance: Random) -> None:
    """For three seconds messages are taken away from their queues: some for ever, some come late and in any order."""
    kept: list[tuple[str, Any]] = []
    until = time.monotonic() + 3
    while time.monotonic() < until:
        try:
            _divert(house.broker(), chance, kept)
        except redis.RedisError:
            return  # Valkey is away: they are all lost
        time.sleep(0.02)


def _divert(broker: "redis.Redis", chance: Random, kept: list[tuple[str, Any]]) -> None:
    """Take what waits in the queues, and put back some of what was taken before, at either end."""
    for queue in QUEUES:
        while (message := broker.rpop(queue)) is not None:
            if chance.random() < 0.6:
                kept.append((queue, message))
    chance.shuffle(kept)
    while kept and chance.random() < 0.3:
        queue, message = kept.pop()
        put = chance.choice((broker.lpush, broker.rpush))
        put(queue, message)


def bad_line(manner: bad_lines.Manner) -> Fault:
    """For some seconds the line between the house and PostgreSQL is bad, in this manner."""

    def spoil(house: LiveHouse, chance: Random) -> None:
        with bad_lines.between(house.where.postgres_sockets, manner, chance) as line:
            if line is not None:
                time.sleep(chance.uniform(2.0, 5.0))

    return spoil


def stand_still(part: str) -> Fault:
    """A part stands still for a while, as on a machine that swaps; messages and presses come late."""

    def stop(house: LiveHouse, chance: Random) -> None:
        process = house.living(part)
        family = [process, *process.children(recursive=True)]
        for one in family:
            one.suspend()
        time.sleep(chance.uniform(0.5, 3.0))
        for one in family:
            one.resume()

    return stop


def cut_connections(house: LiveHouse, _: Random) -> None:
    """Every connection to PostgreSQL breaks, whatever it is doing."""
    _asked(
        house,
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


def deadlock(house: LiveHouse, _: Random) -> None:
    """Somebody locks the receipts first and a table's stream then; a press does it the other way round."""
    for _try in range(4):
        try:
            with _connected(house) as connection:
                connection.execute("LOCK TABLE tables_receipt IN SHARE ROW EXCLUSIVE MODE")
                time.sleep(0.15)
                connection.execute("SET LOCAL lock_timeout = '3s'")
                connection.execute("SELECT 1 FROM tables_stream FOR UPDATE")
        except (psycopg.errors.DeadlockDetected, psycopg.errors.LockNotAvailable, psycopg.OperationalError):
            continue  # this time we were the one who gave way


def migrate(house: LiveHouse, _: Random) -> None:
    """A migration during play: an index is built beside the writers, a column comes and goes."""
    for statement in (
        "CREATE INDEX CONCURRENTLY IF NOT EXISTS chaos_index ON tables_receipt (created_at)",
        "SET lock_timeout = '2s'",
        "ALTER TABLE tables_receipt ADD COLUMN IF NOT EXISTS chaos integer",
        "ALTER TABLE tables_receipt DROP COLUMN IF EXISTS chaos",
        "DROP INDEX CONCURRENTLY IF EXISTS chaos_index",
    ):
        try:
            with _connected(house, autocommit=True) as connection:
                connection.execute(statement.encode())
        except psycopg.OperationalError:  # a lock that was not to be had, or no server; a migration is tried again
            continue


def fill_disk(house: LiveHouse, _: Random) -> None:
    """No byte is left on the disk of PostgreSQL and the logs; then somebody makes room."""
    ballast = house.var / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue  # full, to this grain
    time.sleep(FULL_FOR)
    ballast.unlink()


def jump_clock(house: LiveHouse, chance: Random) -> None:
    """The clock of every program but PostgreSQL jumps back and forth, and is right again."""
    for by in (chance.choice((-CLOCK_BY, CLOCK_BY)), chance.randint(-CLOCK_BY, CLOCK_BY), 0):
        _set_clock(house, by)
        time.sleep(chance.uniform(0.3, 1.2))


FAULTS: dict[str, Fault] = {
    **{f"kill {part}": kill(part) for part in PARTS},
    "flush Valkey": flush,
    "repeat messages": repeat_messages,
    "lose messages": lose_messages,
    "packets late": bad_line(bad_lines.late),
    "packets hang": bad_line(bad_lines.hangs),
    "answers lost": bad_line(bad_lines.swallows),
    "packets broken": bad_line(bad_lines.breaks),
    "worker late": stand_still("worker"),
    "web stands still": stand_still("web"),
    "cut connections": cut_connections,
    "deadlock": deadlock,
    "migration": migrate,
    "clock jumps": jump_clock,
}
"""What can be done to any house whose clock can be set."""
DISK: dict[str, Fault] = {"disk full": fill_disk}


def can_mount() -> bool:
    """Whether a small disk can be made here: by root, where mounting is not forbidden."""
    return os.geteuid() == 0 and subprocess.run(["/bin/mount", "-V"], capture_output=True, check=False).returncode == 0


@contextmanager
def small_disk(house: LiveHouse) -> Iterator[dict[str, Fault]]:
    """The house lives on a disk that can be filled; which faults that allows. Nothing where it cannot be made."""
    house.var.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK},mode=755", "chaos", str(house.var)]
    if not can_mount() or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        yield {}
        return
    try:
        yield DISK
    finally:
        house.end()
        unmount(house.var)


@contextmanager
def own_clock(house: LiveHouse) -> Iterator[None]:
    """Every program of the house but PostgreSQL goes by a clock that can be set; to be entered before it opens."""
    house.environment |= {"PYTHONPATH": f"{SKEWED}{os.pathsep}{ROOT}", "CASINO_CLOCK": str(_clock(house))}
    _set_clock(house, 0)
    try:
        yield
    finally:
        house.end()
        _clock(house).unlink()


def _clock(house: LiveHouse) -> Path:
    return house.var.with_name(f"{house.var.name}-clock")


def _set_clock(house: LiveHouse, seconds: int) -> None:
    """In one step: a reader must never see half a time."""
    new = _clock(house).with_suffix(".new")
    new.write_text(str(seconds))
    new.replace(_clock(house))


def _connected(house: LiveHouse, *, autocommit: bool = False) -> "psycopg.Connection[tuple[object, ...]]":
    return psycopg.connect(
        host=str(house.where.postgres_sockets), user="casino", dbname="casino", autocommit=autocommit, connect_timeout=5
    )


def _asked(house: LiveHouse, question: str) -> "list[tuple[object, ...]]":
    """Rows, as soon as PostgreSQL answers; none where it is away for long."""
    rows: list[tuple[object, ...]] = []

    def asked() -> bool:
        try:
            rows.extend(house.ask(question))
        except psycopg.OperationalError:
            return False
        return True

    within(10, asked)
    return rows
