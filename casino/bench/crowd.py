"""A crowd around one table: laid, settled chunk by chunk beside bare SQL, and what presses feel meanwhile.

The baseline is the fastest way that perf.md §3 knows: a settlement row a bet and one compound journal a chunk, without
log, hash, limits, purses or triggers. It writes the same rows from the same bets, in turn with ours, chunk by chunk.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from django.db import connection, transaction

from casino.bench.floors import TABLE, PressTable, open_press_table
from casino.bench.keys import SPOTS, STAKE
from casino.bench.measure import Line, Sample, rate, rate_against, time_against
from tables.domain import crowd as words
from tables.domain.actors import Actor, Role
from tables.domain.crowd import CrowdLimits
from tables.services import staffing
from tables.services.crowd import furnishing, intake, settling

BETS_A_PATRON: Final = 5
PRESSES: Final = 300
"""At an empty table, before the crowd comes."""
MOST: Final = 10**14

_PATRONS = """
WITH made AS (
    INSERT INTO tables_patron (casino_id, code, name, description)
    SELECT %s, 'W-' || n, '', 'made up for a bench' FROM generate_series(1, %s) n RETURNING id
)
INSERT INTO tables_purse (patron_id, balance) SELECT id, 1000000000 FROM made
"""
_BARE_TABLES = (
    "DROP TABLE IF EXISTS bench_settled, bench_entry, bench_line",
    "CREATE TABLE bench_settled (gaming_day date, stream_id bigint, round bigint, entry smallint, line bigint,"
    " patron_id bigint NOT NULL, outcome varchar(16) NOT NULL, stake bigint NOT NULL, returned bigint NOT NULL,"
    " change bigint NOT NULL, PRIMARY KEY (gaming_day, stream_id, round, entry, line))",
    "CREATE TABLE bench_entry (id bigint PRIMARY KEY, day date NOT NULL, kind text NOT NULL)",
    "CREATE TABLE bench_line (entry bigint, line int, account bigint NOT NULL, amount bigint NOT NULL,"
    " PRIMARY KEY (entry, line))",
)
_BARE_CHUNK = """
WITH settled AS (
    INSERT INTO bench_settled
    SELECT gaming_day, stream_id, round, 1, line, patron_id,
           CASE spot WHEN 1 THEN 'win' WHEN 4 THEN 'lose' ELSE 'push' END, amount,
           CASE spot WHEN 1 THEN 2 * amount WHEN 4 THEN 0 ELSE amount END,
           CASE spot WHEN 1 THEN 2 * amount WHEN 4 THEN 0 ELSE amount END
    FROM tables_crowdbet
    WHERE gaming_day = %(day)s AND stream_id = %(stream)s AND round = %(round)s
          AND line BETWEEN %(first)s AND %(last)s
    RETURNING stake, returned
), sums AS (
    SELECT sum(stake)::bigint AS stake, sum(returned)::bigint AS returned FROM settled
), entry AS (
    INSERT INTO bench_entry VALUES (%(chunk)s, %(day)s, 'settled')
)
INSERT INTO bench_line
SELECT %(chunk)s, l.line, l.line, l.amount
FROM sums, LATERAL (VALUES (1, -stake), (2, returned), (3, stake - returned)) AS l(line, amount)
"""


class Pressed:
    """A table whose dealer keys one input after the other, without end."""

    def __init__(self, table: PressTable) -> None:
        self.table = table
        self._inputs = table.inputs()

    def press(self) -> float:
        """The dealer's next press; its seconds."""
        given = next(self._inputs)
        start = time.perf_counter()
        self.table.press(given)
        return time.perf_counter() - start

    def press_until(self, status: str) -> None:
        """Press on until the round stands there."""
        while (self.table.shown.get("round") or {}).get("status") != status:
            self.press()

    def open_round(self) -> int:
        """A new round with a bet on each spot; its number."""
        self.press_until("confirmed")
        for _ in range(1 + len(SPOTS)):
            self.press()
        return int(self.table.shown["round"]["number"])


class Around(Pressed):
    """A table with a crowd of so many bets."""

    def __init__(self, table: PressTable, system: Actor, bets: int) -> None:
        super().__init__(table)
        self._system = system
        self.bets = bets
        self.table_id, self.stream_id = _one(
            "SELECT w.table_id, w.stream_id FROM tables_crowd w JOIN tables_stream s ON s.id = w.stream_id"
            " WHERE s.key = %s",
            [f"{table.made.code}/crowd/{TABLE}"],
        )

    def lay(self, number: int) -> list[float]:
        """The whole crowd bets, document by document; the seconds of each."""
        seconds = []
        for document in _documents(self.bets):
            start = time.perf_counter()
            answer = intake.take_bets(
                actor=self._system, at=self.table.now(), table=TABLE, number=number, lines=document
            )
            seconds.append(time.perf_counter() - start)
            if answer["refused"]:
                raise RuntimeError(f"refused: {answer['refused'][:3]}")
        return seconds


