"""The house rules of liar's dice: a frozen value stored with each round (rules.md, "House rules at a glance")."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tables.games import house_rules
from tables.games.house_rules import Check, flag, one_of, share, whole

MOST_MONEY: Final = 10**12
"""No unit and no charge can be larger, in minor units; it keeps every sum of a round inside a BIGINT."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every house rule; the defaults are rules.md's.

    Beyond that page: ``leaver``, what becomes of a round that a player leaves before a bid is opened (domain.md T-91):
    he ``forfeits`` one unit to the player after him, or it ``voids`` the round. ``rake`` is how the house earns
    (domain.md §1.6): ``percent`` takes ``rake_percent`` of a penalty, at most ``rake_cap`` (0: no cap), ``per_round``
    takes ``rake_amount``, both before the penalty is paid; ``time`` declares ``rake_amount`` a seat, which is charged
    at the table and not by the round. ``pay_unit`` is the smallest amount that chips can pay: unit and rake are whole
    units of it. All amounts in minor units.
    """

    dice_per_player: int = 5
    counting: str = "bonus"
    reroll_single: str = "with_bonus"
    wei_double: bool = False
    ones_rank: str = "low"
    opening_odd: str = "floor"
    to_zhai: str = "raise"
    max_open_units: int = 2
    payee: str = "winner"
    leaver: str = "forfeits"
    rake: str = "none"
    rake_percent: tuple[int, int] = (5, 100)
    rake_cap: int = 0
    rake_amount: int = 0
    pay_unit: int = 1

    @property
    def rerolls(self) -> bool:
        """A single hand must be thrown again (L2.3)."""
        return self.reroll_single == "always" or (self.reroll_single == "with_bonus" and self.counting == "bonus")


_CHECKS: Final[dict[str, Check]] = {
    "dice_per_player": whole(2, 8),
    "counting": one_of("bonus", "as_rolled"),
    "reroll_single": one_of("with_bonus", "always", "never"),
    "wei_double": flag,
    "ones_rank": one_of("low", "high"),
    "opening_odd": one_of("floor", "ceil"),
    "to_zhai": one_of("raise", "same_ok"),
    "max_open_units": whole(1, 100),
    "payee": one_of("winner", "pot"),
    "leaver": one_of("forfeits", "voids"),
    "rake": one_of("none", "percent", "per_round", "time"),
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
