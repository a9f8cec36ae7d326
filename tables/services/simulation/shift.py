"""A whole shift of a made-up house: tables open, are dealt at, relieved, closed and counted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any

from tables.domain import chips
from tables.domain.actors import Role
from tables.domain.house_settings import Chip
from tables.games.catalogue import GAMES
from tables.games.contract import Table
from tables.services.simulation import bank, cage_acts, count_room, houses
from tables.services.simulation.cast import Member
from tables.services.simulation.clocks import Clock
from tables.services.simulation.count_room import FullBox
from tables.services.simulation.houses import HousePlan, MadeHouse, TablePlan
from tables.services.simulation.table_run import TableRun

STEM = "SIM"
SHIFT = "day"
SHIFTS = ((SHIFT, time(6)), ("swing", time(14)), ("grave", time(22)))
CHIPS = (
    Chip(100, "#f4f4f0", "w"),
    Chip(500, "#c8102e", "r"),
    Chip(2_500, "#00843d", "g"),
    Chip(10_000, "#1d1d1b", "b"),
    Chip(50_000, "#6d2077", "v"),
)
BANK = {100: 200, 500: 600, 2_500: 1_000, 10_000: 300, 50_000: 40}
"""78,200.00 for each table."""
OWNED = 2
"""Banks that the house owns for each table: one lies in its rack, one in the cage for fills."""
MARKER = {2_500: 20}
"""500.00 on credit at the first table; the same patron pays it there in cash and in chips."""
MARKER_PAID = (20_000, {2_500: 12})
MINIMUM, MAXIMUM, LICENSED = 1_000, 100_000, 500_000
NOTE = 10_000
CHIP = 500
"""What a double-down adds to a pot; a minimum bet is the ante, and the unit of a penalty."""
RAKED = {"rake": "percent", "rake_percent": [10, 100]}
PRESSES, PRESSES_OF_A_POT = 60, 600
"""So many presses at most are a round, or a game of seven frames: the clock has to last for all of them."""
SPOTS = 7
TABLES_A_PIT = 6
TABLES_A_RELIEF = 3
"""A relief dealer takes three tables one after the other and then has a break himself (domain.md §4)."""
_OPEN, _PLAY, _END = timedelta(minutes=2), timedelta(minutes=15), timedelta(hours=7.5)
_CAGE, _COUNT = timedelta(hours=7.75), timedelta(hours=9)

Progress = Callable[[int, int], None]
"""Called with the rounds played so far and all that will be."""


@dataclass(frozen=True, slots=True)
class ShiftPlan:
    """``rounds`` at each of ``tables``, with players on ``spots`` seats; ``seed`` decides cards, dice and players.

    The tables deal ``games`` in turn, from the first table on.
    """

    tables: int
    rounds: int
    seed: int
    spots: int
    gaming_day: date
    games: tuple[str, ...]

    def game(self, table: int) -> str:
        """What the table with this number deals, counted from 0."""
        return self.games[table % len(self.games)]


@dataclass(frozen=True, slots=True)
class PlayedShift:
    """What was played: everything but the accountant's work is done. ``counted`` is when the last box was counted."""

    made: MadeHouse
    gaming_day: date
    shift: str
    counted: datetime


def simulated_games() -> list[str]:
    """The games that a simulation can deal."""
    return list(GAMES)


def first_options(
    game: str, rules: Mapping[str, Any], players: Sequence[str], minimum: int = MINIMUM, maximum: int = MAXIMUM
) -> dict[str, Any]:
    """What the first round of a pot game is opened with: as many of ``players`` as may sit down together.

    Where seats can be thrown for, they are. Empty for a game that wants nothing. ValueError when nobody can play.
    """
    engine = GAMES[game].engine
    wanted = {"seating": True, "ante": minimum, "chip": min(CHIP, minimum), "unit": minimum}
    options: dict[str, Any] = {name: value for name, value in wanted.items() if name in engine.options}
    if "players" not in engine.options:
        return options
    wrong = "nobody is there"
    for count in range(len(players), 0, -1):
        options["players"] = list(players[:count])
        if "starter" in engine.options:
            options["starter"] = players[0]
        try:
            engine.new(engine.rules(rules), Table(minimum, maximum, options=options))
        except ValueError as error:
            wrong = str(error)
        else:
            return options
    raise ValueError(f"{game} with {len(players)} players: {wrong}")


def play_shift(plan: ShiftPlan, progress: Progress) -> PlayedShift:
    """Found a house and play the shift in it."""
    starts = datetime.combine(plan.gaming_day, SHIFTS[0][1], tzinfo=UTC)
    founded = starts - timedelta(hours=18)
    made = houses.found_house(house_plan(plan), founded)
    runs = []
    for number in range(plan.tables):
        table = table_plan(number, plan)
        houses.furnish_table(made, table, founded)
        runs.append(_open(made, table, number, plan, starts + _OPEN))
    marker = _give_marker(made, runs[0], plan) if plan.rounds else ""
    _play(runs, plan, starts + _PLAY, progress)
    if marker:
        cage_acts.pay_marker(made, runs[0].plan, runs[0].dealer, runs[0].clock, marker, *MARKER_PAID)
        runs[0].purses.laid_down(MARKER_PAID[0])
    for run in runs:
        run.clock.reach(starts + _END)
        closing = run.dealer
        run.tap_out()
        bank.close_table(made, run.plan, closing, run.clock.tick())
    counting = Clock(max(starts + _COUNT, *(run.clock.at for run in runs)))
    made.cage_clock.reach(starts + _CAGE)
    cage_acts.count_cage(made)
    count_room.count_boxes(made, [FullBox(run.plan, run.purses.notes, run.rake) for run in runs], counting)
    return PlayedShift(made, plan.gaming_day, SHIFT, counting.at)


