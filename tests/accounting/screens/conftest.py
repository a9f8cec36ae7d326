"""A shift that was dealt, closed and counted, with something to explain in it, and people at their desks."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from accounting.services import follow
from casino.web import throttles
from tests import builders, custody, dealt
from tests.builders import House
from tests.tables.screens.hands import Hands

END = builders.AT + timedelta(hours=1)


@pytest.fixture(autouse=True)
def nobody_has_knocked() -> None:
    """All tests knock from one address, more often in a minute than a floor."""
    throttles.COUNTER.forget()


@pytest.fixture
def house(db: None) -> Iterator[House]:
    """One settled round at BJ-01, the table closed five short; the box is still there. The clock stands at one."""
    with time_machine.travel(builders.AT, tick=False):
        made = dealt.settled(builders.house(outsider=True))
        dealt.press(made, {"do": "confirm_settlement"})
        custody.buy_in(made, 10_000, {2_500: 4})
    with time_machine.travel(END, tick=False):
        rack = custody.rack_of(made)
        custody.close_table(made, {**rack, 500: rack[500] - 1}, note="one red chip is missing", at=END)
        follow.follow_all()
        yield made


@pytest.fixture
def ada(house: House) -> Hands:
    """The accountant at her desk."""
    return Hands(house).sit_down("ada")
