"""One table of a simulation: a dealer who presses the services, players who bet and decide, cards and dice that fall.

The run keeps the round in an engine of its own, fed with the same actions, and decides by that: a player knows his own
cards, which the floor tells nobody. At the end of a round both must show the same table.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tables.domain import chips
from tables.domain.actors import Actor
from tables.domain.chips import Chips
from tables.domain.errors import Conflict
from tables.games.cards import JOKER
from tables.games.catalogue import GAMES
from tables.games.contract import Action, Awaiting, Place, Status, Table
from tables.models import floor
from tables.selectors import house_rules
from tables.services import approvals, buy_ins, limits, play, racks, rulings, shoes, taps
from tables.services.play import MOST_INPUTS
from tables.services.simulation import houses
from tables.services.simulation.chip_runs import ChipRun
from tables.services.simulation.clocks import Clock
from tables.services.simulation.houses import MadeHouse, TablePlan
from tables.services.simulation.pack import Pack
from tables.services.simulation.purses import Purses

NO_OPTIONS: Mapping[str, Any] = {}
LARGEST_CHIP = 20
"""Buy-ins are given in chips of at most this many minimum bets, as far as the rack has them."""


class TableRun:
    """A table at which a simulation plays. ``seats`` gives the player of each seat, by the seat's number.

    Cards must come from a reader and dice from keys, because a server's are known to nobody; ``note`` is the banknote
    people pay with. ``options`` are those of the first round; after it the rules carry them on. ``rake`` is what the
    house took of the pots so far, in minor units.
    """

    def __init__(
        self,
        made: MadeHouse,
        plan: TablePlan,
        clock: Clock,
        chance: Random,
        seats: Mapping[str, str],
        note: int,
        options: Mapping[str, Any] = NO_OPTIONS,
    ) -> None:
        game = GAMES[plan.game]
        self.plan = plan
        self.clock = clock
        self.dealer = ""
        self.rake = 0
        self.purses = Purses(seats.values(), plan.minimum, note)
        self._made = made
        self._chips = ChipRun(made, plan, clock)
        self._chance = chance
        self._seats = seats
        self._engine, self._strategy = game.engine, game.strategy
        self._row = floor.GamingTable.objects.get(casino__code=made.code, code=plan.code)
        self._rules = house_rules.rules_in_force(self._row.rules_id, *made.denominations).rules
        self._decks = int(self._engine.rule_values(self._rules).get("decks", 0))
        self._first_options = options
        self._options: Mapping[str, Any] = options
        self._pack = Pack(self._decks, chance)
        self._raised: dict[str, int] = {}
        self._shuffle_due = False
        self._state: Any = None
        self._out: list[str] = []
        self._batch: list[Action] = []
        self._shown: dict[str, Any] = {}

    def bring_shoe(self, dealer: str) -> None:
        """Cards come to the table, are inspected, mixed and cut; a game with dice needs none."""
        if self._engine.chance == "dice":
            return
        houses.bring_shoe(self._made, self.plan, self._decks, dealer, self.clock.tick())
        self.shuffle(dealer)

    def retire_shoe(self, dealer: str) -> None:
        """The cards go out of play for good; a game with dice has none."""
        if self._engine.chance != "dice":
            actor = self._made.at_table(dealer, self.plan.code)
            shoes.retire_shoe(actor=actor, at=self.clock.tick(), table=self.plan.code)

    def shuffle(self, dealer: str) -> None:
        """The dealer mixes what is not on the table and somebody cuts; what the reader will name is the pack's own. A
        game with dice has nothing to mix."""
        if self._engine.chance == "dice":
            return
        actor = self._made.at_table(dealer, self.plan.code)
        running = self._state is not None and self._engine.status(self._state) is Status.OPEN
        self._pack.mix(self._out if running else ())
        mixed = shoes.mix_shoe(actor=actor, at=self.clock.tick(), table=self.plan.code)
        self._shuffle_due = False
        shoes.cut_shoe(
            actor=actor,
            at=self.clock.tick(),
            table=self.plan.code,
            cut_by=next(iter(self._seats.values()), "the dealer"),
            cut_from_top=int(mixed["cards"]) // 2,
            cut_card_from_bottom=houses.CUT_CARD_FROM_BOTTOM,
        )

    def tap_in(self, dealer: str) -> None:
        """A dealer takes over."""
        taps.tap_in(actor=self._made.at_table(dealer, self.plan.code), at=self.clock.tick(), table=self.plan.code)
        self.dealer = dealer

    def tap_out(self) -> None:
        """The dealer leaves the table without a relief."""
        taps.tap_out(actor=self._made.at_table(self.dealer, self.plan.code), at=self.clock.tick(), table=self.plan.code)
        self.dealer = ""

    def raise_limit(self, player: str, maximum: int) -> None:
        """The pit boss lifts a player's maximum from the next round on; minor units."""
        limits.raise_limit(actor=self._boss, at=self.clock.tick(), table=self.plan.code, player=player, maximum=maximum)
        self._raised[player] = maximum

    def ask_lift(self, player: str, maximum: int) -> None:
        """The dealer asks the floor for a higher maximum of one player; minor units."""
        actor = self._made.at_table(self.dealer, self.plan.code)
        approvals.ask_lift(actor=actor, at=self.clock.tick(), table=self.plan.code, player=player, maximum=maximum)

    def play_round(self) -> None:
        """A whole round, from the first bet to the dealer's confirmation; before it the rack is brought towards par."""
        self._restock()
        self.open_round()
        if self._engine.banked:
            self._step({"do": "close_betting"})
        self._play_on()
        self._flush()
        self._carry_on()
        if self._engine.status(self._state) is Status.SETTLED:
            self._press({"do": "confirm_settlement"})
        if self._shown["felt"] != self._engine.view(self._state, "dealer"):
            raise RuntimeError(f"{self.plan.code} {self._shown['round']}: the floor shows another table than the rules")
        if self._shuffle_due:
            self.shuffle(self.dealer)

    def open_round(self) -> None:
        """Players who are short buy in, the round is opened and the stakes are laid."""
        self._buy_in(self.purses.short())
        self.purses.begin_round()
        self._out = []
        known = {} if self._engine.banked else self.purses.chips
        self._state = self._engine.new(self._rules, self._opening(known))
        self._batch.append({"do": "open_round", **({"options": dict(self._options)} if self._options else {})})
        for action in self._strategy.stakes(self._chance, self._opening(self.purses.chips), self._seats):
            self._step(action)
        self._flush()

    def void_last_round(self, reason: str) -> None:
        """The pit boss calls off the round that was played last."""
        number = floor.TableState.objects.values_list("round_number", flat=True).get(table=self._row)
        rulings.void_round(actor=self._boss, at=self.clock.tick(), table=self.plan.code, number=number, reason=reason)
        self.purses.undo_round()

    def misdeal(self, reason: str) -> None:
        """Between two rounds a card falls out of the shoe; the pit boss rules it dead, and play goes on."""
        card = self._pack.draw()
        if card is None or card == JOKER:
            raise RuntimeError("a misdeal wants a card")
        self._press({"do": "card", "card": card})
        rulings.rule_misdeal(
            actor=self._boss, at=self.clock.tick(), table=self.plan.code, ruling="continue", reason=reason
        )

    @property
    def _boss(self) -> Actor:
        return self._made.cast.actor(self._made.plan.bosses[self.plan.pit])

    def _opening(self, funds: Mapping[str, int]) -> Table:
        """The table as a round finds it. The floor does not know the players' purses; only their strategy does."""
        plan = self.plan
        return Table(
            plan.minimum,
            plan.maximum,
            dict(self._raised),
            dict(funds),
            self._shuffle_due,
            self._options,
            plan.card_source,
        )

    def _carry_on(self) -> None:
        """What a pot game leaves: chips by player, whoever was paid by whom, and the options of the next round."""
        if self._engine.banked:
            return
        self.purses.chips = dict(self._engine.dump(self._state)["funds"])
        self.rake += sum(moved.amount for moved in self._engine.result(self._state) if moved.target == Place.RAKE)
        following = self._engine.next_options(self._state)
        self._options = following if "players" in following else self._first_options

    def _play_on(self) -> None:
        """Feed the round with cards and decisions until the rules have ended it."""
        while True:
            awaited = self._engine.awaits(self._state)
            if awaited.kind is Awaiting.NOTHING:
                return
            if awaited.kind is Awaiting.SHUFFLE:
                self._flush()
                self.shuffle(self.dealer)
                self._engine.apply(self._state, {"do": "shuffled"})
            elif awaited.kind is Awaiting.CARD:
                self._step(self._next_card())
            elif awaited.kind is Awaiting.DICE:
                faces = [self._chance.choice(self._engine.die) for _ in range(awaited.dice)]
                self._step({"do": awaited.word, "by": awaited.player, "dice": faces})
            else:
                self._flush()
                self._buy_in(self.purses.uncovered())
                self._step(self._strategy.decide(self._engine, self._state, awaited, self._chance))

    def _step(self, action: Action) -> None:
        """Do it in the run's own engine at once, and at the table with the next press."""
        self.purses.follow(self._engine.apply(self._state, action))
        self._batch.append(action)
        if len(self._batch) == MOST_INPUTS:
            self._flush()

    def _flush(self) -> None:
        batch, self._batch = self._batch, []
        if batch:
            self._press(*batch)

    def _press(self, *inputs: Action) -> None:
        """Press once more after a fill when the rack could not pay: what was refused has changed nothing."""
        try:
            self._shown = self._record(inputs)
        except Conflict as error:
            if error.code != "rack_short":
                raise
            self._chips.rescue(self.dealer, racks.holding(self._row.pk))
            self._shown = self._record(inputs)

    def _record(self, inputs: Sequence[Action]) -> dict[str, Any]:
        return play.record_inputs(
            actor=self._made.at_table(self.dealer, self.plan.code),
            at=self.clock.tick(),
            table=self.plan.code,
            inputs=inputs,
        )

    def _restock(self) -> None:
        """The boss has a look at the rack; shortly before the shift's count nothing is asked for that can wait."""
        try:
            self._chips.restock(self.dealer, racks.holding(self._row.pk))
        except Conflict as error:
            if error.code != "fills_stopped":
                raise

    def _next_card(self) -> Action:
        card = self._pack.draw()
        if card is None or card == JOKER:
            self._shuffle_due = True
        if card is None:
            return {"do": "shoe_empty"}
        if card != JOKER:
            self._out.append(card)
        return {"do": "card", "card": card}

    def _buy_in(self, wanted: list[tuple[str, int]]) -> None:
        for player, cash in wanted:
            if chips.value(racks.holding(self._row.pk)) < cash:
                self._chips.rescue(self.dealer, racks.holding(self._row.pk))
            buy_ins.take_buy_in(
                actor=self._made.at_table(self.dealer, self.plan.code),
                at=self.clock.tick(),
                table=self.plan.code,
                player=player,
                cash=cash,
                cut=self._cut(cash),
            )
            self.purses.bought(player, cash)

    def _cut(self, cash: int) -> Chips:
        """Chips to play with rather than large ones, as far as the rack has them."""
        held = racks.holding(self._row.pk)
        small = {value: count for value, count in held.items() if value <= LARGEST_CHIP * self.plan.minimum}
        return chips.cut_from(cash, small if chips.value(small) >= cash else held)
