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
    """A version of a game's house rules, parsed; it never changes, so it is kept for the life of the process."""

    id: int
    game: str
    version: int
    engine: Engine[Any, Any]
    rules: Any
    values: Mapping[str, Any]


@lru_cache(maxsize=256)
def rules_in_force(rules_id: int) -> RulesInForce:
    """The house rules of a version."""
    row = house.HouseRules.objects.get(pk=rules_id)
    engine = catalogue.GAMES[row.game].engine
    rules = engine.rules(row.values)
    return RulesInForce(row.pk, row.game, row.version, engine, rules, engine.rule_values(rules))
