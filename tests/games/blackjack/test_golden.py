"""One long round, told line by line: what the engine answers must not change unseen.

To change it on purpose, run ``python -m tests.games.blackjack.test_golden`` and read the difference.
"""

import json
from pathlib import Path
from typing import Any

from tables.games.blackjack.engine import ENGINE
from tables.games.contract import Applied, Table

FILE = Path(__file__).parent / "golden_round.txt"

RULES = {"double_after_split": True, "natural_pays": [3, 2], "pay_unit": 5, "rounding": "up"}
TABLE = Table(100, 1000, funds={"Ana": 5000, "Kim": 900}, shuffle_due=True)


def bet(by: str, spot: int, amount: int, **more: Any) -> dict[str, Any]:
    return {"do": "bet", "by": by, "spot": spot, "amount": amount, **more}


def cards(codes: str) -> list[dict[str, Any]]:
    return [{"do": "card", "card": code} for code in codes.split()]


def act(do: str, by: str, spot: int) -> dict[str, Any]:
    return {"do": do, "by": by, "spot": spot}


ACTIONS: list[dict[str, Any]] = [
    {"do": "raise_limit", "by": "pit_boss", "player": "Bo", "max": 2000},
    bet("Ana", 1, 1000),
    bet("Bo", 3, 1505),
    bet("Cy", 4, 200, tender="cash"),
    bet("Ana", 6, 500),
    bet("Dee", 7, 100),
    {"do": "back_bet", "id": "k1", "by": "Kim", "spot": 1, "amount": 300, "follow_split": True, "follow_double": True},
    {"do": "back_bet", "id": "k2", "by": "Kim", "spot": 3, "amount": 101},
    {"do": "withdraw_bet", "by": "Dee", "spot": 7},
    {"do": "close_betting"},
    {"do": "shuffled"},
    *cards("8S AS TH 5S AD 8H KH JOKER 6D 6H 9C"),
    {"do": "insure", "by": "Ana", "spot": 1, "amount": 500},
    {"do": "insure", "by": "Bo", "spot": 3, "amount": 750},
    {"do": "close_insurance"},
    act("split", "Ana", 1),
    *cards("3H"),
    act("double", "Ana", 1),
    *cards("2C TC"),
    act("stand", "Ana", 1),
    act("hit", "Cy", 4),
    *cards("7C"),
    act("double", "Ana", 6),
    {"do": "shoe_empty"},
    {"do": "shuffled"},
    *cards("9S"),
]


def line(action: dict[str, Any], answer: Applied) -> list[str]:
    told = [f"{json.dumps(action)}", f"  {answer.event} secret={list(answer.secret)} exposed={list(answer.exposed)}"]
    told += [f"  fact {json.dumps(dict(fact))}" for fact in answer.facts]
    told += [f"  laid {json.dumps(row._asdict())}" for row in answer.laid]
    told += [f"  settled {json.dumps(row._asdict())}" for row in answer.settled]
    told += [f"  {t.amount} {t.tender} {t.source} -> {t.target} ({t.reason})" for t in answer.transfers]
    return told


def telling() -> str:
    state = ENGINE.new(ENGINE.rules(RULES), TABLE)
    told = []
    for action in ACTIONS:
        told += line(action, ENGINE.apply(state, action))
        awaited = ENGINE.awaits(state)
        told.append(f"  awaits {awaited.kind.value} {awaited.to or ''} {awaited.player or ''} {' '.join(awaited.acts)}")
    told.append(json.dumps(ENGINE.view(state, "public"), indent=1))
    told.append(json.dumps(ENGINE.dump(state), indent=None))
    return "\n".join(part.rstrip() for part in told) + "\n"


def test_the_round_is_told_as_it_was() -> None:
    assert telling() == FILE.read_text(encoding="utf-8")


if __name__ == "__main__":
    FILE.write_text(telling(), encoding="utf-8")
