"""The house rules of blackjack: a frozen value that is stored with each round (rules.md, "House rules at a glance")."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Rules:
    """Every house rule; the defaults are rules.md's.

    Beyond that page: ``decks`` in the shoe; ``player_cards`` face down (B5.2) or face up; ``pay_unit``, the steps in
    which winnings are paid, in minor units, and ``pay_gaps``, the multiples of it that the chips of the table cannot
    make (domain.md T-47; the table tells them, not the house); ``money_play``, what becomes of the notes of a cash bet
    that wins (T-43): ``notes_back`` to the player, or ``changed`` for chips and into the box.
    """

    spots: int = 7
    natural_pays: tuple[int, int] = (3, 2)
    rounding: str = "down"
    insurance: bool = True
    insurance_amount: str = "exact_half"
    dealer_soft_17: str = "stand"
    double_after_split: bool = False
    double_card: str = "face_down"
    max_hands: int = 4
    resplit_aces: bool = False
    auto_stand_21: bool = False
    cut_card_first: str = "reshuffle_now"
    exhaustion: str = "reshuffle_discards"
    decks: int = 4
    player_cards: str = "face_down"
    pay_unit: int = 1
    money_play: str = "notes_back"
    pay_gaps: tuple[int, ...] = ()

    def payable(self, units: int, *, up: bool = False) -> int:
        """So many units of winnings in minor units, or the next amount below (``up``: above) that chips can make."""
        while units * self.pay_unit in self.pay_gaps:
            units += 1 if up else -1
        return units * self.pay_unit


Check = Callable[[Any], Any]


def _one_of(*allowed: Any) -> Check:
    def check(value: Any) -> Any:
        if type(value) is not type(allowed[0]) or value not in allowed:
            raise ValueError(f"must be one of {', '.join(map(str, allowed))}")
        return value

    return check


def _whole(low: int, high: int) -> Check:
    def check(value: Any) -> Any:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return value

    return check


def _flag(value: Any) -> Any:
    if type(value) is not bool:
        raise ValueError("must be true or false")
    return value


def _odds(value: Any) -> tuple[int, int]:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise ValueError("must be two whole numbers, such as [3, 2]")
    part = _whole(1, 100)
    return part(value[0]), part(value[1])


def _amounts(value: Any) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)):
        raise ValueError("must be amounts that chips cannot make, such as [50, 150]")
    return tuple(map(_whole(1, 10**12), value))


_CHECKS: Final[dict[str, Check]] = {
    "spots": _one_of(7, 6),
    "natural_pays": _odds,
    "rounding": _one_of("down", "up"),
    "insurance": _flag,
    "insurance_amount": _one_of("exact_half", "up_to_half"),
    "dealer_soft_17": _one_of("stand", "hit"),
    "double_after_split": _flag,
    "double_card": _one_of("face_down", "face_up"),
    "max_hands": _whole(1, 16),
    "resplit_aces": _flag,
    "auto_stand_21": _flag,
    "cut_card_first": _one_of("reshuffle_now", "last_round"),
    "exhaustion": _one_of("reshuffle_discards", "void_round"),
    "decks": _whole(1, 8),
    "player_cards": _one_of("face_down", "face_up"),
    "pay_unit": _whole(1, 10**9),
    "money_play": _one_of("notes_back", "changed"),
    "pay_gaps": _amounts,
}


def parse(values: Mapping[str, Any]) -> Rules:
    """House rules from JSON values. ValueError names the rule that is wrong or unknown."""
    checked: dict[str, Any] = {}
    for name, value in values.items():
        check = _CHECKS.get(name)
        if check is None:
            raise ValueError(f"{name}: no such house rule")
        try:
            checked[name] = check(value)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    return Rules(**checked)


def values(rules: Rules) -> dict[str, Any]:
    """Every house rule as JSON, defaults included. ``pay_gaps`` stand there only where the chips have some."""
    out = {field.name: getattr(rules, field.name) for field in fields(rules)}
    out["natural_pays"] = list(rules.natural_pays)
    gaps = out.pop("pay_gaps")
    return {**out, "pay_gaps": list(gaps)} if gaps else out
