"""The rake that left with a box: counted once, chip by chip, by two persons, and never by what was expected."""

from typing import Any

import pytest

from tables.domain import canonical, papers
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models import periods
from tables.services import taps
from tables.services.rakes import RakeCount
from tests import builders, custody
from tests.builders import House
from tests.custody import refused

pytestmark = pytest.mark.django_db

RAKE = {500: 3, 100: 4}
TOTAL = 1_900


def dice_house(**more: Any) -> House:
    """A dice table that was open for a shift without a game; its boxes are in the count room."""
    made = custody.running(builders.house(game="scarney", card_source="keyed", **more))
    custody.close_table(made)
    taps.tap_out(actor=made.dana, at=made.at, table=made.tables[0])
    custody.remove_box(made)
    return made


@pytest.fixture
def house() -> House:
    return dice_house()


def box(house: House, number: int = 1) -> periods.DropBox:
    return periods.DropBox.objects.get(table=house.table(), number=number)


def test_a_count_stands_in_the_count_rooms_stream(house: House) -> None:
    at = house.at.replace(hour=23)
    answer = custody.count_rake(house, RAKE, at=at)
    data = {"table": "BJ-01", "box": 1, "periods": [1], "chips": {"100": 4, "500": 3}, "total": TOTAL}
    assert answer == {**data, "seq": 1}
    (event,) = custody.events(house, "count")
    assert (event["type"], event["stream"]) == ("rake_counted", "DEMO/count")
    signatures = event["data"].pop("signatures")
    assert event["data"] == data
    assert [(signed["badge"], signed["role"]) for signed in signatures] == [("colin", "counter"), ("cora", "counter")]
    content = canonical.content_hash(papers.rake_sheet("DEMO", "BJ-01", 1, RAKE, TOTAL))
    assert {signed["content"] for signed in signatures} == {content}
    assert (box(house).rake_counted_total, box(house).rake_counted_at) == (TOTAL, at)


@pytest.mark.parametrize("first", [custody.count_box, custody.count_rake], ids=["cash first", "rake first"])
def test_cash_and_rake_of_a_box_are_counted_in_any_order(house: House, first: Any) -> None:
    second = custody.count_rake if first is custody.count_box else custody.count_box
    first(house, {100: 1})
    second(house, {100: 2})
    counted = (box(house).counted_total, box(house).rake_counted_total)
    assert counted == ((100, 200) if first is custody.count_box else (200, 100))


def test_an_empty_rake_box_is_counted_zero_and_is_null_before(house: House) -> None:
    assert box(house).rake_counted_total is None
    assert custody.count_rake(house, {500: 0})["chips"] == {}
    assert box(house).rake_counted_total == 0


def test_rake_is_counted_once(house: House) -> None:
    custody.count_rake(house, RAKE)
    with refused(house, Conflict, "already_counted"):
        custody.count_rake(house, RAKE)


def test_a_count_repeated_is_counted_once(house: House) -> None:
    assert custody.count_rake(house, RAKE, key="r1") == custody.count_rake(house, RAKE, key="r1")
    assert len(custody.events(house, "count")) == 1


def test_rake_on_its_table_is_not_counted(house: House) -> None:
    custody.open_table(house)
    with refused(house, Conflict, "box_not_removed", state="on_table", wanted="counted"):
        custody.count_rake(house, RAKE, box=2)


@pytest.mark.parametrize(("table", "number"), [("BJ-01", 2), ("BJ-99", 1)])
def test_an_unknown_box_is_not_found(house: House, table: str, number: int) -> None:
    with refused(house, NotFound, "no_such_box"):
        custody.count_rake(house, RAKE, table=table, box=number)


def test_where_the_house_is_the_bank_there_is_no_rake() -> None:
    house = custody.running(builders.house())
    custody.close_table(house)
    custody.remove_box(house)
    with refused(house, NotFound, "no_such_box"):
        custody.count_rake(house, RAKE)


def test_another_casinos_rake_is_not_found() -> None:
    house = dice_house(outsider=True)
    actor, signers = custody.others_counters(house)
    with refused(house, NotFound, "no_such_box"):
        custody.count_rake(house, RAKE, actor=actor, counters=signers)


@pytest.mark.parametrize(
    ("count", "code", "detail"),
    [
        (RakeCount({500: 3}, 1_600), "total_mismatch", {"given": 1_600, "counted": 1_500}),
        (RakeCount({1_000: 1}, 1_000), "unknown_denomination", {"denomination": 1_000}),
        (RakeCount({500: -1}, 0), "bad_quantity", {"denomination": 500}),
        (RakeCount({}, -1), "bad_amount", {}),
    ],
)
def test_t31_a_count_that_is_not_right_is_refused(
    house: House, count: RakeCount, code: str, detail: dict[str, Any]
) -> None:
    with refused(house, Invalid, code, **detail):
        custody.count_rake(house, {}, count=count)


def test_two_different_counters_count(house: House) -> None:
    with refused(house, NotAllowed, "same_person"):
        custody.count_rake(house, RAKE, counters=(house.sign("cora"), house.sign("cora")))


def test_a_counter_who_deals_in_the_pit_does_not_count_its_rake(house: House) -> None:
    custody.deals(house, "colin")
    with refused(house, NotAllowed, "not_independent", badge="colin"):
        custody.count_rake(house, RAKE)


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "ada", "axel", "hana"])
def test_only_a_counter_counts(house: House, name: str) -> None:
    with refused(house, NotAllowed, "not_permitted", permission="count_box"):
        custody.count_rake(house, RAKE, actor=builders.actor(name))
