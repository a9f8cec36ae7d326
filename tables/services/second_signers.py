"""The independent second signature under a void: in a role that the rule pack names, of another department (T-25)."""

from datetime import datetime

from tables.domain.actors import DEPARTMENTS, Actor, Role
from tables.models import staff
from tables.services import rule_packs


def void_role(actor: Actor, at: datetime, badge: str, makes_out: Role) -> Role:
    """In which role ``badge`` seconds a void of what somebody of ``makes_out``'s department made out.

    Who holds none of the roles signs in the first and is refused there, after his PIN, like everybody else. A pack
    whose roles are all of that department leaves it to the house's manager.
    """
    named = rule_packs.at(actor.casino_id, at).void_second_roles
    others = [role for role in named if DEPARTMENTS[role] != DEPARTMENTS[makes_out]]
    return held_of(actor, badge, others or [Role.HOUSE_MANAGER])


def held_of(actor: Actor, badge: str, roles: list[Role]) -> Role:
    """The first of ``roles`` that the person holds, or the first of all."""
    held = staff.RoleHeld.objects.filter(staff__casino_id=actor.casino_id, staff__badge=badge, until=None)
    his = set(held.values_list("role", flat=True))
    return next((role for role in roles if role in his), roles[0])
