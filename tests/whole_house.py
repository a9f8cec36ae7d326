"""A house with everybody signed on at a device of their own: what is asked of every door is asked from here.

BJ-01 is open with dana dealing; BJ-02 is closed and empty; BJ-03 deals the server's cards. Pit P1 is petra's, P2 is
paul's.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import time_machine
from django.db import transaction

from casino.web import throttles
from tables.domain.actors import Role
from tables.services import house as house_service
from tables.services import limits, pits, sign_ons, staffing
from tests import builders, callers, dealt
from tests.builders import House
from tests.callers import Caller

PASSWORD = "a reader that never sleeps"


@dataclass(frozen=True, slots=True)
class WholeHouse:
    """The house, and who knocks at its doors by what they are."""

    house: House
    callers: Mapping[str, Caller]

    def __getitem__(self, role: str) -> Caller:
        return self.callers[role]


def build() -> WholeHouse:
    """The house as the module says. Inside ``frozen``."""
    house = builders.house(tables=("BJ-01", "BJ-02"), outsider=True)
    _add_people(house)
    _add_server_table(house)
    dealt.ready(house)
    knocking = {
        "dealer": callers.at_terminal(house, "dana", "T-BJ-01", "BJ-01"),
        "second": callers.at_terminal(house, "dev", "T-BJ-01B", "BJ-01"),
        "boss": callers.at_terminal(house, "petra", "T-PIT-1"),
        "other_boss": callers.signed_on(house, "paul", "613579", "T-PIT-2"),
        "cashier": callers.at_terminal(house, "cass", "T-CAGE"),
        "counter": callers.at_terminal(house, "colin", "T-COUNT"),
        "accountant": callers.at_terminal(house, "ada", "T-OFFICE-1"),
        "auditor": callers.at_terminal(house, "axel", "T-OFFICE-2"),
        "manager": callers.at_terminal(house, "hana", "T-OFFICE-3"),
        "security": callers.at_terminal(house, "sam", "T-SECURITY"),
        "integrator": Caller(sign_ons.sign_on_with_password(at=house.at, username="iris", password=PASSWORD).token),
        "elsewhere": callers.signed_on(house, "dora", "624680", "T-BJ-02", "BJ-02"),
        "outsider": Caller(
            sign_ons.sign_on_with_password(at=house.at, username="otto", password=builders.PASSWORD).token
        ),
        "nobody": Caller(),
    }
    return WholeHouse(house, knocking)


@contextmanager
def frozen() -> Iterator[None]:
    """The clock stands at ``builders.AT``, and nobody has knocked too often yet."""
    throttles.COUNTER.forget()
    with time_machine.travel(builders.AT, tick=False):
        yield


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside is taken back; services may open their durable transactions as in any test."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # what Django's own test case sets
    with block:
        yield
        transaction.set_rollback(True)


def _add_people(house: House) -> None:
    def register(person: staffing.NewPerson, role: Role) -> None:
        games = ["blackjack"] if role in (Role.DEALER, Role.PIT_BOSS) else []
        staffing.register_staff(actor=house.hana, at=house.at, person=person, roles=[role], games=games)

    dora = {"badge": "dora", "name": "Dora Dealer", "username": "dora", "pin": "624680"}
    register(staffing.NewPerson(**{**_licence(), **dora}), Role.DEALER)
    paul = {"badge": "paul", "name": "Paul Boss", "username": "paul", "pin": "613579"}
    register(staffing.NewPerson(**{**_licence(), **paul}), Role.PIT_BOSS)
    iris = {"badge": "iris", "name": "Shoe Reader", "username": "iris", "password": PASSWORD}
    register(staffing.NewPerson(**{**_licence(), **iris}), Role.INTEGRATOR)
    house_service.add_pit(actor=house.hana, at=house.at, code="P2", name="Pit 2")
    pits.assign_pit_boss(actor=house.hana, at=house.at, pit="P2", badge="paul")
    builders.give_otto(*(role for role in Role if role != Role.HOUSE_MANAGER), at=house.at)


def _licence() -> dict[str, Any]:
    return {"licence": "L-1", "licence_expires_on": builders.LICENCE_EXPIRES_ON, "own_secrets": True}


def _add_server_table(house: House) -> None:
    house_service.add_table(
        actor=house.hana,
        at=house.at,
        code="BJ-03",
        pit="P1",
        game="blackjack",
        rules_version=1,
        spots=7,
        chip_set="MAIN",
        card_source="server",
        licensed_maximum=1_000_000,
        par=builders.PAR,
    )
    builders.add_terminal(house.hana, "BJ-03", house.at)
    limits.post_limits(actor=house.petra, at=house.at, table="BJ-03", minimum=500, maximum=50_000)
