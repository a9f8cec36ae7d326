"""What must hold at every step of every round, tried on rounds at random (rules.md, design.md §4)."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.games.contract import Applied, Awaiting, Refused, Status
from tables.games.liars_dice.engine import ENGINE
from tables.games.liars_dice.state import State
from tests.games.liars_dice.random_rounds import any_action, any_rules, any_table, like_throw, sensible_action

CODES = frozenset(
    "bid_already_opened bad_bid bad_units bid_above_maximum bid_not_higher cup_not_called cups_not_ready "
    "fei_not_double fei_on_ones fei_without_zhai invalid_face no_bid_to_open not_your_turn opening_too_low round_over "
    "unknown_action unknown_player wrong_dice_count".split()
)
SEEDS = st.integers(0, 2**32)


def attempt(state: State, action: Any) -> Applied | str:
    """The answer, or the code of a refusal that has changed nothing."""
    before = json.dumps(ENGINE.dump(state))
    try:
        return ENGINE.apply(state, action)
    except Refused as refusal:
        code = refusal.code
    assert code in CODES
    assert json.dumps(ENGINE.dump(state)) == before
    return code


class Round:
    """One round on its way, and what has been seen of it."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.rules = any_rules(self.chance)
        self.table = any_table(self.chance)
        self.state = ENGINE.new(self.rules, self.table)
        self.accepted: list[dict[str, Any]] = []
        self.answers: list[Applied] = []
        self.refusals: list[str] = []
        self.sealed: set[int] = set()

    def step(self) -> None:
        """One action, most often a sensible one."""
        wild = self.chance.random() < 0.15
        action = any_action(self.chance, self.state) if wild else sensible_action(self.chance, self.state)
        answer = attempt(self.state, action)
        if isinstance(answer, str):
            self.refusals.append(answer)
            return
        if answer.secret:
            self.sealed.add(len(self.accepted))
        self.sealed -= set(answer.exposed)
        self.accepted.append(action)
        self.answers.append(answer)

    def check_count(self) -> None:
        assert ENGINE.count(self.state) == len(self.accepted)

    def check_money(self) -> None:
        """Nothing is created, the pot is never overdrawn, and chips that are known move as the transfers say."""
        held: Counter[str] = Counter()
        for transfer in ENGINE.result(self.state):
            assert transfer.amount > 0
            assert transfer.amount % self.rules.pay_unit == 0
            held[transfer.source] -= transfer.amount
            held[transfer.target] += transfer.amount
            assert held["pot"] >= 0
        assert held["rack"] == held["layout"] == held["box"] == 0
        if self.rules.payee == "winner":
            assert held["pot"] == 0
        assert held["rake"] >= 0
        told = self.state.players
        nets = {player: held[f"player:{at}"] for at, player in enumerate(told, start=1)}
        assert sum(nets.values()) + held["pot"] + held["rake"] == 0
        assert self.state.funds == {name: chips + nets.get(name, 0) for name, chips in self.table.funds.items()}
        assert all(chips >= 0 for chips in self.state.funds.values())
        for laid, settled in zip(self.state.laid, self.state.settled, strict=True):
            assert nets[laid.player] == settled.returned - settled.stake == -laid.amount

    def check_secrets(self) -> None:
        """What is sealed lies in the cups, and all of it until the round is over."""
        opened = ENGINE.status(self.state) is not Status.OPEN
        thrown = {throw.ordinal for throw in self.state.throws}
        assert self.sealed == (set() if opened or self.state.at_open else thrown)

    def check_store(self) -> None:
        data = ENGINE.dump(self.state)
        text = json.dumps(data)
        again = ENGINE.load(self.rules, json.loads(text))
        assert json.dumps(ENGINE.dump(again)) == text
        assert ENGINE.awaits(again) == ENGINE.awaits(self.state)

    def check_acts(self) -> None:
        """Every act that is told to be legal is accepted, and no other; the lowest bids are legal and the lowest."""
        awaited = ENGINE.awaits(self.state)
        assert awaited.acts == ENGINE.legal(self.state)
        if awaited.kind is not Awaiting.ACT:
            return
        turn = ENGINE.view(self.state, "public")["turn"]
        assert (turn["player"], turn["acts"]) == (awaited.player, list(awaited.acts))
        assert ("bid" in awaited.acts) == bool(turn["bids"])
        assert ("open" in awaited.acts) == self.accepts({"do": "open"})
        for offer in turn["bids"]:
            assert self.accepts({"do": "bid", **offer})
            assert not self.accepts({"do": "bid", **offer, "quantity": offer["quantity"] - 1})

    def accepts(self, action: dict[str, Any]) -> bool:
        trial = ENGINE.load(self.rules, ENGINE.dump(self.state))
        return isinstance(attempt(trial, {**action, "by": ENGINE.awaits(self.state).player}), Applied)


