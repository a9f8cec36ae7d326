"""The papers of the demo's evening, and those that wait when it opens: slips, a marker, the window, cage counts."""

from collections.abc import Mapping
from typing import Any

from tables.domain import chips
from tables.services import patrons
from tables.services.simulation import cage_acts, stores
from tables.services.simulation.chip_runs import ChipRun
from tables.services.simulation.clocks import Clock
from tables.services.simulation.demo_plan import DemoPlan
from tables.services.simulation.houses import MadeHouse
from tables.services.simulation.table_run import TableRun

Given = Mapping[str, Any]


class DemoPapers:
    """Papers as ``demo.json`` has them under ``papers``: ``begin``, ``after_round``, ``end``, ``today``."""

    def __init__(self, made: MadeHouse, plan: DemoPlan) -> None:
        self._made = made
        self._plan = plan
        self._given: Given = plan.given["papers"]
        self._marker = ""

    def begin(self) -> None:
        """Cash from the bank, chips into the vault, cards and dice to the tables, and two patrons:
        one with a credit line, one known by description.
        """
        cash, patron, unknown = self._given["cash"], self._given["patron"], self._given["unknown"]
        cage_acts.fetch_cash(self._made, chips.from_data(cash["vault"]), chips.from_data(cash["drawers"]))
        stores.fill(self._made)
        for table in self._plan.tables.values():
            stores.supply(self._made, table)
        cage_acts.store_chips(self._made, chips.from_data(self._given["reserve"]))
        day = self._plan.played.gaming_day
        cage_acts.give_credit(self._made, patron["code"], patron["name"], patron["limit"], patron["source"], day)
        boss = self._made.cast.actor(next(iter(self._made.plan.bosses.values())))
        at = self._made.cage_clock.tick()
        patrons.register_patron(actor=boss, at=at, code=unknown["code"], description=unknown["description"])

    def after_round(self, run: TableRun, number: int) -> None:
        """What is due at a table after its round of this number."""
        way = ChipRun(self._made, run.plan, run.clock)
        for act in self._given["acts"]:
            if (act["table"], act["after"]) == (run.plan.code, number):
                self._act(act, run, way)

    def _act(self, act: Given, run: TableRun, way: ChipRun) -> None:
        moved = chips.from_data(act["chips"])
        if act["do"] == "fill":
            way.fill(run.dealer, moved)
        elif act["do"] == "credit":
            way.credit(run.dealer, moved)
        elif act["do"] == "exchange":
            way.exchange(run.dealer, moved, chips.from_data(act["taken"]))
        elif act["do"] == "marker":
            patron = self._given["patron"]["code"]
            self._marker = cage_acts.issue_marker(self._made, run.plan, run.dealer, run.clock, patron, moved)
        elif act["do"] == "payment":
            cage_acts.pay_marker(self._made, run.plan, run.dealer, run.clock, self._marker, act["cash"], moved)
            run.purses.laid_down(act["cash"])
        else:
            raise ValueError(f"demo.json: nothing is called {act['do']}")

    def end(self, clock: Clock) -> None:
        """The window serves, and the pit's marker goes to the cage before the day ends."""
        self._made.cage_clock.reach(clock.at)
        patron, window, marker = self._given["patron"]["code"], self._given["window"], self._given["marker"]
        cage_acts.redeem(
            self._made, patron, chips.from_data(window["redeemed"]), chips.from_data(window["redeemed_for"])
        )
        unknown = self._given["unknown"]["code"]
        cage_acts.sell(self._made, unknown, chips.from_data(window["paid"]), chips.from_data(window["sold"]))
        cage_acts.hand_over_marker(self._made, self._plan.tables[marker["table"]], self._marker, marker["owed"])
        clock.reach(self._made.cage_clock.at)

    def today(self, runs: Mapping[str, TableRun], clock: Clock) -> None:
        """Two cashiers have counted; a fill is asked for, another on its way; a part of the marker is paid."""
        self._made.cage_clock.reach(clock.at)
        cage_acts.count_cage(self._made)
        cage_acts.settle_marker(self._made, self._marker, chips.from_data(self._given["marker"]["settled"]))
        asked, sent = self._given["today"]["asked"], self._given["today"]["sent"]
        ChipRun(self._made, runs[sent["table"]].plan, clock).send_fill(chips.from_data(sent["chips"]), urgent=True)
        ChipRun(self._made, runs[asked["table"]].plan, clock).ask_fill(chips.from_data(asked["chips"]), urgent=True)
