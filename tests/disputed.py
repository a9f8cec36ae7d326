"""Disputes on the way to what a test is about: anna says that she was paid wrongly, petra rules."""

from collections.abc import Callable, Mapping
from typing import Any

from tables.services import dispute_rulings, disputes
from tests import dealt
from tests.builders import House


def claim(house: House, number: int | None = 1, **more: Any) -> dict[str, Any]:
    """Anna's claim of 10.00 about a round, written down by petra."""
    asked: dict[str, Any] = {"actor": house.petra, "at": house.at, "table": house.tables[0], "round_number": number}
    asked |= {"claim": "wrong_payout", "text": "I had nineteen", "claimed": 1_000, "player": "anna", "spot": "1"}
    return disputes.open_dispute(**{**asked, **more})


def misdeal(house: House, number: int | None = None, **more: Any) -> dict[str, Any]:
    """Dana stops the table: a card was seen."""
    asked: dict[str, Any] = {"actor": house.dana, "claim": "exposed_card", "text": "the hole card turned over"}
    return claim(house, number, **{**asked, "claimed": 0, "player": "", "spot": "", "stop": True, **more})


def rule(house: House, ruling: str = "pay_as_claimed", number: int = 1, **more: Any) -> dict[str, Any]:
    """Petra rules and signs."""
    asked: dict[str, Any] = {"actor": house.petra, "at": house.at, "table": house.tables[0], "number": number}
    asked |= {"ruling": ruling, "reason": "seen on camera 4", "boss": house.sign("petra")}
    return dispute_rulings.rule_dispute(**{**asked, **more})


def escalate(house: House, number: int = 1, **more: Any) -> dict[str, Any]:
    """Anna does not take it, and surveillance looks."""
    asked: dict[str, Any] = {"actor": house.petra, "at": house.at, "table": house.tables[0], "number": number}
    return disputes.escalate_dispute(**{**asked, "surveillance": "CAM4-0311", **more})


def _settled(house: House) -> None:
    """A round of anna and bo at a table that is ready: the dealer's seventeen beats both."""
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})


def _disputed(house: House) -> None:
    _settled(house)
    claim(house)


def _ruled(house: House) -> None:
    _disputed(house)
    rule(house, "continue")


def _escalated(house: House) -> None:
    _ruled(house)
    escalate(house)


STAGES: Mapping[str, Callable[[House], None]] = {
    "disputed": _disputed,
    "dispute_ruled": _ruled,
    "dispute_escalated": _escalated,
}
"""How far a dispute at BJ-01 has come, for the matrix of doors."""
