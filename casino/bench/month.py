"""A month of a house with a hundred tables: what its reports and locks cost with one, ten and thirty days beneath.

Every table is opened, dealt at, closed and counted by the services on every day, so the month is what it would be on a
floor, and ``verify`` can prove it. What grows is printed as a ratio to the first day of the same run, each beside a
fixed piece of work for the database, because a machine is not as quick an hour later. A PIN is hashed
at the tests' cost here: a month has some thirty thousand signatures, and none of them is what is measured.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from random import Random
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection

from accounting.selectors import figures, master_game
from accounting.services import certify, day_reports, days, follow
from accounting.services.verify import conservation
from accounting.services.verify.chip_statements import Statement
from accounting.services.verify.conservation import Proof
from accounting.services.verify.run import snapshot
from casino.bench.measure import Line
from tables.domain.actors import Actor, Role
from tables.services import pin_hashes, shoes
from tables.services.simulation import bank, count_room, houses
from tables.services.simulation.clocks import Clock
from tables.services.simulation.count_room import FullBox
from tables.services.simulation.houses import MadeHouse, TablePlan
from tables.services.simulation.shift import NOTE, SHIFT, SHIFTS, ShiftPlan, house_plan, table_plan
from tables.services.simulation.table_run import TableRun

ROUNDS = 1
MARKS: Final = (1, 10, 30)
"""After so many days of history the reports are timed; the last is the whole month."""
LOCKS: Final = 3
"""Locks up to and with a mark that are taken together: a day is locked once and cannot be timed again."""
TURNS: Final = 5
CHEAP: Final = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
MOST_GROWTH: Final = 1.5
LOCK, PROOF, SINCE = "day lock", "verify: chips conserved", "verify --since-proof: chips conserved"
_COUNT, _MORNING = timedelta(hours=9), timedelta(hours=25)


class Paced(NamedTuple):
    """Seconds of something, and of a fixed piece of work for the database right after it."""

    taken: float
    reference: float


@dataclass(slots=True)
class Month:
    """A house that works day after day. ``locks`` are what each lock took, the first day's first.

    The tables of ``plans`` are dealt at, ``rounds`` a day, by what ``run`` makes.
    """

    tables: int
    first: date
    made: MadeHouse
    plans: list[TablePlan]
    rounds: int = ROUNDS
    run: type[TableRun] = TableRun
    locks: list[Paced] = field(default_factory=list)

    @property
    def accountant(self) -> Actor:
        return self.made.cast.actor(self.made.holder(Role.ACCOUNTANT))

    @property
    def today(self) -> date:
        """The gaming day that was worked last."""
        return self.first + timedelta(days=len(self.locks) - 1)

    @property
    def tomorrow(self) -> date:
        """The gaming day that comes next."""
        return self.first + timedelta(days=len(self.locks))

    def work(self) -> None:
        """The next gaming day, from its first opener to its lock."""
        day = self.tomorrow
        starts = datetime.combine(day, SHIFTS[0][1], tzinfo=UTC)
        self.made.cage_clock.reach(starts)
        boxes = [self._table(plan, number, starts) for number, plan in enumerate(self.plans)]
        count_room.count_boxes(self.made, boxes, Clock(starts + _COUNT))
        morning = starts + _MORNING
        certify.certify_shift(actor=self.accountant, at=morning, gaming_day=day, shift=SHIFT)
        began = time.perf_counter()
        days.lock_day(
            actor=self.accountant,
            at=morning,
            gaming_day=day,
            accountant=self.made.cast.sign(self.made.holder(Role.ACCOUNTANT)),
            second=self.made.cast.sign(self.made.holder(Role.HOUSE_MANAGER)),
        )
        self.locks.append(Paced(time.perf_counter() - began, _seconds(_reference)))

    def _table(self, plan: TablePlan, number: int, starts: datetime) -> FullBox:
        """A table's day: new cards, some rounds of two players, and the box that it leaves."""
        dealer = f"D{number + 1:03d}"
        chance = Random(f"{plan.code}/{starts}")  # noqa: S311 - the same month again, and nobody's money
        run = self.run(self.made, plan, Clock(starts), chance, {"1": "guest 1", "2": "guest 2"}, NOTE)
        bank.open_table(self.made, plan, dealer, run.clock.tick())
        run.bring_shoe(dealer)
        run.tap_in(dealer)
        for _ in range(self.rounds):
            run.play_round()
        shoes.retire_shoe(actor=self.made.at_table(dealer, plan.code), at=run.clock.tick(), table=plan.code)
        run.tap_out()
        bank.close_table(self.made, plan, dealer, run.clock.tick())
        return FullBox(plan, run.purses.notes, run.rake)


