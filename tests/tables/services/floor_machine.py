"""One evening at a card table and a dice table by random hands: play, undo, approvals, disputes, handovers.

Hypothesis deals what the parts do to each other: a press taken back after a lift, a void asked for and then ruled on, a
ruling on a round that is void by now, a table closed with approvals open, a boss who goes home with items open. Mostly
as it should be, often not: persons who may not, steps out of turn, stale terminals, requests sent twice. After each act
engine, rows, log and books must agree (``floor_checks``).
"""

import random
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from accounting.services import follow
from accounting.services.verify import run
from tables.domain import chips
from tables.domain.actors import Actor
from tables.domain.canonical import content_hash
from tables.domain.errors import FloorError, StaleSequence
from tables.domain.table_states import RoundStatus, TableStatus
from tables.games.cards import PACK
from tables.models import staff
from tables.models.approvals import Approval
from tables.models.disputes import Dispute
from tables.models.slips import Slip
from tables.services import (
    approvals,
    dispute_rulings,
    disputes,
    handovers,
    live,
    patrons,
    pits,
    play,
    rulings,
    shoes,
    undoing,
)
from tables.services.approvals import claims
from tests import builders, custody, whole_house
from tests import slips as slip_acts
from tests.builders import House
from tests.games.scarney import random_games
from tests.tables.services import custody_checks, floor_checks, floor_hands
from tests.tables.services.floor_hands import PLAYERS
from tests.tables.services.floor_house import CARDS, DEALERS, DICE, TABLES, sign

BOSSES = ("petra", "paul")
ANYBODY = ("dana", "dev", "petra", "paul", "cass", "sam", "hana", "ada")
STEPS = [
    *["play"] * 10, *["undo"] * 6, *["ask"] * 5, *["decide"] * 7, *["dispute"] * 4, *["rule"] * 6, *["second_look"] * 3,
    *["void"] * 2, *["fill"] * 3, *["handover"] * 2, *["claim"] * 2, *["table"] * 3, "stop", "patron", "wrong",
]  # fmt: skip
"""Which kind of act, as often as it stands here."""
seeds = st.binary(min_size=13, max_size=13)
"""Not whole numbers: of those Hypothesis draws some that stand in the modules that happen to be loaded, and a run would
prove one thing alone and another beside other tests. It begins with the simplest, so each turn adds its number."""
Act = Callable[..., dict[str, Any]]


