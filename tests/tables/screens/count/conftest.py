"""A house whose boxes have left their tables, and colin at the desk of the count room."""

from collections.abc import Iterator

import pytest
import time_machine

from tables.services import taps
from tests import builders, cages, counting, custody
from tests.builders import House
from tests.tables.screens.hands import Hands


@pytest.fixture
def house(db: None) -> Iterator[House]:
    """A blackjack table was open for a shift; its box is on its way to the count. The clock stands at noon."""
    with time_machine.travel(builders.AT, tick=False):
        yield left_table(builders.house(outsider=True))


@pytest.fixture
def dice(db: None) -> Iterator[House]:
    """The same of a dice table, which has a rake box."""
    with time_machine.travel(builders.AT, tick=False):
        yield left_table(builders.house(game="scarney", card_source="keyed"))


@pytest.fixture
def accepted(house: House) -> House:
    """Colin and cora have taken the box in."""
    counting.open_count(house)
    counting.accept(house)
    return house


@pytest.fixture
def colin(house: House) -> Hands:
    """Colin at a desk."""
    return Hands(house).sit_down("colin")


def left_table(house: House) -> House:
    """The table is open for a while and closed; two counters take its box."""
    cages.promotional_set(house)
    custody.running(house)
    custody.close_table(house, custody.rack_of(house))
    taps.tap_out(actor=house.at_table("dana"), at=house.at, table=house.tables[0])
    custody.remove_box(house)
    return house
