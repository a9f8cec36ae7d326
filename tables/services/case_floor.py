"""Playing written cases at real tables: the same services that a terminal reaches, in the connected database.

Each case has a table of its own in a throw-away house. The log is append-only, so the house stays, closed to nobody
and dealt at no more; its code (``CASES-<n>``) says what it was.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from tables.domain import chips
from tables.domain import limits as limit_rules
from tables.domain.actors import Role
from tables.domain.errors import FloorError
from tables.domain.house_settings import Chip
from tables.domain.table_states import RoundStatus
from tables.games import catalogue
from tables.games.contract import Action, Refused, Table
from tables.services import limits, live, log, patrons, play, rulings, shoes, table_life, taps
from tables.services.live import LiveTable
from tables.services.periods import RackCount
from tables.services.simulation import houses
from tables.services.simulation.cast import Member
from tables.services.simulation.houses import HousePlan, MadeHouse, TablePlan

STEM = "CASES"
PIT, DEALER, BOSS = "P1", "D1", "B1"
CHIPS = tuple(Chip(10**power, "#808080", str(power)) for power in range(9))
"""One cent to a million: every amount of a case can be cut, its odd cents included."""
BANK = {chip.value: 10**4 for chip in CHIPS}
TABLES_A_DELIVERY = 500
"""As many banks as a delivery may be worth (``chips.MOST_VALUE``), and some to spare."""
SPOTS = 7
DECKS = 8
"""A written case does not say how many decks its shoe has; eight let every card of it through the reader's count."""


class CaseHouse:
    """A throw-away house, and the table of the case in play."""

    def __init__(self, games: Sequence[str], at: datetime) -> None:
        self._made = houses.found_house(_plan(houses.free_code(STEM), games, at.date()), at)
        self._port: FloorPort | None = None
        self._tables = 0
        self._at = at

    @property
    def code(self) -> str:
        """The casino's code."""
        return self._made.code

    def port(self) -> "FloorPort":
        """A port at a table that no case was played at before; the dealer leaves the one before."""
        if self._port is not None:
            self._port.leave()
        if self._tables and self._tables % TABLES_A_DELIVERY == 0:
            houses.receive_chips(self._made, self._at)
        self._tables += 1
        self._port = FloorPort(self._made, f"C{self._tables:05d}", self._at)
        return self._port


