"""The sign-ins of the demo house: rows for whoever opens it, and for the programs that try it out.

Rows with a ``path`` are printed when the house opens; the others give every person's and every device's secrets.
"""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tables.domain.actors import Role
from tables.games import catalogue
from tables.services.simulation.cast import Secrets
from tables.services.simulation.demo_devices import Device
from tables.services.simulation.demo_plan import DemoPlan

Row = dict[str, Any]

FILE = "demo-sign-ins.json"
ENROL = "/enrol"
TERMINALS = "/house/terminals/"
CHANGED = "changed since; the house manager gives a new one"
_OFFICES = (
    ("Pit review", "/pits/", Role.PIT_BOSS),
    ("Cage", "/cage/", Role.CASHIER),
    ("Slips, stores", "/slips/", Role.SECURITY),
    ("Count room", "/count/", Role.COUNTER),
    ("Shift reports", "/reports/", Role.ACCOUNTANT),
    ("Audit", "/audit/", Role.AUDITOR),
    ("House manager", "/house/", Role.HOUSE_MANAGER),
)


def read(file: Path, house: str) -> list[Row] | None:
    """The rows that were written for this ``house`` (``demo_house.identity``); None when there are none.

    Those of another house are no sign-ins here, however much their badges look alike.
    """
    if not file.exists():
        return None
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:  # it was being written when the machine went down
        return None
    return list(kept["sign_ins"]) if isinstance(kept, dict) and house and kept.get("house") == house else None


def write(file: Path, house: str, rows: Sequence[Row]) -> None:
    """Keep the rows for the owner's eyes only, from the first byte on, and for this house only."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        os.fchmod(descriptor, 0o600)
        json.dump({"house": house, "sign_ins": list(rows)}, out, ensure_ascii=False, indent=1)


def rows(
    plan: DemoPlan,
    secrets: Secrets,
    devices: Sequence[Device],
    stamps: Mapping[str, str],
    changed: frozenset[str] = frozenset(),
) -> list[Row]:
    """Every row, those to be printed first; ``changed`` are the badges whose secrets are not these any more.

    ``stamps`` (``demo_house.stamps``) are noted with those whose secrets are.
    """
    table = plan.given["today"]["table"]
    printed: list[Row] = [
        _enrolment(plan, secrets, devices, table),
        {
            "what": "Dealer terminal",
            "path": f"/t/{table}/",
            "sign_in": _badge_and_pin(plan.dealers[table], secrets, changed),
        },
        *_other_games(plan, secrets, devices, changed),
    ]
    for what, path, role in _OFFICES:
        printed.append({"what": what, "path": path, "sign_in": _name_and_password(plan, role, secrets, changed)})
    noted = {badge: stamp for badge, stamp in stamps.items() if badge not in changed}
    people = [_person(plan, secrets, badge) | {"stamp": noted.get(badge, "")} for badge in secrets.pins]
    return [*printed, *people, *(_device(device) | _crew(plan, device.table) for device in devices)]


def secrets_in(rows: Sequence[Mapping[str, Any]]) -> Secrets:
    """The PINs and passwords that the rows hold."""
    people = [row for row in rows if "pin" in row]
    return Secrets(
        {row["badge"]: row["pin"] for row in people},
        {row["badge"]: row["password"] for row in people if row["password"]},
    )


def stamps_in(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """What the secrets were kept as when the rows were written, by badge."""
    return {row["badge"]: row.get("stamp", "") for row in rows if "pin" in row}


def devices_in(rows: Sequence[Mapping[str, Any]]) -> dict[str, Device]:
    """The devices that the rows hold, by terminal."""
    return {
        row["terminal"]: Device(
            row["terminal"], row["table"], code=row["enrolment_code"] or "", token=row["device_token"] or ""
        )
        for row in rows
        if "device_token" in row
    }


def _enrolment(plan: DemoPlan, secrets: Secrets, devices: Sequence[Device], table: str) -> Row:
    """A code that nobody has used yet, that of ``table`` first; else where a new one is made."""
    waiting = sorted((device for device in devices if device.code), key=lambda device: device.table != table)
    if not waiting:
        taken = ", ".join(device.table for device in devices if device.enrolled)
        told = f"enrolled: {taken or 'none'}; the house manager makes a new code there"
        return {"what": "Terminals", "path": TERMINALS, "sign_in": told}
    device = waiting[0]
    told = f"code {_grouped(device.code)} makes this browser {device.table}'s terminal (15 minutes)"
    if device.table != table:
        dealer = plan.dealers[device.table]
        told += f"; {dealer} deals there, PIN {secrets.pins.get(dealer, '?')}; {table} is enrolled"
    return {"what": "Enrol a terminal", "path": ENROL, "sign_in": told}


def _other_games(plan: DemoPlan, secrets: Secrets, devices: Sequence[Device], changed: frozenset[str]) -> list[Row]:
    """The first table of each game that is not dealt at the table of the day, and how to get to its terminal."""
    shown = {plan.tables[plan.given["today"]["table"]].game}
    found: list[Row] = []
    for device in devices:
        game = plan.tables[device.table].game
        if game in shown:
            continue
        shown.add(game)
        dealer = _badge_and_pin(plan.dealers[device.table], secrets, changed)
        title = catalogue.GAMES[game].title_en
        if device.code:
            told = f"code {_grouped(device.code)} ({title}, 15 minutes); {dealer}"
            found.append({"what": f"Enrol {device.table}", "path": ENROL, "sign_in": told})
        else:
            found.append({"what": title, "path": f"/t/{device.table}/", "sign_in": dealer})
    return found


def _badge_and_pin(badge: str, secrets: Secrets, changed: frozenset[str]) -> str:
    known = badge in secrets.pins and badge not in changed
    return f"badge {badge}   PIN {secrets.pins[badge] if known else CHANGED}"


def _name_and_password(plan: DemoPlan, role: Role, secrets: Secrets, changed: frozenset[str]) -> str:
    badge = next(member.badge for member in plan.house.people if member.role == role)
    known = badge in secrets.passwords and badge not in changed
    return f"{_username(plan, badge)} / {secrets.passwords[badge] if known else CHANGED}"


def _person(plan: DemoPlan, secrets: Secrets, badge: str) -> Row:
    member = next(member for member in plan.house.people if member.badge == badge)
    return {
        "badge": badge,
        "name": member.name,
        "role": member.role.value,
        "pin": secrets.pins[badge],
        "username": _username(plan, badge),
        "password": secrets.passwords.get(badge),
    }


def _device(device: Device) -> Row:
    return {
        "terminal": device.terminal,
        "table": device.table,
        "enrolled": device.enrolled,
        "enrolment_code": device.code or None,
        "device_token": device.token or None,
    }


def _crew(plan: DemoPlan, table: str) -> Row:
    """Who deals there and who is in charge."""
    return {"dealer": plan.dealers[table], "pit_boss": plan.house.bosses[plan.tables[table].pit]}


def _username(plan: DemoPlan, badge: str) -> str:
    member = next(member for member in plan.house.people if member.badge == badge)
    return member.username or badge.lower()


def _grouped(code: str) -> str:
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))
