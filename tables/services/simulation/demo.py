"""The demo house: founded yesterday, played in for an evening, open now, with sign-ins for whoever looks at it."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from tables.domain.actors import Role
from tables.services import floor_plan, pits
from tables.services.simulation import bank, count_room, demo_devices, houses, shift
from tables.services.simulation.clocks import Clock
from tables.services.simulation.count_room import FullBox
from tables.services.simulation.demo_devices import Device
from tables.services.simulation.demo_papers import DemoPapers
from tables.services.simulation.demo_plan import DemoPlan
from tables.services.simulation.houses import MadeHouse
from tables.services.simulation.shift import PlayedShift
from tables.services.simulation.table_run import TableRun

SEED = 20_260_304
_PAUSE = timedelta(minutes=2)
_BEFORE = timedelta(hours=5)
_OPEN_FOR = timedelta(minutes=50)
_DEALT_FOR = timedelta(minutes=26)
_ASKED_FOR = timedelta(minutes=3)
_BETS_FOR = timedelta(seconds=10)
"""How long before the demo opens its tables opened, a dealer came, a dealer asked, and bets were laid."""


class Demo:
    """A demo house in the making: ``found``, ``play_yesterday``, ``open_today``, in this order."""

    def __init__(self, plan: DemoPlan) -> None:
        self.plan = plan
        self.made: MadeHouse
        self.papers: DemoPapers
        self._runs: dict[str, TableRun] = {}

    def found(self) -> None:
        """The casino, its people, and its tables with their banks, some hours before the evening begins."""
        at = self.plan.played.starts - _BEFORE
        self.made = houses.found_house(self.plan.house, at)
        for table in self.plan.tables.values():
            houses.furnish_table(self.made, table, at)
        self._place_tables(at)
        self.papers = DemoPapers(self.made, self.plan)
        self.papers.begin()

    def _place_tables(self, at: datetime) -> None:
        """The tables on the plan of each pit, as the house manager sees them from the door."""
        manager = self.made.cast.actor(self.made.holder(Role.HOUSE_MANAGER))
        for pit, given in self.plan.given["pits"].items():
            places = {table: (x, y) for table, (x, y) in given["places"].items()}
            floor_plan.place_tables(actor=manager, at=at, pit=pit, places=places)

    def play_yesterday(self) -> PlayedShift:
        """An evening with a void, a lifted limit, a misdeal, an opener and a closer that do not agree, with slips and a
        marker, and with games at a table of dice, whose rake is counted."""
        played = self.plan.given["played"]
        pots = played["pots"]["table"]
        starts = self.plan.played.starts + _PAUSE
        for code in (*played["tables"], pots):
            self._open(code, Clock(starts), "opener")
        for number in range(1, played["rounds"] + 1):
            for code in played["tables"]:
                self._runs[code].clock.reach(starts + number * _PAUSE)
                self._runs[code].play_round()
                self._incidents(code, number)
                self.papers.after_round(self._runs[code], number)
            if number == played["rounds"] // 2:
                self._runs[played["tables"][-1]].tap_in(played["relief"])
        for _ in range(played["pots"]["rounds"]):
            self._runs[pots].play_round()
        closed = [self._close(code) for code in (*played["tables"], pots)]
        ended = Clock(max(closed))
        self.papers.end(ended)
        counting = Clock(ended.at + timedelta(hours=1))
        runs = (self._runs[code] for code in (*played["tables"], pots))
        count_room.count_boxes(self.made, [FullBox(run.plan, run.purses.notes, run.rake) for run in runs], counting)
        return PlayedShift(self.made, self.plan.played.gaming_day, self.plan.played.shift, counting.at)

    def open_today(self, now: datetime) -> None:
        """Every table has been open for a while, with new cards where cards are dealt; at one of them a dealer takes
        bets, at another one asks for a lifted limit.

        The bosses have come with the shift. The cage has been counted, and chips are asked for and on their way.
        """
        given, tick = self.plan.given["today"], timedelta(milliseconds=50)
        clock = Clock(max(now - _OPEN_FOR, min(self.plan.shift_began, now - _BETS_FOR)), tick)
        self._change_bosses(clock)
        for code in self.plan.tables:
            self._open(code, clock, "")
        clock.reach(now - _DEALT_FOR)
        for code in (given["table"], given["asks"]["table"]):
            self._runs[code].tap_in(self.plan.dealers[code])
        clock.reach(now - _ASKED_FOR)
        self.papers.today(self._runs, clock)
        self._runs[given["asks"]["table"]].ask_lift(given["asks"]["player"], given["asks"]["maximum"])
        clock.reach(now - _BETS_FOR)
        self._runs[given["table"]].open_round()

    def _change_bosses(self, clock: Clock) -> None:
        """Nobody is in charge from one day to the next: each boss begins his charge with the shift."""
        manager = self.made.cast.actor(self.made.holder(Role.HOUSE_MANAGER))
        for pit, boss in self.made.plan.bosses.items():
            pits.relieve_pit_boss(actor=manager, at=clock.tick(), pit=pit, badge=boss)
            pits.assign_pit_boss(actor=manager, at=clock.tick(), pit=pit, badge=boss)

    def register_devices(self, now: datetime) -> list[Device]:
        """A terminal for each table, each with a one-time code; that of the checked table is enrolled at once."""
        manager = self.made.cast.actor(self.made.holder(Role.HOUSE_MANAGER))
        found = []
        for code in self.plan.tables:
            device = demo_devices.register(manager, code, now)
            found.append(demo_devices.enrol(device, now) if code == self.plan.checked else device)
        return found

    def _open(self, code: str, clock: Clock, count: str) -> None:
        """Open a table with new cards; those of the evening before go. A dealer who only counts does not tap in."""
        table, dealer = self.plan.tables[code], self.plan.dealers[code]
        before = self._runs.get(code)
        chance = Random(f"{SEED}/{code}/{count}")  # noqa: S311 - every demo house tells the same evening
        seats = self.plan.given["seats"]
        options = shift.first_options(table.game, table.rules, list(seats.values()), table.minimum, table.maximum)
        run = TableRun(self.made, table, clock, chance, seats, self.plan.given["note"], options)
        wrong = self.plan.miscount(count) if count else None
        if wrong is not None and wrong.table == code:
            bank.open_table(self.made, table, dealer, clock.tick(), wrong.chips, wrong.note)
        else:
            bank.open_table(self.made, table, dealer, clock.tick())
        if before is not None:
            run.retire_shoe(dealer)
        run.bring_shoe(dealer)
        if count:
            run.tap_in(dealer)
        self._runs[code] = run

    def _close(self, code: str) -> datetime:
        run, wrong = self._runs[code], self.plan.miscount("closer")
        dealer = run.dealer
        run.tap_out()
        if wrong.table == code:
            bank.close_table(self.made, run.plan, dealer, run.clock.tick(), wrong.chips, wrong.note)
        else:
            bank.close_table(self.made, run.plan, dealer, run.clock.tick())
        return run.clock.at

    def _incidents(self, code: str, number: int) -> None:
        run, played = self._runs[code], self.plan.given["played"]
        if _due(played["void"], code, number):
            run.void_last_round(played["void"]["reason"])
        if _due(played["raise"], code, number):
            run.raise_limit(played["raise"]["player"], played["raise"]["maximum"])
        if _due(played["misdeal"], code, number):
            run.misdeal(played["misdeal"]["reason"])


def _due(incident: dict[str, Any], table: str, number: int) -> bool:
    return bool(incident["table"] == table and incident["after"] == number)
