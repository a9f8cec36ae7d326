"""The house's own facts: what every client asks first."""

from dataclasses import dataclass

from tables.domain.actors import Actor
from tables.models import house


@dataclass(frozen=True, slots=True)
class HouseFacts:
    """The casino and its money; ``exponent`` is the number of decimal places of the minor unit."""

    code: str
    name: str
    currency: str
    exponent: int
    time_zone: str
    settings_version: int


def of(actor: Actor) -> HouseFacts:
    """The actor's house."""
    row = house.Casino.objects.get(pk=actor.casino_id)
    return HouseFacts(row.code, row.name, row.currency, row.exponent, row.time_zone, row.settings_version)


def codes() -> list[str]:
    """Every house of this database, by code; for the operator, who stands outside of all of them."""
    return list(house.Casino.objects.order_by("code").values_list("code", flat=True))
