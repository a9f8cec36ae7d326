"""The dice games' engines: whole games a second, replayed from actions that sensible players made beforehand."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from casino.bench.measure import Line, in_turns, rate, rate_against
from tables.games import catalogue
from tables.games.contract import Awaiting, Status, Table

TURNS = 12
UNIT = 500
PLAYERS = ("anna", "bo")
PEER_RATE = 32_800
"""Liar's dice rounds a second of OpenSpiel through Python, as docs/perf.md has them."""

Story = list[dict[str, Any]]


def lines(games: int) -> Iterator[Line]:
    """Liar's dice beside OpenSpiel's where that is installed; Scarney by itself and against the figure of perf.md."""
    liars = _stories(games, "liars_dice", {"players": list(PLAYERS), "starter": PLAYERS[0], "unit": UNIT})
    ours = partial(_replay, "liars_dice", *liars)
    what = "liar's dice engine, 2 players, replayed"
    if find_spec("pyspiel") is None:
        (alone,) = in_turns(TURNS, ours)
        yield rate(what, "rounds/s", alone, games, f">= {PEER_RATE:,} (perf.md)", PEER_RATE)
    else:
        mine, theirs = in_turns(TURNS, ours, _open_spiel(games))
        yield rate_against(
            what, "rounds/s", (mine, games), "OpenSpiel, C++ through Python", (theirs, games), ">= 1 x", 1
        )
    scarney = _stories(games, "scarney", {"players": list(PLAYERS), "ante": UNIT, "chip": UNIT})
    (whole,) = in_turns(TURNS, partial(_replay, "scarney", *scarney))
    frames = games * len(PLAYERS) * 7
    yield rate(
        "Scarney engine, 2 players, 7 frames, replayed", "frames/s", whole, frames, f">= {PEER_RATE:,}", PEER_RATE
    )


def _stories(games: int, game: str, options: dict[str, Any]) -> tuple[Table, list[Story]]:
    """The actions of many games, made by the game's own strategy and seeded dice."""
    found, chance = catalogue.GAMES[game], random.Random(1)  # noqa: S311 - every run throws the same dice
    engine, table = found.engine, Table(UNIT, 100 * UNIT, options=options)
    rules = engine.rules({})
    stories: list[Story] = []
    for _ in range(games):
        state, story = engine.new(rules, table), []
        while engine.status(state) is Status.OPEN:
            action = _next(found, state, chance)
            engine.apply(state, action)
            story.append(action)
        stories.append(story)
    return table, stories


def _next(game: catalogue.Game, state: Any, chance: random.Random) -> dict[str, Any]:
    awaited = game.engine.awaits(state)
    if awaited.kind is Awaiting.DICE:
        faces = [chance.choice(game.engine.die) for _ in range(awaited.dice)]
        return {"do": awaited.word, "by": awaited.player, "dice": faces}
    if awaited.kind is Awaiting.STAKES:
        return {"do": "ante", "by": awaited.player}
    return dict(game.strategy.decide(game.engine, state, awaited, chance))


def _replay(game: str, table: Table, stories: list[Story]) -> None:
    engine = catalogue.GAMES[game].engine
    rules = engine.rules({})
    for story in stories:
        state = engine.new(rules, table)
        for action in story:
            engine.apply(state, action)


def _open_spiel(games: int) -> Callable[[], object]:
    """Random rounds of two players with five dice, made beforehand as ours are, and replayed."""
    game, chance = import_module("pyspiel").load_game("liars_dice(numdice=5)"), random.Random(1)  # noqa: S311
    stories = []
    for _ in range(games):
        state, story = game.new_initial_state(), []
        while not state.is_terminal():
            action = chance.choice(state.legal_actions())
            state.apply_action(action)
            story.append(action)
        stories.append(story)

    def act() -> None:
        for story in stories:
            state = game.new_initial_state()
            for action in story:
                state.apply_action(action)

    return act
