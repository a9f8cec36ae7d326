"""Founding a made-up house by calling the services that found a real one, step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

from tables.domain import chips
from tables.domain.actors import Actor, Role
from tables.domain.canonical import canonical
from tables.domain.house_settings import Chip
from tables.models import house as rows
from tables.services import banks, house, limits, pits, shoes, staffing, terminals
from tables.services.simulation.cast import Cast, Member, Secrets, make_secrets
from tables.services.simulation.clocks import Clock

CHIP_SET = "MAIN"
CUT_CARD_FROM_BOTTOM = 30
"""About thirty cards are left in the shoe (rules.md B3.3)."""


@dataclass(frozen=True, slots=True)
class HousePlan:
    """A house before it opens. ``bosses`` gives the pit boss of each pit; ``owned`` are the chips the cage receives.

    User names are one space for all casinos: ``names`` is put in front of the badges to make them.
    """

    code: str
    names: str
    name: str
    currency: str
    exponent: int
    time_zone: str
    day_starts_at: time
    shifts: Sequence[tuple[str, time]]
    opens_on: date
    licences_until: date
    chips: Sequence[Chip]
    owned: Mapping[int, int]
    pits: Mapping[str, str]
    bosses: Mapping[str, str]
    people: Sequence[Member]


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table as it will be furnished. Money in minor units; ``bank`` is the chips the cage gives it, and its par."""

    code: str
    pit: str
    game: str
    rules: Mapping[str, Any]
    spots: int
    card_source: str
    minimum: int
    maximum: int
    licensed_maximum: int
    bank: Mapping[int, int]


@dataclass(slots=True)
class MadeHouse:
    """A house that stands, and how its people act in it. ``cage_clock`` goes forward with each slip of the cage."""

    plan: HousePlan
    cast: Cast
    secrets: Secrets
    cage_clock: Clock
    versions: dict[str, int] = field(default_factory=dict)

    @property
    def code(self) -> str:
        """The casino's code."""
        return self.plan.code

    @property
    def denominations(self) -> tuple[int, ...]:
        """The values of the chips, in minor units."""
        return tuple(chip.value for chip in self.plan.chips)

    def at_table(self, badge: str, table: str) -> Actor:
        """The person at the table's terminal: the only place to deal from."""
        return self.cast.actor(badge, terminal_of(table))

    def holder(self, role: Role) -> str:
        """The badge of the first person of the plan with this role."""
        return self.holders(role)[0]

    def holders(self, role: Role) -> list[str]:
        """The badges of everybody of the plan with this role, in its order."""
        return [member.badge for member in self.plan.people if member.role == role]


def terminal_of(table: str) -> str:
    """The code of the device at a table."""
    return f"T-{table}"


def free_code(stem: str) -> str:
    """``stem`` with the next number that no casino has: ``CASES-1``, ``CASES-2`` ..."""
    taken = set(rows.Casino.objects.filter(code__startswith=f"{stem}-").values_list("code", flat=True))
    number = 1
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def found_house(plan: HousePlan, at: datetime) -> MadeHouse:
    """Register the casino, its people, pits and chips, and let the cage receive the chips it owns."""
    made = make_secrets(plan.people)
    manager = next(member for member in plan.people if member.role == Role.HOUSE_MANAGER)
    house.register_casino(
        at=at,
        code=plan.code,
        name=plan.name,
        currency=plan.currency,
        exponent=plan.exponent,
        time_zone=plan.time_zone,
        day_starts_at=plan.day_starts_at,
        shifts=plan.shifts,
        manager=_person(plan, made, manager),
        opens_on=plan.opens_on,
    )
    founded = MadeHouse(plan, Cast(plan.code, made.pins), made, Clock(at))
    actor = founded.cast.actor(manager.badge)
    for member in plan.people:
        if member is not manager:
            person = _person(plan, made, member)
            staffing.register_staff(actor=actor, at=at, person=person, roles=[member.role], games=member.games)
    house.add_chip_set(actor=actor, at=at, code=CHIP_SET, denominations=plan.chips)
    for code, name in plan.pits.items():
        house.add_pit(actor=actor, at=at, code=code, name=name)
        pits.assign_pit_boss(actor=actor, at=at, pit=code, badge=plan.bosses[code])
    receive_chips(founded, at)
    return founded


