"""What must hold at every step of every round, tried on rounds at random (rules.md, design.md §4)."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.games.blackjack.engine import ENGINE
from tables.games.blackjack.state import OPEN_CARD, Hand, State
from tables.games.contract import Applied, Awaiting, Refused, Status
from tests.games.blackjack.random_rounds import Shoe, any_action, any_rules, any_table, sensible_action

CODES = frozenset(
    "bad_action bad_amount bad_card bet_above_max bet_backed bet_below_min betting_closed cannot_double cannot_split "
    "card_not_called hand_limit id_taken insufficient_funds insurance_closed insurance_duplicate insurance_not_offered "
    "insurance_wrong_amount no_hand_to_back no_such_bet no_such_hand no_such_spot not_authorized not_hand_owner "
    "not_your_turn own_hand round_over shuffle_not_due spot_taken unknown_action".split()
)
AUDIENCES = ["dealer", "floor", "public", "player:A", "player:B", "player:C", "player:K"]


def all_hands(state: State) -> list[Hand]:
    spots = [spot for spot in state.places if spot is not None]
    return [state.dealer, *(hand for spot in spots for hand in spot.hands)]


def attempt(state: State, action: dict[str, Any]) -> Applied | str:
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
        self.shoe = Shoe(self.chance)
        self.accepted: list[dict[str, Any]] = []
        self.answers: list[Applied] = []
        self.sealed: dict[int, str] = {}

    def step(self) -> None:
        """One action, most often a sensible one."""
        wild = self.chance.random() < 0.15
        action = any_action(self.chance) if wild else sensible_action(self.chance, self.state, self.shoe)
        answer = attempt(self.state, action)
        if isinstance(answer, str):
            return
        for field in answer.secret:
            self.sealed[len(self.accepted)] = action[field]
        for ordinal in answer.exposed:
            del self.sealed[ordinal]
        self.accepted.append(action)
        self.answers.append(answer)

    def check_count(self) -> None:
        assert ENGINE.count(self.state) == len(self.accepted)

    def check_money(self) -> None:
        """The layout holds exactly what is laid and undecided, asset by asset, and nothing is ever created."""
        held: Counter[tuple[str, str]] = Counter()
        for transfer in ENGINE.result(self.state):
            assert transfer.amount > 0
            held[transfer.source, transfer.tender] -= transfer.amount
            held[transfer.target, transfer.tender] += transfer.amount
            assert held["layout", transfer.tender] >= 0
        assert held["rack", "cash"] == 0
        assert held["box", "chips"] == 0
        for tender in ("chips", "cash"):
            undecided = [
                laid.amount
                for laid, settled in zip(self.state.laid, self.state.settled, strict=True)
                if settled is None and laid.tender == tender
            ]
            assert held["layout", tender] == sum(undecided)
        assert all(chips >= 0 for chips in self.state.funds.values())

    def check_settlements(self) -> None:
        """What a bet's owner got back, by the transfers, is what its settlement says, for all places together."""
        back = Counter[str]()
        for transfer in ENGINE.result(self.state):
            back[transfer.source] -= transfer.amount
            back[transfer.target] += transfer.amount
        said = Counter[str]()
        for laid, settled in zip(self.state.laid, self.state.settled, strict=True):
            said[f"player:{laid.seat}"] += (settled.returned if settled else 0) - laid.amount
        assert {place: net for place, net in back.items() if place.startswith("player:") and net} == {
            place: net for place, net in said.items() if net
        }

    def check_secrets(self) -> None:
        """No view and no fact holds a card that lies face down, except a player's own."""
        hands = all_hands(self.state)
        seals = {seal for hand in hands for seal in hand.seals if seal != OPEN_CARD}
        assert seals == set(self.sealed)
        visible = {c for hand in hands for c, seal in zip(hand.cards, hand.seals, strict=True) if seal == OPEN_CARD}
        secret = set(self.sealed.values()) - visible
        facts = json.dumps(self.answers[-1].facts) if self.answers else ""
        for audience in AUDIENCES:
            own: set[str] = set()
            for spot in self.state.places:
                if spot is not None and audience == f"player:{spot.owner}":
                    own.update(code for hand in spot.hands for code in hand.cards[:2])
            picture = json.dumps(ENGINE.view(self.state, audience))
            for code in secret:
                assert f'"{code}"' not in facts
                if code not in own:
                    assert f'"{code}"' not in picture

    def check_store(self) -> None:
        data = ENGINE.dump(self.state)
        text = json.dumps(data)
        again = ENGINE.load(self.rules, json.loads(text))
        assert json.dumps(ENGINE.dump(again)) == text
        assert ENGINE.awaits(again) == ENGINE.awaits(self.state)

    def check_acts(self) -> None:
        """Every act that is told to be legal is accepted, and no other."""
        awaited = ENGINE.awaits(self.state)
        assert awaited.acts == ENGINE.legal(self.state)
        if awaited.kind is not Awaiting.ACT:
            return
        legal = set(awaited.acts)
        blind = set(ENGINE.view(self.state, "public")["turn"]["acts"])
        assert legal <= blind
        for act in ("hit", "stand", "double", "split"):
            trial = ENGINE.load(self.rules, ENGINE.dump(self.state))
            answer = attempt(trial, {"do": act, "by": awaited.player, "spot": int(awaited.to or 0)})
            assert isinstance(answer, Applied) == (act in legal)


