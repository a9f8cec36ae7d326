"""One partners' game, told line by line: what the engine answers must not change unseen.

To change it on purpose, run ``python -m tests.games.scarney.test_golden`` and read the difference.
"""

import json
from pathlib import Path
from typing import Any

from tables.games.contract import Applied, Table
from tables.games.scarney.engine import PARTNERSHIP
from tests.games.scarney.tabletop import act, faces

FILE = Path(__file__).parent / "golden_game.txt"

RULES = {"frames": 2, "playoff_ante": True, "rake": "percent", "rake_percent": [7, 100], "rake_cap": 95}
TABLE = Table(
    100,
    500,
    funds={"Ana": 1000, "Dee": 700},
    options={"players": ["Ana", "Bo", "Cy", "Dee"], "seating": True, "ante": 150, "chip": 25},
)


def played(by: str, words: str) -> list[dict[str, Any]]:
    return [dict(act(by, word)) for word in words.split()]


ACTIONS: list[dict[str, Any]] = [
    {
        "do": "seat",
        "throws": {"Ana": faces("13DD4"), "Bo": faces("66611"), "Cy": faces("DD134"), "Dee": faces("DDDD6")},
    },
    {"do": "dice", "dice": faces("DDDD3")},
    {"do": "dice", "dice": faces("DDD33")},
    *[{"do": "ante", "by": by} for by in ("Bo", "Ana", "Cy", "Dee")],
    *played("Bo", "dD1346 d1346 s"),
    {"do": "announce", "by": "Ana", "double": True},
    {"do": "dice", "dice": faces("44663")},
    *played("Ana", "13D46 1346 s"),
    *played("Cy", "DDDD6 o1 s"),
    *played("Dee", "DDD13 D1 do1 s"),
    *played("Bo", "13461"),
    {"do": "leave", "by": "Bo"},
    *played("Ana", "DDD13 DD"),
    *played("Cy", "13461 DD114 116 s"),
    *played("Dee", "DDD13 DD"),
    {"do": "ante", "by": "Ana"},
    {"do": "ante", "by": "Cy"},
    {"do": "ante", "by": "Dee"},
    *played("Ana", "33346 s"),
    *played("Cy", "D1346 dDDDD"),
    *played("Dee", "33D34 DDD3 3 s"),
]


def line(action: dict[str, Any], answer: Applied) -> list[str]:
    told = [json.dumps(action), f"  {answer.event}"]
    told += [f"  fact {json.dumps(dict(fact))}" for fact in answer.facts]
    told += [f"  laid {json.dumps(row._asdict())}" for row in answer.laid]
    told += [f"  settled {json.dumps(row._asdict())}" for row in answer.settled]
    told += [f"  {t.amount} {t.tender} {t.source} -> {t.target} ({t.reason})" for t in answer.transfers]
    return told


def telling() -> str:
    state = PARTNERSHIP.new(PARTNERSHIP.rules(RULES), TABLE)
    told = []
    for action in ACTIONS:
        told += line(action, PARTNERSHIP.apply(state, action))
        awaited = PARTNERSHIP.awaits(state)
        told.append(f"  awaits {awaited.kind.value} {awaited.dice} {awaited.player or ''} {' '.join(awaited.acts)}")
    told.append(json.dumps(PARTNERSHIP.view(state, "public"), indent=1))
    told.append(json.dumps(PARTNERSHIP.dump(state)))
    return "\n".join(part.rstrip() for part in told) + "\n"


def test_the_game_is_told_as_it_was() -> None:
    assert telling() == FILE.read_text(encoding="utf-8")


if __name__ == "__main__":
    FILE.write_text(telling(), encoding="utf-8")
