"""A house of any number of tables whose log grows at a given pace, and a feeder that costs next to nothing.

One table is dealt at by the services. Every other table gets the same events word for word, save for the table, its
dealer, the moment and the hash that follows: rows of ``tables_event`` by COPY and the heads in one statement, a quarter
of a second at a time, as the log itself writes them. So the feeder takes a twentieth of a processor where dealing at a
thousand tables by the services would take several. The books read nothing but the log, so they cannot tell; the
floor's own rows (rounds, bets) are not made, and ``verify`` misses them at these tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any, Final, NamedTuple

import psycopg
from django.db import connection, transaction

from accounting.services import follow
from casino.bench.floors import cheap_pins
from tables.domain.actors import instant
from tables.services import news
from tables.services.simulation import bank, houses
from tables.services.simulation.clocks import Clock
from tables.services.simulation.houses import MadeHouse, TablePlan
from tables.services.simulation.shift import NOTE, SHIFTS, ShiftPlan, house_plan, table_plan
from tables.services.simulation.table_run import TableRun

SPOTS: Final = 5
ROUNDS_AN_HOUR: Final = 70
_DEALER: Final = "D001"
_OCCURRED, _RECORDED, _AFTER = '","occurred_at":"', '","recorded_at":"', '","seq":'
_HEADS = """
SELECT id, table_id, split_part(key, '/', 3), head_seq, head_hash, head_day FROM tables_stream
WHERE split_part(key, '/', 1) = %s AND kind = 'table' ORDER BY id
"""
_TOLD = "SELECT type, gaming_day, round, body, sealed FROM tables_event WHERE stream_id = %s AND seq > %s ORDER BY seq"
_COPY = "COPY tables_event (stream_id, seq, type, gaming_day, round, body, hash, sealed) FROM STDIN"
_MOVE = """
UPDATE tables_stream s SET head_seq = u.seq, head_hash = u.hash, head_day = u.day,
       head_at = (e.body::jsonb ->> 'occurred_at')::timestamptz
FROM unnest(%s::bigint[], %s::bigint[], %s::bytea[], %s::date[]) AS u(id, seq, hash, day)
JOIN tables_event e ON e.stream_id = u.id AND e.seq = u.seq AND e.gaming_day = u.day
WHERE s.id = u.id
"""
_BEGIN_DAYS = """
INSERT INTO tables_streamday (stream_id, gaming_day, first_seq)
SELECT * FROM unnest(%s::bigint[], %s::date[], %s::bigint[])
"""


class _Head(NamedTuple):
    """Where a table's stream stands."""

    id: int
    table: int
    code: str
    seq: int
    hash: bytes
    day: date | None


class Told(NamedTuple):
    """An event of the table that was dealt at; its body is cut around the two ``moments``."""

    type: str
    gaming_day: date
    round: int | None
    before: str
    moments: str
    after: str
    sealed: str


@dataclass(slots=True)
class FedTable:
    """A table, where its stream stands, and how many of the told events it has. ``phase`` is a part of a round.

    ``day`` is that of the newest event; None while none is known, and the next one then begins its day.
    """

    id: int
    table: int
    code: str
    dealer: str
    seq: int
    hash: bytes
    day: date | None
    phase: float
    done: int = 0


