"""On whose word a boss's decision rests: the actor's own, or a pit boss's who signs at the dealer's terminal."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.domain.actors import Actor, Role
from tables.domain.permissions import may, require, require_at_table
from tables.services import signatures
from tables.services.signatures import SignatureRequest


@dataclass(frozen=True, slots=True)
class Authority:
    """The pit boss who decides, and his signature when it was given at somebody else's terminal."""

    staff_id: int | None
    badge: str
    signatures: tuple[dict[str, str], ...]

    def as_data(self) -> list[dict[str, str]]:
        """The signatures as they stand in the log; the actor of the event is the boss himself when there is none."""
        return list(self.signatures)


def of(
    *, actor: Actor, at: datetime, permission: str, content: Mapping[str, Any], boss: SignatureRequest | None
) -> Authority:
    """Verify the signing boss, or require ``permission`` of the actor. Called before the stream is locked.

    A boss signs at a dealer's terminal or at another boss's: nobody else brings his word to a table.
    """
    if boss is None or not may(actor, "deal"):
        require(actor, permission)
    if boss is None:
        return Authority(actor.staff_id, actor.badge, ())
    signed = signatures.verify(
        casino=actor.casino_id,
        badge=boss.badge,
        pin=boss.pin,
        role=Role.PIT_BOSS,
        terminal=actor.terminal,
        content=content,
        at=at,
        asker=actor.badge,
    )
    return Authority(signed.staff_id, signed.badge, (signed.as_data(),))


def require_place(actor: Actor, permission: str, table_id: int) -> None:
    """Who only brings a boss's signature brings it from the table's own terminal. Refused: ``terminal_required``."""
    if not may(actor, permission):
        require_at_table(actor, table_id)
