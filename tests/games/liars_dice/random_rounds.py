"""Rounds played at random, wrong actions among the right ones, for the properties that must always hold."""

from random import Random
from typing import Any

from tables.games.contract import Awaiting, Table
from tables.games.liars_dice.counting import is_single
from tables.games.liars_dice.engine import ENGINE
from tables.games.liars_dice.rules import Rules
from tables.games.liars_dice.state import State

NAMES = "ABCDEF"
FACES = (1, 2, 3, 4, 5, 6)
WORDS = ["roll", "bid", "open", "leave", "stand", None]


def any_rules(chance: Random) -> Rules:
    """House rules, each at random."""
    return ENGINE.rules(
        {
            "dice_per_player": chance.choice([5, 5, 5, 2, 3, 6]),
            "counting": chance.choice(["bonus", "as_rolled"]),
            "reroll_single": chance.choice(["with_bonus", "always", "never"]),
            "wei_double": chance.random() < 0.5,
            "ones_rank": chance.choice(["low", "high"]),
            "opening_odd": chance.choice(["floor", "ceil"]),
            "to_zhai": chance.choice(["raise", "same_ok"]),
            "max_open_units": chance.choice([1, 2, 3]),
            "payee": chance.choice(["winner", "winner", "pot"]),
            "leaver": chance.choice(["forfeits", "voids"]),
            "rake": chance.choice(["none", "percent", "per_round", "time"]),
            "rake_percent": chance.choice([[5, 100], [1, 3], [1, 1]]),
            "rake_cap": chance.choice([0, 0, 20]),
            "rake_amount": chance.choice([0, 15, 1000]),
            "pay_unit": chance.choice([1, 1, 5]),
        }
    )


def any_table(chance: Random) -> Table:
    """Two to six players, some people's chips known."""
    players = list(NAMES[: chance.randint(2, 6)])
    funds = {name: chance.randint(1000, 2000) for name in players if chance.random() < 0.5}
    options = {
        "players": players,
        "starter": chance.choice(players),
        "unit": chance.choice([5, 100, 155]),
        "cups": chance.choice(["rolled", "rolled", "rolled", "at_open"]),
    }
    return Table(1, 1, funds=funds, options=options)


def any_throw(chance: Random, dice: int) -> list[int]:
    """Dice of which few faces are likely, so that weis and single hands both come."""
    faces = chance.choice([FACES, FACES, (1, 4), (3, 3, 3, 1)])
    return [chance.choice(faces) for _ in range(dice)]


def like_throw(chance: Random, dice: list[int]) -> list[int]:
    """Another throw of which the table sees the same: whether it must be made again."""
    while True:
        throw = any_throw(chance, len(dice))
        if is_single(throw) == is_single(dice):
            return throw


def any_action(chance: Random, state: State) -> dict[str, Any]:
    """Most often a refusal; now and then a bid by the player in turn, for better or worse."""
    player = ENGINE.awaits(state).player
    if player is not None and chance.random() < 0.5:
        call = chance.choice([None, "zhai", "fei"])
        return {
            "do": "bid",
            "by": player,
            "quantity": chance.randint(1, 50),
            "face": chance.randint(1, 6),
            "call": call,
        }
    action: dict[str, Any] = {"do": chance.choice(WORDS), "by": chance.choice([*NAMES, "Z", None])}
    action["quantity"] = chance.choice([0, 3, 5, 8, 99, "4", None])
    action["face"] = chance.choice([0, 1, 4, 7, True])
    action["call"] = chance.choice([None, "zhai", "fei", "x"])
    action["units"] = chance.choice([None, 0, 1, 9])
    action["dice"] = chance.choice([None, [1], [2, 2, 2, 2, 2], [7, 7, 7, 7, 7]])
    if chance.random() < 0.2:
        del action["by"]
    return action


def sensible_action(chance: Random, state: State) -> dict[str, Any]:
    """Something the table waits for."""
    awaited = ENGINE.awaits(state)
    if awaited.kind is Awaiting.NOTHING:
        return any_action(chance, state)
    if chance.random() < 0.01:
        return {"do": "leave", "by": chance.choice(state.players)}
    if awaited.kind is Awaiting.DICE:
        by = chance.choice(ENGINE.view(state, "public")["wanted"])
        return {"do": "roll", "by": by, "dice": any_throw(chance, awaited.dice)}
    turn = ENGINE.view(state, "public")["turn"]
    if "bid" not in awaited.acts or ("open" in awaited.acts and chance.random() < 0.2):
        return {"do": "open", "by": awaited.player, "units": chance.randint(1, turn["max_open_units"])}
    offer = chance.choice(turn["bids"])
    # Mostly the lowest bid, so that rounds go on for long.
    more = chance.choice([0, 0, 0, 1, 3])
    return {"do": "bid", "by": awaited.player, **offer, "quantity": min(offer["quantity"] + more, state.maximum)}
