"""The terminals of a demo house: one at each table, waiting for a one-time code or enrolled somewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tables.domain.actors import Actor
from tables.models.floor import GamingTable
from tables.models.terminals import Terminal
from tables.selectors import terminals as reads
from tables.selectors.actors import digest
from tables.services import terminals
from tables.services.simulation.demo_plan import DemoPlan
from tables.services.simulation.houses import terminal_of


@dataclass(frozen=True, slots=True)
class Device:
    """A terminal of the demo, and what is known of it: a ``code`` that nobody has used yet, or its ``token``.

    ``enrolled`` without a token: in a browser that was given the code.
    """

    terminal: str
    table: str
    enrolled: bool = False
    code: str = field(default="", repr=False)
    token: str = field(default="", repr=False)


def register(manager: Actor, table: str, now: datetime) -> Device:
    """The table's terminal, registered (anew): it waits for the code."""
    answer = terminals.register_terminal(actor=manager, at=now, terminal=terminal_of(table), table=table)
    return Device(answer["terminal"], table, code=answer["enrolment_code"])


def enrol(device: Device, now: datetime) -> Device:
    """The terminal that has exchanged its code for a token."""
    token = terminals.enrol_terminal(at=now, code=device.code).token
    return Device(device.terminal, device.table, enrolled=True, token=token)


def now_at(plan: DemoPlan, manager: Actor, known: Mapping[str, Device], now: datetime) -> list[Device]:
    """Every terminal of the plan as it stands; ``known`` is what was written down of each, by its code.

    A house that an older version made may lack tables of today's plan: they get none. A terminal that is missing, or
    whose code ran out, gets a new code; the one that is checked is enrolled again when its token is not known any more.
    """
    views = {view.terminal: view for view in reads.devices(manager, now)}
    found = []
    for table in _standing(plan, manager):
        terminal = terminal_of(table)
        view, before = views.get(terminal), known.get(terminal, Device(terminal, table))
        if view is None or view.status == "expired":
            device = register(manager, table, now)
        elif view.status == "enrolled":
            device = Device(
                terminal, table, enrolled=True, token=before.token if _is_of(before.token, terminal) else ""
            )
        else:  # revoked, or waiting: with the code that was written down, or one that the manager made since
            device = Device(terminal, table, code=before.code if _opens(before.code, terminal) else "")
        if table == plan.checked and not device.token:
            device = enrol(register(manager, table, now), now)
        found.append(device)
    return found


def _standing(plan: DemoPlan, manager: Actor) -> list[str]:
    there = set(GamingTable.objects.filter(casino_id=manager.casino_id).values_list("code", flat=True))
    return [table for table in plan.tables if table in there]


def _is_of(token: str, terminal: str) -> bool:
    device = reads.device_of(token)
    return device is not None and device.terminal == terminal


def _opens(code: str, terminal: str) -> bool:
    waiting = Terminal.objects.filter(code=terminal, enrolment_digest=digest(code), revoked_at=None)
    return bool(code) and waiting.exists()
