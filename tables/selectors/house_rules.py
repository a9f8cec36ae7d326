"""House rules by their row: parsed once, because every press and every look at a felt needs them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tables.games import catalogue
from tables.games.contract import Engine
from tables.models import house


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """A version of a game's house rules, parsed; it never changes, so it is kept for the life of the process.

    ``values`` are all of them as JSON, as they stand in ``round_opened``.
    """

    id: int
    game: str
    version: int
    engine: Engine[Any, Any]
    rules: Any
    values: Mapping[str, Any]


@lru_cache(maxsize=256)
def rules_in_force(rules_id: int, smallest_chip: int) -> RulesInForce:
    """The house rules of a version at a table whose smallest chip is ``smallest_chip`` (minor units).

    Winnings are paid in chips: where the rules name a ``pay_unit`` that the chips cannot make, the smallest chip is
    the unit (domain.md T-47). What was due and what was paid both stay on record.
    """
    row = house.HouseRules.objects.get(pk=rules_id)
    engine = catalogue.GAMES[row.game].engine
    values = engine.rule_values(engine.rules(row.values))
    if values.get("pay_unit", 0) % smallest_chip:
        values["pay_unit"] = smallest_chip
    return RulesInForce(row.pk, row.game, row.version, engine, engine.rules(values), values)
