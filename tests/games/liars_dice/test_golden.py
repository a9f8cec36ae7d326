"""Three rounds, told line by line: what the engine answers must not change unseen.

To change it on purpose, run ``python -m tests.games.liars_dice.test_golden`` and read the difference.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tables.games.contract import Applied, Table
from tables.games.liars_dice.engine import ENGINE

FILE = Path(__file__).parent / "golden_rounds.txt"

PLAYERS = ["Ana", "Bo", "Cy"]
RULES = {"wei_double": True, "to_zhai": "same_ok", "rake": "percent", "rake_percent": [5, 100], "pay_unit": 5}


def roll(by: str, dice: str) -> dict[str, Any]:
    return {"do": "roll", "by": by, "dice": [int(face) for face in dice]}


def bid(by: str, quantity: int, face: int, call: str = "") -> dict[str, Any]:
    return {"do": "bid", "by": by, "quantity": quantity, "face": face, **({"call": call} if call else {})}


ROUNDS: list[tuple[dict[str, Any], list[dict[str, Any]]]] = [
    (
        {"starter": "Bo"},
        [
            roll("Cy", "12345"),
            roll("Bo", "22345"),
            roll("Cy", "65432"),
            roll("Ana", "11446"),
            roll("Cy", "44441"),
            bid("Bo", 3, 1),
            bid("Cy", 6, 4, "fei"),
            bid("Ana", 7, 4),
            bid("Bo", 7, 4, "zhai"),
            bid("Cy", 8, 4),
            {"do": "open", "by": "Ana", "units": 2},
        ],
    ),
    (
        {"starter": "Cy", "cups": "at_open"},
        [
            bid("Cy", 4, 5),
            bid("Ana", 5, 2),
            {"do": "open", "by": "Bo"},
            roll("Ana", "22156"),
            roll("Bo", "12345"),
            roll("Cy", "55631"),
        ],
    ),
    (
        {"starter": "Bo"},
        [roll("Ana", "33333"), roll("Bo", "33456"), roll("Cy", "11256"), bid("Bo", 4, 3), {"do": "leave", "by": "Cy"}],
    ),
]


def line(action: Mapping[str, Any], answer: Applied) -> list[str]:
    told = [f"{json.dumps(action)}", f"  {answer.event} secret={list(answer.secret)} exposed={list(answer.exposed)}"]
    told += [f"  fact {json.dumps(dict(fact))}" for fact in answer.facts]
    told += [f"  laid {json.dumps(row._asdict())}" for row in answer.laid]
    told += [f"  settled {json.dumps(row._asdict())}" for row in answer.settled]
    told += [f"  {t.amount} {t.tender} {t.source} -> {t.target} ({t.reason})" for t in answer.transfers]
    return told


def played(table: Table, actions: Sequence[Mapping[str, Any]]) -> list[str]:
    state = ENGINE.new(ENGINE.rules(RULES), table)
    told = []
    for action in actions:
        told += line(action, ENGINE.apply(state, action))
        awaited = ENGINE.awaits(state)
        told.append(f"  awaits {awaited.kind.value} {awaited.to or ''} {awaited.player or ''} {' '.join(awaited.acts)}")
    told.append(json.dumps(ENGINE.view(state, "public"), indent=1))
    told.append(json.dumps(ENGINE.dump(state), indent=None))
    return told


def telling() -> str:
    told = []
    for number, (options, actions) in enumerate(ROUNDS, start=1):
        told.append(f"=== round {number} {json.dumps(options)}")
        given = {"players": PLAYERS, "unit": 250, **options}
        told += played(Table(250, 250, funds={"Ana": 5000, "Cy": 1000}, options=given), actions)
    return "\n".join(part.rstrip() for part in told) + "\n"


def test_the_rounds_are_told_as_they_were() -> None:
    assert telling() == FILE.read_text(encoding="utf-8")


if __name__ == "__main__":
    FILE.write_text(telling(), encoding="utf-8")