class Evening(RuleBasedStateMachine):
    """An evening at the two tables; taken back when it is over."""

    house: House
    seen: ClassVar[Counter[str]] = Counter()
    refused: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.undone = whole_house.undone()
        self.undone.__enter__()
        self.heads = builders.snapshot()
        self.now, self.sent, self.turn, self.going = self.house.at, 0, 0, False
        self.before_press: dict[str, tuple[int, Any]] = {}

    def teardown(self) -> None:
        try:
            if self.going:
                follow.follow_all()
                found = run.verify().findings
                assert not found, "\n".join(map(str, found))
        finally:
            self.undone.__exit__(None, None, None)

    @initialize()
    def begin(self) -> None:
        self.going = True

    @rule(seed=seeds)
    def something_happens(self, seed: bytes) -> None:
        """Three acts of any kind, each as likely as STEPS says: Hypothesis by itself would leave out some at will."""
        self.turn += 1
        chance = random.Random(f"{self.turn} {seed.hex()}")
        for what in chance.choices(STEPS, k=3):
            self.now += timedelta(seconds=chance.choice([0, 0, 1, 3, 20]))
            code = chance.choice([*[CARDS] * 3, *[DICE] * 2])
            stopped = self.house.state(code).status == TableStatus.STOPPED and chance.random() < 0.4
            getattr(self, "_stop" if stopped else f"_{what}")(chance, code)

    @invariant()
    def everything_agrees(self) -> None:
        if self.going:
            types, self.heads = floor_checks.check(self.house, TABLES, self.heads)
            self.seen.update(types)

    # -------------------------------------------------------------------------------------------------------- persons
    def who(self, chance: random.Random, *right: str) -> str:
        """One of those who should, or now and then anybody."""
        return chance.choice(right) if chance.random() < 0.94 else chance.choice(ANYBODY)

    def acting(self, name: str, code: str) -> Actor:
        """A dealer stands at the terminal of the table that is spoken of, everybody else at none."""
        return self.house.at_table(name, code) if name in DEALERS.values() else builders.actor(name)

    def boss(self, chance: random.Random, code: str) -> Actor:
        return self.acting(self.who(chance, *BOSSES), code)

    # ----------------------------------------------------------------------------------------------------------- acts
    def attempt(self, act: Act, chance: random.Random, code: str, *, sequenced: bool = True, **asked: Any) -> bool:
        """What is refused has changed nothing; what is sent twice happens once; a stale terminal does nothing.

        Whether it was done.
        """
        self.sent += 1
        head = floor_checks.head_of(code)
        more: dict[str, Any] = {"at": self.now, "key": f"request-{self.sent}", **asked}
        stale = sequenced and chance.random() < 0.04
        if sequenced and (stale or chance.random() < 0.5):
            more["expected_seq"] = head - 1 if stale else head
        call = partial(act, **more)
        before = custody_checks.rows()
        refusal: FloorError | None = None
        answer: dict[str, Any] = {}
        try:
            answer = call()
        except FloorError as error:
            refusal = error
        if refusal is not None:
            self.refused[refusal.code] += 1
            assert custody_checks.rows() == before
            assert not isinstance(refusal, StaleSequence) or stale
            return False
        assert not stale
        if chance.random() < 0.15:
            after = custody_checks.rows()
            assert call() == answer
            assert custody_checks.rows() == after
        return True

    def press(self, chance: random.Random, code: str, *inputs: dict[str, Any]) -> bool:
        """The dealer keys; what stood there before is kept, for the undo that may follow."""
        there = floor_checks.everything(code)
        actor = self.acting(self.who(chance, *[DEALERS[code]] * 12), code)
        done = self.attempt(play.record_inputs, chance, code, actor=actor, table=code, inputs=list(inputs))
        if done:
            self.before_press[code] = (floor_checks.head_of(code), there)
        return done

    def _undo(self, chance: random.Random, code: str) -> None:
        """At any moment; where the press was the last thing at the table, all is as it was before it."""
        if chance.random() < 0.7:
            self._press_on(chance, code, 1)
        head, there = self.before_press.get(code, (0, None))
        last = head == floor_checks.head_of(code)
        actor = self.acting(self.who(chance, DEALERS[code]), code)
        if self.attempt(undoing.undo_press, chance, code, actor=actor, table=code):
            assert last
            assert floor_checks.everything(code) == there

    # ----------------------------------------------------------------------------------------------------------- play
    def _play(self, chance: random.Random, code: str) -> None:
        self._press_on(chance, code, chance.randint(2, 14))

    def _press_on(self, chance: random.Random, code: str, most: int) -> None:
        for _ in range(most):
            state = self.house.state(code)
            if state.status != TableStatus.OPEN:
                return
            if state.round_status == RoundStatus.SETTLED:
                self.press(chance, code, {"do": "confirm_settlement"})
                return
            if state.round_status in live.NOT_RUNNING:
                self._begin_round(chance, code)
                continue
            act = floor_hands.card_act if code == CARDS else floor_hands.dice_act
            inputs = [act(self.house, chance)]
            if inputs[0]["do"] == "bet" and chance.random() < 0.3:
                inputs.append(act(self.house, chance))
            self.press(chance, code, *inputs)

    def _begin_round(self, chance: random.Random, code: str) -> None:
        if code == DICE:
            if chance.random() < 0.3:
                self.press(chance, code, {"do": "pay_pot", "to": chance.choice(PLAYERS)})
            self.press(chance, code, floor_hands.opening(chance))
        elif not self.press(chance, code, {"do": "open_round"}):
            where: dict[str, Any] = {"actor": self.house.at_table("dana", code), "table": code}
            cut: dict[str, Any] = {"cut_by": "seat 1", "cut_from_top": 60, "cut_card_from_bottom": 30}
            self.attempt(shoes.mix_shoe, chance, code, sequenced=False, **where)
            self.attempt(shoes.cut_shoe, chance, code, sequenced=False, **where, **cut)

    def _wrong(self, chance: random.Random, code: str) -> None:
        """A key that nothing asks for; at the card table it may be a card that nobody called for."""
        card = {"do": "card", "card": chance.choice(PACK)}
        self.press(chance, code, card if code == CARDS and chance.random() < 0.6 else random_games.any_action(chance))

    def _table(self, chance: random.Random, code: str) -> None:
        """Closed, rolled or opened again, whatever else is still open there."""
        closed = self.house.state(code).status == TableStatus.CLOSED
        self._count(chance, code, custody.open_table if closed else custody.roll_table)
        if not closed and self._count(chance, code, custody.close_table):
            for act in (self._decide, self._rule, self._void, self._undo):
                act(chance, code)
            self._count(chance, code, custody.open_table)

    def _count(self, chance: random.Random, code: str, act: Act) -> bool:
        signed: dict[str, Any] = {"dealer": sign(DEALERS[code]), "pit_boss": sign(self.who(chance, *BOSSES))}
        counted = partial(act, self.house, custody.rack_of(self.house, code))
        return self.attempt(counted, chance, code, actor=self.boss(chance, code), table=code, **signed)

    def _patron(self, chance: random.Random, code: str) -> None:
        """Chips bought, known chips told; a player's known chips are what rulings and voids give back to."""
        actor, player = self.acting(self.who(chance, DEALERS[code]), code), chance.choice(PLAYERS)
        if chance.random() < 0.5:
            bought = partial(custody.buy_in, self.house, 10_000, {2_500: 4}, player)
            self.attempt(bought, chance, code, actor=actor, table=code)
        else:
            told: dict[str, Any] = {"player": player, "amount": 500 * chance.randint(0, 60)}
            self.attempt(patrons.declare_funds, chance, code, actor=actor, table=code, **told)

    # ------------------------------------------------------------------------------------------------------ approvals
    def _ask(self, chance: random.Random, code: str) -> None:
        actor = self.acting(self.who(chance, DEALERS[code]), code)
        kind = chance.choice(["lift", "lift", "void", "void", "fill"])
        number = max(self.house.state(code).round_number - chance.choice([0, 0, 1, 2]), 0)
        wanted = {500: chance.randint(1, 40), 2_500: 4}
        what: dict[str, dict[str, Any]] = {
            "lift": {"player": chance.choice(PLAYERS), "maximum": chance.choice([40_000, 60_000, 100_000, 1_000_001])},
            "void": {"number": number, "reason": "wrong card keyed"},
            "fill": {"wanted": wanted, "total": chips.value(wanted) + chance.choice([0, 0, 0, 1])},
        }
        asked = getattr(approvals, f"ask_{kind}")
        if self.attempt(asked, chance, code, actor=actor, table=code, **what[kind]) and chance.random() < 0.7:
            self._decide(chance, code)

    def _decide(self, chance: random.Random, code: str) -> None:
        """Given, refused or taken back: one of those that are open, now and then one that is decided."""
        rows = Approval.objects.filter(table__code=code).order_by("number")
        waiting = list(rows.filter(status="asked") if chance.random() < 0.85 else rows)
        if not waiting:
            return
        row, word = chance.choice(waiting), chance.choice(["give", "give", "give", "refuse", "refuse", "withdraw"])
        asked: dict[str, Any] = {"table": code, "number": row.number}
        if word == "withdraw":
            actor = self.acting(self.who(chance, DEALERS[code]), code)
            self.attempt(approvals.withdraw_approval, chance, code, actor=actor, **asked)
            return
        name = self.who(chance, *BOSSES)
        if word == "refuse":
            self.attempt(
                approvals.refuse_approval, chance, code, actor=self.acting(name, code), reason="not tonight", **asked
            )
            return
        pin = sign(name).pin if row.kind == "fill" and chance.random() < 0.9 else ""
        self.attempt(approvals.give_approval, chance, code, actor=self.acting(name, code), pin=pin, **asked)

    def _claim(self, chance: random.Random, code: str) -> None:
        """A boss opens an item; for two minutes no other can press before him."""
        row = Approval.objects.filter(table__code=code, status="asked").first()
        if row is None:
            return
        try:
            claims.take(actor=self.boss(chance, code), at=self.now, table=code, kind=row.kind, item=str(row.number))
        except FloorError as error:
            self.refused[error.code] += 1
        self._decide(chance, code)

    def _fill(self, chance: random.Random, code: str) -> None:
        """What was allowed comes from the cage."""
        row = Slip.objects.filter(table__code=code, status="requested").first()
        if row is None:
            return
        at = {"at": self.now}
        slip = slip_acts.issue(self.house, row.request, table=code, **at)["slip"]
        slip_acts.carry(self.house, slip, **at)
        boss = next((name for name in BOSSES if name in self.in_charge()), None)
        if boss and self.house.state(code).status == TableStatus.OPEN:
            dealer = DEALERS[code]
            counted = partial(slip_acts.accept, self.house, slip, chips.from_data(row.chips))
            signed: dict[str, Any] = {"dealer": sign(dealer), "pit_boss": sign(boss)}
            self.attempt(counted, chance, code, sequenced=False, actor=self.house.at_table(dealer, code), **signed)

    # ----------------------------------------------------------------------------------------- voids, disputes, rulings
    def _void(self, chance: random.Random, code: str) -> None:
        number = max(self.house.state(code).round_number - chance.choice([0, 0, 1, 2]), 1)
        asked: dict[str, Any] = {"table": code, "number": number, "reason": "a card fell down"}
        self.attempt(rulings.void_round, chance, code, actor=self.boss(chance, code), **asked)

    def _dispute(self, chance: random.Random, code: str) -> None:
        number = max(self.house.state(code).round_number - chance.choice([0, 0, 1, 2, 3]), 0)
        place = chance.randint(1, 2)
        opened = self.attempt(
            disputes.open_dispute, chance, code,
            actor=self.acting(self.who(chance, DEALERS[code], *BOSSES), code), table=code,
            claim=chance.choice(["wrong_payout", "exposed_card", "dice_misread"]), text="I had nineteen",
            round_number=number or None, claimed=chance.choice([0, 500, 1_500, 2_000, 60_000]),
            player=PLAYERS[place - 1], spot=str(place), stop=chance.random() < 0.3,
        )  # fmt: skip
        if opened and chance.random() < 0.6:
            self._rule(chance, code)

    def _stop(self, chance: random.Random, code: str) -> None:
        """The table is stopped over a misdeal, of the running round or of an older one; or the stop is ruled on."""
        if self.house.state(code).status == TableStatus.STOPPED and chance.random() < 0.8:
            asked: dict[str, Any] = {
                "table": code,
                "ruling": chance.choice(["continue", "void_round"]),
                "reason": "seen by petra",
            }
            self.attempt(rulings.rule_misdeal, chance, code, actor=self.boss(chance, code), **asked)
            return
        number = self.house.state(code).round_number - chance.choice([0, 1])
        actor = self.acting(self.who(chance, DEALERS[code], *BOSSES), code)
        said: dict[str, Any] = {
            "claim": "exposed_card",
            "text": "a card was seen",
            "round_number": max(number, 0) or None,
        }
        self.attempt(disputes.open_dispute, chance, code, actor=actor, table=code, stop=True, **said)

    def _rule(self, chance: random.Random, code: str) -> None:
        waiting = list(Dispute.objects.filter(table__code=code, status__in=["open", "escalated"]).order_by("number"))
        if not waiting:
            return
        word = chance.choice(["continue", "void_round", *["pay_as_claimed"] * 3, "correct_mispay"])
        amount = chance.choice([500, -500, 1_050, 100_000]) if word == "correct_mispay" else 0
        asked: dict[str, Any] = {
            "table": code,
            "number": chance.choice(waiting).number,
            "ruling": word,
            "amount": amount,
        }
        boss = sign(self.who(chance, *BOSSES))
        actor = self.acting(self.who(chance, *BOSSES, DEALERS[code]), code)
        self.attempt(
            dispute_rulings.rule_dispute, chance, code, actor=actor, reason="seen on camera 4", boss=boss, **asked
        )

    def _second_look(self, chance: random.Random, code: str) -> None:
        """After a ruling: taken, looked at by surveillance, told to the regulator."""
        rows = list(Dispute.objects.filter(table__code=code).order_by("number"))
        if not rows:
            return
        asked: dict[str, Any] = {"actor": self.boss(chance, code), "table": code, "number": chance.choice(rows).number}
        looked: tuple[Act, dict[str, Any]] = (disputes.escalate_dispute, {"surveillance": "CAM4-0311"})
        reported: tuple[Act, dict[str, Any]] = (disputes.report_dispute, {"reference": "NGC-1"})
        act, more = chance.choice([(disputes.accept_dispute, {}), looked, looked, reported])
        self.attempt(act, chance, code, sequenced=False, **asked, **more)

    # ------------------------------------------------------------------------------------------------------- handovers
    def in_charge(self) -> set[str]:
        """Who supervises the pit now."""
        return set(staff.PitAssignment.objects.filter(until=None).values_list("staff__badge", flat=True))

    def _handover(self, chance: random.Random, code: str) -> None:
        """One boss goes home with items open; later he is put in charge again."""
        away = [name for name in BOSSES if name not in self.in_charge()]
        if away and chance.random() < 0.5:
            asked: dict[str, Any] = {"actor": self.house.people["hana"], "pit": "P1", "badge": away[0]}
            self.attempt(pits.assign_pit_boss, chance, code, sequenced=False, **asked)
            return
        first, second = self.who(chance, *BOSSES), self.who(chance, *BOSSES)
        drawn = handovers.sheet(actor=self.house.people["petra"], at=self.now, pit="P1")
        signed: dict[str, Any] = {"outgoing": sign(first), "incoming": sign(second)}
        self.attempt(
            handovers.hand_over, chance, code, sequenced=False, actor=self.acting("petra", code), pit="P1",
            figures_sha256=content_hash(drawn.figures), messages="Seat 3 waits.", **signed,
        )  # fmt: skip
