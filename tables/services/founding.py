"""Founding a house from its charter: the acts that a manager could do one by one, done in his name.

The charter is compared with what stands first. What differs is refused as a whole; what is missing is added, so a
founding that broke off, or is asked for twice, ends in the same house.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tables.domain.actors import Actor, Role
from tables.domain.charter import Charter, ChipSet, Rules, Table
from tables.domain.errors import Conflict
from tables.models import floor, staff
from tables.models import house as rows
from tables.models import log as log_rows
from tables.selectors import actors
from tables.services import credentials, house, one_time, staffing


@dataclass(frozen=True, slots=True)
class Founded:
    """What was done. ``password`` is good once and told to nobody again; None when the manager has his own."""

    casino: str
    added: tuple[str, ...]
    username: str
    password: str | None = field(repr=False)


def found_house(*, charter: Charter, at: datetime) -> Founded:
    """Found the house, or add what is missing of it. An act without an actor: an operator does it.

    Refused: ``charter_differs`` (``problems`` says where what stands is not what the charter says) and
    ``username_taken``; then nothing was changed. Otherwise what ``register_casino`` and the acts of a manager refuse.
    """
    if problems := differences(charter):
        raise Conflict("charter_differs", problems=problems)
    new = not _is_registered(charter.code)
    password = credentials.fresh_password()
    if new:
        _register(charter, at, password)
    manager = _manager(charter)
    added = [f"casino {charter.code}"] if new else []
    added += _add_chip_sets(charter, manager, at)
    versions = _add_rules(charter, manager, at, added)
    added += _add_pits(charter, manager, at)
    added += _add_tables(charter, manager, at, versions)
    return Founded(charter.code, tuple(added), charter.manager.username, _password(charter, at, password, new=new))


def differences(charter: Charter) -> list[str]:
    """Where a house that stands is another one than the charter says; empty when it can be founded or completed."""
    casino = rows.Casino.objects.filter(code=charter.code).first()
    holder = staff.StaffMember.objects.filter(username=charter.manager.username).first()
    if holder is not None and (casino is None or holder.casino_id != casino.pk):
        return [f"manager.username: {charter.manager.username} is somebody of another house"]
    if casino is None:
        return []
    told = [
        f"casino.{entry}: is {stands!r}, not {asked!r}"
        for entry, stands, asked in (
            ("name", casino.name, charter.name),
            ("currency", casino.currency, charter.currency),
            ("decimals", casino.exponent, charter.decimals),
            ("time_zone", casino.time_zone, charter.time_zone),
        )
        if stands != asked
    ]
    if _is_registered(charter.code) and not _managers(charter).exists():
        told.append(f"manager: {charter.manager.badge} {charter.manager.username} is no house manager there")
    return told + _floor_differences(charter, casino.pk)


def _floor_differences(charter: Charter, casino_id: int) -> list[str]:
    told = []
    for chip_set in charter.chip_sets:
        row = rows.ChipSet.objects.filter(casino_id=casino_id, code=chip_set.code).first()
        if row is not None and _chips_of(row) != {(chip.value, chip.colour, chip.letter) for chip in chip_set.chips}:
            told.append(f"chip_sets[{chip_set.code}]: has other chips")
    names = dict(floor.Pit.objects.filter(casino_id=casino_id).values_list("code", "name"))
    told += [
        f"pits[{code}].name: is {names[code]!r}, not {name!r}"
        for code, name in charter.pits.items()
        if names.get(code, name) != name
    ]
    tables = floor.GamingTable.objects.filter(casino_id=casino_id).select_related("pit", "rules", "chip_set")
    stands = {row.code: row for row in tables}
    for table in charter.tables:
        if table.code in stands and (
            wrong := _table_differences(table, charter.rules[table.rules], stands[table.code])
        ):
            told.append(f"tables[{table.code}]: has another {', '.join(wrong)}")
    return told


def _table_differences(table: Table, rules: Rules, row: floor.GamingTable) -> list[str]:
    """What is another; a table's par may have changed since, and is the manager's."""
    pairs: dict[str, tuple[Any, Any]] = {
        "pit": (row.pit.code, table.pit),
        "game": (row.rules.game, rules.game),
        "chip_set": (row.chip_set.code, table.chip_set),
        "spots": (row.spots, table.spots),
        "card_source": (row.card_source, table.card_source),
        "licensed_maximum": (row.licensed_maximum, table.licensed_maximum),
    }
    return [name for name, (stands, asked) in pairs.items() if stands != asked]


def _register(charter: Charter, at: datetime, password: str) -> None:
    manager = charter.manager
    house.register_casino(
        at=at,
        code=charter.code,
        name=charter.name,
        currency=charter.currency,
        exponent=charter.decimals,
        time_zone=charter.time_zone,
        day_starts_at=charter.day_starts_at,
        shifts=charter.shifts,
        opens_on=charter.opens_on,
        rule_pack=charter.rule_pack,
        manager=staffing.NewPerson(
            badge=manager.badge,
            name=manager.name,
            username=manager.username,
            licence=manager.licence,
            licence_expires_on=manager.licence_expires_on,
            password=password,
            language=manager.language,
        ),
    )


def _is_registered(code: str) -> bool:
    """Whether the casino has its first events; rows alone are the beginning of a registration that broke off."""
    return log_rows.Stream.objects.filter(key=f"{code}/house", head_seq__gt=0).exists()


def _managers(charter: Charter) -> Any:
    return staff.RoleHeld.objects.filter(
        staff__casino__code=charter.code,
        staff__badge=charter.manager.badge,
        staff__username=charter.manager.username,
        staff__is_active=True,
        role=Role.HOUSE_MANAGER,
        until=None,
    )


def _manager(charter: Charter) -> Actor:
    manager = actors.actor_for_staff(_managers(charter).values_list("staff_id", flat=True).first() or 0)
    if manager is None:  # he lost the role since the charter was compared
        raise Conflict("role_not_held", role=Role.HOUSE_MANAGER)
    return manager


def _password(charter: Charter, at: datetime, password: str, *, new: bool) -> str | None:
    """The manager's password for one use; another one when nobody has used the first, which may have been lost."""
    if new:
        return password
    waits = staff.StaffMember.objects.filter(username=charter.manager.username, password_one_time=True).exists()
    if not waits:
        return None
    issued = one_time.rescue_manager(at=at, casino=charter.code, username=charter.manager.username)
    return str(issued["password"])


