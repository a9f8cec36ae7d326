"""Whose the inventory slips of a table are to read, and which there are."""

import pytest

from tables.domain.errors import NotAllowed, NotFound
from tables.selectors import inventory_slips
from tests import builders, custody
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    made = builders.house(tables=("BJ-01", "BJ-02"), outsider=True)
    custody.issue_bank(made)
    custody.open_table(made)
    return made


@pytest.mark.parametrize("who", ["petra", "ada", "axel", "hana"])
def test_floor_and_books_read_it(house: House, who: str) -> None:
    view = inventory_slips.one(builders.actor(who), "BJ-01", 1, "opener")
    assert (view.table, view.stream, view.seq, view.counted) == ("BJ-01", "DEMO/table/BJ-01", 4, custody.BANK)
    assert (view.closes, view.difference) == (None, 0)


@pytest.mark.parametrize("who", ["cass", "colin", "sam"])
def test_cage_count_room_and_security_do_not(house: House, who: str) -> None:
    with pytest.raises(NotAllowed, match="not_permitted"):
        inventory_slips.one(builders.actor(who), "BJ-01", 1, "opener")


def test_another_casino_has_no_such_table(house: House) -> None:
    with pytest.raises(NotFound, match="no_such_table"):
        inventory_slips.one(builders.actor("otto"), "BJ-01", 1, "opener")


@pytest.mark.parametrize(
    ("table", "period", "end"),
    [
        ("BJ-01", 1, "closer"),
        ("BJ-01", 2, "opener"),
        ("BJ-01", 0, "closer"),
        ("BJ-01", 1, "roll"),
        ("BJ-02", 1, "opener"),
    ],
)
def test_there_is_no_such_slip(house: House, table: str, period: int, end: str) -> None:
    """Of an open period there is no closer; a roll is asked for by either of its ends."""
    with pytest.raises(NotFound, match="no_such_slip"):
        inventory_slips.one(house.petra, table, period, end)


def test_a_table_closed_and_opened_by_the_same_persons_at_the_same_moment_is_not_rolled(house: House) -> None:
    custody.close_table(house)
    custody.open_table(house)
    closer = inventory_slips.one(house.petra, "BJ-01", 1, "closer")
    opener = inventory_slips.one(house.petra, "BJ-01", 2, "opener")
    assert closer.opens is opener.closes is None
    assert (closer.seq, opener.seq, opener.previous_closer) == (5, 6, custody.BANK_TOTAL)