def _give_marker(made: MadeHouse, run: TableRun, plan: ShiftPlan) -> str:
    """A patron with a line signs for chips at the first table; the number of the marker."""
    made.cage_clock.reach(run.clock.at)
    patron, limit = "P-1", 10 * chips.value(MARKER)
    cage_acts.give_credit(made, patron, "Guest on credit", limit, "Credit bureau", plan.gaming_day)
    run.clock.reach(made.cage_clock.at)
    return cage_acts.issue_marker(made, run.plan, run.dealer, run.clock, patron, MARKER)


def _open(made: MadeHouse, table: TablePlan, number: int, plan: ShiftPlan, at: datetime) -> TableRun:
    chance = Random(f"{plan.seed}/{table.code}")  # noqa: S311 - the same seed must play the same shift again
    seats = {str(seat): f"guest {seat}" for seat in range(1, plan.spots + 1)}
    presses = PRESSES if GAMES[table.game].engine.banked else PRESSES_OF_A_POT
    step = min(timedelta(seconds=3), (_END - _PLAY) / max(plan.rounds, 1) / presses)
    options = first_options(table.game, table.rules, list(seats.values()))
    if "players" in options:
        seats = {seat: player for seat, player in seats.items() if player in options["players"]}
    run = TableRun(made, table, Clock(at, step), chance, seats, NOTE, options)
    dealer = _dealer(number)
    bank.open_table(made, table, dealer, run.clock.tick())
    run.bring_shoe(dealer)
    run.tap_in(dealer)
    return run


def _play(runs: Sequence[TableRun], plan: ShiftPlan, starts: datetime, progress: Progress) -> None:
    """Every table's first round, then every table's second one, and so on: the tables play side by side."""
    pause = (_END - _PLAY) / max(plan.rounds, 1)
    turn = max(1, min(20, plan.rounds // 8))
    for number in range(plan.rounds):
        if number % turn == 0:
            _relieve(runs, number // turn)
        for at, run in enumerate(runs):
            run.clock.reach(starts + number * pause)
            run.play_round()
            progress(number * len(runs) + at + 1, plan.rounds * len(runs))
    for number, run in enumerate(runs):
        if run.dealer != _dealer(number):
            run.tap_in(_dealer(number))


def _relieve(runs: Sequence[TableRun], turn: int) -> None:
    """Each relief dealer goes one table further; at the end of the row comes a break."""
    for first in range(0, len(runs), TABLES_A_RELIEF):
        row = runs[first : first + TABLES_A_RELIEF]
        for number, run in enumerate(row, start=first):
            if run.dealer != _dealer(number):
                run.tap_in(_dealer(number))
        place = turn % (TABLES_A_RELIEF + 1)
        if place < len(row):
            row[place].tap_in(_relief(first))


def _dealer(table: int) -> str:
    return f"D{table + 1:03d}"


def _relief(first_table: int) -> str:
    return f"R{first_table // TABLES_A_RELIEF + 1:03d}"


def _pit(table: int) -> str:
    return f"P{table // TABLES_A_PIT + 1:02d}"


def table_plan(number: int, plan: ShiftPlan) -> TablePlan:
    """The table with that number, counted from 0."""
    game = plan.game(number)
    return TablePlan(
        code=f"T-{number + 1:03d}",
        pit=_pit(number),
        game=game,
        rules=_rules(game),
        spots=SPOTS,
        card_source="reader" if GAMES[game].engine.chance == "cards" else "keyed",
        minimum=MINIMUM,
        maximum=MAXIMUM,
        licensed_maximum=LICENSED,
        bank=BANK,
    )


def _rules(game: str) -> dict[str, Any]:
    """The default house rules; where a pot can be raked, it is."""
    engine = GAMES[game].engine
    known = engine.rule_values(engine.rules({}))
    return {name: value for name, value in RAKED.items() if name in known}


def house_plan(plan: ShiftPlan) -> HousePlan:
    """A house with people enough for the shift: a dealer a table, a relief for three, a pit boss for six."""
    code = houses.free_code(STEM)
    pits = sorted({_pit(table) for table in range(plan.tables)})
    bosses = {pit: f"B{pit[1:]}" for pit in pits}
    reliefs = [_relief(first) for first in range(0, plan.tables, TABLES_A_RELIEF)]
    dealers = [*(_dealer(table) for table in range(plan.tables)), *reliefs]
    games = list(plan.games)
    return HousePlan(
        code=code,
        names=f"{code}-",
        name="Simulated house",
        currency="USD",
        exponent=2,
        time_zone="UTC",
        day_starts_at=SHIFTS[0][1],
        shifts=SHIFTS,
        opens_on=plan.gaming_day - timedelta(days=7),
        licences_until=plan.gaming_day + timedelta(days=365),
        chips=CHIPS,
        owned={value: count * plan.tables * OWNED for value, count in BANK.items()},
        pits={pit: f"Pit {int(pit[1:])}" for pit in pits},
        bosses=bosses,
        people=(
            Member("M1", "House manager", Role.HOUSE_MANAGER),
            *(Member(badge, f"Pit boss {badge}", Role.PIT_BOSS, games) for badge in bosses.values()),
            *(Member(badge, f"Dealer {badge}", Role.DEALER, games) for badge in dealers),
            Member("K1", "Cashier", Role.CASHIER),
            Member("K2", "Second cashier", Role.CASHIER),
            Member("S1", "Security", Role.SECURITY),
            Member("C1", "First counter", Role.COUNTER),
            Member("C2", "Second counter", Role.COUNTER),
            Member("A1", "Accountant", Role.ACCOUNTANT),
        ),
    )
