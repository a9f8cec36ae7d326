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
SELECT id, split_part(key, '/', 3), head_seq, head_hash FROM tables_stream
WHERE split_part(key, '/', 1) = %s AND kind = 'table' ORDER BY id
"""
_TOLD = "SELECT type, gaming_day, round, body, sealed FROM tables_event WHERE stream_id = %s AND seq > %s ORDER BY seq"
_COPY = "COPY tables_event (stream_id, seq, type, gaming_day, round, body, hash, sealed) FROM STDIN"
_MOVE = """
UPDATE tables_stream s SET head_seq = u.seq, head_hash = u.hash
FROM unnest(%s::bigint[], %s::bigint[], %s::bytea[]) AS u(id, seq, hash) WHERE s.id = u.id
"""


class Told(NamedTuple):
    """An event of the table that was dealt at; ``before`` and ``after`` are its body around the two moments."""

    type: str
    gaming_day: date
    round: int | None
    before: str
    after: str
    sealed: str


@dataclass(slots=True)
class FedTable:
    """A table, where its stream stands, and how many of the told events it has. ``phase`` is a part of a round."""

    id: int
    code: str
    dealer: str
    seq: int
    hash: bytes
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

    def _feed(self, due: dict[int, int]) -> int:
        """Write up to the due event of each table, and tell of it, in one commit."""
        now = instant(datetime.now(UTC))
        grown = [table for table in self.tables if table.done < due[table.id]]
        if not grown:
            return 0
        written = 0
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            raw: psycopg.Cursor[Any] = cursor.cursor
            with raw.copy(_COPY) as rows:
                for table in grown:
                    for event in self.told[table.done : due[table.id]]:
                        body = self._body(event, table, now)
                        table.seq += 1
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
            cursor.execute(_MOVE, [[t.id for t in grown], [t.seq for t in grown], [t.hash for t in grown]])
            for table in grown:
                news.announce_on_commit(table.id)
        return written

    def _body(self, event: Told, table: FedTable, now: str) -> str:
        before = event.before.replace(self.template, table.code).replace(_DEALER, table.dealer)
        after = event.after.replace(self.template, table.code).replace(_DEALER, table.dealer)
        return f"{before}{_OCCURRED}{now}{_RECORDED}{now}{_AFTER}{after}"


@cheap_pins()
def found(tables: int, rounds: int) -> FedHouse:
    """A house with so many closed tables beside one at which ``rounds`` rounds were dealt. The books have followed."""
    today = datetime.now(UTC).date()
    plan = ShiftPlan(tables + 1, rounds, seed=10, spots=SPOTS, gaming_day=today, games=("blackjack",))
    starts = datetime.combine(today, SHIFTS[0][1], tzinfo=UTC)
    made = houses.found_house(house_plan(plan), starts - timedelta(hours=18))
    for number in range(tables + 1):
        houses.furnish_table(made, table_plan(number, plan), starts - timedelta(hours=18))
    template, *others = _streams(made.code)
    chance = Random(10)  # noqa: S311 - when a table's round begins, and nobody's money
    fed = [
        FedTable(id_, code, f"D{number:03d}", seq, digest, chance.random())
        for number, (id_, code, seq, digest) in enumerate(others, 2)
    ]
    opening = _deal(made, table_plan(0, plan), starts, rounds) - template[2]
    told = _told(template[0], template[2])
    follow.follow_all()
    return FedHouse(told, opening, template[1], fed, rounds)


def _deal(made: MadeHouse, plan: TablePlan, starts: datetime, rounds: int) -> int:
    """Open the table and deal the rounds by the services; where its stream stood before the first round."""
    seats = {str(seat): f"guest {seat}" for seat in range(1, SPOTS + 1)}
    run = TableRun(made, plan, Clock(starts), Random(10), seats, NOTE)  # noqa: S311 - nobody's money
    bank.open_table(made, plan, _DEALER, run.clock.tick())
    run.bring_shoe(_DEALER)
    run.tap_in(_DEALER)
    before = next(seq for _, code, seq, _ in _streams(made.code) if code == plan.code)
    for _ in range(rounds):
        run.play_round()
    return before


def _streams(casino: str) -> Sequence[tuple[int, str, int, bytes]]:
    with connection.cursor() as cursor:
        cursor.execute(_HEADS, [casino])
        return [(id_, code, seq, bytes(head)) for id_, code, seq, head in cursor.fetchall()]


def _told(stream_id: int, after: int) -> list[Told]:
    with connection.cursor() as cursor:
        cursor.execute(_TOLD, [stream_id, after])
        return [
            Told(type_, day, round_, *_around(body), sealed) for type_, day, round_, body, sealed in cursor.fetchall()
        ]


def _around(body: str) -> tuple[str, str]:
    """A body without its two moments, which stand in the frame behind all that an event tells."""
    before, _, rest = body.rpartition(_OCCURRED)
    moments, _, after = rest.partition(_AFTER)
    if len(moments.split(_RECORDED)) != 2:
        raise ValueError(f"the frame of an event is not what it was: {rest}")
    return before, after
