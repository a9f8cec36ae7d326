"""Ten million bets beneath today's work: what accountant, auditor and dealer wait for after 1, 10 and 100 days.

Everything is timed beside a fixed piece of work for the database, because a machine is not as quick an hour later.
Presses are those of a table of today, in the same log; a lock is that of a day of one table (``history``).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple

from django.db import connection

from accounting.selectors import audit_trail
from accounting.selectors.trail_filters import Wanted
from casino.bench import history, month
from casino.bench.floors import cheap_pins, open_press_table
from casino.bench.history import STAKES, Years
from casino.bench.measure import Line
from casino.bench.month import LOCK, LOCKS, Paced

MARKS: Final = (1, 10, 100)
"""After so many days of history everything is timed; the last is all of it."""
MOST_TABLES: Final = 50
PRESSES: Final = 100
TURNS: Final = 5
MOST_GROWTH: Final = 1.5
TABLES_OF_DAYS: Final = (
    "tables_event",
    "tables_bet",
    "tables_round",
    "accounting_journal",
    "accounting_leg",
    "accounting_settlement",
    "accounting_roundresult",
)


class Size(NamedTuple):
    """How ``bets`` are spread: so many tables, so many rounds a day at each."""

    tables: int
    rounds: int

    @property
    def bets(self) -> int:
        """What it comes to over all days, at least; splits and doubles come on top."""
        return self.tables * self.rounds * STAKES * MARKS[-1]


def size_of(bets: int) -> Size:
    """The house that lays about so many bets in all its days; two tables that play a round a day at least."""
    rounds_a_day = max(1, round(bets / MARKS[-1] / STAKES))
    tables = max(2, min(MOST_TABLES, rounds_a_day))
    return Size(tables, max(1, round(rounds_a_day / tables)))


@dataclass(slots=True)
class Watched:
    """The house, today's table beside it, and what each thing took after so many days."""

    years: Years
    press: Callable[[dict[str, Any]], None]
    inputs: Iterator[dict[str, Any]]
    bets: int = 0

    def work_until(self, days: int) -> None:
        """Go on until so many days lie beneath; the planner then knows what autovacuum would have told it."""
        while len(self.years.month.locks) < days:
            self.bets += self.years.work()
        with connection.cursor() as cursor:
            for table in TABLES_OF_DAYS:
                cursor.execute(f"ANALYZE {table}")

    def read(self) -> dict[str, list[Paced]]:
        """What is asked for of the day that was locked last, the auditor's pages, and presses."""
        worked = self.years.month
        actor, day = worked.accountant, worked.today
        pages: dict[str, Callable[[], object]] = {
            "audit trail, a day": lambda: audit_trail.page(actor=actor, wanted=Wanted(day=day)),
            "audit trail, newest": lambda: audit_trail.page(actor=actor, wanted=Wanted()),
        }
        for page in pages.values():
            page()
        return {
            **month.reports(worked),
            **{what: [month.paced(page) for _ in range(TURNS)] for what, page in pages.items()},
            "a press": [month.paced(partial(self.press, next(self.inputs))) for _ in range(PRESSES)],
        }


def lines(bets: int) -> Iterator[Line]:
    """Lay the bets day by day, and stop at each mark."""
    size = size_of(bets)
    with cheap_pins():
        pressed = open_press_table()
    first = datetime.now(UTC).date() - timedelta(days=MARKS[-1] + 1)
    watched = Watched(history.begin(size.tables, size.rounds, first), pressed.press, pressed.inputs())
    read: dict[int, dict[str, list[Paced]]] = {}
    for mark in MARKS:
        watched.work_until(mark)
        read[mark] = watched.read()
        if mark > MARKS[0]:
            locks = watched.years.month.locks
            begun, then = {LOCK: locks[:LOCKS]} | read[MARKS[0]], {LOCK: locks[mark - LOCKS : mark]} | read[mark]
            for what, ours in then.items():
                beneath = f"{watched.bets:,} bets of {size.tables} tables, {mark} days"
                yield month.growth(f"{what}, {beneath}", ours, begun[what], MOST_GROWTH)
