"""A table for tests: short ways to ante, throw and stay, and a refusal that must change nothing.

Throws are words: the faces as they lie, ``D`` for dead, after ``d`` for a double-down and ``o`` for opposite
(``d13461``, ``o4``, ``do1``); ``s`` stays.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from tables.games.contract import Action, Applied, Refused, Table, Transfer, total_between
from tables.games.dice import Face
from tables.games.scarney.engine import ENGINE, PARTNERSHIP, Scarney
from tables.games.scarney.state import State

ZERO = "DDD13 DD"
"""A frame that scores nothing."""

FIFTEEN = "13461 s"
FOURTEEN = "13D46 1346 s"
BIG = "66666"


def faces(word: str) -> list[Face]:
    """``1346D`` as a list of faces."""
    return ["D" if face == "D" else int(face) for face in word]


def act(by: str, word: str) -> Action:
    """The action that a word stands for."""
    if word == "s":
        return {"do": "stay", "by": by}
    shown = word.lstrip("do")
    called = word[: len(word) - len(shown)]
    flags = {name: True for name in ("double", "opposite") if name[0] in called}
    return {"do": "throw", "by": by, "dice": faces(shown), **flags}


class Tabletop:
    """One game at a table. ``options`` are the table's; house rules by keyword."""

    def __init__(self, engine: Scarney, table: Table, /, **rules: Any) -> None:
        self.engine = engine
        self.rules = engine.rules(rules)
        self.state: State = engine.new(self.rules, table)
        self.answers: list[Applied] = []
        self.accepted: list[Action] = []

    def apply(self, action: Action) -> Applied:
        """One accepted action."""
        answer = self.engine.apply(self.state, action)
        self.accepted.append(action)
        self.answers.append(answer)
        return answer

    def do(self, kind: str, **fields: Any) -> Applied:
        return self.apply({"do": kind, **fields})

    def refused(self, code: str, kind: Any, **fields: Any) -> dict[str, Any]:
        """The action is refused with ``code`` and nothing has changed; the refusal's detail."""
        before = self.engine.dump(self.state)
        with pytest.raises(Refused) as refusal:
            self.engine.apply(self.state, {"do": kind, **fields})
        assert refusal.value.code == code
        assert self.engine.dump(self.state) == before
        return refusal.value.detail

    def refused_word(self, code: str, by: str, word: str, **fields: Any) -> None:
        action = act(by, word)
        self.refused(code, action["do"], **{**{name: action[name] for name in action if name != "do"}, **fields})

    def antes(self) -> "Tabletop":
        """Everybody who is asked pays."""
        while self.awaiting() == "stakes":
            self.do("ante", by=self.engine.awaits(self.state).player)
        return self

    def frame(self, by: str, words: str) -> Applied:
        """What a shooter does, word by word; the answer to the last."""
        for word in words.split():
            self.apply(act(by, word))
        return self.answers[-1]

    def frames(self, **words: str) -> Applied:
        """A frame for each player by name, in the order given."""
        for by, text in words.items():
            self.frame(by, text)
        return self.answers[-1]

    def to_the_end(self, **words: str) -> Applied:
        """The same frames again and again, until all are played or the game is over."""
        for _ in range(self.rules.frames - len(self.state.seats[0].frames)):
            self.frames(**words)
        return self.answers[-1]

    def awaiting(self) -> str:
        return self.engine.awaits(self.state).kind

    def legal(self) -> tuple[str, ...]:
        return self.engine.legal(self.state)

    def scores(self) -> dict[str, list[int]]:
        return {seat.player: seat.frames for seat in self.state.seats}

    def view(self) -> dict[str, Any]:
        return self.engine.view(self.state, "public")

    def facts(self, name: str) -> list[dict[str, Any]]:
        """Every fact of that name so far."""
        return [dict(fact) for answer in self.answers for fact in answer.facts if fact["fact"] == name]

    def moved(self, source: str, target: str) -> int:
        transfers: list[Transfer] = [transfer for answer in self.answers for transfer in answer.transfers]
        return total_between(transfers, source, target)


def opened(
    players: str,
    teams: Sequence[str] = (),
    /,
    *,
    ante: int = 100,
    chip: int = 100,
    funds: dict[str, int] | None = None,
    **rules: Any,
) -> Tabletop:
    """A game of one-letter players before the antes; with ``teams`` (``["AC", "BD"]``) they are partners."""
    options: dict[str, Any] = {"players": list(players), "ante": ante, "chip": chip}
    if teams:
        options["teams"] = [list(side) for side in teams]
    table = Table(1, 10**9, funds=funds or {}, options=options)
    return Tabletop(PARTNERSHIP if teams else ENGINE, table, **rules)


def game(players: str = "AB", teams: Sequence[str] = (), /, **more: Any) -> Tabletop:
    """The same, with all antes paid."""
    return opened(players, teams, **more).antes()


def seating(players: str, engine: Scarney = ENGINE) -> Tabletop:
    """A game whose seats are thrown for."""
    return Tabletop(engine, Table(100, 100, options={"players": list(players), "seating": True}))
