"""Players the house knows."""

from dataclasses import dataclass

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.models import rounds


@dataclass(frozen=True, slots=True)
class PatronView:
    """A player by code; name or description as it was given."""

    code: str
    name: str
    description: str


def known(actor: Actor, *, after: str = "", limit: int = 50) -> list[PatronView]:
    """The patrons of the actor's house by code, from behind ``after`` on. Refused: ``not_permitted``."""
    permissions.require(actor, "read_patrons")
    rows = rounds.Patron.objects.filter(casino_id=actor.casino_id, code__gt=after).order_by("code")
    return [PatronView(*row) for row in rows.values_list("code", "name", "description")[:limit]]
