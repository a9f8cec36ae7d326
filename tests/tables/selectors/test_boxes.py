"""Which boxes wait for a count, which a count did not get, and who took which from where."""

from datetime import timedelta

import pytest

from tables.domain.errors import NotAllowed
from tables.selectors import boxes
from tables.selectors.boxes import Removal, WaitingBox
from tables.services import taps
from tables.services.counts import MissingBox
from tests import builders, counting, custody, dealt, potted
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """Two tables, the first one open."""
    made = custody.running(builders.house(tables=("BJ-01", "BJ-02"), outsider=True))
    taps.tap_out(actor=made.dana, at=made.at, table="BJ-01")
    return made


def test_t54_a_box_waits_from_its_removal_to_its_count(house: House) -> None:
    assert boxes.waiting(house.colin) == []
    custody.roll_table(house)
    custody.roll_table(house, at=house.at.replace(hour=21), removal=custody.removal(house))
    custody.close_table(house)
    custody.remove_box(house, 2, at=house.at.replace(hour=22))
    first = WaitingBox("BJ-01", 1, house.at.replace(hour=21), (1, 2), ("cash",), "removed", "", "")
    second = WaitingBox("BJ-01", 2, house.at.replace(hour=22), (3,), ("cash",), "removed", "", "")
    assert boxes.waiting(house.colin) == [first, second]
    counting.open_count(house)
    counting.accept(house)
    assert [box.status for box in boxes.waiting(house.colin)] == ["in_count", "removed"]
    counting.first(house, counting.cash())
    assert boxes.waiting(house.colin)[0].status == "first_counted"
    counting.second(house, counting.cash({100: 1}))
    assert boxes.waiting(house.colin)[0].status == "variance"
    counting.recount(house, counting.cash())
    assert boxes.waiting(house.colin) == [second]


def test_t54_a_box_that_no_count_got_is_missing_until_one_has_it(house: House) -> None:
    """T-54: an exception with its reason, not a box of nothing."""
    custody.close_table(house)
    custody.remove_box(house)
    counting.open_count(house)
    counting.close(house, missing=[MissingBox("BJ-01", 1, "left in the pit")])
    (missing,) = boxes.waiting(house.colin, missing=True)
    assert (missing.table, missing.box, missing.status, missing.missing) == ("BJ-01", 1, "removed", "left in the pit")
    counting.in_count(house)
    assert boxes.waiting(house.colin, missing=True) == []


def test_rake_waits_beside_the_cash_until_both_are_counted() -> None:
    house = potted.house("scarney", frames=1, rake="per_game", rake_amount=100)
    potted.open_scarney(house)
    dealt.press(house, *potted.frame("anna", 6, 6, 4, 4, 1), *potted.frame("bo", 1, 1, 3, 3, 4))
    dealt.press(house, {"do": "confirm_settlement"})
    custody.close_table(house, custody.rack_of(house))
    assert boxes.waiting(house.colin) == []
    custody.remove_box(house)

    def waits() -> list[tuple[str, ...]]:
        return [box.waits_for for box in boxes.waiting(house.colin)]

    assert waits() == [("cash", "rake")]
    custody.count_box(house, {})
    assert waits() == [("rake",)]
    custody.count_rake(house, {100: 1})
    assert waits() == []


def test_where_no_rake_was_taken_none_waits() -> None:
    house = potted.house("scarney", frames=1)
    potted.open_scarney(house)
    dealt.press(house, *potted.frame("anna", 6, 6, 4, 4, 1), *potted.frame("bo", 1, 1, 3, 3, 4))
    dealt.press(house, {"do": "confirm_settlement"})
    custody.close_table(house)
    custody.remove_box(house)
    assert [box.waits_for for box in boxes.waiting(house.colin)] == [("cash",)]


def test_the_removal_log_says_who_took_what_and_why_out_of_turn(house: House) -> None:
    at = house.at + timedelta(hours=1)
    custody.roll_table(house, at=at, removal=custody.removal(house, emergency="the box was full"))
    custody.close_table(house, at=at)
    custody.remove_box(house, 2, at=at + timedelta(hours=1))
    custody.count_box(house, {}, at=at + timedelta(hours=2))
    newest, oldest = boxes.removals(house.colin)
    assert oldest == Removal(
        id=oldest.id,
        table="BJ-01",
        pit="P1",
        box=1,
        removed_at=at,
        emergency="the box was full",
        status="counted",
        missing="",
        periods=(1,),
        takers=("colin", "cora"),
    )
    assert (newest.box, newest.emergency, newest.periods, newest.takers) == (2, "", (2,), ("colin", "cora"))
    assert [line.box for line in boxes.removals(house.ada, emergency=True)] == [1]
    assert [line.box for line in boxes.removals(house.ada, before=newest.id)] == [1]
    assert [line.box for line in boxes.removals(house.ada, limit=1)] == [2]


def test_who_may_not_know_is_not_told(house: House) -> None:
    custody.close_table(house)
    custody.remove_box(house)
    for name in ("dana", "petra", "cass", "sam"):
        with pytest.raises(NotAllowed, match="not_permitted"):
            boxes.waiting(builders.actor(name))
        with pytest.raises(NotAllowed, match="not_permitted"):
            boxes.removals(builders.actor(name))
    assert (boxes.waiting(house.otto), list(boxes.removals(house.otto))) == ([], [])
