"""Houses and people for tests, made by the services themselves, so that every row has its events.

``house()`` is a small casino in Los Angeles with one pit and one blackjack table; its people are the personas that
every permission is tested with, from inside (dana, petra, ...) and from outside (otto).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any

from tables.domain import chips
from tables.domain.actors import Actor, Role
from tables.domain.house_settings import Chip
from tables.models import floor, log, staff
from tables.models import house as house_rows
from tables.selectors import actors
from tables.services import banks, limits, pits, staffing, terminals
from tables.services import house as house_service
from tables.services.signatures import SignatureRequest
from tests import kept

AT = datetime(2026, 3, 4, 20, 0, tzinfo=UTC)
"""Noon in Los Angeles, day shift of gaming day 2026-03-04."""
GAMING_DAY = date(2026, 3, 4)
SHIFTS = (("day", time(6)), ("swing", time(14)), ("grave", time(22)))
LICENCE_EXPIRES_ON = date(2027, 12, 31)

#: Denomination in minor units -> chips a table's rack should start from; 10,000.00 in all.
PAR: Mapping[int, int] = {100: 200, 500: 200, 2_500: 160, 10_000: 48}
#: Denomination -> chips that lie in the cage of a house; 431,000.00 in all.
STOCK: Mapping[int, int] = {
    50: 2_000,
    100: 5_000,
    500: 5_000,
    2_500: 4_000,
    10_000: 1_000,
    50_000: 200,
    100_000: 100,
}
CHIPS = (
    Chip(50, "#d58fa4", "p"),
    Chip(100, "#f4f4f0", "w"),
    Chip(500, "#c8102e", "r"),
    Chip(2_500, "#00843d", "g"),
    Chip(10_000, "#1d1d1b", "b"),
    Chip(50_000, "#6d2077", "v"),
    Chip(100_000, "#f2a900", "y"),
)

#: Who works here: role, PIN, and the games that the person may deal.
PEOPLE: Mapping[str, tuple[Role, str]] = {
    "dana": (Role.DEALER, "480215"),
    "dev": (Role.DEALER, "590326"),
    "petra": (Role.PIT_BOSS, "610437"),
    "cass": (Role.CASHIER, "720548"),
    "cleo": (Role.CASHIER, "713549"),
    "sam": (Role.SECURITY, "503216"),
    "colin": (Role.COUNTER, "830659"),
    "cora": (Role.COUNTER, "940761"),
    "ada": (Role.ACCOUNTANT, "150872"),
    "axel": (Role.AUDITOR, "260983"),
    "hana": (Role.HOUSE_MANAGER, "370194"),
    "otto": (Role.HOUSE_MANAGER, "481305"),
}
PASSWORD = "a long way from the pit"


@dataclass(frozen=True, slots=True)
class House:
    """A casino and its people: ``house.petra`` acts at no terminal, ``house.sign("petra")`` is her signature.

    Dealers can only deal at a table, so ``house.dana`` and ``house.dev`` stand at the terminal of the first one.
    """

    casino: house_rows.Casino
    tables: tuple[str, ...]
    at: datetime
    people: Mapping[str, Actor] = field(repr=False)

    def __getattr__(self, name: str) -> Actor:
        try:
            return self.people[name]
        except KeyError:
            raise AttributeError(name) from None

    def at_table(self, name: str, code: str = "") -> Actor:
        """The person at the terminal of a table; a dealer at the first one is there already."""
        code = code or self.tables[0]
        known = self.people[name]
        return known if known.terminal == terminal_of(code) else actor(name, terminal_of(code))

    def sign(self, name: str) -> SignatureRequest:
        """What the person keys in to sign: badge and right PIN."""
        return signature(name)

    def table(self, code: str = "") -> floor.GamingTable:
        """The row of a table; the first one by default."""
        return floor.GamingTable.objects.get(casino=self.casino, code=code or self.tables[0])

    def state(self, code: str = "") -> floor.TableState:
        """The projection of a table; the first one by default."""
        return floor.TableState.objects.get(table=self.table(code))


def person(name: str, **changes: Any) -> staffing.NewPerson:
    """A persona as it is registered. Only people with an office have a password: hashing costs the tests time."""
    role, pin = PEOPLE[name]
    office = role in {Role.ACCOUNTANT, Role.AUDITOR, Role.HOUSE_MANAGER}
    values: dict[str, Any] = {
        "badge": name,
        "name": f"{name.title()} {role.value.replace('_', ' ').title()}",
        "username": name,
        "licence": f"L-{name.upper()}",
        "licence_expires_on": LICENCE_EXPIRES_ON,
        "pin": pin,
        "password": PASSWORD if office else None,
        "own_secrets": True,
    }
    return staffing.NewPerson(**(values | changes))


def casino(code: str = "DEMO", manager: str = "hana", at: datetime = AT) -> house_rows.Casino:
    """A casino with its clock and its house manager, and nothing on the floor."""
    house_service.register_casino(
        at=at,
        code=code,
        name=f"{code.title()} House",
        currency="USD",
        exponent=2,
        time_zone="America/Los_Angeles",
        day_starts_at=time(6),
        shifts=SHIFTS,
        manager=person(manager),
    )
    return house_rows.Casino.objects.get(code=code)


@kept.built
def house(
    *,
    tables: Sequence[str] = ("BJ-01",),
    game: str = "blackjack",
    rules: Mapping[str, Any] | None = None,
    spots: int = 7,
    card_source: str = "reader",
    par: Mapping[int, int] = PAR,
    stock: Mapping[int, int] = STOCK,
    posted: tuple[int, int] | None = (500, 50_000),
    licensed_maximum: int = 1_000_000,
    outsider: bool = False,
    at: datetime = AT,
) -> House:
    """The casino DEMO: pit P1 under petra, ``tables`` with one game and ``posted`` limits, closed and with empty racks.

    ``stock`` lies in the cage. Nobody is tapped in. ``outsider`` adds otto, who manages another casino.
    """
    row = casino(at=at)
    hana = actor("hana")
    for name in PEOPLE:
        if name not in {"hana", "otto"}:
            staffing.register_staff(
                actor=hana, at=at, person=person(name), roles=[PEOPLE[name][0]], games=_games(PEOPLE[name][0], game)
            )
    house_service.add_chip_set(actor=hana, at=at, code="MAIN", denominations=CHIPS)
    house_service.add_pit(actor=hana, at=at, code="P1", name="Pit 1")
    version = house_service.add_house_rules(actor=hana, at=at, game=game, values=rules or {})["version"]
    pits.assign_pit_boss(actor=hana, at=at, pit="P1", badge="petra")
    if stock:
        receive_chips(stock, at)
    for code in tables:
        house_service.add_table(
            actor=hana,
            at=at,
            code=code,
            pit="P1",
            game=game,
            rules_version=version,
            spots=spots,
            chip_set="MAIN",
            card_source=card_source,
            licensed_maximum=licensed_maximum,
            par=par,
        )
        if posted:
            limits.post_limits(actor=actor("petra"), at=at, table=code, minimum=posted[0], maximum=posted[1])
    if outsider:
        casino("OTHER", manager="otto", at=at)
    people = {name: actor(name) for name in PEOPLE if outsider or name != "otto"}
    for code in tables:
        add_terminal(people["hana"], code, at)
    if tables:
        dealers = [name for name, (role, _) in PEOPLE.items() if role is Role.DEALER]
        people |= {name: actor(name, terminal_of(tables[0])) for name in dealers}
    return House(casino=row, tables=tuple(tables), at=at, people=people)


def receive_chips(received: Mapping[int, int], at: datetime = AT, **more: Any) -> dict[str, Any]:
    """Cass and ada count chips that come into the cage."""
    asked: dict[str, Any] = {
        "actor": actor("cass"),
        "at": at,
        "chip_set": "MAIN",
        "received": dict(received),
        "total": chips.value(received),
        "cashier": signature("cass"),
        "accountant": signature("ada"),
    }
    return banks.receive_chips(**{**asked, **more})


def terminal_of(table: str) -> str:
    """The code of the device at a table."""
    return f"AT-{table}"


def add_terminal(manager: Actor, table: str, at: datetime = AT) -> None:
    """The device at a table, enrolled."""
    code = terminals.register_terminal(actor=manager, at=at, terminal=terminal_of(table), table=table)
    terminals.enrol_terminal(at=at, code=code["enrolment_code"])


def actor(name: str, terminal: str = "") -> Actor:
    """The persona as an actor with the roles held now, at ``terminal`` or at none."""
    found = actors.actor_for_staff(staff.StaffMember.objects.get(username=name).pk, terminal)
    if found is None or found.terminal != terminal:
        raise LookupError(f"{name} {terminal}")
    return found


def give_otto(*roles: Role, at: datetime = AT) -> Actor:
    """Otto with more roles: the second manager of his house gives them, because nobody gives himself any."""
    second = staffing.NewPerson(badge="olga", name="Olga Other", username="olga")
    staffing.register_staff(actor=actor("otto"), at=at, person=second, roles=[Role.HOUSE_MANAGER])
    for role in roles:
        staffing.grant_role(actor=actor("olga"), at=at, badge="otto", role=role)
    return actor("otto")


def signature(name: str) -> SignatureRequest:
    """A persona's badge and right PIN."""
    return SignatureRequest(badge=name, pin=PEOPLE[name][1])


def snapshot(casino_code: str = "DEMO") -> dict[str, int]:
    """Head of every stream of a casino: equal before and after a refusal."""
    return dict(log.Stream.objects.filter(casino__code=casino_code).values_list("key", "head_seq"))


def facts(type_: str) -> list[dict[str, Any]]:
    """The data of all events of a type, in the order in which they were written to their stream."""
    events = log.Event.objects.filter(type=type_).order_by("stream_id", "seq")
    return [json.loads(event.body)["data"] for event in events]


def _games(role: Role, game: str) -> list[str]:
    return [game] if role in {Role.DEALER, Role.PIT_BOSS} else []
