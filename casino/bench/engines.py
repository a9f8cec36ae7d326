"""Rules engines: complete, validated blackjack rounds a second, ours and the peers from PyPI."""

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from casino.bench.measure import Line, in_turns, rate, rate_against
from tables.games import catalogue
from tables.games.cards import PACK
from tables.games.contract import Awaiting, Status, Table

TURNS = 15
STAKE = 1_000


_CARDS = {code: {"do": "card", "card": code} for code in PACK}
_CLOSE = {"do": "close_betting"}
_NO_INSURANCE = {"do": "close_insurance"}
_BETS = [{"do": "bet", "by": "p", "spot": spot, "amount": STAKE} for spot in range(8)]
_HITS, _STANDS = ({str(spot): {"do": act, "by": "p", "spot": spot} for spot in range(1, 8)} for act in ("hit", "stand"))


def lines(rounds: int) -> Iterator[Line]:
    """Seven spots and one spot against blackjack21, in both ways it can be used; one spot against rlcard."""
    for spots, word, bar, least in ((7, "7 players", ">= 3 x", 3.0), (1, "1 player", ">= 2 x", 2.0)):
        peers = [_blackjack21(spots, rounds, fresh=fresh) for fresh in (False, True)]
        ours, kept, new = in_turns(TURNS, _ours(spots, rounds), *peers)
        what = f"blackjack engine, {spots} spot{'s' if spots > 1 else ''}"
        for peer, usage in ((kept, "one deck for all rounds"), (new, "a new shoe each round")):
            against = f"blackjack21, {word}, {usage}"
            yield rate_against(what, "rounds/s", (ours, rounds), against, (peer, rounds), bar, least)
    ours, others = in_turns(TURNS, _ours(1, rounds), _rlcard(rounds))
    yield rate_against(
        "blackjack engine, 1 spot", "rounds/s", (ours, rounds), "rlcard, 1 player", (others, rounds), ">= 2 x", 2
    )
    (stored,) = in_turns(TURNS, _ours_stored(3, rounds))
    yield rate("the same, 3 spots, state stored and read back at every act", "rounds/s", stored, rounds)


def play_round(engine: Any, rules: Any, table: Table, spots: int, cards: Iterator[str]) -> Any:
    """One round: every player draws to hard 12; the state when it is over."""
    state = engine.new(rules, table)
    apply = engine.apply
    for spot in range(1, spots + 1):
        apply(state, _BETS[spot])
    apply(state, _CLOSE)
    for _ in range(2 * spots + 2):
        apply(state, _CARDS[next(cards)])
    while (action := _next(engine, state, cards)) is not None:
        apply(state, action)
    return state


def _next(engine: Any, state: Any, cards: Iterator[str]) -> dict[str, Any] | None:
    """What the table does next; None when the round is over."""
    awaited = engine.awaits(state)
    kind = awaited.kind
    if kind is Awaiting.ACT:
        hard = state.spots[state.at_spot].hands[state.at_hand].hard
        return (_HITS if hard < 12 else _STANDS)[awaited.to]
    if kind is Awaiting.CARD:
        return _CARDS[next(cards)]
    return _NO_INSURANCE if kind is Awaiting.OFFER else None


def _endless_shoe(seed: int) -> Iterator[str]:
    chance = random.Random(seed)  # noqa: S311 - every run deals the same cards
    shoe = list(PACK) * 4
    while True:
        chance.shuffle(shoe)
        yield from shoe[:178]


def _ours(spots: int, rounds: int) -> Callable[[], object]:
    engine: Any = catalogue.GAMES["blackjack"].engine
    rules = engine.rules({})
    table = Table(100, 100_000)
    cards = _endless_shoe(1)

    def act() -> None:
        for _ in range(rounds):
            play_round(engine, rules, table, spots, cards)

    return act


def _ours_stored(spots: int, rounds: int) -> Callable[[], object]:
    """As the floor does it: the state is dumped and loaded at every single action."""
    engine: Any = catalogue.GAMES["blackjack"].engine
    rules = engine.rules({})
    table = Table(100, 100_000)
    cards = _endless_shoe(1)

    def act() -> None:
        for _ in range(rounds):
            state = engine.new(rules, table)
            given: list[dict[str, Any]] = [
                {"do": "bet", "by": "p", "spot": spot, "amount": STAKE} for spot in range(1, spots + 1)
            ]
            given.append({"do": "close_betting"})
            for action in given:
                engine.apply(state, action)
            while engine.status(state) is Status.OPEN:
                state = engine.load(rules, engine.dump(state))
                engine.apply(state, _next(engine, state, cards))

    return act


def _blackjack21(players: int, rounds: int, *, fresh: bool) -> Callable[[], object]:
    """``fresh``: a new four-deck shoe for every round, else one that is renewed when it runs low."""
    package = import_module("blackjack21")
    seats = [(f"p{number}", STAKE) for number in range(players)]

    def act() -> None:
        deck = package.Deck(package.DEFAULT_SUITS, count=4)
        for _ in range(rounds):
            if fresh or len(deck) < 60:
                deck = package.Deck(package.DEFAULT_SUITS, count=4)
            table = package.Table(seats, deck)
            table.start_game()
            while table.state is package.GameState.PLAYERS_TURN:
                if table.current_hand.total < 12:
                    table.hit()
                else:
                    table.stand()

    return act


def _rlcard(rounds: int) -> Callable[[], object]:
    game = import_module("rlcard.games.blackjack").Game()
    game.configure({"game_num_players": 1, "game_num_decks": 4})

    def act() -> None:
        for _ in range(rounds):
            game.init_game()
            while not game.is_over():
                score = game.players[0].score
                game.step("hit" if score < 12 else "stand")

    return act
