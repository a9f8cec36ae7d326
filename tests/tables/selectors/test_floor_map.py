"""What the floor map tells of each table."""

from datetime import timedelta

import pytest

from tables.domain.errors import NotAllowed, NotFound
from tables.selectors import floor_map
from tables.selectors.floor_map import OnMap
from tables.services import floor_plan
from tests import builders, custody, dealt, slips
from tests.builders import AT, House
from tests.refusals import refused

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def on(house: House, after: timedelta = HOUR, table: str = "BJ-01") -> OnMap:
    return floor_map.of_code(house.petra, "P1", house.at + after)[table]


def finish(house: House) -> None:
    dealt.settled(house)
    dealt.press(house, {"do": "confirm_settlement"})


def test_where_the_tables_stand() -> None:
    house = builders.house(tables=["BJ-01", "BJ-02", "BJ-03"])
    floor_plan.place_tables(actor=house.hana, at=AT, pit="P1", places={"BJ-02": (5, 2)})
    found = floor_map.of_code(house.petra, "P1", AT)
    assert [(one.table, one.place, one.placed) for one in found.values()] == [
        ("BJ-01", (1, 3), False),
        ("BJ-02", (5, 2), True),
        ("BJ-03", (2, 3), False),
    ]


def test_a_closed_table_has_no_figures() -> None:
    assert on(builders.house()) == OnMap("BJ-01", (1, 1), False, 0, None, None, None, None, None, None, None, None)


def test_a_table_at_which_a_round_was_played() -> None:
    """The house has seventeen: anna's sixteen loses 10.00, bo's sixteen 20.00, and cy's 5.00 behind him."""
    house = builders.house()
    finish(house)
    assert on(house, HOUR / 2) == OnMap(
        table="BJ-01",
        place=(1, 1),
        placed=False,
        seats=2,
        rounds_an_hour=2,
        estimate=3_500,
        drain=-7_000,
        forecast=0,
        shoe="in_play",
        shoe_out=round(6 * 100 / 208),
        decks=4,
        cards_since=AT,
    )


def test_seats_are_those_of_the_round_before_while_bets_are_taken() -> None:
    house = builders.house()
    finish(house)
    dealt.press(house, {"do": "open_round"}, {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000})
    assert on(house).seats == 2
    dealt.press(house, {"do": "close_betting"})
    assert on(house).seats == 1


def test_a_round_an_hour_ago_is_no_pace_any_more() -> None:
    house = builders.house()
    finish(house)
    assert on(house, HOUR - timedelta(seconds=1)).rounds_an_hour == 1
    assert on(house, HOUR).rounds_an_hour == 0


def test_before_ten_minutes_there_is_no_pace_and_no_forecast() -> None:
    house = builders.house()
    finish(house)
    early = on(house, timedelta(minutes=9))
    assert (early.rounds_an_hour, early.drain, early.forecast) == (None, None, None)


def test_a_fill_is_no_drain() -> None:
    house = custody.running(builders.house())
    slips.add_paul(house)
    slips.accept(house, slips.carried_fill(house))
    after = on(house)
    assert (after.drain, after.forecast) == (0, 0)


def test_another_houses_pit_is_not_told() -> None:
    house = builders.house(outsider=True)
    with refused("no_such_pit", NotFound):
        floor_map.of_code(house.otto, "P1", AT)


@pytest.mark.parametrize("name", ["dana", "cass", "colin", "sam"])
def test_the_map_is_for_the_pit(name: str) -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        floor_map.of_code(house.people[name], "P1", AT)
