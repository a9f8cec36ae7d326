"""Pictures of a table as the selector gives them, made by the engine itself, without a database."""

from collections.abc import Mapping
from typing import Any

from tables.games.blackjack.engine import ENGINE
from tables.games.contract import Awaiting, Table

BETS = (
    {"do": "bet", "by": "S1", "spot": 1, "amount": 1_000},
    {"do": "bet", "by": "S4", "spot": 4, "amount": 2_000},
    {"do": "back_bet", "by": "K1", "id": "K1-1", "spot": 4, "amount": 500, "follow_split": True},
)


def cards(*codes: str) -> list[dict[str, Any]]:
    """Cards as they leave the shoe."""
    return [{"do": "card", "card": code} for code in codes]


def after(*actions: Mapping[str, Any], status: str = "", **rules: Any) -> dict[str, Any]:
    """The picture after some actions; a round's status follows from the engine's unless it is given."""
    in_force = ENGINE.rules(rules)
    state = ENGINE.new(in_force, Table(500, 50_000))
    for action in actions:
        ENGINE.apply(state, action)
    awaited = ENGINE.awaits(state)
    known = {Awaiting.STAKES: "betting", Awaiting.NOTHING: "settled"}.get(awaited.kind, "in_play")
    return {
        "table": "BJ-01",
        "seq": 10,
        "audience": "dealer",
        "status": "open",
        "round": {"number": 7, "status": status or known},
        "next": {"kind": awaited.kind, "to": awaited.to, "hand": awaited.hand, "face_down": awaited.face_down},
        "felt": ENGINE.view(state, "dealer"),
        "shoe": {"number": 1, "status": "in_play", "decks": 4, "cards_out": 6},
    }


def empty(**changes: Any) -> dict[str, Any]:
    """A table between rounds."""
    nothing: dict[str, Any] = {"round": None, "next": None, "felt": None}
    return {**after(), **nothing, **changes}
