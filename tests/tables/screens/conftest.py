"""A house at noon, and hands before its screens."""

from collections.abc import Iterator

import pytest
import time_machine

from casino.web import throttles
from tests import builders, dealt
from tests.builders import House
from tests.tables.screens.hands import Hands


@pytest.fixture(autouse=True)
def nobody_has_knocked() -> None:
    """All tests knock from one address, more often in a minute than a floor."""
    throttles.COUNTER.forget()


@pytest.fixture
def house(db: None) -> Iterator[House]:
    """BJ-01 open with bank and shoe, dana dealing; the clock stands at noon."""
    with time_machine.travel(builders.AT, tick=False):
        yield dealt.ready(builders.house(tables=("BJ-01", "BJ-02"), outsider=True))


@pytest.fixture
def hands(house: House) -> Hands:
    """Dana before her terminal."""
    return Hands(house).at_the_terminal()
