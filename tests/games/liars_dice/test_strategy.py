"""The made-up players: they know the odds, keep to the rules, and look under no cup but their own."""

from random import Random
from typing import Any

import pytest

from tables.games.contract import Action, Awaiting, Status, Table
from tables.games.liars_dice.bidding import Offer
from tables.games.liars_dice.engine import ENGINE
from tables.games.liars_dice.state import State
from tables.games.liars_dice.strategy import STRATEGY, likely
from tests.games.liars_dice.random_rounds import any_rules, any_table, any_throw, like_throw
from tests.games.liars_dice.tabletop import Tabletop, ready


class Steady:
    """Chance that never bluffs, with a fixed mood."""

    def __init__(self, mood: float = 0.5) -> None:
        self.mood = mood

    def random(self) -> float:
        return self.mood

    def randint(self, a: int, b: int) -> int:
        raise AssertionError("the strategy throws no dice")

    def choice(self, seq: Any) -> Any:
        return seq[0]


def decision(table: Tabletop, chance: Any = None) -> Action:
    return STRATEGY.decide(ENGINE, table.state, ENGINE.awaits(table.state), chance or Steady())


def test_nothing_is_staked_before_a_round() -> None:
    assert STRATEGY.stakes(Random(1), Table(1, 1), {"1": "A"}) == []


def test_a_bid_is_as_likely_as_the_cups_nobody_has_seen() -> None:
    table = ready("AB", "22345", "33466", reroll_single="never", counting="as_rolled")
    assert likely(table.state, Offer(2, 2, None)) == 1.0
    assert likely(table.state, Offer(3, 2, None)) == pytest.approx(1 - (2 / 3) ** 5)
    assert likely(table.state, Offer(3, 2, "zhai")) == pytest.approx(1 - (5 / 6) ** 5)
    assert likely(table.state, Offer(1, 1, None)) == pytest.approx(1 - (5 / 6) ** 5)
    assert likely(table.state, Offer(8, 2, None)) == 0.0


def test_fei_is_weighed_with_ones_wild_again() -> None:
    table = ready("AB", "22345", "11336").bids("A2x3zhai")
    assert likely(table.state, Offer(4, 3, "fei")) == 1.0
    assert likely(table.state, Offer(4, 3, None)) < 0.5


def test_where_cups_are_keyed_at_the_open_all_are_unseen() -> None:
    table = Tabletop(cups="at_open", reroll_single="never", counting="as_rolled")
    assert likely(table.state, Offer(1, 2, None)) == pytest.approx(1 - (2 / 3) ** 10)
    assert decision(table)["do"] == "bid"


def test_an_unlikely_bid_is_opened_and_a_hopeless_one_for_all_that_is_allowed() -> None:
    assert decision(ready("AB", "22345", "33446").bids("A5x6")) == {"do": "open", "by": "B", "units": 2}
    assert decision(ready("AB", "22345", "33446", max_open_units=1).bids("A5x6"))["units"] == 1
    assert decision(ready("AB", "22345", "33466").bids("A5x6")) == {"do": "open", "by": "B", "units": 1}


def test_a_likely_bid_is_raised() -> None:
    action = decision(ready("AB", "22345", "66666").bids("A5x6"))
    assert (action["do"], action["quantity"], action["face"]) == ("bid", 6, 6)


def test_an_unlikely_bid_is_not_opened_by_who_has_a_safer_one() -> None:
    action = decision(ready("AB", "22345", "66661").bids("A5x5"))
    assert action == {"do": "bid", "by": "B", "quantity": 5, "face": 6}


def test_nothing_is_left_but_to_open_at_the_top() -> None:
    assert decision(ready("AB", "22345", "66666").bids("A14x6"))["do"] == "open"


def test_many_of_a_face_and_no_ones_are_bid_zhai() -> None:
    action = decision(ready("ABCD", "33346", "22446", "55662", "22445"))
    assert action == {"do": "bid", "by": "A", "quantity": 4, "face": 3, "call": "zhai"}


def test_ones_break_zhai() -> None:
    action = decision(ready("AB", "22345", "11456").bids("A2x3zhai"))
    assert action == {"do": "bid", "by": "B", "quantity": 4, "face": 4, "call": "fei"}


def test_now_and_then_a_player_bluffs() -> None:
    action = decision(ready("AB", "22345", "33446").bids("A3x6"), Steady(0.0))
    assert (action["quantity"], action["face"]) == (4, 1)


def round_of(chance: Random, table: Table, rules: Any, guess: str = "") -> State:
    """A round decided by the strategy; ``guess`` bids and opens at random instead."""
    state = ENGINE.new(rules, table)
    while ENGINE.status(state) is Status.OPEN:
        awaited = ENGINE.awaits(state)
        if awaited.kind is Awaiting.DICE:
            action: Action = {"do": "roll", "by": awaited.player, "dice": any_throw(chance, awaited.dice)}
        elif awaited.player == guess:
            action = {"do": "open", "by": guess}
            if "open" not in awaited.acts or ("bid" in awaited.acts and chance.random() < 0.5):
                action = {"do": "bid", "by": guess, **chance.choice(ENGINE.view(state, "public")["turn"]["bids"])}
        else:
            action = STRATEGY.decide(ENGINE, state, awaited, chance)
        ENGINE.apply(state, action)
    return state


@pytest.mark.parametrize("seed", range(40))
def test_every_decision_is_legal_by_any_house_rules(seed: int) -> None:
    chance = Random(seed)
    state = round_of(chance, any_table(chance), any_rules(chance))
    assert state.verdict is not None


def test_the_odds_beat_guessing() -> None:
    chance = Random(7)
    won = 0
    for at in range(300):
        options = {"players": ["A", "B"], "starter": "AB"[at % 2], "unit": 1}
        state = round_of(chance, Table(1, 1, options=options), ENGINE.rules({}), guess="B")
        won += state.verdict is not None and state.players[state.verdict.winner] == "A"
    assert won == 269


@pytest.mark.parametrize("seed", range(40))
def test_nobody_looks_under_anothers_cup(seed: int) -> None:
    chance = Random(seed)
    bids = chance.choice(["", "A5x6", "A4x3 B5x3", "A3x4zhai", "A3x1 B6x4fei"])
    throws = {player: any_throw(chance, 5) for player in "ABC"}
    turn = "ABC"[len(bids.split()) % 3]
    decisions = []
    for same in (True, False):
        table = Tabletop("ABC", reroll_single="never")
        for player, dice in throws.items():
            shown = dice if same or player == turn else like_throw(chance, dice)
            table.do("roll", by=player, dice=shown)
        table.bids(bids)
        decisions.append(decision(table, Random(seed)))
    assert decisions[0] == decisions[1]