def lines(bets: int) -> Iterator[Line]:
    """Two rounds of ``bets`` bets: the first settled in turn with bare SQL, the second by a worker during presses."""
    around, other = _around(bets), Pressed(open_press_table())
    empty, empty_other = _presses(around.press, other.press)
    number = around.open_round()
    laid = around.lay(number)
    yield rate("crowd: bets laid, in documents of 10,000", "bets/s", _sample(laid), bets / len(laid))
    around.press_until("settled")
    yield from _settling(around, number)
    around.lay(around.open_round())
    around.press_until("settled")
    during, during_other = _while_settling(around, other)
    for whose, now, before in (("its", during, empty), ("another", during_other, empty_other)):
        yield time_against(f"crowd: a press at {whose} table while it settles", now, "no crowd", before)
        yield _ninety_ninth(f"crowd: the same at {whose} table, 99th of 100", now, before)


def _settling(around: Around, number: int) -> Iterator[Line]:
    """Ours and the bare statement in turn, then the purses."""
    for statement in _BARE_TABLES:
        _run(statement)
    now = around.table.now
    ours: list[float] = []
    bare: list[float] = []
    paid: list[float] = []
    crowd_work = settling.work(table_id=around.table_id, now=now)
    _expect(crowd_work, "decided")
    (day,) = _one(
        "SELECT gaming_day FROM tables_crowdround WHERE stream_id = %s AND round = %s", [around.stream_id, number]
    )
    for chunk in range(1, words.chunks_of(around.bets) + 1):
        first, last = words.bounds(chunk, around.bets)
        given = {"day": day, "stream": around.stream_id, "round": number, "first": first, "last": last, "chunk": chunk}
        act = partial(_run, _BARE_CHUNK, given)
        if chunk % 2:
            bare.append(_timed(act))
        ours.append(_timed(lambda: _expect(crowd_work, "settled")))
        if not chunk % 2:
            bare.append(_timed(act))
    for _ in range(words.chunks_of(around.bets)):
        paid.append(_timed(lambda: _expect(crowd_work, "paid")))
    _expect(crowd_work, "done")
    pieces = around.bets / len(ours)
    against = "SQL: a row a bet, a compound journal a chunk"
    mine, other = (_sample(ours), pieces), (_sample(bare), pieces)
    yield rate_against("crowd: bets settled", "bets/s", mine, against, other, ">= 0.8 x", 0.8)
    yield rate("crowd: settled bets paid into purses", "bets/s", _sample(paid), pieces)


def _expect(work: Iterator[str], piece: str) -> None:
    """The next piece of work must be this one, or the figures would be of something else."""
    found = next(work, "nothing")
    if found != piece:
        raise RuntimeError(f"{found}, and not {piece}")


def _while_settling(around: Around, other: Pressed) -> tuple[Sample, Sample]:
    """Presses at both tables until a worker process has settled and paid the crowd."""
    worker = subprocess.Popen([sys.executable, "-m", "casino.bench.crowd_worker", str(around.table_id)])
    here: list[float] = []
    there: list[float] = []
    try:
        while worker.poll() is None or len(here) < PRESSES:
            here.append(around.press())
            there.append(other.press())
    finally:
        worker.wait()
    if worker.returncode:
        raise RuntimeError(f"the crowd's worker ended with {worker.returncode}")
    return _sample(here), _sample(there)


def _presses(*acts: Callable[[], float]) -> list[Sample]:
    """So many presses of each, in turn, after some that warm up."""
    for act in acts * 30:
        act()
    found = [[act() for act in acts] for _ in range(PRESSES)]
    return [_sample([turn[place] for turn in found]) for place in range(len(acts))]


def _around(bets: int) -> Around:
    """A table that takes a crowd of so many bets, and patrons with money."""
    table = open_press_table()
    made, now = table.made, table.now()
    manager = made.cast.actor(made.holder(Role.HOUSE_MANAGER))
    person = staffing.NewPerson(badge="I1", name="Betting system", username=f"{made.code.lower()}-i1")
    staffing.register_staff(actor=manager, at=now, person=person, roles=[Role.INTEGRATOR])
    furnishing.set_crowd_limits(actor=manager, at=now, table=TABLE, limits=CrowdLimits(MOST, MOST, MOST))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_PATRONS, [manager.casino_id, -(-bets // BETS_A_PATRON)])
    _run("ANALYZE tables_patron, tables_purse")
    return Around(table, made.cast.actor("I1"), bets)


def _documents(bets: int) -> Iterator[list[dict[str, Any]]]:
    """Every patron's bets on all spots, ten thousand at a time."""
    for start in range(0, bets, words.MOST_LINES):
        yield [
            {"id": f"b{n}", "patron": f"W-{n // BETS_A_PATRON + 1}", "spot": SPOTS[n % len(SPOTS)], "amount": STAKE}
            for n in range(start, min(start + words.MOST_LINES, bets))
        ]


def _ninety_ninth(what: str, ours: Sample, before: Sample) -> Line:
    """In milliseconds, beside what it was without a crowd."""
    now, was = (sample.seconds[len(sample.seconds) * 99 // 100] * 1e3 for sample in (ours, before))
    return Line(what, "ms", now, (ours.tenth * 1e3, ours.ninetieth * 1e3), "no crowd", was, now / was)


def _sample(seconds: list[float]) -> Sample:
    return Sample(tuple(sorted(seconds)))


def _timed(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def _run(statement: str, given: dict[str, Any] | None = None) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, given)


def _one(query: str, given: list[Any]) -> tuple[Any, ...]:
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        row = cursor.fetchone()
    if row is None:
        raise LookupError(query)
    return tuple(row)
