"""Games played at random, wrong actions among the right ones, for the properties that must always hold."""

from random import Random
from typing import Any

from tables.games.contract import Awaiting, Table
from tables.games.dice import SCARNEY, Face
from tables.games.scarney.engine import ENGINE, PARTNERSHIP, Scarney
from tables.games.scarney.rules import Rules
from tables.games.scarney.state import SEATING, State
from tables.games.scarney.throws import ALL_DICE

NAMES = ["A", "B", "C", "D", "E", "F"]
WORDS = ["seat", "ante", "throw", "announce", "dice", "stay", "leave", "pass"]


def any_rules(chance: Random) -> Rules:
    """House rules, each at random; short games, so that they come to an end."""
    return ENGINE.rules(
        {
            "frames": chance.randint(1, 3),
            "frame_score": chance.choice(["cumulative", "last_throw"]),
            "little_scarney_no_dice": chance.choice(["score", "crap_out"]),
            "stay_after_craps": chance.random() < 0.3,
            "bonus_min_dice": chance.choice([3, 5]),
            "playoff_ante": chance.random() < 0.5,
            "double_chips": chance.choice([1, 2]),
            "leaver": chance.choice(["frames_zero", "out"]),
            "rake": chance.choice(["none", "percent", "per_game", "time"]),
            "rake_percent": chance.choice([[5, 100], [1, 3], [1, 1]]),
            "rake_cap": chance.choice([0, 25]),
            "rake_amount": chance.choice([0, 30, 1000]),
            "pay_unit": chance.choice([1, 1, 5]),
        }
    )


def any_table(chance: Random, engine: Scarney) -> Table:
    """Two to six players, some people's chips known and short."""
    count = chance.choice([4, 6]) if engine.partners else chance.randint(2, 5)
    players = NAMES[:count]
    options: dict[str, Any] = {"players": players, "ante": chance.choice([10, 35]), "chip": chance.choice([5, 10])}
    if chance.random() < 0.4:
        options["seating"] = True
    elif engine.partners:
        options["teams"] = [players[::2], players[1::2]]
    funds = {name: chance.randint(35, 120) for name in players if chance.random() < 0.5}
    return Table(5, 50, funds=funds, options=options)


def any_engine(chance: Random) -> Scarney:
    return chance.choice([ENGINE, PARTNERSHIP])


def throw(chance: Random, count: int) -> list[Face]:
    """Dice, loaded so that ends of every kind come often."""
    if chance.random() < 0.04:
        return [chance.choice(SCARNEY)] * count
    die = SCARNEY if chance.random() < 0.7 else (1, 3, 3, "D")
    return [chance.choice(die) for _ in range(count)]


def any_action(chance: Random) -> dict[str, Any]:
    """Most often a refusal."""
    action: dict[str, Any] = {"do": chance.choice(WORDS), "by": chance.choice([*NAMES, "Z", None])}
    action["dice"] = chance.choice([throw(chance, chance.randint(0, 6)), [2] * 5, None, "13461"])
    for name in ("double", "opposite"):
        if chance.random() < 0.3:
            action[name] = chance.choice([True, False, 1])
    if chance.random() < 0.3:
        action["throws"] = {"A": throw(chance, ALL_DICE)}
    return action


def sensible_action(chance: Random, engine: Scarney, state: State) -> dict[str, Any]:
    """Something the table waits for; now and then somebody leaves, and then others follow him."""
    awaited = engine.awaits(state)
    if state.order and chance.random() < (0.4 if any(seat.left for seat in state.seats) else 0.02):
        return {"do": "leave", "by": chance.choice(NAMES)}
    if awaited.kind is Awaiting.STAKES:
        short = state.funds.get(str(awaited.player), state.ante) < state.ante
        gives_up = short and chance.random() < 0.7
        return {"do": "leave" if gives_up else "ante", "by": awaited.player}
    if awaited.kind is Awaiting.DICE:
        if state.phase == SEATING and chance.random() < 0.5:
            waiting = engine.view(state, "dealer")["seating"]["to_throw"]
            return {"do": "seat", "throws": {name: throw(chance, ALL_DICE) for name in waiting}}
        return {"do": "dice", "dice": throw(chance, awaited.dice)}
    if awaited.kind is not Awaiting.ACT:
        return any_action(chance)
    act = chance.choice(awaited.acts)
    if act == "stay":
        return {"do": "stay", "by": awaited.player}
    called = {name: True for name in ("double", "opposite") if name in act}
    if chance.random() < 0.5:
        return {"do": "announce", "by": awaited.player, **called}
    return {"do": "throw", "by": awaited.player, "dice": throw(chance, state.live), **called}
