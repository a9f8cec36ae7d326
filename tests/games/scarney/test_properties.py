"""What must hold at every step of any game: conservation, refusals that change nothing, storage, replay."""

import json
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tables.games.contract import Applied, Awaiting, Refused, Status
from tests.games.scarney.random_games import any_action, any_engine, any_rules, any_table, sensible_action
from tests.games.scarney.tabletop import faces

CODES = frozenset(
    "already_left antes_closed antes_open bad_action bad_seating dice_not_called double_not_allowed game_over "
    "insufficient_funds invalid_face must_throw not_started not_your_turn opposite_not_allowed seating_closed "
    "seating_open stay_without_score throw_announced unknown_action unknown_player wrong_dice_count".split()
)


class Game:
    """One game on its way, and what has been seen of it."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.engine = any_engine(self.chance)
        self.rules = any_rules(self.chance)
        self.table = any_table(self.chance, self.engine)
        self.state = self.engine.new(self.rules, self.table)
        self.accepted: list[dict[str, Any]] = []
        self.answers: list[Applied] = []
        self.refusals: Counter[str] = Counter()

    def attempt(self, action: dict[str, Any]) -> Applied | None:
        """The answer, or None for a refusal that has changed nothing."""
        before = json.dumps(self.engine.dump(self.state))
        try:
            answer = self.engine.apply(self.state, action)
        except Refused as refusal:
            code = refusal.code
        else:
            self.accepted.append(action)
            self.answers.append(answer)
            return answer
        assert code in CODES
        assert json.dumps(self.engine.dump(self.state)) == before
        self.refusals[code] += 1
        return None

    def step(self) -> None:
        """One action, most often a sensible one."""
        wild = self.chance.random() < 0.15
        self.attempt(any_action(self.chance) if wild else sensible_action(self.chance, self.engine, self.state))

    def over(self) -> bool:
        return self.engine.status(self.state) is not Status.OPEN

    def check_money(self) -> None:
        """The pot holds exactly what was laid until the end, and then nothing; nothing is ever created."""
        held: Counter[str] = Counter()
        for transfer in self.engine.result(self.state):
            assert transfer.amount > 0
            held[transfer.source] -= transfer.amount
            held[transfer.target] += transfer.amount
            assert held["pot"] >= 0
        laid = sum(bet.amount for bet in self.state.laid)
        assert self.state.pot == laid == sum(seat.paid for seat in self.state.seats)
        assert held["pot"] == (0 if self.over() else laid)
        assert held["rake"] == self.state.rake
        assert all(place in ("pot", "rake") or place.startswith("player:") for place in held)
        assert all(amount % self.rules.pay_unit == 0 for amount in held.values())
        for player, chips in self.table.funds.items():
            seat = next((f"player:{seat.number}" for seat in self.state.seats if seat.player == player), "")
            assert self.state.funds[player] == chips + held[seat] >= 0

    def check_settlements(self) -> None:
        """Each stake is settled once, at the end, and together they give back what the rake has left."""
        settled = [row for answer in self.answers for row in answer.settled]
        if not self.over():
            assert settled == []
            return
        assert [row.bet for row in settled] == [bet.bet for bet in self.state.laid]
        assert [row.stake for row in settled] == [bet.amount for bet in self.state.laid]
        assert sum(row.returned for row in settled) == self.state.pot - self.state.rake
        assert {laid.player for laid, row in zip(self.state.laid, settled, strict=True) if row.outcome == "win"} == set(
            self.state.winners
        )
        net = self.engine.view(self.state, "public")["net"]
        assert sum(net.values()) == -self.state.rake
        paid = sum(row.returned for row in settled)
        unit = self.rules.pay_unit
        for row in settled:
            if row.returned:
                assert abs(row.returned - Fraction(paid, len(self.state.winners))) < unit

    def check_store(self) -> None:
        data = self.engine.dump(self.state)
        text = json.dumps(data)
        again = self.engine.load(self.rules, json.loads(text))
        assert json.dumps(self.engine.dump(again)) == text
        assert self.engine.awaits(again) == self.engine.awaits(self.state)
        assert self.engine.view(again, "floor") == self.engine.view(self.state, "public")
        json.dumps(self.engine.view(self.state, "public"))

    def check_acts(self) -> None:
        """Every act that is told to be legal is accepted, and no other."""
        awaited = self.engine.awaits(self.state)
        assert awaited.acts == self.engine.legal(self.state)
        if awaited.kind is not Awaiting.ACT:
            return
        assert list(awaited.acts) == sorted(awaited.acts)
        for act in ("stay", "throw", "throw+double", "throw+opposite", "throw+double+opposite"):
            trial = self.engine.load(self.rules, self.engine.dump(self.state))
            called = {name: name in act for name in ("double", "opposite")}
            dice = faces("13461")[: self.state.live]
            action = {"do": act.partition("+")[0], "by": awaited.player, "dice": dice, **called}
            try:
                self.engine.apply(trial, action)
                accepted = True
            except Refused:
                accepted = False
            assert accepted == (act in awaited.acts)


def played(seed: int, *, checked: bool = False) -> Game:
    game = Game(seed)
    for _ in range(400):
        game.step()
        if checked:
            assert game.engine.count(game.state) == len(game.accepted)
            game.check_money()
            game.check_settlements()
            game.check_store()
            game.check_acts()
        if game.over() and game.chance.random() < 0.5:
            break
    return game


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_money_and_storage_hold_at_every_step(seed: int) -> None:
    game = played(seed, checked=True)
    if game.over():
        assert game.engine.awaits(game.state).kind is Awaiting.NOTHING


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_the_state_is_the_fold_of_its_accepted_actions(seed: int) -> None:
    game = played(seed)
    state = game.engine.new(game.rules, game.table)
    answers = [game.engine.apply(state, action) for action in game.accepted]
    assert game.engine.dump(state) == game.engine.dump(game.state)
    assert answers == game.answers


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["do", "by", "dice", "double", "opposite", "throws", "tender"]),
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(),
            st.floats(),
            st.text(max_size=3),
            st.lists(st.one_of(st.integers(0, 6), st.just("D"), st.none(), st.lists(st.integers())), max_size=5),
            st.dictionaries(st.sampled_from("ABC"), st.lists(st.just(1), max_size=5)),
            st.sampled_from(["throw", "announce", "dice", "stay", "ante", "seat", "leave", "A", "B"]),
        ),
    ),
    st.integers(0, 2**16),
)
def test_any_json_is_accepted_or_refused_with_a_code(action: dict[str, Any], seed: int) -> None:
    game = Game(seed)
    for _ in range(seed % 30):
        game.step()
    game.attempt(action)


def test_the_random_games_have_everything_in_them() -> None:
    seen: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for seed in range(250):
        game = played(seed)
        refused += game.refusals
        seen.update(answer.event for answer in game.answers)
        seen.update(fact["kind"] for answer in game.answers for fact in answer.facts if fact["fact"] == "thrown")
        seen.update([game.state.reason, "playoff_begun" if game.state.playoffs else ""])
    wanted = "seats_thrown ante_paid throw_announced dice_thrown frame_stayed player_left playoff_begun score craps"
    assert set(f"{wanted} crap_out little_scarney big_scarney total playoff walkover shared".split()) <= set(seen)
    assert set(refused) == CODES