def played(seed: int, *, checked: bool) -> Round:
    game = Round(seed)
    for _ in range(400):
        game.step()
        if checked:
            game.check_count()
            game.check_money()
            game.check_settlements()
            game.check_secrets()
            game.check_store()
            game.check_acts()
        if ENGINE.status(game.state) is not Status.OPEN and game.chance.random() < 0.5:
            break
    return game


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_money_secrets_and_storage_hold_at_every_step(seed: int) -> None:
    game = played(seed, checked=True)
    if ENGINE.status(game.state) is not Status.OPEN:
        assert game.sealed == {}
        assert all(row is not None for row in game.state.settled)
        assert ENGINE.awaits(game.state).kind is Awaiting.NOTHING


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_the_state_is_the_fold_of_its_accepted_actions(seed: int) -> None:
    game = played(seed, checked=False)
    state = ENGINE.new(game.rules, game.table)
    answers = [ENGINE.apply(state, action) for action in game.accepted]
    assert ENGINE.dump(state) == ENGINE.dump(game.state)
    assert answers == game.answers


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["do", "by", "spot", "amount", "card", "id", "player", "max", "tender", "back_bet"]),
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(),
            st.floats(),
            st.text(max_size=3),
            st.lists(st.integers(), max_size=2),
            st.sampled_from(["bet", "back_bet", "insure", "card", "raise_limit", "hit", "split", "A", "pit_boss"]),
        ),
    ),
    st.integers(0, 2**16),
)
def test_any_json_is_accepted_or_refused_with_a_code(action: dict[str, Any], seed: int) -> None:
    game = Round(seed)
    for _ in range(seed % 30):
        game.step()
    attempt(game.state, action)


@pytest.mark.parametrize("wanted", ["void", "settled", "no_bets"])
def test_the_random_rounds_come_to_every_end(wanted: str) -> None:
    ends = {str(ENGINE.status(played(seed, checked=False).state)) for seed in range(80)}
    assert wanted in ends


def test_the_random_rounds_have_everything_in_them() -> None:
    kinds: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    for seed in range(150):
        game = played(seed, checked=False)
        kinds.update(laid.kind for answer in game.answers for laid in answer.laid)
        outcomes.update(row.outcome for answer in game.answers for row in answer.settled)
    assert set(kinds) == {"main", "back", "insurance", "double", "split", "follow_double", "follow_split"}
    assert set(outcomes) == {"natural", "win", "push", "lose", "bust", "void", "withdrawn"}
