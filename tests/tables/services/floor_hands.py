"""What a dealer keys at random at a card table and at a dice table: what the table waits for, in its own words."""

import random
from typing import Any

from tables.domain.actors import Actor
from tables.games.cards import PACK
from tables.games.contract import Awaiting
from tables.services import live
from tables.services import log as floor_log
from tables.services.live import LiveTable
from tests.builders import House
from tests.games.scarney import random_games

PLAYERS = ("A", "B", "C")


def table_of(house: House, actor: Actor, code: str) -> LiveTable:
    """The table as a press would find it."""
    with floor_log.table_entry(actor=actor, at=house.at, table=code, request={}) as entry:
        return live.read(entry)


def card_act(house: House, chance: random.Random) -> dict[str, Any]:
    """Bets of one or two players, then cards of any kind and what hands may do; now and then a wrong card."""
    table = table_of(house, house.people["dana"], "BJ-01")
    if table.in_force is None:
        return {"do": "open_round"}
    awaited = table.in_force.engine.awaits(table.state)
    if awaited.kind is Awaiting.STAKES:
        return _stake(chance, taken=bool(table.bets))
    if awaited.kind is Awaiting.CARD:
        return {"do": "card", "card": "JOKER" if chance.random() < 0.01 else chance.choice(PACK)}
    if awaited.kind is Awaiting.OFFER:
        offers = table.in_force.engine.view(table.state, "dealer")["offers"]
        if offers and chance.random() < 0.5:
            return {"do": "insure", **chance.choice(offers)}
        return {"do": "close_insurance"}
    liked = [act for act in sorted(awaited.acts) if act in ("split", "double")]
    act = chance.choice(liked) if liked and chance.random() < 0.5 else chance.choice(sorted(awaited.acts) or ["stand"])
    return {"do": act, "by": awaited.player, "spot": int(awaited.to or 0)}


def _stake(chance: random.Random, *, taken: bool) -> dict[str, Any]:
    if taken and chance.random() < 0.5:
        return {"do": "close_betting"}
    number = chance.randint(1, 2)
    bet: dict[str, Any] = {"by": PLAYERS[number - 1], "spot": number, "amount": 500 * chance.randint(1, 8)}
    what = chance.random()
    if what < 0.12:
        return {"do": "withdraw_bet", "by": bet["by"], "spot": number}
    if what < 0.25:
        return {"do": "back_bet", "id": chance.choice("kl"), **bet, "by": "C", "follow_split": True}
    return {"do": "bet", **bet, "tender": chance.choice(["chips", "chips", "chips", "cash"])}


def dice_act(house: House, chance: random.Random) -> dict[str, Any]:
    """Antes in chips of any kind, throws, stays; now and then somebody leaves."""
    table = table_of(house, house.at_table("dev", "SD-1"), "SD-1")
    if table.in_force is None:
        return {"do": "stay", "by": "A"}
    engine: Any = table.in_force.engine
    action = random_games.sensible_action(chance, engine, table.state)
    if action["do"] == "ante" and chance.random() < 0.5:
        action["chips"] = {"50": table.state.ante // 50}
    return action


def opening(chance: random.Random) -> dict[str, Any]:
    """A game of dice for two or three."""
    players = list(PLAYERS[: chance.randint(2, 3)])
    return {"do": "open_round", "options": {"players": players, "ante": chance.choice([500, 2_500]), "chip": 50}}
