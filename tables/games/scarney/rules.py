"""The house rules of Scarney dice: a frozen value stored with each game (rules.md, "House rules at a glance")."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tables.games import house_rules
from tables.games.house_rules import Check, flag, one_of, share, whole

MOST_MONEY: Final = 10**12
"""No charge, ante or chip can be larger, in minor units; it keeps every sum of a game inside a BIGINT."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every house rule; the defaults are rules.md's.

    Beyond that page: ``leaver``, what becomes of a player who leaves in mid-game (domain.md T-91): his chips stay in
    the pot, and ``frames_zero`` scores his frames to come as 0, ``out`` also bars him from the pot. ``rake`` is how
    the house earns (domain.md §1.6): ``percent`` takes ``rake_percent`` of the pot, at most ``rake_cap`` (0: no cap),
    ``per_game`` takes ``rake_amount``, both from the pot before it is shared; ``time`` declares ``rake_amount`` a seat,
    which is charged at the table and not by the game. ``pay_unit`` is the smallest amount that chips can pay: rake
    and shares are whole units of it. All amounts in minor units.
    """

    frames: int = 7
    frame_score: str = "cumulative"
    little_scarney_no_dice: str = "score"
    stay_after_craps: bool = False
    bonus_min_dice: int = 3
    playoff_ante: bool = False
    double_chips: int = 1
    leaver: str = "frames_zero"
    rake: str = "none"
    rake_percent: tuple[int, int] = (5, 100)
    rake_cap: int = 0
    rake_amount: int = 0
    pay_unit: int = 1


_CHECKS: Final[dict[str, Check]] = {
    "frames": whole(1, 20),
    "frame_score": one_of("cumulative", "last_throw"),
    "little_scarney_no_dice": one_of("score", "crap_out"),
    "stay_after_craps": flag,
    "bonus_min_dice": one_of(3, 5),
    "playoff_ante": flag,
    "double_chips": whole(1, 100),
    "leaver": one_of("frames_zero", "out"),
    "rake": one_of("none", "percent", "per_game", "time"),
    "rake_percent": share,
    "rake_cap": whole(0, MOST_MONEY),
    "rake_amount": whole(0, MOST_MONEY),
    "pay_unit": whole(1, 10**9),
}


def parse(values: Mapping[str, Any]) -> Rules:
    """House rules from JSON values. ValueError names the rule that is wrong or unknown."""
    return house_rules.parse(Rules, _CHECKS, values)


def values(rules: Rules) -> dict[str, Any]:
    """Every house rule as JSON, defaults included."""
    return house_rules.values(rules)
