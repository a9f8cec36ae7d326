"""What is locked after wrong PINs, as those see it who may unlock it."""

from datetime import datetime, timedelta

import pytest

from tables.domain.errors import NotAllowed
from tables.selectors import locks
from tables.selectors.locks import Lock
from tables.services import signatures, staffing, terminals
from tests import builders
from tests.builders import House

pytestmark = pytest.mark.django_db
AT = builders.AT
HERE = builders.terminal_of("BJ-01")


def fail(house: House, badge: str, terminal: str, times: int, at: datetime = AT, asker: str = "") -> None:
    for _ in range(times):
        with pytest.raises(NotAllowed):
            signatures.prove(casino=house.casino.pk, badge=badge, pin="000001", terminal=terminal, at=at, asker=asker)


def test_nothing_is_locked_at_first_nor_after_two() -> None:
    house = builders.house()
    fail(house, "dana", HERE, 2)
    assert locks.locks(house.petra, AT) == []


def test_a_badge_at_a_terminal() -> None:
    house = builders.house()
    fail(house, "dana", HERE, 3)
    assert locks.locks(house.petra, AT) == locks.locks(house.hana, AT) == [Lock(HERE, "dana", AT)]
    assert locks.locks(house.petra, AT + timedelta(minutes=30)) == []


def test_a_terminal_for_everybody_under_badges_that_nobody_has() -> None:
    house = builders.house()
    for number in range(10):
        fail(house, f"X{number}", HERE, 1)
    assert locks.locks(house.petra, AT) == [Lock(HERE, "", AT)]
    terminals.unlock_terminal(actor=house.petra, at=AT, terminal=HERE)
    assert locks.locks(house.petra, AT) == []


def test_a_badge_everywhere_the_newest_first() -> None:
    house = builders.house()
    for number in range(4):
        fail(house, "dana", f"T-{number}", 3)
    fail(house, "dev", HERE, 3, at=AT + timedelta(minutes=1))
    found = locks.locks(house.petra, AT + timedelta(minutes=1))
    assert found[0] == Lock(HERE, "dev", AT + timedelta(minutes=1))
    assert Lock("", "dana", AT) in found
    assert locks.locks(house.petra, AT + timedelta(hours=23)) == [Lock("", "dana", AT)]
    staffing.unlock_pin(actor=house.petra, at=AT, badge="dana")
    assert locks.locks(house.petra, AT + timedelta(hours=23)) == []


def test_a_badge_at_somebodys_desk() -> None:
    house = builders.house()
    fail(house, "dana", "", 3, asker="petra")
    assert locks.locks(house.hana, AT) == [Lock("@petra", "dana", AT)]


def test_another_house_and_other_roles_see_nothing() -> None:
    house = builders.house(outsider=True)
    fail(house, "dana", HERE, 3)
    assert locks.locks(house.otto, AT) == []
    for name in ("dana", "cass", "colin", "ada", "axel"):
        with pytest.raises(NotAllowed, match="not_permitted"):
            locks.locks(house.people[name], AT)
