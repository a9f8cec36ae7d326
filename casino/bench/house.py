"""A big house at real pace and at ten times the pace: the books keep up, in bounded memory.

The feeder writes the log of every table in real time (``fed_house``), wakes workers as a web process does, and one
worker as ``script/serve`` starts it follows. Lag is the age of the oldest event that is not in the books, looked at
every half second; memory is the worker's resident set.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

import psutil
from django.db import connection

from accounting.selectors import progress
from casino.bench import fed_house
from casino.bench.fed_house import FedHouse
from casino.bench.measure import Line
from casino.bench.workers import worker

PACES: Final = (1, 10)
SECONDS: Final = 90.0
"""For which each pace is kept up."""
TICK: Final = 0.25
LOOK: Final = 0.5
MOST_LAG: Final = 10.0
"""Seconds that the oldest event may wait at any time, and that the books may need after the last one."""
MOST_GROWTH: Final = 1.25
"""Of a worker's memory, from the first quarter of a pace to its last."""
MEGABYTE: Final = 1_000_000
_FOLLOWED = "SELECT coalesce(sum(seq), 0)::bigint FROM accounting_cursor"


@dataclass(slots=True)
class Run:
    """What was seen while the house ran at one pace. Lags in seconds, memory in megabytes."""

    fed: int = 0
    followed: int = 0
    seconds: float = 0.0
    drained: float = 0.0
    lags: list[float] = field(default_factory=list)
    behind: list[int] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)


def lines(tables: int) -> Iterator[Line]:
    """Found the house, open all its tables, and let it run at each pace."""
    rounds = int(sum(PACES) * SECONDS * fed_house.ROUNDS_AN_HOUR / 3600) + 2
    house = fed_house.found(tables, rounds)
    with worker("bench") as process:
        house.open_all()
        house.feed(0.0)  # every table has come some way in its first round
        _drain(600.0)
        played = 0.0
        for pace in PACES:
            run = keep_up(house, pace, played, process)
            played += pace * run.seconds * fed_house.ROUNDS_AN_HOUR / 3600
            yield from told(run, f"{tables:,} tables x {fed_house.ROUNDS_AN_HOUR} rounds/h x {pace}")


def keep_up(house: FedHouse, pace: float, played: float, process: psutil.Process) -> Run:
    """Let the house run at a pace for ``SECONDS``, from where ``played`` rounds have brought it."""
    run = Run()
    before, began, next_look = _followed(), time.monotonic(), 0.0
    while (gone := time.monotonic() - began) < SECONDS:
        run.fed += house.feed(played + pace * gone * fed_house.ROUNDS_AN_HOUR / 3600)
        if gone >= next_look:
            next_look = gone + LOOK
            look(run, process)
        time.sleep(max(0.0, TICK - (time.monotonic() - began - gone)))
    run.seconds = time.monotonic() - began
    run.followed = _followed() - before
    run.drained = _drain(120.0)
    return run


def look(run: Run, process: psutil.Process) -> None:
    """How far the books are behind now, and what the worker holds."""
    lag = progress.lag()
    age = (datetime.now(UTC) - lag.since).total_seconds() if lag.since else 0.0
    run.lags.append(max(age, 0.0))
    run.behind.append(lag.events)
    run.memory.append(process.memory_info().rss / MEGABYTE)


def told(run: Run, what: str) -> Iterator[Line]:
    """The lines of one pace. The spread of the lag ends with the longest of all, that of the rate is events behind."""
    lags = sorted(run.lags)
    median = lags[len(lags) // 2]
    fed, followed = run.fed / run.seconds, run.followed / run.seconds
    quarter = max(1, len(run.memory) // 4)
    first, last = max(run.memory[:quarter]), max(run.memory[-quarter:])
    yield Line(
        f"{what}: oldest event not in the books", "s", median, (lags[len(lags) // 10], lags[-1]),
        bar=f"<= {MOST_LAG:g} s at any time", met=lags[-1] <= MOST_LAG,
    )  # fmt: skip
    yield Line(
        f"{what}: books follow", "events/s", followed, (float(min(run.behind)), float(max(run.behind))),
        "events written", fed, followed / fed, f">= 0.95 x, rest within {MOST_LAG:g} s",
        followed >= 0.95 * fed and run.drained <= MOST_LAG,
    )  # fmt: skip
    yield Line(
        f"{what}: memory of the worker", "MB", last, (min(run.memory), max(run.memory)),
        "in the first quarter", first, last / first, f"<= {MOST_GROWTH:g} x", last <= MOST_GROWTH * first,
    )  # fmt: skip


def _followed() -> int:
    with connection.cursor() as cursor:
        cursor.execute(_FOLLOWED)
        (events,) = cursor.fetchone() or (0,)
    return int(events)


def _drain(seconds: float) -> float:
    """How long the books take to the end of the log. RuntimeError when it is longer than this."""
    began = time.monotonic()
    while not progress.lag().caught_up:
        if time.monotonic() - began > seconds:
            raise RuntimeError(f"the books have not caught up within {seconds:g} s")
        time.sleep(0.1)
    return time.monotonic() - began