@dataclass(slots=True)
class FedHouse:
    """``told`` are the template's events; the first ``opening`` of them open a table, the others are its rounds."""

    told: list[Told]
    opening: int
    template: str
    tables: list[FedTable]
    rounds: int

    @property
    def events_a_round(self) -> float:
        """How many events a round has, shuffles and buy-ins between rounds included."""
        return (len(self.told) - self.opening) / self.rounds

    def rate(self, pace: float) -> float:
        """Events a second of the whole house, at so many times the real pace."""
        return self.events_a_round * ROUNDS_AN_HOUR / 3600 * pace * len(self.tables)

    def open_all(self) -> int:
        """Every table opens at once; how many events that was."""
        return self._feed({table.id: self.opening for table in self.tables})

    def feed(self, rounds: float) -> int:
        """Write what is due when ``rounds`` rounds' time has gone by since the opening; how many events it was."""
        a_round = self.events_a_round
        due = {t.id: self.opening + int((rounds + t.phase) * a_round) for t in self.tables}
        if max(due.values(), default=0) > len(self.told):
            raise ValueError(f"only {self.rounds} rounds were dealt")
        return self._feed(due)

    def retell(self, told: list[Told]) -> int:
        """Every table gets these events now, with the moments that they have; how many events that was."""
        self.told = told
        for table in self.tables:
            table.done = 0
        return self._feed({table.id: len(told) for table in self.tables}, moments_of_their_own=True)

    def _feed(self, due: dict[int, int], moments_of_their_own: bool = False) -> int:
        """Write up to the due event of each table, and tell of it, in one commit."""
        now = instant(datetime.now(UTC))
        moments = "" if moments_of_their_own else f"{_OCCURRED}{now}{_RECORDED}{now}{_AFTER}"
        begun: list[tuple[int, date, int]] = []
        grown = [table for table in self.tables if table.done < due[table.id]]
        if not grown:
            return 0
        written = 0
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            raw: psycopg.Cursor[Any] = cursor.cursor
            with raw.copy(_COPY) as rows:
                for table in grown:
                    for event in self.told[table.done : due[table.id]]:
                        body = self._body(event, table, moments)
                        table.seq += 1
                        if event.gaming_day != table.day:
                            table.day = event.gaming_day
                            begun.append((table.id, table.day, table.seq))
                        table.hash = sha256(table.hash + body.encode()).digest()
                        rows.write_row(
                            (
                                table.id,
                                table.seq,
                                event.type,
                                event.gaming_day,
                                event.round,
                                body,
                                table.hash,
                                event.sealed,
                            )
                        )
                        written += 1
                    table.done = due[table.id]
            heads = [(t.id, t.seq, t.hash, t.day) for t in grown]
            cursor.execute(_MOVE, [list(column) for column in zip(*heads, strict=True)])
            if begun:
                cursor.execute(_BEGIN_DAYS, [list(column) for column in zip(*begun, strict=True)])
            for table in grown:
                news.announce_on_commit(table.id)
        return written

    def _body(self, event: Told, table: FedTable, moments: str) -> str:
        before = event.before.replace(self.template, table.code).replace(_DEALER, table.dealer)
        after = event.after.replace(self.template, table.code).replace(_DEALER, table.dealer)
        return f"{before}{moments or event.moments}{after}"


@cheap_pins()
def found(tables: int, rounds: int) -> FedHouse:
    """A house with so many closed tables beside one at which ``rounds`` rounds were dealt. The books have followed."""
    today = datetime.now(UTC).date()
    plan = ShiftPlan(tables + 1, rounds, seed=10, spots=SPOTS, gaming_day=today, games=("blackjack",))
    starts = datetime.combine(today, SHIFTS[0][1], tzinfo=UTC)
    made = houses.found_house(house_plan(plan), starts - timedelta(hours=18))
    for number in range(tables + 1):
        houses.furnish_table(made, table_plan(number, plan), starts - timedelta(hours=18))
    house = beside(made)
    template = _streams(made.code)[0]
    house.opening = _deal(made, table_plan(0, plan), starts, rounds) - template.seq
    house.told, house.rounds = told_after(template.id, template.seq), rounds
    follow.follow_all()
    return house


def beside(made: MadeHouse) -> FedHouse:
    """The other tables of a house, as they stand, ready to be told what happens at its first."""
    template, *others = _streams(made.code)
    chance = Random(10)  # noqa: S311 - when a table's round begins, and nobody's money
    fed = [
        FedTable(head.id, head.table, head.code, f"D{number:03d}", head.seq, head.hash, head.day, chance.random())
        for number, head in enumerate(others, 2)
    ]
    return FedHouse([], 0, template.code, fed, 0)


def _deal(made: MadeHouse, plan: TablePlan, starts: datetime, rounds: int) -> int:
    """Open the table and deal the rounds by the services; where its stream stood before the first round."""
    seats = {str(seat): f"guest {seat}" for seat in range(1, SPOTS + 1)}
    run = TableRun(made, plan, Clock(starts), Random(10), seats, NOTE)  # noqa: S311 - nobody's money
    bank.open_table(made, plan, _DEALER, run.clock.tick())
    run.bring_shoe(_DEALER)
    run.tap_in(_DEALER)
    before = next(head.seq for head in _streams(made.code) if head.code == plan.code)
    for _ in range(rounds):
        run.play_round()
    return before


def _streams(casino: str) -> Sequence[_Head]:
    with connection.cursor() as cursor:
        cursor.execute(_HEADS, [casino])
        return [
            _Head(id_, table, code, seq, bytes(head), day) for id_, table, code, seq, head, day in cursor.fetchall()
        ]


def told_after(stream_id: int, after: int) -> list[Told]:
    """The events of a stream behind a number, cut for the others."""
    with connection.cursor() as cursor:
        cursor.execute(_TOLD, [stream_id, after])
        return [
            Told(type_, day, round_, *_around(body), sealed) for type_, day, round_, body, sealed in cursor.fetchall()
        ]


def _around(body: str) -> tuple[str, str, str]:
    """A body cut at its two moments, which stand in the frame behind all that an event tells."""
    before, _, rest = body.rpartition(_OCCURRED)
    moments, _, after = rest.partition(_AFTER)
    if len(moments.split(_RECORDED)) != 2:
        raise ValueError(f"the frame of an event is not what it was: {rest}")
    return before, f"{_OCCURRED}{moments}{_AFTER}", after