def receive_chips(founded: MadeHouse, at: datetime) -> None:
    """The chips of the plan come into the cage; cashier and accountant count them."""
    cashier, accountant = founded.holder(Role.CASHIER), founded.holder(Role.ACCOUNTANT)
    banks.receive_chips(
        actor=founded.cast.actor(cashier),
        at=at,
        chip_set=CHIP_SET,
        received=founded.plan.owned,
        total=chips.value(founded.plan.owned),
        cashier=founded.cast.sign(cashier),
        accountant=founded.cast.sign(accountant),
    )


def furnish_table(made: MadeHouse, plan: TablePlan, at: datetime) -> None:
    """Add a closed table with posted limits, an enrolled terminal, and the bank that the cage gives it."""
    manager, boss = made.cast.actor(made.holder(Role.HOUSE_MANAGER)), made.plan.bosses[plan.pit]
    house.add_table(
        actor=manager,
        at=at,
        code=plan.code,
        pit=plan.pit,
        game=plan.game,
        rules_version=_rules_version(made, plan, at),
        spots=plan.spots,
        chip_set=CHIP_SET,
        card_source=plan.card_source,
        licensed_maximum=plan.licensed_maximum,
        par=plan.bank,
    )
    device = terminals.register_terminal(actor=manager, at=at, terminal=terminal_of(plan.code), table=plan.code)
    terminals.enrol_terminal(at=at, code=device["enrolment_code"])
    limits.post_limits(actor=made.cast.actor(boss), at=at, table=plan.code, minimum=plan.minimum, maximum=plan.maximum)
    cashier = made.holder(Role.CASHIER)
    banks.issue_table_bank(
        actor=made.cast.actor(cashier),
        at=at,
        table=plan.code,
        issued=plan.bank,
        total=chips.value(plan.bank),
        cashier=made.cast.sign(cashier),
        pit_boss=made.cast.sign(boss),
    )


def bring_shoe(made: MadeHouse, table: TablePlan, decks: int, dealer: str, at: datetime) -> None:
    """New cards come to the table, and two persons inspect them; they still have to be mixed and cut."""
    actor = made.at_table(dealer, table.code)
    shoes.receive_shoe(actor=actor, at=at, table=table.code)
    shoes.inspect_shoe(
        actor=actor,
        at=at,
        table=table.code,
        cards=decks * 52 + 2,
        dealer=made.cast.sign(dealer),
        supervisor=made.cast.sign(made.plan.bosses[table.pit]),
    )


def _person(plan: HousePlan, made: Secrets, member: Member) -> staffing.NewPerson:
    return staffing.NewPerson(
        badge=member.badge,
        name=member.name,
        username=member.username or f"{plan.names}{member.badge}".lower(),
        licence=f"{plan.code}-{member.badge}",
        licence_expires_on=plan.licences_until,
        pin=made.pins[member.badge],
        password=made.passwords.get(member.badge),
        language=member.language,
        own_secrets=True,
    )


def _rules_version(made: MadeHouse, plan: TablePlan, at: datetime) -> int:
    """The version of the house rules that the table plays by, added when the house does not have it yet."""
    key = f"{plan.game} {canonical(plan.rules)}"
    version = made.versions.get(key)
    if version is None:
        manager = made.cast.actor(made.holder(Role.HOUSE_MANAGER))
        answer = house.add_house_rules(actor=manager, at=at, game=plan.game, values=plan.rules)
        version = made.versions[key] = int(answer["version"])
    return version
