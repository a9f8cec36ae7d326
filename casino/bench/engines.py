"""Rules engines: complete, validated blackjack rounds a second, ours and the peers from PyPI."""

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from casino.bench.measure import Line, in_turns, rate, rate_against
from tables.games import catalogue
from tables.games.cards import PACK
from tables.games.contract import Awaiting, Status, Table

ROUNDS = 300
TURNS = 15
STAKE = 1_000


def lines() -> Iterator[Line]:
    """Seven spots and one spot against blackjack21; one spot against rlcard where it can be installed."""
    seven, peer_seven = _ours(7), _blackjack21(7)
    ours, theirs = in_turns(TURNS, seven, peer_seven)
    yield rate_against(
        "blackjack engine, 7 spots", "rounds/s", (ours, ROUNDS), "blackjack21, 7 players", (theirs, ROUNDS), ">= 3 x", 3
    )
    one, peer_one, other_peer = _ours(1), _blackjack21(1), _rlcard()
    ours, theirs, others = in_turns(TURNS, one, peer_one, other_peer)
    yield rate_against(
        "blackjack engine, 1 spot", "rounds/s", (ours, ROUNDS), "blackjack21, 1 player", (theirs, ROUNDS), ">= 2 x", 2
    )
    yield rate_against(
        "blackjack engine, 1 spot", "rounds/s", (ours, ROUNDS), "rlcard, 1 player", (others, ROUNDS), ">= 2 x", 2
    )
    pressed = _ours_stored(3)
    (stored,) = in_turns(TURNS, pressed)
    yield rate("the same, 3 spots, state stored and read back at every act", "rounds/s", stored, ROUNDS)


def play_round(engine: Any, rules: Any, table: Table, spots: int, cards: Iterator[str]) -> Any:
    """One round: every player draws to hard 17 or soft 18; the state when it is over."""
    state = engine.new(rules, table)
    for spot in range(1, spots + 1):
        engine.apply(state, {"do": "bet", "by": "p", "spot": spot, "amount": STAKE})
    engine.apply(state, {"do": "close_betting"})
    while engine.status(state) == Status.OPEN:
        engine.apply(state, _next(engine, state, cards))
    return state


def _next(engine: Any, state: Any, cards: Iterator[str]) -> dict[str, Any]:
    awaited = engine.awaits(state)
    if awaited.kind == Awaiting.CARD:
        return {"do": "card", "card": next(cards)}
    if awaited.kind == Awaiting.OFFER:
        return {"do": "close_insurance"}
    return {"do": _draw_or_stand(state), "by": "p", "spot": int(awaited.to)}


def _draw_or_stand(state: Any) -> str:
    hand = state.spots[state.at_spot].hands[state.at_hand]
    return "hit" if hand.hard < 12 else "stand"


def _endless_shoe(seed: int) -> Iterator[str]:
    chance = random.Random(seed)  # noqa: S311 - every run deals the same cards
    shoe = list(PACK) * 4
    while True:
        chance.shuffle(shoe)
        yield from shoe[:178]


def _ours(spots: int) -> Callable[[], object]:
    engine: Any = catalogue.GAMES["blackjack"].engine
    rules = engine.rules({})
    table = Table(100, 100_000)
    cards = _endless_shoe(1)

    def act() -> None:
        for _ in range(ROUNDS):
            play_round(engine, rules, table, spots, cards)

    return act


def _ours_stored(spots: int) -> Callable[[], object]:
    """As the floor does it: the state is dumped and loaded at every single action."""
    engine: Any = catalogue.GAMES["blackjack"].engine
    rules = engine.rules({})
    table = Table(100, 100_000)
    cards = _endless_shoe(1)

    def act() -> None:
        for _ in range(ROUNDS):
            state = engine.new(rules, table)
            given: list[dict[str, Any]] = [
                {"do": "bet", "by": "p", "spot": spot, "amount": STAKE} for spot in range(1, spots + 1)
            ]
            given.append({"do": "close_betting"})
            for action in given:
                engine.apply(state, action)
            while engine.status(state) == Status.OPEN:
                state = engine.load(rules, engine.dump(state))
                engine.apply(state, _next(engine, state, cards))

    return act


def _blackjack21(players: int) -> Callable[[], object]:
    package = import_module("blackjack21")
    seats = [(f"p{number}", STAKE) for number in range(players)]

    def act() -> None:
        deck = package.Deck(package.DEFAULT_SUITS, count=4)
        for _ in range(ROUNDS):
            if len(deck) < 60:
                deck = package.Deck(package.DEFAULT_SUITS, count=4)
            table = package.Table(seats, deck)
            table.start_game()
            while table.state is package.GameState.PLAYERS_TURN:
                if table.current_hand.total < 12:
                    table.hit()
                else:
                    table.stand()

    return act


def _rlcard() -> Callable[[], object]:
    game = import_module("rlcard.games.blackjack").Game()
    game.configure({"game_num_players": 1, "game_num_decks": 4})

    def act() -> None:
        for _ in range(ROUNDS):
            game.init_game()
            while not game.is_over():
                score = game.players[0].score
                game.step("hit" if score < 12 else "stand")

    return act