def begin(tables: int, first: date) -> Month:
    """Found the house a day before ``first`` and furnish its tables."""
    settings.PIN_HASH_COST = CHEAP
    pin_hashes._hasher.cache_clear()
    plan = ShiftPlan(tables, ROUNDS, seed=30, spots=2, gaming_day=first, games=("blackjack",))
    founded = datetime.combine(first, SHIFTS[0][1], tzinfo=UTC) - timedelta(hours=18)
    made = houses.found_house(house_plan(plan), founded)
    plans = [table_plan(number, plan) for number in range(tables)]
    for table in plans:
        houses.furnish_table(made, table, founded)
    return Month(tables, first, made, plans)


def lines(tables: int) -> Iterator[Line]:
    """Work the month, and stop at each mark to time what the accountant waits for."""
    month = begin(tables, datetime.now(UTC).date() - timedelta(days=MARKS[-1] + 1))
    read: dict[int, dict[str, list[Paced]]] = {}
    for worked in range(1, MARKS[-1] + 1):
        stated = _stated(month) if worked in MARKS else None
        month.work()
        if stated is not None:
            read[worked] = reports(month) | {
                SINCE: [_proven(month, partial(conservation.prove_since, known=stated))],
                PROOF: [_proven(month, conservation.prove)],
            }
    read[MARKS[0]][LOCK] = month.locks[:LOCKS]
    for mark in MARKS[1:]:
        read[mark][LOCK] = month.locks[mark - LOCKS : mark]
        for what, ours in read[mark].items():
            # The proof reads the log from its beginning, so it may grow as the log does.
            most = float(mark) if what == PROOF else MOST_GROWTH
            yield growth(f"{what}, {tables} tables, {mark} days", ours, read[MARKS[0]][what], most)


def reports(month: Month) -> dict[str, list[Paced]]:
    """What is read of the day that was locked last; each turn reads all of it anew."""
    actor, day = month.accountant, month.today
    acts: dict[str, Callable[[], object]] = {
        "shift report": lambda: figures.of_shift(actor=actor, gaming_day=day, shift=SHIFT),
        "master game report": lambda: master_game.of_day(actor, day),
        "day report": lambda: day_reports.preview(actor, day),
    }
    for act in acts.values():
        act()
    return {what: [paced(act) for _ in range(TURNS)] for what, act in acts.items()}


def growth(what: str, ours: list[Paced], first: list[Paced], most: float) -> Line:
    """Medians in milliseconds; the ratio is of what each took beside the reference, so a slow hour slows both."""
    now, then = (statistics.median(one.taken for one in paced) for paced in (ours, first))
    slower = statistics.median(one.reference for one in ours) / statistics.median(one.reference for one in first)
    ratio = now / then / slower
    spread = (min(one.taken for one in ours) * 1e3, max(one.taken for one in ours) * 1e3)
    against = f"{MARKS[0]} day, with the machine then {slower:.2f} x as quick"
    return Line(what, "ms", now * 1e3, spread, against, then * 1e3, ratio, f"<= {most:g} x", ratio <= most)


def _stated(month: Month) -> Statement:
    """What the proof of the night before has left."""
    with snapshot():
        return conservation.prove(month.accountant.casino_id).statement()


def _proven(month: Month, prove: Callable[[int], Proof]) -> Paced:
    """``verify`` on the chips of the whole house at every event."""
    follow.follow_all()
    with snapshot():
        began = time.perf_counter()
        proof = prove(month.accountant.casino_id)
        taken = time.perf_counter() - began
    if proof.finding is not None:
        raise RuntimeError(f"the month does not add up: {proof.finding}")
    return Paced(taken, _seconds(_reference))


def paced(act: Callable[[], object]) -> Paced:
    """What an act takes, and the reference right after it."""
    return Paced(_seconds(act), _seconds(_reference))


def _seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def _reference() -> None:
    """Work of one size for the database, to tell how quick the machine is at the moment."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(md5(n::text)) FROM generate_series(1, 40000) AS n")
        cursor.fetchone()
