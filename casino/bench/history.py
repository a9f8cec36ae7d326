"""Years of play for the bench: ten million bets in minutes, in the log, on the floor and in the books.

Each day is worked, counted and locked by the services at one table, with a hundred bets a round, and told word for
word to all the others (``fed_house``). Their rows of the floor follow by ``INSERT ... SELECT``, and the books follow
the log as they always do. The lock seals what was dealt at the one table; the others' day is told after it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import Any, Final

from django.db import connection, transaction

from accounting.services import follow
from casino.bench import fed_house, month
from casino.bench.fed_house import FedHouse
from casino.bench.month import Month
from tables.domain.events import StreamKind
from tables.games.contract import Action, Await, Engine, Table
from tables.games.players import Chance, Strategy
from tables.services import log
from tables.services.simulation.clocks import Clock
from tables.services.simulation.houses import MadeHouse, TablePlan
from tables.services.simulation.purses import Purses
from tables.services.simulation.table_run import TableRun

STAKES: Final = 100
"""Bets of a round: two on the seats, the others behind the neighbour's hand."""
DEEP: Final = 20
"""A player brings so many times what a player of one seat does."""

_DAY = "SELECT tables_day_add(%s)"
# The floor's rows of a told day, for every other table of the house; numbers are a table's own, so they stay.
_BOXES_TOLD = """
UPDATE tables_dropbox b SET status = o.status, placed_at = o.placed_at, removed_at = o.removed_at,
       counted_at = o.counted_at, counted_total = o.counted_total
FROM tables_dropbox o WHERE o.table_id = %(told)s AND b.number = o.number AND b.table_id = ANY(%(others)s)
     AND b.status = 'on_table'
"""
_BOXES_NEW = """
INSERT INTO tables_dropbox (table_id, number, status, placed_at, removed_at, emergency, missing, counted_at,
                            counted_total, raked, rake_counted_at, rake_counted_total)
SELECT t.id, o.number, o.status, o.placed_at, o.removed_at, o.emergency, o.missing, o.counted_at, o.counted_total,
       o.raked, o.rake_counted_at, o.rake_counted_total
FROM tables_dropbox o CROSS JOIN unnest(%(others)s::bigint[]) AS t(id) WHERE o.table_id = %(told)s
ON CONFLICT (table_id, number) DO NOTHING
"""
_PERIODS = """
INSERT INTO tables_bankperiod (table_id, number, session, gaming_day, shift, opened_at, opener, opener_total,
                               opener_variance, opened_seq, box_id, closed_at, closer, closer_total, closer_expected,
                               closed_seq)
SELECT t.id, p.number, p.session, p.gaming_day, p.shift, p.opened_at, p.opener, p.opener_total, p.opener_variance,
       p.opened_seq, own.id, p.closed_at, p.closer, p.closer_total, p.closer_expected, p.closed_seq
FROM tables_bankperiod p CROSS JOIN unnest(%(others)s::bigint[]) AS t(id)
JOIN tables_dropbox b ON b.id = p.box_id JOIN tables_dropbox own ON own.table_id = t.id AND own.number = b.number
WHERE p.table_id = %(told)s AND p.gaming_day = %(day)s
"""
_ROUNDS = """
INSERT INTO tables_round (table_id, number, period_id, rules_id, status, opened_at, opened_seq, settled_at, settled_seq,
                          dealer_id, handle, hands, house_net, outcome)
SELECT own.table_id, r.number, own.id, r.rules_id, r.status, r.opened_at, r.opened_seq, r.settled_at, r.settled_seq,
       d.id, r.handle, r.hands, r.house_net, r.outcome
FROM tables_round r JOIN tables_bankperiod p ON p.id = r.period_id
JOIN unnest(%(others)s::bigint[], %(dealers)s::text[]) AS t(id, badge) ON true
JOIN tables_bankperiod own ON own.number = p.number AND own.table_id = t.id
JOIN tables_staffmember d ON d.casino_id = %(casino)s AND d.badge = t.badge
WHERE p.table_id = %(told)s AND p.gaming_day = %(day)s
"""
_BETS = """
INSERT INTO tables_bet (table_id, round_number, number, kind, spot, hand, player, amount, tender, chips, parent,
                        gaming_day)
SELECT t.id, b.round_number, b.number, b.kind, b.spot, b.hand, b.player, b.amount, b.tender, b.chips, b.parent,
       b.gaming_day
FROM tables_bet b CROSS JOIN unnest(%(others)s::bigint[]) AS t(id)
WHERE b.table_id = %(told)s AND b.gaming_day = %(day)s
"""
# A PIN is good for as many days as the rule pack says, and a hundred are more. Choosing new ones is not measured.
_NEW_PINS = "UPDATE tables_staffmember SET pin_set_at = %s::date WHERE casino_id = %s AND pin_set_at IS NOT NULL"
_AT = "SELECT id, table_id FROM tables_stream WHERE key = %s"
_HEAD = "SELECT head_seq FROM tables_stream WHERE id = %s"


