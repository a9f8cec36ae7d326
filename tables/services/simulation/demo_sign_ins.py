"""The sign-ins of the demo house: rows for whoever opens it, and for the programs that try it out.

Rows with a ``path`` are printed when the house opens; the others give every person's and every device's secrets.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.domain.actors import Role
from tables.services.simulation.demo import Device
from tables.services.simulation.demo_plan import DemoPlan
from tables.services.simulation.houses import MadeHouse

Row = dict[str, Any]

_OFFICES = (
    ("Pit review", "/pits/", Role.PIT_BOSS),
    ("Shift reports", "/reports/", Role.ACCOUNTANT),
    ("Audit", "/reports/", Role.AUDITOR),
    ("House manager", "/", Role.HOUSE_MANAGER),
)
ENROL = "/enrol"


def rows(made: MadeHouse, plan: DemoPlan, devices: Sequence[Device]) -> list[Row]:
    """Every row, those to be printed first."""
    table = plan.given["today"]["table"]
    dealer = plan.dealers[table]
    device = next(device for device in devices if device.table == table)
    printed: list[Row] = [
        _enrolment(device),
        {
            "what": "Dealer terminal",
            "path": f"/t/{table}/",
            "sign_in": f"badge {dealer}   PIN {made.secrets.pins[dealer]}",
        },
    ]
    for what, path, role in _OFFICES:
        badge = made.holder(role)
        name, password = _username(made, badge), made.secrets.passwords[badge]
        printed.append({"what": what, "path": path, "sign_in": f"{name} / {password}"})
    people = [_person(made, member.badge) for member in made.plan.people]
    return [*printed, *people, *(_device(device) | _crew(plan, device.table) for device in devices)]


def renewed(known: Sequence[Mapping[str, Any]], devices: Sequence[Device]) -> list[Row]:
    """``known`` rows with the new codes of ``devices``."""
    fresh = {device.terminal: device for device in devices}
    changed: list[Row] = []
    for row in known:
        device = fresh.get(row.get("terminal", ""))
        if device is None:
            changed.append(dict(row))
        else:
            changed.append(_enrolment(device) if "path" in row else {**row, **_device(device)})
    return changed


def _enrolment(device: Device) -> Row:
    return {
        "what": "Enrol a terminal",
        "path": ENROL,
        "sign_in": f"code {_grouped(device.code)} makes this browser {device.table}'s terminal (15 minutes)",
        "terminal": device.terminal,
    }


def _person(made: MadeHouse, badge: str) -> Row:
    member = next(member for member in made.plan.people if member.badge == badge)
    return {
        "badge": badge,
        "name": member.name,
        "role": member.role.value,
        "pin": made.secrets.pins[badge],
        "username": _username(made, badge),
        "password": made.secrets.passwords.get(badge),
    }


def _device(device: Device) -> Row:
    return {
        "terminal": device.terminal,
        "table": device.table,
        "enrolment_code": device.code or None,
        "device_token": device.token or None,
    }


def _crew(plan: DemoPlan, table: str) -> Row:
    """Who deals there and who is in charge."""
    return {"dealer": plan.dealers[table], "pit_boss": plan.house.bosses[plan.tables[table].pit]}


def _username(made: MadeHouse, badge: str) -> str:
    member = next(member for member in made.plan.people if member.badge == badge)
    return member.username or badge.lower()


def _grouped(code: str) -> str:
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))
