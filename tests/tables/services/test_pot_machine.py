"""Pot games played at random through the services: no chip is ever lost or made, whatever happens (T-84).

Hypothesis deals: games and rounds at tables of every kind, players who leave, void rounds, buy-ins, time charges, pots
that are handed over, presses that are refused. After each step engine, rows and books must tell the same.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from django.db import connection
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from accounting.services.verify import run
from tables.domain import chips
from tables.domain.errors import FloorError
from tables.domain.table_states import RoundStatus
from tables.games.contract import Awaiting
from tables.games.liars_dice.engine import LiarsDice
from tables.models import floor, log
from tables.services import house as house_service
from tables.services import limits, live, patrons, play, rulings, seat_fees, staffing, taps, undoing
from tables.services import log as floor_log
from tests import builders, custody, whole_house
from tests.accounting import forging
from tests.builders import House
from tests.games.liars_dice import random_rounds
from tests.games.scarney import random_games
from tests.tables.services import conservation

pytestmark = [pytest.mark.django_db, pytest.mark.by_hand]

#: Every way in which the house earns, who leaves, and to whom a penalty goes; the smallest chip is 0.50.
TABLES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "SD-1": ("scarney", "keyed", {"frames": 1, "rake": "percent", "rake_percent": [1, 3], "rake_cap": 250}),
    "SD-2": ("scarney", "server", {"frames": 1, "rake": "per_game", "rake_amount": 350, "leaver": "out"}),
    "SD-3": ("scarney", "keyed", {"frames": 1, "rake": "time", "rake_amount": 250, "playoff_ante": True}),
    "SP-1": ("scarney_partnership", "keyed", {"frames": 1, "rake": "percent", "rake_percent": [1, 7]}),
    "SP-2": ("scarney_partnership", "server", {"frames": 1, "leaver": "out", "double_chips": 2}),
    "SP-3": ("scarney_partnership", "keyed", {"frames": 1, "rake": "per_game", "rake_amount": 350}),
    "SP-4": ("scarney_partnership", "server", {"frames": 1, "rake": "time", "rake_amount": 250, "playoff_ante": True}),
    "LD-1": ("liars_dice", "keyed", {"rake": "percent", "rake_percent": [1, 3], "wei_double": True}),
    "LD-2": ("liars_dice", "server", {"payee": "pot", "rake": "per_round", "rake_amount": 150}),
    "LD-3": ("liars_dice", "keyed", {"payee": "pot", "leaver": "voids", "rake": "time", "rake_amount": 250}),
}
EVENTS = {
    "round_opened", "ante_paid", "dice_thrown", "cup_rolled", "bid_made", "bid_opened", "player_left", "round_voided",
    "settlement_confirmed", "pot_paid", "buy_in_taken", "seat_fee_taken", "patron_funds_declared", "press_undone",
    "settled", "change",
}  # fmt: skip
"""What has to come up, or the machine proves less than it says."""
NAMES = random_games.NAMES
STEPS = ["play"] * 9 + ["undo"] * 3 + ["void", "pot", "buy_in", "fee", "funds", "wrong"]
FEW = settings(
    max_examples=2,
    stateful_step_count=18,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
seeds = st.binary(min_size=13, max_size=13)
"""Not whole numbers: of those Hypothesis draws some that stand in the modules that happen to be loaded, and a run would
prove one thing alone and another beside other tests. It begins with the simplest, so each turn adds its number."""


@pytest.fixture
def house() -> House:
    """All tables open with their banks; dana may deal every game and is at none of them."""
    first, *others = TABLES
    game, source, rules = TABLES[first]
    made = builders.house(tables=(first,), game=game, card_source=source, rules=rules)
    for known in ("scarney_partnership", "liars_dice"):
        staffing.sign_off_game(actor=made.hana, at=made.at, badge="dana", game=known)
    for code in others:
        game, source, rules = TABLES[code]
        version = house_service.add_house_rules(actor=made.hana, at=made.at, game=game, values=rules)["version"]
        house_service.add_table(
            actor=made.hana, at=made.at, code=code, pit="P1", game=game, rules_version=version, spots=7,
            chip_set="MAIN", card_source=source, licensed_maximum=1_000_000, par=builders.PAR,
        )  # fmt: skip
        builders.add_terminal(made.hana, code, made.at)
        limits.post_limits(actor=made.petra, at=made.at, table=code, minimum=500, maximum=50_000)
    for code in TABLES:
        custody.issue_bank(made, table=code)
        custody.open_table(made, table=code)
    return made


class PotTable(RuleBasedStateMachine):
    """One evening at the table ``only``; taken back when it is over."""

    house: House
    only: ClassVar[str]
    seen: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.undone = whole_house.undone()
        self.undone.__enter__()
        self.code, self.start = "", 0
        self.turn = 0

    def teardown(self) -> None:
        if self.code:
            story = conservation.Story(self.house, self.code, self.start)
            self.seen.update(story.types)
            assert [str(finding) for finding in run.verify([f"DEMO/table/{self.code}"]).findings] == []
        self.undone.__exit__(None, None, None)

    @initialize()
    def begin(self) -> None:
        self.sit_down(self.only)

    def sit_down(self, code: str) -> None:
        self.code, (self.game, self.source, _) = code, TABLES[code]
        self.dealer = self.house.at_table("dana", code)
        taps.tap_in(actor=self.dealer, at=self.house.at, table=code)
        self.start = log.Stream.objects.get(key=f"DEMO/table/{code}").head_seq

    # ------------------------------------------------------------------------------------------------- what happens
    @rule(seed=seeds)
    def something_happens(self, seed: bytes) -> None:
        """One rule for all of it: Hypothesis leaves out rules at will, and without play nothing else means much."""
        self.turn += 1
        chance = random.Random(f"{self.code} {self.turn} {seed.hex()}")
        what = chance.choice(STEPS)
        steps: dict[str, Callable[[random.Random], None]] = {
            "play": self._play_on,
            "undo": self._take_back,
            "void": self._call_off,
            "pot": self._hand_over_the_pot,
            "buy_in": self._buy_in,
            "fee": self._pay_for_time,
            "funds": self._count_chips,
            "wrong": self._press_a_wrong_key,
        }
        steps[what](chance)

    def _play_on(self, chance: random.Random) -> None:
        """The next round, or some presses of the one that is on, or its settlement confirmed."""
        if not self.running:
            if chance.random() < 0.4:
                self._hand_over_the_pot(chance)
            self._try({"do": "open_round", "options": self._options(chance)})
            return
        for _ in range(chance.randint(1, 25)):
            status = self.state.round_status
            if status in live.NOT_RUNNING:
                return
            settled = status == RoundStatus.SETTLED
            self._try({"do": "confirm_settlement"} if settled else self._something(chance))

    def _options(self, chance: random.Random) -> dict[str, Any]:
        count = chance.choice([4, 6]) if self.game == "scarney_partnership" else chance.randint(2, 3)
        players = NAMES[:count]
        if self.game == "liars_dice":
            cups = "rolled" if self.source == "server" else chance.choice(["rolled", "at_open"])
            return {"players": players, "starter": players[0], "unit": chance.choice([500, 550]), "cups": cups}
        options = {"players": players, "ante": chance.choice([500, 2_500]), "chip": chance.choice([50, 500])}
        return options | ({"teams": [players[::2], players[1::2]]} if self.game == "scarney_partnership" else {})

    def _call_off(self, chance: random.Random) -> None:
        number = max(self.number - chance.randint(0, 2), 1)
        self._refusable(
            lambda: rulings.void_round(
                actor=self.house.petra, at=self.house.at, table=self.code, number=number, reason="a die fell down"
            )
        )

    def _take_back(self, chance: random.Random) -> None:
        """Right after one more press, or after whatever came last."""
        if self.running and chance.random() < 0.8:
            settled = self.state.round_status == RoundStatus.SETTLED
            self._try({"do": "confirm_settlement"} if settled else self._something(chance))
        asked: dict[str, Any] = {"actor": self.dealer, "at": self.house.at, "table": self.code}
        self._refusable(lambda: undoing.undo_press(**asked))

    def _hand_over_the_pot(self, chance: random.Random) -> None:
        self._try({"do": "pay_pot", "to": chance.choice(NAMES)})

    def _buy_in(self, chance: random.Random) -> None:
        cash, player = chance.randint(1, 3) * 2_000, chance.choice(NAMES)
        cut = chips.break_down(cash, (100, 500))
        self._refusable(lambda: custody.buy_in(self.house, cash, cut, player, actor=self.dealer, table=self.code))

    def _pay_for_time(self, chance: random.Random) -> None:
        given, player = {50: 5 * chance.randint(1, 3)}, chance.choice(NAMES)
        asked: dict[str, Any] = {
            "actor": self.dealer,
            "at": self.house.at,
            "table": self.code,
            "player": player,
            "given": given,
        }
        self._refusable(lambda: seat_fees.take_seat_fee(**asked))

    def _press_a_wrong_key(self, chance: random.Random) -> None:
        self._try(random_games.any_action(chance))

    def _count_chips(self, chance: random.Random) -> None:
        """Some players' chips are known, and may be few."""
        player, amount = chance.choice(NAMES), 50 * chance.randint(0, 200)
        asked: dict[str, Any] = {
            "actor": self.dealer,
            "at": self.house.at,
            "table": self.code,
            "player": player,
            "amount": amount,
        }
        self._refusable(lambda: patrons.declare_funds(**asked))

    # -------------------------------------------------------------------------------------------- what must always be
    @invariant()
    def no_chip_is_lost(self) -> None:
        if self.code:
            conservation.check(self.house, self.code, self.start)

    # ------------------------------------------------------------------------------------------------------- presses
    @property
    def state(self) -> Any:
        return self.house.state(self.code)

    @property
    def number(self) -> int:
        return int(self.state.round_number)

    @property
    def running(self) -> bool:
        return self.state.round_status not in live.NOT_RUNNING

    def _something(self, chance: random.Random) -> dict[str, Any]:
        """What the table waits for, in the words of a table where dice are keyed or thrown by the house."""
        with floor_log.table_entry(actor=self.dealer, at=self.house.at, table=self.code, request={}) as entry:
            table = live.read(entry)
        assert table.in_force is not None
        if self.game == "liars_dice":
            return random_rounds.sensible_action(chance, table.state)
        engine: Any = table.in_force.engine
        action = random_games.sensible_action(chance, engine, table.state)
        awaited = engine.awaits(table.state)
        if self.source == "server" and action["do"] in ("throw", "announce"):
            return {**{name: value for name, value in action.items() if name != "dice"}, "do": "announce"}
        if awaited.kind is Awaiting.STAKES and action["do"] == "ante" and chance.random() < 0.5:
            action["chips"] = {"50": table.state.ante // 50}
        return action

    def _try(self, action: dict[str, Any]) -> None:
        self._refusable(lambda: self._press(action))

    def _press(self, action: dict[str, Any]) -> None:
        play.record_inputs(actor=self.dealer, at=self.house.at, table=self.code, inputs=[action])

    def _refusable(self, act: Callable[[], Any]) -> None:
        """What is refused has changed nothing."""
        before = builders.snapshot()
        try:
            act()
        except FloorError:
            assert builders.snapshot() == before


@pytest.fixture
def machine(house: House) -> Iterator[type[PotTable]]:
    """The machine at the tables of the house."""
    PotTable.house = house
    yield PotTable
    del PotTable.house


def test_no_chip_is_lost_whatever_happens_at_a_pot_table(machine: type[PotTable]) -> None:
    for machine.only in TABLES:
        run_state_machine_as_test(machine, settings=FEW)
    assert set(machine.seen) >= EVENTS


class TestItCanFail:
    """The same check at a table where somebody has changed one number."""

    @pytest.fixture
    def played(self, machine: type[PotTable]) -> Iterator[PotTable]:
        """A penalty of 5.00 lies in the pot, less 1.50 for the house."""
        evening = machine()
        evening.sit_down("LD-2")
        evening._press({"do": "open_round", "options": {"players": ["A", "B"], "starter": "A", "unit": 500}})
        evening._press({"do": "bid", "by": "A", "quantity": 14, "face": 6})
        evening._press({"do": "open", "by": "B"})
        evening._press({"do": "confirm_settlement"})
        evening.no_chip_is_lost()
        yield evening
        evening.undone.__exit__(None, None, None)

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE tables_tablestate SET pot = pot + 50 WHERE round_number > 0",
            "UPDATE tables_bet SET amount = amount + 50",
            "UPDATE tables_round SET house_net = house_net - 50",
            "UPDATE tables_rackchips SET count = count + 1 WHERE denomination = 100",
            "UPDATE accounting_streambalance SET balance = balance + 50",
            "UPDATE accounting_roundresult SET rake = rake + 50",
            "UPDATE accounting_settlement SET stake = stake - 50",
        ],
    )
    def test_a_broken_row(self, played: PotTable, change: str) -> None:
        forging.unguard()
        with connection.cursor() as cursor:
            cursor.execute(change)
            assert cursor.rowcount > 0
        with pytest.raises(AssertionError):
            played.no_chip_is_lost()

    def test_another_pot_by_somebody_who_has_the_key(self, played: PotTable) -> None:
        state = floor.TableState.objects.exclude(round_number=0).get()
        assert '{"50":1,"100":3}' in state.live
        other = state.live.replace('{"50":1,"100":3}', '{"50":2,"100":3}')
        floor.TableState.objects.filter(pk=state.pk).update(live=other)
        with pytest.raises(AssertionError):
            played.no_chip_is_lost()

    def test_an_engine_that_forgets_what_it_moved(self, played: PotTable, monkeypatch: pytest.MonkeyPatch) -> None:
        told = LiarsDice.result
        monkeypatch.setattr(LiarsDice, "result", lambda engine, state: told(engine, state)[:-1])
        with pytest.raises(AssertionError):
            played.no_chip_is_lost()
