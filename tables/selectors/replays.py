"""A round played again, step by step, from its events: what lay on the felt after each, for who looks.

The rules engine makes every picture, as it did at the table. What was hidden at a step from the reader's audience is
hidden in its picture: the replay shows what could be seen then. A sealed value is read here, handed to the engine, and
leaves this module in no other way.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection

from tables.domain import undoing
from tables.domain.actors import Actor
from tables.domain.canonical import unsealed
from tables.domain.errors import NotFound
from tables.games import catalogue
from tables.games.contract import Table
from tables.models import sealing
from tables.selectors import rounds, sights, stream_days, whole
from tables.selectors.sights import Sight

_EVENTS = """
SELECT seq, body, sealed FROM tables_event
WHERE stream_id = %s AND round = %s AND gaming_day BETWEEN %s AND %s AND NOT (type = ANY(%s)) ORDER BY seq
"""


@dataclass(frozen=True, slots=True)
class Replay:
    """A stretch of a round's steps; ``of`` counts all of them. Every step has ``step`` (from 1) and ``felt``.

    ``played`` is the last step before what was claimed and ruled later.
    """

    game: str
    audience: str
    of: int
    played: int
    steps: list[dict[str, Any]]


def replay(*, actor: Actor, table: str, number: int, audience: str = "", after: int = 0, limit: int = 50) -> Replay:
    """The steps of a round beyond step ``after``, each with the felt that it left.

    Refused: ``no_such_round``, see ``sights.at_table``.
    """
    sight = sights.at_table(actor, table, audience)
    found = _events(sight, number)
    if not found:
        raise NotFound("no_such_round")
    game = json.loads(found[0][1])["data"]["game"]
    steps = list(_steps(sight, found, after, after + limit))
    played = max(step for step, (_, body, _) in enumerate(found, 1) if "dispute" not in json.loads(body)["data"])
    return Replay(game, sight.audience, len(found), played, steps)


def bets(sight: Sight, number: int) -> list[dict[str, Any]]:
    """What the rules made of every bet of a round: the last word on each, with the chips that the rack paid for it."""
    laid: dict[int, dict[str, Any]] = {}
    found = [(seq, json.loads(body)["data"]) for seq, body, _ in _events(sight, number)]
    gone = undoing.undone_seqs(data for _, data in found if _undoes(data))
    for data in (data for seq, data in found if seq not in gone and not _undoes(data)):
        for bet in data.get("laid", ()):
            names = ("bet", "kind", "player", "seat", "amount", "tender")
            laid[bet["bet"]] = {**{name: bet[name] for name in names}, "outcome": None, "returned": None, "paid": {}}
        for bet in data.get("settled", ()):
            told = {"outcome": bet["outcome"], "returned": bet["returned"], "paid": bet.get("chips", {})}
            laid[bet["bet"]] |= told
    return list(laid.values())


def _events(sight: Sight, number: int) -> list[tuple[int, str, str]]:
    days = stream_days.of_round(sight.stream_id, number)
    with whole.history(days.first), connection.cursor() as cursor:
        cursor.execute(_EVENTS, [sight.stream_id, number, *days, rounds.hidden_from(sight.audience)])
        return [(seq, body, sealing.opened("sealed", sealed)) for seq, body, sealed in cursor.fetchall()]


def _steps(sight: Sight, found: list[tuple[int, str, str]], after: int, last: int) -> Iterator[dict[str, Any]]:
    """Fold all steps up to ``last`` and tell those beyond ``after``. Presses that were taken back are steps, too."""
    fold = _Fold()
    for step, (seq, body, sealed) in enumerate(found[:last], 1):
        event = json.loads(body)
        fold.take(seq, event["data"], sealed)
        if step > after:
            yield {"step": step, **rounds.told(seq, event, sight.audience), "felt": fold.view(sight.audience)}


class _Fold:
    """The engine's state after each event: the fold of the accepted actions that stand."""

    def __init__(self) -> None:
        self._taken: list[tuple[int, Mapping[str, Any], str]] = []
        self._engine: Any = None
        self._state: Any = None

    def take(self, seq: int, data: Mapping[str, Any], sealed: str) -> None:
        """The next event of the round."""
        if _undoes(data):
            kept = [event for event in self._taken if not data["first"] <= event[0] <= data["last"]]
            self._taken, self._engine = [], None
            for event in kept:
                self.take(*event)
        elif "rules" in data:
            self._engine, self._state = _opened(data)
            self._taken = [(seq, data, sealed)]
        elif "input" in data:
            self._engine.apply(self._state, _action(data["input"], sealed))
            self._taken.append((seq, data, sealed))

    def view(self, audience: str) -> dict[str, Any] | None:
        """The felt as ``audience`` may see it; None where the opening itself was taken back."""
        return None if self._engine is None else dict(self._engine.view(self._state, audience))


def _undoes(data: Mapping[str, Any]) -> bool:
    return "first" in data and "unlaid" in data


def _opened(data: Mapping[str, Any]) -> tuple[Any, Any]:
    """The engine of the round, and its state before the first action: by the rules and limits of that round."""
    engine = catalogue.GAMES[data["game"]].engine
    limits = data["limits"]
    table = Table(
        limits["minimum"],
        limits["maximum"],
        data["raised"],
        data["funds"],
        data["shuffle_due"],
        data.get("options", {}),
        data.get("source", "keyed"),
    )
    return engine, engine.new(engine.rules(data["rules"]), table)


def _action(given: Mapping[str, Any], sealed: str) -> dict[str, Any]:
    hidden = json.loads(sealed) if sealed else {}
    return {**given, **{name: unsealed(value) for name, (_, value) in hidden.items()}}
