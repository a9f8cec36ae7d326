"""Disputes on the way to what a test is about: anna says that she was paid wrongly, petra rules."""

from typing import Any

from tables.services import dispute_rulings, disputes
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