class Backers:
    """Players who bet the minimum and back each other with the minimum, so that a round has ``STAKES`` bets."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy

    def stakes(self, chance: Chance, table: Table, seats: Mapping[str, str]) -> list[Action]:
        """A bet on each seat, then back-bets on the next one in turn."""
        seated = sorted((int(seat), player) for seat, player in seats.items())
        bets: list[Action] = [
            {"do": "bet", "by": player, "spot": seat, "amount": table.minimum} for seat, player in seated
        ]
        for number in range(STAKES - len(seated)):
            player, (spot, _) = seated[number % len(seated)][1], seated[(number + 1) % len(seated)]
            backed = {"spot": spot, "amount": table.minimum, "follow_split": False, "follow_double": False}
            bets.append({"do": "back_bet", "id": f"b{number}", "by": player, **backed})
        return bets

    def decide(self, engine: Engine[Any, Any], state: Any, awaited: Await, chance: Chance) -> Action:
        """As everybody does."""
        return self._strategy.decide(engine, state, awaited, chance)


class BackedRun(TableRun):
    """A table whose players back each other."""

    def __init__(
        self, made: MadeHouse, plan: TablePlan, clock: Clock, chance: Random, seats: Mapping[str, str], note: int
    ) -> None:
        super().__init__(made, plan, clock, chance, seats, note)
        self.purses = Purses(seats.values(), plan.minimum * DEEP, note)
        self._strategy = Backers(self._strategy)


@dataclass(slots=True)
class Years:
    """A house of which ``month`` works one table, at which ``stream`` and ``table`` are; ``fed`` are the others."""

    month: Month
    fed: FedHouse
    stream: int
    table: int

    def work(self) -> int:
        """The next gaming day: worked and locked at one table, told to the others, in the books. Bets laid in all."""
        with connection.cursor() as cursor:
            cursor.execute(_DAY, [self.month.tomorrow])
            cursor.execute(_NEW_PINS, [self.month.tomorrow, self.month.accountant.casino_id])
            cursor.execute(_HEAD, [self.stream])
            (before,) = cursor.fetchone() or (0,)
        self.month.work()
        self.fed.retell(fed_house.told_after(self.stream, before))
        bets = self._floor()
        follow.follow_all()
        return bets * (1 + len(self.fed.tables))

    def _floor(self) -> int:
        """The rows that the services have made at the one table, for all others; how many bets it had."""
        given: dict[str, Any] = {
            "told": self.table,
            "day": self.month.today,
            "casino": self.month.accountant.casino_id,
            "others": [one.table for one in self.fed.tables],
            "dealers": [one.dealer for one in self.fed.tables],
        }
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in (_BOXES_TOLD, _BOXES_NEW, _PERIODS, _ROUNDS, _BETS):
                cursor.execute(statement, given)
            return int(cursor.rowcount) // max(1, len(self.fed.tables))


def begin(tables: int, rounds: int, first: date) -> Years:
    """A house with so many tables, ``rounds`` rounds a day at each; nobody has played yet."""
    house = replace(month.begin(tables, first), rounds=rounds, run=BackedRun)
    house.plans = house.plans[:1]
    with connection.cursor() as cursor:
        cursor.execute(_AT, [log.stream_key(house.made.code, StreamKind.TABLE, house.plans[0].code)])
        stream, table = cursor.fetchone() or (0, 0)
    return Years(house, fed_house.beside(house.made), stream, table)
