"""How the house is furnished: pits, tables, chips and every version of its house rules, as its manager sees them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Sum, Value
from django.db.models.functions import Coalesce

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.domain.house_settings import ChipKind
from tables.models import floor, house


@dataclass(frozen=True, slots=True)
class Furnished:
    """A table as it is licensed and furnished; money in minor units, ``par`` is the value of its par."""

    code: str
    pit: str
    game: str
    rules_version: int
    spots: int
    chip_set: str
    card_source: str
    licensed_maximum: int
    par: int
    status: str


@dataclass(frozen=True, slots=True)
class RulesVersion:
    """A version of a game's house rules, and the tables that are dealt by it."""

    game: str
    version: int
    values: Mapping[str, Any]
    tables: tuple[str, ...]

    @property
    def key(self) -> str:
        """Game and version in one word: ``blackjack:2``."""
        return f"{self.game}:{self.version}"


def pits(actor: Actor) -> dict[str, str]:
    """Code -> name of every pit, by code. Refused: ``not_permitted``."""
    permissions.require(actor, "manage_house")
    rows = floor.Pit.objects.filter(casino_id=actor.casino_id).order_by("code")
    return dict(rows.values_list("code", "name"))


def tables(actor: Actor) -> list[Furnished]:
    """Every table, by pit and code. Refused: ``not_permitted``."""
    permissions.require(actor, "manage_house")
    rows = floor.GamingTable.objects.filter(casino_id=actor.casino_id).order_by("pit__code", "code")
    par = Coalesce(Sum(F("rack__denomination") * F("rack__par")), Value(0))
    found = rows.annotate(par_value=par).select_related("pit", "rules", "chip_set", "state")
    return [
        Furnished(
            code=row.code,
            pit=row.pit.code,
            game=row.rules.game,
            rules_version=row.rules.version,
            spots=row.spots,
            chip_set=row.chip_set.code,
            card_source=row.card_source,
            licensed_maximum=row.licensed_maximum,
            par=int(row.par_value),
            status=row.state.status,
        )
        for row in found
    ]


def table(actor: Actor, code: str) -> Furnished:
    """One table. Refused: ``not_permitted``, ``no_such_table``."""
    found = next((row for row in tables(actor) if row.code == code), None)
    if found is None:
        raise NotFound("no_such_table")
    return found


def chip_sets(actor: Actor) -> list[str]:
    """The codes of the chip sets that a table may have. Refused: ``not_permitted``."""
    permissions.require(actor, "manage_house")
    rows = house.ChipSet.objects.filter(casino_id=actor.casino_id, kind=ChipKind.VALUE.value)
    return list(rows.order_by("code").values_list("code", flat=True))


def house_rules(actor: Actor) -> list[RulesVersion]:
    """Every version, by game, the newest first. Refused: ``not_permitted``."""
    permissions.require(actor, "manage_house")
    by_rules: dict[int, list[str]] = {}
    rows = floor.GamingTable.objects.filter(casino_id=actor.casino_id).order_by("code")
    for rules_id, code in rows.values_list("rules_id", "code"):
        by_rules.setdefault(rules_id, []).append(code)
    versions = house.HouseRules.objects.filter(casino_id=actor.casino_id).order_by("game", "-version")
    return [RulesVersion(row.game, row.version, row.values, tuple(by_rules.get(row.pk, ()))) for row in versions]
