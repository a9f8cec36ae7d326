"""Who acts: one value that every service takes (style.md 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Role(StrEnum):
    """What a person may be appointed to. Roles are held; the capacity to act comes from an assignment."""

    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    CASHIER = "cashier"
    COUNTER = "counter"
    ACCOUNTANT = "accountant"
    AUDITOR = "auditor"
    HOUSE_MANAGER = "house_manager"
    INTEGRATOR = "integrator"
    SECURITY = "security"


DEPARTMENTS: Mapping[Role, str] = {
    Role.DEALER: "tables",
    Role.PIT_BOSS: "tables",
    Role.CASHIER: "cage",
    Role.COUNTER: "count",
    Role.ACCOUNTANT: "accounting",
    Role.AUDITOR: "audit",
    Role.HOUSE_MANAGER: "management",
    Role.INTEGRATOR: "systems",
    Role.SECURITY: "security",
}
"""Whom a person answers to in a role: a slip needs signatures from several departments (domain.md §1.1)."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A person (or the system) acting for one casino, possibly from a terminal that is bound to one table."""

    casino_id: int
    casino: str
    staff_id: int | None
    badge: str
    name: str
    roles: frozenset[Role]
    terminal_id: int | None = None
    terminal: str = ""
    table_id: int | None = None

    @property
    def client(self) -> str:
        """The scope of idempotency keys: the device if there is one, else the person."""
        return f"terminal:{self.terminal_id}" if self.terminal_id else f"staff:{self.staff_id}"


def system_actor(casino_id: int, casino: str) -> Actor:
    """The house itself, for what happens on a timer. It holds no role and so passes no permission check."""
    return Actor(casino_id=casino_id, casino=casino, staff_id=None, badge="system", name="system", roles=frozenset())


@dataclass(frozen=True, slots=True)
class Signature:
    """A person's signature under a content, verified by badge and PIN in the same request (domain.md §1.1).

    A signature is name, licence number, time and terminal, one per role of a document; ``content`` is the SHA-256
    (hex) of what was signed.
    """

    staff_id: int
    badge: str
    name: str
    licence: str
    role: str
    terminal: str
    signed_at: datetime
    content: str

    def as_data(self) -> dict[str, str]:
        """The signature as it stands in the log."""
        return {
            "badge": self.badge,
            "name": self.name,
            "licence": self.licence,
            "role": self.role,
            "terminal": self.terminal,
            "signed_at": instant(self.signed_at),
            "content": self.content,
        }


def instant(moment: datetime) -> str:
    """RFC 3339 in UTC with microseconds and ``Z``: the only form of time in the log."""
    if moment.tzinfo is None:
        raise ValueError("a moment without a zone")
    offset = moment.utcoffset()
    naive = moment.replace(tzinfo=None) - offset if offset else moment.replace(tzinfo=None)
    return naive.isoformat(timespec="microseconds") + "Z"