def played(seed: int, *, checked: bool) -> Round:
    game = Round(seed)
    for _ in range(300):
        game.step()
        if checked:
            game.check_count()
            game.check_money()
            game.check_secrets()
            game.check_store()
            game.check_acts()
        if ENGINE.status(game.state) is not Status.OPEN and game.chance.random() < 0.5:
            break
    return game


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_money_secrets_and_storage_hold_at_every_step(seed: int) -> None:
    game = played(seed, checked=True)
    assert ENGINE.status(game.state) is not Status.OPEN
    assert ENGINE.awaits(game.state).kind is Awaiting.NOTHING


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_the_state_is_the_fold_of_its_accepted_actions(seed: int) -> None:
    game = played(seed, checked=False)
    state = ENGINE.new(game.rules, game.table)
    answers = [ENGINE.apply(state, action) for action in game.accepted]
    assert ENGINE.dump(state) == ENGINE.dump(game.state)
    assert answers == game.answers


def told(state: State, audience: str) -> str:
    """All that an audience is told of a round as it stands."""
    return json.dumps([ENGINE.view(state, audience), ENGINE.awaits(state), ENGINE.legal(state)])


@settings(max_examples=120, deadline=None)
@given(SEEDS)
def test_rounds_that_differ_under_other_cups_look_the_same_before_the_open(seed: int) -> None:
    game = played(seed, checked=False)
    players = game.state.players
    chance = Random(seed)
    mine = chance.choice(players)
    ours, other = ENGINE.new(game.rules, game.table), ENGINE.new(game.rules, game.table)
    for action in game.accepted:
        if action["do"] in ("open", "leave"):
            break
        first = ENGINE.apply(ours, action)
        hidden = action["do"] == "roll" and action["by"] != mine
        second = ENGINE.apply(other, {**action, "dice": like_throw(chance, action["dice"])} if hidden else action)
        assert first == second
        for audience in ("dealer", "floor", "public", "player:Z", f"player:{mine}"):
            assert told(ours, audience) == told(other, audience)


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["do", "by", "quantity", "face", "call", "units", "dice"]),
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(),
            st.floats(),
            st.text(max_size=3),
            st.lists(st.integers(), max_size=5),
            st.sampled_from(["roll", "bid", "open", "leave", "zhai", "fei", "A", "B"]),
        ),
    ),
    st.integers(0, 2**16),
)
def test_any_json_is_accepted_or_refused_with_a_code(action: dict[str, Any], seed: int) -> None:
    game = Round(seed)
    for _ in range(seed % 20):
        game.step()
    attempt(game.state, action)


@pytest.mark.parametrize("action", [None, [], "bid", 3])
def test_what_is_no_action_is_unknown(action: Any) -> None:
    assert attempt(Round(1).state, action) == "unknown_action"


def test_the_random_rounds_have_everything_in_them() -> None:
    games = [played(seed, checked=False) for seed in range(400)]
    assert {str(ENGINE.status(game.state)) for game in games} == {"settled", "void"}
    assert {answer.event for game in games for answer in game.answers} == {
        "cup_rolled",
        "cup_shown",
        "bid_made",
        "bid_opened",
        "player_left",
    }
    facts = {fact["fact"] for game in games for answer in game.answers for fact in answer.facts}
    assert facts == {
        "cup_ready",
        "must_reroll",
        "bidding_opened",
        "zhai_called",
        "zhai_broken",
        "bid_decided",
        "forfeited",
        "round_over",
    }
    assert {row.outcome for game in games for row in game.state.settled} == {"lose", "forfeit"}
    assert {verdict.holds for game in games if (verdict := game.state.verdict)} == {True, False}
    assert {code for game in games for code in game.refusals} == CODES
