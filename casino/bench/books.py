"""The books: journals a second while following a log, against django-hordak and bare SQL; chain and replay audit."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from django.db import connection, transaction

from accounting.services import follow, streams
from accounting.services.verify import chain, rounds
from accounting.services.verify.run import snapshot
from casino.bench.measure import Line, Sample, in_turns, rate, rate_against
from tables.services.simulation.shift import PlayedShift, ShiftPlan, play_shift

TABLES = 6
BATCH = 1_000
HORDAK_SECONDS = 6


def lines(rounds_each: int) -> Iterator[Line]:
    """Play a shift first (not measured), then follow it, then prove it."""
    played = play_shift(
        ShiftPlan(TABLES, rounds_each, seed=7, spots=5, gaming_day=datetime.now(UTC).date(), games=("blackjack",)),
        lambda done, of: None,
    )
    yield from _following(played)
    yield from _proving(played)


def _following(played: PlayedShift) -> Iterator[Line]:
    streams_of = [s for s in streams.in_order() if s.key.startswith(f"{played.made.code}/table/")]
    _make_baseline()
    ours: list[float] = []
    bare: list[float] = []
    for stream in streams_of:
        start = time.perf_counter()
        follow.follow_to_head(stream.id)
        taken = time.perf_counter() - start
        journals = _journals_of(stream.id)
        ours.append(taken / journals)
        start = time.perf_counter()
        _bare_journals(journals)
        bare.append((time.perf_counter() - start) / journals)
    mine, other = Sample(tuple(sorted(ours))), Sample(tuple(sorted(bare)))
    yield rate_against(
        "books follow a log", "journals/s", (mine, 1), "batched bare SQL, the same rows", (other, 1), ">= 0.5 x", 0.5
    )
    hordak = _hordak()
    yield rate_against(
        "books follow a log", "journals/s", (mine, 1), "django-hordak, one at a time", (hordak, 1), ">= 50 x", 50
    )


def _journals_of(stream_id: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM accounting_journal WHERE stream_id = %s", [stream_id])
        (count,) = cursor.fetchone() or (0,)
    return int(count)


def _make_baseline() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS bench_leg, bench_journal")
        cursor.execute("CREATE TABLE bench_journal (id bigint PRIMARY KEY, day date NOT NULL, kind text NOT NULL)")
        cursor.execute(
            "CREATE TABLE bench_leg (journal bigint, line int, account bigint NOT NULL, amount bigint NOT NULL,"
            " PRIMARY KEY (journal, line))"
        )


def _bare_journals(count: int) -> None:
    """Two-leg journals sent row by row in batches of a thousand: no log to read, no rules, no check of a balance."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM bench_journal")
        (last,) = cursor.fetchone() or (0,)
    day = datetime.now(UTC).date()
    for first in range(last + 1, last + count + 1, BATCH):
        ids = range(first, min(first + BATCH, last + count + 1))
        journals = [(number, day, "bet_placed") for number in ids]
        legs = [leg for number in ids for leg in ((number, 1, 1, 2_500), (number, 2, 2, -2_500))]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany("INSERT INTO bench_journal (id, day, kind) VALUES (%s, %s, %s)", journals)
            cursor.executemany("INSERT INTO bench_leg (journal, line, account, amount) VALUES (%s, %s, %s, %s)", legs)


def _hordak() -> Sample:
    """A process of its own, because hordak wants its own settings and tables; it prints seconds a journal."""
    command = [sys.executable, "-m", "casino.bench.hordak_peer", str(HORDAK_SECONDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Sample(tuple(sorted(json.loads(done.stdout.splitlines()[-1]))))


def _proving(played: PlayedShift) -> Iterator[Line]:
    all_streams = [s for s in streams.in_order() if s.key.startswith(f"{played.made.code}/table/")]
    with snapshot():
        events = sum(chain.check(streams.get(stream.id)).events for stream in all_streams)
        played_rounds = sum(rounds.replay(streams.get(stream.id)).rounds for stream in all_streams)

    def over(part: Callable[[streams.StreamInfo], object]) -> Callable[[], None]:
        def act() -> None:
            with snapshot():
                for stream in all_streams:
                    part(streams.get(stream.id))

        return act

    chained, replayed = in_turns(5, over(chain.check), over(rounds.replay), warm_up=0)
    yield rate("audit: hash chain, end to end", "events/s", chained, events, ">= 200,000", 200_000)
    yield rate("audit: rounds replayed, payouts recomputed", "rounds/s", replayed, played_rounds, ">= 5,000", 5_000)
