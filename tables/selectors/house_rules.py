"""House rules by their row: parsed once, because every press and every look at a felt needs them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tables.domain import chips
from tables.games import catalogue
from tables.games.contract import Engine
from tables.models import house


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """A version of a game's house rules, parsed; it never changes, so it is kept for the life of the process.

    ``values`` are all of them as JSON, as they stand in ``round_opened``; ``denominations`` those that they were read
    with.
    """

    id: int
    game: str
    version: int
    engine: Engine[Any, Any]
    rules: Any
    values: Mapping[str, Any]
    denominations: tuple[int, ...]


@lru_cache(maxsize=256)
def rules_in_force(rules_id: int, *denominations: int) -> RulesInForce:
    """The house rules of a version at a table that plays with chips of ``denominations`` (minor units).

    Winnings are paid in chips: where the rules name a ``pay_unit`` that the chips cannot make, the unit is one that
    they can (domain.md T-47). A game that knows ``pay_gaps`` is told the finest, and what of it cannot be made; others
    get the smallest chip. What was due and what was paid both stay on record.
    """
    row = house.HouseRules.objects.get(pk=rules_id)
    engine = catalogue.GAMES[row.game].engine
    rules = engine.rules(row.values)
    if (wanted := getattr(rules, "pay_unit", None)) is not None:
        rules = engine.rules({**engine.rule_values(rules), **_payable(rules, wanted, denominations)})
    return RulesInForce(row.pk, row.game, row.version, engine, rules, engine.rule_values(rules), denominations)


def _payable(rules: Any, wanted: int, denominations: Sequence[int]) -> dict[str, Any]:
    if not hasattr(rules, "pay_gaps"):
        return {"pay_unit": chips.whole_unit(wanted, denominations)}
    unit, gaps = chips.unit_and_gaps(wanted, denominations)
    return {"pay_unit": unit, "pay_gaps": gaps}
