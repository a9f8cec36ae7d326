"""Chips on the way between the cage and a rack of a made-up house: each slip by the persons it takes, step by step.

The pit boss asks, the cashier makes out, security carries, the dealer counts before the boss. One cage serves all
tables: its clock goes forward with every slip, and a table waits for it.
"""

from collections.abc import Mapping
from datetime import datetime

from tables.domain import chips
from tables.domain.actors import Actor, Role
from tables.domain.cage import CagePlace
from tables.domain.chips import Chips
from tables.models import floor
from tables.services import cage_stock, slips
from tables.services.simulation import houses
from tables.services.simulation.clocks import Clock
from tables.services.simulation.houses import MadeHouse, TablePlan
from tables.services.slips.at_table import SlipCount

PAR_SHARE_LOW, PAR_TIMES_HIGH = 4, 2
"""Below a quarter of its par a denomination is filled up; at twice its par and more the surplus goes to the cage."""


def lacking(held: Mapping[int, int], par: Mapping[int, int]) -> Chips:
    """What brings the denominations that are nearly gone back to par; empty while there are enough of each."""
    low = {value: wanted for value, wanted in par.items() if held.get(value, 0) * PAR_SHARE_LOW < wanted}
    return {value: wanted - held.get(value, 0) for value, wanted in low.items()}


def surplus(held: Mapping[int, int], par: Mapping[int, int]) -> Chips:
    """What lies above par where that is more than twice of it."""
    high = {value: wanted for value, wanted in par.items() if wanted and held.get(value, 0) >= PAR_TIMES_HIGH * wanted}
    return {value: held[value] - wanted for value, wanted in high.items()}


