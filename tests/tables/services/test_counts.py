"""What was in the boxes: counted once, by two persons; an empty box is counted 0, an uncounted one is null."""

from typing import Any

import pytest

from tables.domain import canonical, papers
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.notes import NoteCount
from tables.domain.table_states import BoxStatus
from tables.models import periods
from tables.services import taps
from tests import builders, custody
from tests.builders import House
from tests.custody import refused

pytestmark = pytest.mark.django_db

NOTES = {10_000: 3, 2_000: 10}
NOTES_TOTAL = 50_000


@pytest.fixture
def house() -> House:
    """A house whose table was open for a shift; its box is in the count room."""
    made = custody.running(builders.house())
    custody.buy_in(made, 50_000, {2_500: 20})
    custody.close_table(made, {**custody.BANK, 2_500: 140})
    taps.tap_out(actor=made.dana, at=made.at, table=made.tables[0])
    custody.remove_box(made)
    return made


def box(house: House, number: int = 1) -> periods.DropBox:
    return periods.DropBox.objects.get(table=house.table(), number=number)


def test_a_count_stands_in_the_count_rooms_stream(house: House) -> None:
    at = house.at.replace(hour=23)
    answer = custody.count_box(house, NOTES, at=at)
    data = {"table": "BJ-01", "box": 1, "periods": [1], "notes": {"2000": 10, "10000": 3}, "total": NOTES_TOTAL}
    assert answer == {**data, "seq": 1}
    (event,) = custody.events(house, "count")
    assert (event["type"], event["stream"]) == ("box_counted", "DEMO/count")
    signatures = event["data"].pop("signatures")
    assert event["data"] == data
    assert [(signed["badge"], signed["role"]) for signed in signatures] == [("colin", "counter"), ("cora", "counter")]
    content = canonical.content_hash(papers.count_sheet("DEMO", "BJ-01", 1, NOTES, NOTES_TOTAL))
    assert {signed["content"] for signed in signatures} == {content}
    row = box(house)
    assert (row.status, row.counted_total, row.counted_at) == (BoxStatus.COUNTED, NOTES_TOTAL, at)


def test_a_count_touches_no_table(house: House) -> None:
    before = builders.snapshot()
    custody.count_box(house, NOTES)
    assert builders.snapshot() == {**before, "DEMO/count": 1}


def test_t54_an_empty_box_is_counted_zero(house: House) -> None:
    assert box(house).counted_total is None
    answer = custody.count_box(house, {})
    assert (answer["notes"], answer["total"]) == ({}, 0)
    assert box(house).counted_total == 0


def test_zero_lines_fall_away(house: House) -> None:
    assert custody.count_box(house, {10_000: 3, 2_000: 10, 500: 0})["notes"] == {"2000": 10, "10000": 3}


def test_a_box_is_counted_once(house: House) -> None:
    custody.count_box(house, NOTES)
    with refused(house, Conflict, "already_counted"):
        custody.count_box(house, NOTES)


def test_a_box_on_its_table_is_not_counted(house: House) -> None:
    custody.open_table(house, {**custody.BANK, 2_500: 140})
    with refused(house, Conflict, "box_not_removed", state="on_table", wanted="counted"):
        custody.count_box(house, NOTES, box=2)


@pytest.mark.parametrize(("table", "number"), [("BJ-01", 2), ("BJ-99", 1)])
def test_an_unknown_box_is_not_found(house: House, table: str, number: int) -> None:
    with refused(house, NotFound, "no_such_box"):
        custody.count_box(house, NOTES, table=table, box=number)


def test_another_casinos_box_is_not_found() -> None:
    house = builders.house(outsider=True)
    custody.issue_bank(house)
    custody.open_table(house)
    custody.close_table(house)
    custody.remove_box(house)
    actor, signers = custody.others_counters(house)
    with refused(house, NotFound, "no_such_box"):
        custody.count_box(house, NOTES, actor=actor, counters=signers)


@pytest.mark.parametrize(
    ("count", "code", "detail"),
    [
        (NoteCount({10_000: 3}, 40_000), "total_mismatch", {"given": 40_000, "counted": 30_000}),
        (NoteCount({10_000: -1, 20_000: 1}, 10_000), "bad_quantity", {"denomination": 10_000}),
        (NoteCount({0: 4}, 0), "unknown_note", {"note": 0}),
        (NoteCount({-100: 4}, -400), "unknown_note", {"note": -100}),
        (NoteCount({}, -1), "bad_amount", {}),
    ],
)
def test_t31_a_count_that_is_not_right_is_refused(
    house: House, count: NoteCount, code: str, detail: dict[str, Any]
) -> None:
    with refused(house, Invalid, code, **detail):
        custody.count_box(house, {}, count=count)


def test_two_different_counters_count(house: House) -> None:
    with refused(house, NotAllowed, "same_person"):
        custody.count_box(house, NOTES, counters=(house.sign("cora"), house.sign("cora")))


def test_a_counter_who_deals_in_the_pit_does_not_count_its_boxes(house: House) -> None:
    custody.deals(house, "colin")
    with refused(house, NotAllowed, "not_independent", badge="colin"):
        custody.count_box(house, NOTES)


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "ada", "axel", "hana"])
def test_only_a_counter_counts(house: House, name: str) -> None:
    with refused(house, NotAllowed, "not_permitted", permission="count_box"):
        custody.count_box(house, NOTES, actor=builders.actor(name))


def test_a_count_repeated_is_counted_once(house: House) -> None:
    assert custody.count_box(house, NOTES, key="c1") == custody.count_box(house, NOTES, key="c1")
    assert len(custody.events(house, "count")) == 1
