"""A round folded again from the log: what a table was before its last press (design.md §4).

The engine plays the recorded inputs once more; bets, payments and what is sealed follow from the same events. So a
press that was undone leaves nothing behind, whatever the game.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from tables.domain import chips, undoing
from tables.domain.canonical import unsealed
from tables.domain.undoing import Pressed
from tables.games.contract import Awaiting, Place, Table
from tables.models import sealing
from tables.selectors import stream_days, whole
from tables.selectors.house_rules import RulesInForce
from tables.services.live import OPENING, LaidBet, PotSettlement

_ROUND = """
SELECT seq, body, sealed FROM tables_event
WHERE stream_id = %s AND round = %s AND gaming_day BETWEEN %s AND %s AND seq <= %s ORDER BY seq
"""
LAST = 2**63 - 1
"""As a position: the head of the stream, wherever it is."""


@dataclass(slots=True)
class Refolded:
    """A round as its events give it; the names are those of ``LiveTable``.

    ``begun``: stakes are not, or not any more, the first that is awaited.
    """

    state: Any
    bets: dict[int, LaidBet] = field(default_factory=dict)
    sealed: dict[int, tuple[int, str, str, str]] = field(default_factory=dict)
    settlement: PotSettlement | None = None
    begun: bool = False


def events_of(stream_id: int, number: int, until: int = LAST) -> list[Pressed]:
    """The events of a round that stand (that stood at position ``until``), in order.

    A number that an undone opening had is used again.
    """
    days = stream_days.of_round(stream_id, number)
    with whole.history(days.first), connection.cursor() as cursor:
        cursor.execute(_ROUND, [stream_id, number, *days, until])
        return undoing.standing(
            [
                undoing.pressed(seq, json.loads(body), sealing.opened("sealed", sealed))
                for seq, body, sealed in cursor.fetchall()
            ]
        )


def fold(in_force: RulesInForce, events: Sequence[Pressed]) -> Refolded:
    """Play ``events``, the first of which is ``round_opened``, by the rules that were in force at the opening."""
    first, *rest = events
    made = Refolded(_opened(in_force, first.data))
    _seal(made, first, OPENING)
    for event in rest:
        given = event.data.get("input")
        if given is not None:
            ordinal = in_force.engine.count(made.state)
            in_force.engine.apply(made.state, {**given, **_hidden(event)})
            made.begun = made.begun or in_force.engine.awaits(made.state).kind != Awaiting.STAKES
            _seal(made, event, ordinal)
            _money(made, event)
        _show(made, event)
    return made


def _opened(in_force: RulesInForce, data: Mapping[str, Any]) -> Any:
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
    return in_force.engine.new(in_force.rules, table)


def _hidden(event: Pressed) -> dict[str, Any]:
    """The sealed fields of an input in the clear."""
    sealed = json.loads(event.sealed) if event.sealed else {}
    return {name: unsealed(value) for name, (_, value) in sealed.items()}


def _seal(made: Refolded, event: Pressed, ordinal: int) -> None:
    if event.sealed:
        for name, (nonce, value) in json.loads(event.sealed).items():
            made.sealed[ordinal] = (event.seq, name, nonce, value)


def _show(made: Refolded, event: Pressed) -> None:
    shown = {line["seq"] for line in event.data.get("revealed", ())}
    if shown:
        made.sealed = {ordinal: kept for ordinal, kept in made.sealed.items() if kept[0] not in shown}


def _money(made: Refolded, event: Pressed) -> None:
    data = event.data
    for bet in data.get("laid", ()):
        stack = chips.from_data(bet["chips"])
        laid = LaidBet(bet["kind"], bet["player"], bet["seat"], bet["hand"], bet["amount"], bet["tender"], stack)
        made.bets[bet["bet"]] = laid
    for bet in data.get("settled", ()):
        if event.type == "bet_withdrawn":
            del made.bets[bet["bet"]]
        elif "chips" in bet:
            made.bets[bet["bet"]].paid = chips.from_data(bet["chips"])
    payments = [
        [move[1], move[2], stack]
        for move, stack in zip(data.get("transfers", ()), data.get("stacks", ()), strict=False)
        if move[0] == Place.POT
    ]
    if payments:
        made.settlement = {"payments": payments, "change": data.get("change")}