def _add_chip_sets(charter: Charter, manager: Actor, at: datetime) -> list[str]:
    known = set(rows.ChipSet.objects.filter(casino_id=manager.casino_id).values_list("code", flat=True))
    missing: list[ChipSet] = [chip_set for chip_set in charter.chip_sets if chip_set.code not in known]
    for chip_set in missing:
        house.add_chip_set(actor=manager, at=at, code=chip_set.code, denominations=chip_set.chips)
    return [f"chip set {chip_set.code}" for chip_set in missing]


def _add_rules(charter: Charter, manager: Actor, at: datetime, added: list[str]) -> dict[str, int]:
    """Rules by their name in the charter -> the version that has these values."""
    versions = {}
    for rules in charter.rules.values():
        same = rows.HouseRules.objects.filter(casino_id=manager.casino_id, game=rules.game, values=dict(rules.values))
        version = same.order_by("version").values_list("version", flat=True).first()
        if version is None:
            answer = house.add_house_rules(actor=manager, at=at, game=rules.game, values=rules.values)
            version = int(answer["version"])
            added.append(f"house rules of {rules.game} v{version}")
        versions[rules.name] = version
    return versions


def _add_pits(charter: Charter, manager: Actor, at: datetime) -> list[str]:
    known = set(floor.Pit.objects.filter(casino_id=manager.casino_id).values_list("code", flat=True))
    missing = {code: name for code, name in charter.pits.items() if code not in known}
    for code, name in missing.items():
        house.add_pit(actor=manager, at=at, code=code, name=name)
    return [f"pit {code}" for code in missing]


def _add_tables(charter: Charter, manager: Actor, at: datetime, versions: dict[str, int]) -> list[str]:
    known = set(floor.GamingTable.objects.filter(casino_id=manager.casino_id).values_list("code", flat=True))
    missing = [table for table in charter.tables if table.code not in known]
    for table in missing:
        house.add_table(
            actor=manager,
            at=at,
            code=table.code,
            pit=table.pit,
            game=charter.rules[table.rules].game,
            rules_version=versions[table.rules],
            spots=table.spots,
            chip_set=table.chip_set,
            card_source=table.card_source,
            licensed_maximum=table.licensed_maximum,
            par=table.par,
        )
    return [f"table {table.code}" for table in missing]


def _chips_of(chip_set: rows.ChipSet) -> set[tuple[int, str, str]]:
    return set(chip_set.denominations.values_list("value", "colour", "letter"))