class FloorPort:
    """A ``CasePort`` that presses the services (see ``tables/games/case_ports.py``).

    A round is opened with the first thing that happens in it, so that a lifted limit, which holds from the next
    round on, is lifted before it.
    """

    def __init__(self, made: MadeHouse, table: str, at: datetime) -> None:
        self._made = made
        self._table = table
        self._now = at
        self._dealer = made.cast.actor(DEALER)  # at the table's terminal as soon as it has one
        self._boss = made.cast.actor(BOSS)
        self._furnished = False
        self._opening = False
        self._options: Mapping[str, Any] = {}
        self._asked: Mapping[str, Any] = {}
        self._seen: LiveTable | None = None

    def start(self, game: str, rules: Mapping[str, Any], table: Table) -> None:
        """See ``CasePort``. The table is furnished and open, its shoe is cut, its dealer is there."""
        cards = catalogue.GAMES[game].engine.chance == "cards"
        plan = TablePlan(
            code=self._table,
            pit=PIT,
            game=game,
            rules={"decks": DECKS, **rules} if cards else rules,
            spots=int(rules.get("spots", SPOTS)),
            card_source="reader" if cards else "keyed",
            minimum=table.minimum,
            maximum=table.maximum,
            licensed_maximum=limit_rules.MOST_LICENSED,
            bank=BANK,
        )
        houses.furnish_table(self._made, plan, self._at())
        self._dealer = self._made.at_table(DEALER, self._table)
        self._furnished = True
        self._options = table.options
        if cards:
            houses.bring_shoe(self._made, plan, int(plan.rules["decks"]), DEALER, self._at())
            self._mix_and_cut()
        self._open()
        for player, amount in table.funds.items():
            patrons.declare_funds(actor=self._dealer, at=self._at(), table=self._table, player=player, amount=amount)

    def open_round(self, options: Mapping[str, Any] | None = None) -> None:
        """See ``CasePort``; what the dealer has to pay and take from the round before is confirmed first."""
        if self._look().round_status == RoundStatus.SETTLED:
            self._press({"do": "confirm_settlement"})
        self._opening = True
        self._asked = {**self._options, **(options or {})}

    def apply(self, action: Action) -> None:
        """See ``CasePort``; what the floor refuses is raised under the rules' word for it."""
        if action.get("do") == "raise_limit":
            self._lift(action)
            return
        self._begin()
        self._press(action)

    def shuffled(self, cards: Sequence[str]) -> None:
        """See ``CasePort``. The reader will name the cards; mixing and cutting only need to have happened."""
        self._mix_and_cut()

    def state(self) -> Any:
        """See ``CasePort``: what the table's row holds, read as the next press would read it."""
        self._begin()
        return self._look().state

    def leave(self) -> None:
        """The dealer goes to another table: a round that the case left open is called off by the pit boss."""
        if not self._furnished:
            return
        table = self._look()
        if table.dealer_id != self._dealer.staff_id:
            return
        if table.running:
            rulings.void_round(
                actor=self._boss, at=self._at(), table=self._table, number=table.round_number, reason="the case is over"
            )
        taps.tap_out(actor=self._dealer, at=self._at(), table=self._table)

    def _at(self) -> datetime:
        """Two presses never stand at the same moment."""
        self._now += timedelta(milliseconds=1)
        return self._now

    def _look(self) -> LiveTable:
        """The table between two presses; an entry without events writes nothing."""
        if self._seen is None:
            with log.table_entry(actor=self._dealer, at=self._now, table=self._table, request={}) as entry:
                self._seen = live.read(entry)
        return self._seen

    def _begin(self) -> None:
        if self._opening:
            self._press({"do": "open_round", "options": dict(self._asked)})
            self._opening = False

    def _press(self, given: Action) -> None:
        self._seen = None
        try:
            play.record_inputs(actor=self._dealer, at=self._at(), table=self._table, inputs=[given])
        except FloorError as error:
            raise Refused(error.code, **error.detail) from error

    def _lift(self, action: Action) -> None:
        """Whoever is not the pit boss stands at the dealer's terminal, and the dealer may not lift a limit."""
        actor = self._boss if action.get("by") == "pit_boss" else self._dealer
        try:
            limits.raise_limit(
                actor=actor, at=self._at(), table=self._table, player=action["player"], maximum=action["max"]
            )
        except FloorError as error:
            code = "not_authorized" if error.code == "not_permitted" else error.code
            raise Refused(code, **error.detail) from error

    def _mix_and_cut(self) -> None:
        self._seen = None
        mixed = shoes.mix_shoe(actor=self._dealer, at=self._at(), table=self._table)
        shoes.cut_shoe(
            actor=self._dealer,
            at=self._at(),
            table=self._table,
            cut_by="the dealer",
            cut_from_top=int(mixed["cards"]) // 2,
            cut_card_from_bottom=houses.CUT_CARD_FROM_BOTTOM,
        )

    def _open(self) -> None:
        table_life.open_table(
            actor=self._boss,
            at=self._at(),
            table=self._table,
            count=RackCount(BANK, chips.value(BANK)),
            dealer=self._made.cast.sign(DEALER),
            pit_boss=self._made.cast.sign(BOSS),
        )
        taps.tap_in(actor=self._dealer, at=self._at(), table=self._table)


def _plan(code: str, games: Sequence[str], today: date) -> HousePlan:
    return HousePlan(
        code=code,
        names=f"{code}-",
        name="Written cases",
        currency="XXX",
        exponent=2,
        time_zone="UTC",
        day_starts_at=time(0),
        shifts=(("day", time(0)),),
        opens_on=today - timedelta(days=1),
        licences_until=today + timedelta(days=365),
        chips=CHIPS,
        owned={value: count * TABLES_A_DELIVERY for value, count in BANK.items()},
        pits={PIT: "Written cases"},
        bosses={PIT: BOSS},
        people=(
            Member("M1", "House manager", Role.HOUSE_MANAGER),
            Member(BOSS, "Pit boss", Role.PIT_BOSS, games),
            Member(DEALER, "Dealer", Role.DEALER, games),
            Member("K1", "Cashier", Role.CASHIER),
            Member("A1", "Accountant", Role.ACCOUNTANT),
        ),
    )