class ChipRun:
    """The way between the cage and one table. ``clock`` is the table's."""

    def __init__(self, made: MadeHouse, plan: TablePlan, clock: Clock) -> None:
        self._made = made
        self._plan = plan
        self._clock = clock
        self._cashier = made.holder(Role.CASHIER)
        self._security = made.holder(Role.SECURITY)
        self._boss = made.plan.bosses[plan.pit]

    def restock(self, dealer: str, held: Mapping[int, int]) -> None:
        """Bring the rack back towards its par: by an exchange where it has too many of others, else by fill or credit.

        What the cage does not have is not asked for.
        """
        over, short = surplus(held, self._plan.bank), self.in_cage(lacking(held, self._plan.bank))
        given = chips.made_of(chips.value(short), over) if short and over else None
        if given is not None:
            self.exchange(dealer, given, short)
            return
        if short:
            self.fill(dealer, short)
        if over:
            self.credit(dealer, over)

    def rescue(self, dealer: str, held: Mapping[int, int]) -> None:
        """The rack cannot make a payment: the boss asks for its par at once, from new chips where the cage has none."""
        wanted = {value: count - held.get(value, 0) for value, count in self._plan.bank.items()}
        wanted = {value: count for value, count in wanted.items() if count > 0} or dict(self._plan.bank)
        if self.in_cage(wanted) != wanted:
            houses.receive_chips(self._made, self._tick())
        self.fill(dealer, wanted, urgent=True)

    def fill(self, dealer: str, wanted: Mapping[int, int], *, urgent: bool = False) -> str:
        """Chips come to the table; the number of the slip."""
        slip = self.send_fill(wanted, urgent=urgent)
        slips.accept_fill(
            actor=self._dealer(dealer),
            at=self._tick(),
            slip=slip,
            count=_count(wanted),
            dealer=self._made.cast.sign(dealer),
            pit_boss=self._made.cast.sign(self._boss),
        )
        return slip

    def send_fill(self, wanted: Mapping[int, int], *, urgent: bool = False) -> str:
        """A fill as far as security's hands: it stays in transit until the table has counted it."""
        slip = self.issue(self.ask_fill(wanted, urgent=urgent))
        self._carry(slip)
        return slip

    def ask_fill(self, wanted: Mapping[int, int], *, urgent: bool = False) -> int:
        """The pit boss asks; the number of the request."""
        return int(
            slips.request_fill(
                actor=self._made.cast.actor(self._boss),
                at=self._tick(),
                table=self._plan.code,
                wanted=wanted,
                total=chips.value(wanted),
                pit_boss=self._made.cast.sign(self._boss),
                urgent=urgent,
            )["request"]
        )

    def credit(self, dealer: str, offered: Mapping[int, int]) -> str:
        """Chips go from the table to the cage; the number of the slip."""
        asked = slips.request_credit(
            actor=self._made.cast.actor(self._boss),
            at=self._tick(),
            table=self._plan.code,
            offered=offered,
            total=chips.value(offered),
            pit_boss=self._made.cast.sign(self._boss),
        )
        slip = self.issue(int(asked["request"]))
        slips.count_out_credit(
            actor=self._dealer(dealer),
            at=self._tick(),
            slip=slip,
            count=_count(offered),
            dealer=self._made.cast.sign(dealer),
            pit_boss=self._made.cast.sign(self._boss),
            security=self._made.cast.sign(self._security),
        )
        self._receive(slip, offered)
        return slip

    def exchange(self, dealer: str, given: Mapping[int, int], taken: Mapping[int, int]) -> str:
        """Other chips of the same worth: ``given`` from the rack, ``taken`` from the cage; the number of the slip."""
        asked = slips.request_exchange(
            actor=self._made.cast.actor(self._boss),
            at=self._tick(),
            table=self._plan.code,
            given=given,
            taken=taken,
            total=chips.value(taken),
            pit_boss=self._made.cast.sign(self._boss),
        )
        slip = self.issue(int(asked["request"]))
        self._carry(slip)
        slips.make_exchange(
            actor=self._dealer(dealer),
            at=self._tick(),
            slip=slip,
            count=_count(taken),
            dealer=self._made.cast.sign(dealer),
            pit_boss=self._made.cast.sign(self._boss),
            security=self._made.cast.sign(self._security),
        )
        self._receive(slip, given)
        return slip

    def issue(self, request: int) -> str:
        """The cashier makes the slip out; its number."""
        answer = slips.issue_slip(
            actor=self._made.cast.actor(self._cashier),
            at=self._tick(),
            table=self._plan.code,
            request=request,
            cashier=self._made.cast.sign(self._cashier),
        )
        return str(answer["slip"])

    def in_cage(self, wanted: Mapping[int, int]) -> Chips:
        """As much of ``wanted`` as lies in the cage's drawers."""
        table = floor.GamingTable.objects.get(casino__code=self._made.code, code=self._plan.code)
        lying = {
            line.value: count
            for line, count in cage_stock.holding(table.casino_id, CagePlace.CAGE).items()
            if line.chip_set == table.chip_set_id
        }
        return {value: least for value, count in wanted.items() if (least := min(count, lying.get(value, 0)))}

    def _carry(self, slip: str) -> None:
        slips.carry_slip(
            actor=self._made.cast.actor(self._security),
            at=self._tick(),
            slip=slip,
            security=self._made.cast.sign(self._security),
        )

    def _receive(self, slip: str, counted: Mapping[int, int]) -> None:
        slips.receive_slip(
            actor=self._made.cast.actor(self._cashier),
            at=self._tick(),
            slip=slip,
            count=_count(counted),
            cashier=self._made.cast.sign(self._cashier),
        )

    def _dealer(self, badge: str) -> Actor:
        return self._made.at_table(badge, self._plan.code)

    def _tick(self) -> datetime:
        """The next moment at this table that is no earlier than what the cage has done."""
        self._clock.reach(self._made.cage_clock.at)
        moment = self._clock.tick()
        self._made.cage_clock.reach(moment)
        return moment


def _count(counted: Mapping[int, int]) -> SlipCount:
    return SlipCount(counted, chips.value(counted))
