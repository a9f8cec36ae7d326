"""Houses whose boxes have left their tables."""

import pytest

from tables.services import taps
from tests import builders, counting, custody
from tests.builders import House

NOTES = {10_000: 3, 2_000: 10}
NOTES_TOTAL = 50_000


def dice_house(**more: object) -> House:
    """A dice table that was open for a shift without a game; its boxes are in the count room."""
    made = custody.running(builders.house(game="scarney", card_source="keyed", **more))  # type: ignore[arg-type]
    custody.close_table(made)
    taps.tap_out(actor=made.dana, at=made.at, table=made.tables[0])
    custody.remove_box(made)
    return made


@pytest.fixture
def house() -> House:
    """A house whose table was open for a shift; its box is on its way to the count room."""
    made = custody.running(builders.house())
    custody.buy_in(made, 50_000, {2_500: 20})
    custody.close_table(made, {**custody.BANK, 2_500: 140})
    taps.tap_out(actor=made.dana, at=made.at, table=made.tables[0])
    custody.remove_box(made)
    return made


@pytest.fixture
def accepted(house: House) -> House:
    """The same, and colin and cora have taken the box in."""
    counting.open_count(house)
    counting.accept(house)
    return house
