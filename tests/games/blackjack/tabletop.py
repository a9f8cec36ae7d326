"""A table for tests: short ways to bet, deal and act, and a refusal that must change nothing."""

from collections.abc import Mapping
from typing import Any

import pytest

from tables.games.blackjack.cases import run_case
from tables.games.blackjack.engine import ENGINE
from tables.games.blackjack.state import State
from tables.games.case_ports import EnginePort
from tables.games.contract import Action, Applied, Awaiting, Refused, Settled, Table, Transfer, total_between

ACTS = {"h": "hit", "s": "stand", "d": "double", "p": "split"}


class Tabletop:
    """One round at a table; house rules by keyword."""

    def __init__(self, table: Table | None = None, /, **rules: Any) -> None:
        self.rules = ENGINE.rules(rules)
        self.state: State = ENGINE.new(self.rules, table or Table(1, 50000))
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

    def bet(self, by: str, spot: int, amount: int = 100, **fields: Any) -> Applied:
        return self.do("bet", by=by, spot=spot, amount=amount, **fields)

    def back(self, name: str, by: str, spot: int, amount: int = 100, **fields: Any) -> Applied:
        return self.do("back_bet", id=name, by=by, spot=spot, amount=amount, **fields)

    def deal(self, cards: str) -> Applied:
        """Cards, apart by spaces; the answer to the last one."""
        for code in cards.split():
            self.do("card", card=code)
        return self.answers[-1]

    def begin(self, cards: str) -> Applied:
        """Close the betting and deal."""
        self.do("close_betting")
        return self.deal(cards)

    def act(self, by: str, spot: int, acts: str, cards: str = "") -> Applied:
        """Acts by their letters (hit, stand, double, p for split), a card after each that asks for one."""
        left = cards.split()
        for letter in acts:
            self.do(ACTS[letter], by=by, spot=spot)
            while self.awaiting() is Awaiting.CARD and left:
                self.do("card", card=left.pop(0))
        assert not left, f"cards not called for: {left}"
        return self.answers[-1]

    def awaiting(self) -> Awaiting:
        return ENGINE.awaits(self.state).kind

    def settled(self) -> dict[int, Settled]:
        """The last word on each bet, by its number."""
        return {row.bet: row for answer in self.answers for row in answer.settled}

    def transfers(self) -> list[Transfer]:
        return [transfer for answer in self.answers for transfer in answer.transfers]

    def moved(self, source: str, target: str) -> int:
        return total_between(self.transfers(), source, target)


def sole(cards: str, amount: int = 100, table: Table | None = None, /, **rules: Any) -> Tabletop:
    """A on spot 1 alone, the first four cards (or more) dealt: his, the up card, his, the hole card."""
    table_top = Tabletop(table, **rules)
    table_top.bet("A", 1, amount)
    table_top.begin(cards)
    return table_top


def told(
    shoe: str,
    acts: str = "",
    *,
    bets: int | list[dict[str, Any]] = 1,
    insurance: list[dict[str, Any]] | None = None,
    rounds: list[str] | None = None,
    bankrolls: Mapping[str, int] | None = None,
    next_shoes: list[str] | None = None,
    **rules: Any,
) -> list[dict[str, Any]]:
    """The rounds of a case in short hand, as ``run_case`` tells them.

    ``acts`` are words like ``1h`` (the owner of spot 1 hits); ``bets`` a number of spots at 100, owned by A, B, C ...,
    or the bets themselves; ``rounds`` the acts of further rounds with the same bets.
    """
    if isinstance(bets, int):
        bets = [{"by": "ABCDEFG"[at], "spot": at + 1, "amount": 100} for at in range(bets)]
    owners = {bet["spot"]: bet["by"] for bet in bets}
    given: dict[str, Any] = {
        "table": {"min": 1, "max": 50000},
        "shoe": shoe.split(),
        "next_shoes": [cards.split() for cards in next_shoes or []],
        "rounds": [
            {
                "bets": bets,
                "insurance": insurance or [],
                "actions": [
                    {"by": owners[int(word[0])], "spot": int(word[0]), "do": ACTS[word[1]]} for word in words.split()
                ],
            }
            for words in [acts, *(rounds or [])]
        ],
    }
    if bankrolls is not None:
        given["bankrolls"] = bankrolls
    case = {"game": "blackjack", "house_rules": rules, "input": given}
    answered: list[dict[str, Any]] = run_case(case, EnginePort(ENGINE))["rounds"]
    return answered
