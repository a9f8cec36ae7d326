"""The proof in parts: a day's rounds and the whole nightly proof by one worker, then by two, in turns.

Each worker is a process with one thread, so the second one stands for a second machine; PostgreSQL shares the cores.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, date, datetime
from typing import Final

from django.utils import timezone

from accounting.services import follow, proofs
from casino.bench.measure import Line, Sample, rate_against
from casino.bench.workers import worker
from tables.services.simulation.shift import ShiftPlan, play_shift

TABLES: Final = 12
TURNS: Final = 3
LEAST: Final = 1.5
"""Times as quick with two workers as with one."""
_DONE_WITHIN: Final = 900.0
_LOOK: Final = 0.05


def lines(rounds: int) -> Iterator[Line]:
    """Play a shift (not measured), then prove it by one worker and by two."""
    today = datetime.now(UTC).date()
    play_shift(
        ShiftPlan(TABLES, rounds, seed=11, spots=5, gaming_day=today, games=("blackjack",)), lambda done, of: None
    )
    follow.follow_all()
    alone: dict[str, list[float]] = {"day": [], "all": []}
    both: dict[str, list[float]] = {"day": [], "all": []}
    events = played = 0
    for turn in range(TURNS * 2):
        workers, found = (1, alone) if turn % 2 == 0 else (2, both)
        with ExitStack() as stack:
            for number in range(workers):
                stack.enter_context(worker(f"prover-{number}", threads=1))
            played, _ = _proven(today, found["day"].append)
            _, events = _proven(None, found["all"].append)
    yield _line("audit: a day's rounds replayed over Celery, 2 workers", "rounds/s", both["day"], alone["day"], played)
    yield _line("audit: the nightly proof over Celery, 2 workers", "events/s", both["all"], alone["all"], events)


def _proven(day: date | None, keep: Callable[[float], None]) -> tuple[int, int]:
    """Rounds and events that the workers have proven; ``keep`` gets the seconds. RuntimeError for any finding."""
    began = time.monotonic()
    number = proofs.begin(timezone.now(), day)
    proofs.wake(2)
    while not proofs.is_finished(number):
        if time.monotonic() - began > _DONE_WITHIN:
            raise RuntimeError("the proof has not ended")
        time.sleep(_LOOK)
    keep(time.monotonic() - began)
    outcome = proofs.finish(number)
    if outcome.findings:
        raise RuntimeError(f"the proof has found {outcome.findings[0]}")
    return outcome.rounds, outcome.events


def _line(what: str, unit: str, both: list[float], alone: list[float], pieces: int) -> Line:
    ours, other = Sample(tuple(sorted(both))), Sample(tuple(sorted(alone)))
    return rate_against(what, unit, (ours, pieces), "1 worker", (other, pieces), f">= {LEAST:g} x", LEAST)
