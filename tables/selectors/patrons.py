"""Players the house knows."""

from dataclasses import dataclass

from django.db.models import Q

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.models import floor, rounds


@dataclass(frozen=True, slots=True)
class PatronView:
    """A player by code; name or description as it was given."""

    code: str
    name: str
    description: str


def known(actor: Actor, *, after: str = "", like: str = "", limit: int = 50) -> list[PatronView]:
    """The patrons of the actor's house by code, from behind ``after`` on; ``like`` stands in code, name or description.

    Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_patrons")
    rows = rounds.Patron.objects.filter(casino_id=actor.casino_id, code__gt=after).order_by("code")
    if like:
        rows = rows.filter(Q(code__icontains=like) | Q(name__icontains=like) | Q(description__icontains=like))
    return [PatronView(*row) for row in rows.values_list("code", "name", "description")[:limit]]


def one(actor: Actor, code: str) -> PatronView:
    """The patron with this code. Refused: ``not_permitted``, ``no_such_patron``."""
    permissions.require(actor, "read_patrons")
    row = rounds.Patron.objects.filter(casino_id=actor.casino_id, code=code).first()
    if row is None:
        raise NotFound("no_such_patron", patron=code[:24])
    return PatronView(row.code, row.name, row.description)


def places(actor: Actor) -> list[str]:
    """The codes of the tables where somebody may have been called something. Refused: ``not_permitted``."""
    permissions.require(actor, "read_patrons")
    rows = floor.GamingTable.objects.filter(casino_id=actor.casino_id).order_by("code")
    return list(rows.values_list("code", flat=True))
