"""The people of a made-up house, and the PINs that only this process knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tables.domain.actors import Actor, Role
from tables.domain.errors import NotFound
from tables.models import staff
from tables.selectors import actors
from tables.services import credentials
from tables.services.signatures import SignatureRequest


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who works in a made-up house.

    ``office`` people get a password; ``games`` are those he may deal; a user name is made up where there is none.
    """

    badge: str
    name: str
    role: Role
    games: Sequence[str] = ()
    office: bool = False
    username: str = ""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Secrets:
    """PINs and passwords by badge, from the operating system's random source. They show in no repr."""

    pins: Mapping[str, str] = field(repr=False)
    passwords: Mapping[str, str] = field(repr=False)


def make_secrets(people: Sequence[Member]) -> Secrets:
    """A PIN for everybody and a password for the offices."""
    return Secrets(
        {member.badge: credentials.fresh_pin() for member in people},
        {member.badge: credentials.fresh_password() for member in people if member.office},
    )


class Cast:
    """The people of one casino as they act and sign."""

    def __init__(self, casino: str, pins: Mapping[str, str]) -> None:
        self._casino = casino
        self._pins = pins
        self._actors: dict[tuple[str, str], Actor] = {}

    def actor(self, badge: str, terminal: str = "") -> Actor:
        """The person at ``terminal`` or at none, with the roles held when first asked. Refused: ``no_such_badge``."""
        known = self._actors.get((badge, terminal))
        if known is None:
            member = staff.StaffMember.objects.filter(casino__code=self._casino, badge=badge).first()
            known = actors.actor_for_staff(member.pk, terminal) if member else None
            if known is None:
                raise NotFound("no_such_badge", badge=badge)
            self._actors[badge, terminal] = known
        return known

    def sign(self, badge: str) -> SignatureRequest:
        """What the person keys in to sign."""
        return SignatureRequest(badge=badge, pin=self._pins[badge])
