"""Chips between cage, tables and patrons at random, by anybody: nothing is lost, no number skipped, nobody signs twice.

Hypothesis deals: requests, fills, credits, exchanges, voids, copies, buy-ins, markers, counts, rolls, boxes and the
cage's own movements, mostly as they should be and often not: wrong sums, wrong persons, persons with a second role,
steps out of turn, requests sent twice. After each step rows, log and books must
agree (``custody_checks``).
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from accounting.services import follow
from accounting.services.verify import run
from tables.domain import chips, slips
from tables.domain.actors import Actor
from tables.domain.errors import FloorError
from tables.domain.slips import SlipKind
from tables.domain.table_states import BoxStatus, SlipStatus, TableStatus
from tables.models import periods
from tables.models.markers import Marker
from tables.models.slips import Slip
from tables.services import buy_ins, rule_packs
from tables.services.boxes import BoxRemoval
from tables.services.slips import steps
from tests import builders, cages, custody, markers, whole_house
from tests import slips as acts
from tests.builders import House
from tests.tables.services import count_room, custody_checks, stores_at_random
from tests.tables.services.custody_checks import Notebook
from tests.tables.services.custody_house import DEALERS, PIECES, STOCK, TABLES

WORKERS = ("dana", "dev", "petra", "cass", "cleo", "sam", "colin", "cora", "ada", "hana")
PACKS = ("nevada-like", "new-jersey-like")
"""Fills that differ are sent back, or taken as a variance (T-21); series for ever, or by the year (T-28)."""
CASHIERS, CARRIERS = (*["cass"] * 6, "cleo", "cleo", "sam", "petra"), (*["sam"] * 6, "cleo", "colin")
STEPS = [
    *["slip"] * 11, *["ask"] * 3, *["marker"] * 4, *["patron"] * 2, *["box"] * 4, *["cage"] * 2, "table", "disorder",
]  # fmt: skip
"""Which kind of act, as often as it stands here."""
LEANINGS = ("box", "slip", "box", "marker")
"""What a day is mostly about: a box comes to its end only after nine acts in the right order."""
MORE = 14
BLIND = {"count_differs", "drop_differs"}
"""Whoever counts blind is not told by how much he is off, nor where."""
seeds = st.binary(min_size=13, max_size=13)
"""Not whole numbers: of those Hypothesis draws some that stand in the modules that happen to be loaded, and a run would
prove one thing alone and another beside other tests. It begins with the simplest, so each turn adds its number."""
Act = Callable[..., dict[str, Any]]
Then = Callable[[dict[str, Any]], object]


class Custody(RuleBasedStateMachine):
    """A day of the house; taken back when it is over."""

    house: House
    seen: ClassVar[Counter[str]] = Counter()
    refused: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.undone = whole_house.undone()
        self.undone.__enter__()
        self.notebook = Notebook(Counter(STOCK), pieces=Counter(PIECES))
        self.heads = builders.snapshot()
        self.now, self.sent, self.turn, self.going = self.house.at, 0, 0, False

    def teardown(self) -> None:
        if self.going:
            chance = random.Random(f"the end of {self.turn} turns")
            for _ in range(3):  # what is out of turn comes up too seldom in the day itself
                self._disorder(chance)
            follow.follow_all()
            assert [str(finding) for finding in run.verify().findings] == []
        self.undone.__exit__(None, None, None)

    @initialize(pack=st.sampled_from(PACKS), leaning=st.sampled_from(LEANINGS))
    def begin(self, pack: str, leaning: str) -> None:
        """The house chooses by whose rules it works, and one kind of act is to be the commonest."""
        self.steps = [*STEPS, *[leaning] * MORE]
        since = builders.GAMING_DAY
        rule_packs.choose_rule_pack(actor=self.house.hana, at=self.now, name=pack, version=1, effective_from=since)
        self.going = True

    @rule(seed=seeds)
    def something_happens(self, seed: bytes) -> None:
        """Three acts of any kind, each as likely as STEPS says: Hypothesis by itself would leave out some at will."""
        self.turn += 1
        chance = random.Random(f"{self.turn} {seed.hex()}")
        for what in chance.choices(self.steps, k=3):
            self.now += timedelta(minutes=chance.choice([1, 5, 20, 60]))
            getattr(self, f"_{what}")(chance)
        stores_at_random.beside(self, random.Random(f"beside {self.turn} {seed.hex()}"))

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        if self.going:
            types, self.heads = custody_checks.check(self.house, self.notebook, self.heads)
            self.seen.update(types)

    # -------------------------------------------------------------------------------------------------------- persons
    def who(self, chance: random.Random, *right: str) -> str:
        """One of those who should, or now and then anybody."""
        return chance.choice(right) if chance.random() < 0.97 else chance.choice(WORKERS)

    def acting(self, name: str, code: str = "") -> Actor:
        """At the terminal of a table, where there is one; else in the office."""
        return self.house.at_table(name, code) if code and name in DEALERS.values() else builders.actor(name)

    def _pit(self, chance: random.Random, code: str) -> dict[str, Any]:
        """Dealer and boss under a paper of the table; now and then the dealer of another one."""
        dealer, boss = self.who(chance, *[DEALERS[code]] * 24, *DEALERS.values()), self.who(chance, "petra")
        return {
            "actor": self.acting(dealer, code),
            "dealer": self.house.sign(dealer),
            "pit_boss": self.house.sign(boss),
        }

    def _cashier(self, chance: random.Random) -> dict[str, Any]:
        name = self.who(chance, *CASHIERS)
        return {"actor": self.acting(name), "cashier": self.house.sign(name)}

    # ----------------------------------------------------------------------------------------------------------- acts
    def attempt(self, act: Act, then: Then = lambda answer: None, *, again: bool = False, **asked: Any) -> None:
        """What is refused has changed nothing; what is sent twice happens once and is answered alike (T-29)."""
        self.sent += 1
        call = partial(act, **{"at": self.now, "key": f"request-{self.sent}", **asked})
        before = custody_checks.rows()
        answer: dict[str, Any] = {}
        refusal: FloorError | None = None
        try:
            answer = call()
        except FloorError as error:
            refusal = error
        if refusal is not None:
            self.refused[refusal.code] += 1
            assert refusal.code not in BLIND or refusal.detail == {}
            assert custody_checks.rows() == before
            return
        then(answer)
        if again:
            after = custody_checks.rows()
            assert call() == answer
            assert custody_checks.rows() == after

    def _ask(self, chance: random.Random) -> None:
        code = chance.choice(TABLES)
        more: dict[str, Any] = {}
        boss = self.who(chance, "petra")
        if chance.random() < 0.12:
            more["total"] = 12_345
        asked: dict[str, Any] = {"actor": self.acting(boss), "pit_boss": self.house.sign(boss), "table": code, **more}
        kind = chance.choice(["fill", "fill", "credit", "exchange"])
        if kind == "fill":
            self.attempt(partial(acts.ask_fill, self.house, self._some(chance, 160)), urgent=True, **asked)
        elif kind == "credit":
            self.attempt(partial(acts.ask_credit, self.house, self._some(chance, 120)), **asked)
        else:
            given = {10_000: chance.randint(1, 6)}
            taken = {500: chips.value(given) // 500}
            given, taken = (given, taken) if chance.random() < 0.5 else (taken, given)
            self.attempt(partial(acts.ask_exchange, self.house, given, taken), **asked)

    @staticmethod
    def _some(chance: random.Random, most: int) -> dict[int, int]:
        """Chips of one or two kinds, now and then of one that the house does not have."""
        values = chance.sample([500, 2_500, 10_000], chance.randint(1, 2))
        wanted = {value: chance.randint(1, max(most * 500 // value, 3)) for value in values}
        return {**wanted, 700: 1} if chance.random() < 0.1 else wanted

    def _slip(self, chance: random.Random) -> None:
        """The next step of some slip that is not at its end, or its void, or the end of its request."""
        waiting = Slip.objects.select_related("table").filter(status__in=sorted(slips.OPEN)).order_by("pk")
        for row in chance.sample(list(waiting), min(len(waiting), 2)):
            self._advance(chance, row)
        if not waiting:
            self._ask(chance)

    def _advance(self, chance: random.Random, row: Slip) -> None:
        status, exchange = SlipStatus(row.status), row.kind == SlipKind.EXCHANGE
        if status == SlipStatus.REQUESTED:
            step = chance.choice(["issue"] * 8 + ["refuse", "withdraw"])
        elif status == SlipStatus.ISSUED:
            onward = "count_out" if row.kind == SlipKind.CREDIT else "carry"
            step = chance.choice([onward] * 6 + ["void", "reprint"])
        elif status == SlipStatus.IN_TRANSIT:
            step = chance.choice(["make_exchange" if exchange else "accept"] * 5 + ["decline"] * 3 + ["void"])
        else:
            step = "receive" if status == SlipStatus.COUNTED_OUT else "give_back"
        self._step(chance, row, step)

    def _disorder(self, chance: random.Random) -> None:
        """Any step of any slip, whatever it is and wherever it stands."""
        rows = list(Slip.objects.select_related("table").order_by("pk"))
        if rows:
            step = chance.choice(
                ["issue", "carry", "accept", "decline", "count_out", "make_exchange", "receive", "give_back", "void"]
            )
            self._step(chance, chance.choice(rows), step)

    def _step(self, chance: random.Random, row: Slip, step: str) -> None:
        code, again = row.table.code, chance.random() < 0.2
        if step in ("issue", "refuse", "withdraw"):
            self._before_the_slip(chance, row, step, again=again)
            return
        if row.number is None:
            return
        slip = steps.text_of(row)
        if step == "carry":
            name = self.who(chance, *CARRIERS)
            self.attempt(partial(acts.carry, self.house, slip), actor=self.acting(name), security=self.house.sign(name))
        elif step == "void":
            second = self.who(chance, "paul", "ada", "sam", "hana")
            self.attempt(partial(acts.void, self.house, slip, second=second), again=again, **self._cashier(chance))
        elif step == "reprint":
            self.attempt(partial(acts.reprint, self.house, slip), again=again)
        elif step in ("receive", "give_back"):
            self._in_the_cage(chance, row, step, again=again)
        else:
            self._on_the_layout(chance, row, code, step, again=again)

    def _before_the_slip(self, chance: random.Random, row: Slip, step: str, *, again: bool) -> None:
        asked: dict[str, Any] = {"table": row.table.code}
        if step == "withdraw":
            asked["actor"] = self.acting(self.who(chance, "petra"))
        elif step == "refuse":
            asked["actor"] = self.acting(self.who(chance, *CASHIERS))
        else:
            asked |= self._cashier(chance)
        self.attempt(partial(getattr(acts, step), self.house, row.request), again=again, **asked)

    def _on_the_layout(self, chance: random.Random, row: Slip, code: str, step: str, *, again: bool) -> None:
        """Accept, decline, count out, exchange: what came or goes, counted right or one chip off."""
        sent = chips.from_data(row.taken if row.kind == SlipKind.EXCHANGE else row.chips)
        found = self._one_off(chance, sent, 0.25)
        asked = self._pit(chance, code)
        if step in ("count_out", "make_exchange"):
            asked["security"] = self.house.sign(self.who(chance, *CARRIERS))
        if step == "accept":
            asked["note"] = chance.choice(["", "counted twice"])
        then = partial(self._note, sent, found) if step == "accept" else (lambda answer: None)
        self.attempt(partial(getattr(acts, step), self.house, steps.text_of(row), found), then, again=again, **asked)

    def _in_the_cage(self, chance: random.Random, row: Slip, step: str, *, again: bool) -> None:
        back = row.taken if row.kind == SlipKind.EXCHANGE and step == "give_back" else row.chips
        sent = chips.from_data(back)
        found = self._one_off(chance, sent, 0.15)
        asked: dict[str, Any] = {"note": chance.choice(["", "counted twice"]), **self._cashier(chance)}
        act = partial(getattr(acts, step), self.house, steps.text_of(row), found)
        self.attempt(act, partial(self._note, sent, found), again=again, **asked)

    def _note(self, expected: Mapping[int, int], found: Mapping[int, int], answer: object) -> None:
        self.notebook.counted(expected, found)

    @staticmethod
    def _one_off(chance: random.Random, holding: Mapping[int, int], often: float) -> dict[int, int]:
        """What lies there, or sometimes a chip more or less."""
        found = dict(holding)
        if found and chance.random() < often:
            value = chance.choice(sorted(found))
            found[value] = max(found[value] + chance.choice([-1, 1]), 0)
        return found

    # -------------------------------------------------------------------------------------------- players and patrons
    def _patron(self, chance: random.Random) -> None:
        """Buy-in, colours changed, chips sold and redeemed at the window."""
        code, note = chance.choice(TABLES), self.notebook
        dealer = self.who(chance, DEALERS[code])
        at_table: dict[str, Any] = {"actor": self.acting(dealer, code), "table": code}
        hundreds, greens = chance.randint(1, 6), chance.randint(1, 3)
        what = chance.choice(["buy", "buy", "change", "sell", "redeem"])
        if what == "buy":
            cut = {10_000: hundreds, 2_500: greens * 4}
            again = chance.random() < 0.3
            act = partial(custody.buy_in, self.house, chips.value(cut), cut)
            self.attempt(act, lambda answer: note.goes_out(cut), again=again, **at_table)
        elif what == "change" and note.outside[10_000] >= 1:
            given, taken = {10_000: 1}, {2_500: 4}
            asked: dict[str, Any] = {**at_table, "player": "seat 3", "given": given, "taken": taken}
            self.attempt(buy_ins.change_chips, lambda answer: note.changes(given, taken), **asked)
        elif what == "sell":
            sold = {10_000: hundreds}
            cashier = self.acting(self.who(chance, *CASHIERS))
            act = partial(cages.sell, self.house, cages.lot(sold), {10_000: hundreds})
            self.attempt(act, lambda answer: note.goes_out(sold), actor=cashier)
        elif (most := note.outside[10_000]) > 0:
            brought = {10_000: chance.randint(1, most)}
            cashier = self.acting(self.who(chance, *CASHIERS))
            act = partial(cages.redeem, self.house, cages.lot(brought), {10_000: brought[10_000]})
            self.attempt(act, lambda answer: note.comes_in(brought), actor=cashier)

    def _marker(self, chance: random.Random) -> None:
        """Given at one table, paid at any, voided, handed to the cage and settled there."""
        owed = list(Marker.objects.select_related("table").exclude(status__in=["paid", "void"]).order_by("pk"))
        if not owed or chance.random() < 0.25:
            code, cut = chance.choice(TABLES), {10_000: chance.randint(1, 12)}
            act = partial(markers.issue, self.house, cut)
            self.attempt(act, lambda answer: self.notebook.goes_out(cut), table=code, **self._pit(chance, code))
            return
        in_cage = [row for row in owed if row.held == "cage"]
        row = chance.choice(in_cage if in_cage and chance.random() < 0.6 else owed)
        slip, left = slips.text_of(row.series, row.number), row.amount - row.paid
        if row.held == "cage":
            self._settle(chance, slip, left)
        elif chance.random() < 0.4:
            self._pay(chance, slip, left)
        elif chance.random() < 0.6:
            boss = self.house.sign(self.who(chance, "petra"))
            asked: dict[str, Any] = {"pit_boss": boss, **self._cashier(chance)}
            self.attempt(partial(markers.transfer, self.house, {slip: left}), **asked)
        elif all(self.notebook.outside[int(value)] >= count for value, count in row.chips.items()):
            asked = {**self._pit(chance, row.table.code), "actor": self.acting("petra")}
            taken = chips.from_data(row.chips)
            act = partial(markers.void, self.house, slip, self.who(chance, "sam", "ada"))
            self.attempt(act, lambda answer: self.notebook.comes_in(taken), **asked)

    def _pay(self, chance: random.Random, slip: str, left: int) -> None:
        code, given = chance.choice(TABLES), self._chips_of_players(chance, left)
        cash = chance.choice([0, 10_000, left - chips.value(given)])
        act = partial(markers.pay, self.house, slip, cash, given)
        self.attempt(act, lambda answer: self.notebook.comes_in(given), table=code, **self._pit(chance, code))

    def _settle(self, chance: random.Random, slip: str, left: int) -> None:
        given = self._chips_of_players(chance, left)
        cash = {10_000: (left - chips.value(given)) // 10_000 or 0}
        act = partial(markers.settle, self.house, slip, {k: v for k, v in cash.items() if v}, given or None)
        self.attempt(act, lambda answer: self.notebook.comes_in(given), **self._cashier(chance))

    def _chips_of_players(self, chance: random.Random, most: int) -> dict[int, int]:
        count = min(chance.randint(0, most // 10_000), max(self.notebook.outside[10_000], 0))
        return {10_000: count} if count else {}

    # ---------------------------------------------------------------------------------------- counts, boxes, the cage
    def _table(self, chance: random.Random) -> None:
        """Opened, rolled (now and then with its box), closed; the rack counted right or not."""
        code = chance.choice(TABLES)
        what = "roll" if chance.random() < 0.75 else "close"
        self._count(chance, code, "open" if self.house.state(code).status == TableStatus.CLOSED else what)

    def _count(self, chance: random.Random, code: str, what: str, **more: Any) -> None:
        expected = custody.rack_of(self.house, code)
        found = self._one_off(chance, expected, 0.3)
        act = partial(getattr(custody, f"{what}_table"), self.house, found, chance.choice(["", "counted twice"]))
        self.attempt(act, partial(self._note, expected, found), table=code, **self._pit(chance, code), **more)

    def _counters(self, chance: random.Random) -> Any:
        pair = (self.who(chance, *["colin"] * 6, "dana", "petra"), self.who(chance, "cora"))
        return tuple(self.house.sign(name) for name in pair)

    def _box(self, chance: random.Random) -> None:
        """A box leaves its table, an open one with a roll; or the count room works on, some steps at once."""
        rows = list(periods.DropBox.objects.select_related("table").order_by("pk"))
        if any(row.status != BoxStatus.ON_TABLE for row in rows) and chance.random() < 0.8:
            for _ in range(chance.choice([2, 3, 4])):
                count_room.go_on(self, chance)
            return
        row = chance.choice(rows)
        asked: dict[str, Any] = {"table": row.table.code, "actor": self.acting(self.who(chance, "colin", "cora"))}
        removal = BoxRemoval(row.number, self._counters(chance))
        if self.house.state(row.table.code).status == TableStatus.CLOSED:
            self.attempt(partial(custody.remove_box, self.house, row.number), removal=removal, **asked)
        else:
            self._count(chance, row.table.code, "roll", removal=removal)

    def _cage(self, chance: random.Random) -> None:
        """Chips and notes to the vault and back, and the count of either place."""
        place = chance.choice(["cage", "vault"])
        stock, cash = cages.stock_of(self.house, place), cages.stock_of(self.house, place, None)
        first, second = self.who(chance, "cass"), self.who(chance, "cleo", "sam")
        signed: dict[str, Any] = {"actor": self.acting(first)}
        if chance.random() < 0.35:
            moved = {10_000: chance.randint(1, 3)}
            people: dict[str, Any] = {"giver": self.house.sign(first), "taker": self.house.sign(second)}
            act = partial(cages.move_vault, self.house, place, cages.lot(moved), {2_000: 1})
            self.attempt(act, **signed, **people)
            return
        found = self._one_off(chance, stock, 0.6)
        counted = cages.counted({"MAIN": found} if found else {}, cash, chance.choice(["", "", "counted twice"]))
        people = {"outgoing": self.house.sign(first), "incoming": self.house.sign(second)}
        act = partial(cages.count, self.house, counted, place)
        self.attempt(act, partial(self._note, stock, found), **signed, **people)
