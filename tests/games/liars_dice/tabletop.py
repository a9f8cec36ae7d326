"""A table for tests: short ways to throw, bid and open, and a refusal that must change nothing."""

from typing import Any

import pytest

from tables.games.contract import Action, Applied, Awaiting, Refused, Table
from tables.games.liars_dice.engine import ENGINE
from tables.games.liars_dice.state import State

HANDS = {"A": "22345", "B": "33466", "C": "11256", "D": "44566", "E": "22355", "F": "33446"}
"""The hands of most given cases."""


def faces(text: str) -> list[int]:
    return [int(face) for face in text]


class Tabletop:
    """One round at a table; house rules by keyword. ``players`` are single letters, the first of them starts."""

    def __init__(
        self,
        players: str = "AB",
        starter: str = "",
        unit: int = 100,
        funds: dict[str, int] | None = None,
        cups: str = "rolled",
        **rules: Any,
    ) -> None:
        options = {"players": list(players), "starter": starter or players[0], "unit": unit, "cups": cups}
        self.rules = ENGINE.rules(rules)
        self.state: State = ENGINE.new(self.rules, Table(1, 1, funds=funds or {}, options=options))
        self.answers: list[Applied] = []
        self.accepted: list[Action] = []

    def do(self, kind: str, **fields: Any) -> Applied:
        """One accepted action."""
        action = {"do": kind, **fields}
        answer = ENGINE.apply(self.state, action)
        self.accepted.append(action)
        self.answers.append(answer)
        return answer

    def refused(self, code: str, kind: Any, **fields: Any) -> None:
        """The action is refused with ``code`` and nothing has changed."""
        before = ENGINE.dump(self.state)
        with pytest.raises(Refused) as refusal:
            ENGINE.apply(self.state, {"do": kind, **fields})
        assert refusal.value.code == code
        assert ENGINE.dump(self.state) == before

    def roll(self, by: str, dice: str) -> Applied:
        return self.do("roll", by=by, dice=faces(dice))

    def bid(self, by: str, quantity: int, face: int, call: str | None = None) -> Applied:
        return self.do("bid", by=by, quantity=quantity, face=face, **({"call": call} if call else {}))

    def bids(self, text: str) -> "Tabletop":
        """Bids as ``A6x2 B7x3zhai``, apart by spaces."""
        for word in text.split():
            quantity, _, said = word[1:].partition("x")
            self.bid(word[0], int(quantity), int(said[0]), said[1:])
        return self

    def open(self, by: str, units: int | None = None) -> Applied:
        return self.do("open", by=by, **({} if units is None else {"units": units}))

    def awaiting(self) -> Awaiting:
        return ENGINE.awaits(self.state).kind

    def view(self, audience: str = "public") -> dict[str, Any]:
        return ENGINE.view(self.state, audience)

    def counts(self) -> tuple[int, bool]:
        """What the opened bid counted, and whether it held."""
        result = self.view()["result"]
        return result["count"], result["holds"]


def ready(players: str = "AB", *hands: str, **given: Any) -> Tabletop:
    """Every cup thrown once, by ``hands`` or as in most cases."""
    table = Tabletop(players, **given)
    thrown = hands or [HANDS[player] for player in players]
    for player, dice in zip(players, thrown, strict=True):
        table.roll(player, dice)
    return table


def opened(hands: str, bids: str, units: int | None = None, **given: Any) -> Tabletop:
    """A whole round: hands apart by spaces, bids as in ``Tabletop.bids``, opened by the player in turn."""
    thrown = hands.split()
    table = ready("ABCDEF"[: len(thrown)], *thrown, **given).bids(bids)
    table.open(table.view()["turn"]["player"], units)
    return table
