"""Which copies of slips should lie in a box, and which are not there."""

import pytest

from tables.models.periods import DropBox
from tables.selectors import box_papers
from tests import builders, counting, custody, slips
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A fill and a credit while box 1 stood there, a fill while box 2 did; both boxes are on their way."""
    made = slips.house()
    for _ in range(2):
        slips.ask_fill(made)
    slips.ask_credit(made)
    numbers = [slips.issue(made, request)["slip"] for request in (1, 2, 3)]
    assert numbers == ["F-000001", "F-000002", "C-000001"]
    for number in numbers[:2]:
        slips.carry(made, number)
    slips.accept(made, numbers[0])
    slips.count_out(made, numbers[2])
    custody.roll_table(made, custody.rack_of(made), removal=custody.removal(made))
    slips.accept(made, numbers[1])
    custody.close_table(made, custody.rack_of(made))
    custody.remove_box(made, 2)
    counting.open_count(made)
    counting.accept(made, 1)
    counting.accept(made, 2)
    return made


def test_a_box_has_the_papers_of_its_time(house: House) -> None:
    table = house.table().pk
    assert box_papers.due(table, 1) == ["C-000001", "F-000001"]
    assert box_papers.due(table, 2) == ["F-000002"]
    assert DropBox.objects.count() == 2


def test_a_paper_that_is_not_found_is_missing(house: House) -> None:
    answer = counting.both(house, counting.cash(papers=["F-000001"]))
    assert (answer["papers"], answer["missing_papers"], answer["stray_papers"]) == (["F-000001"], ["C-000001"], [])


def test_a_paper_of_another_box_is_astray(house: House) -> None:
    answer = counting.both(house, counting.cash(papers=["F-000002", "C-000001", "F-000001"]))
    assert (answer["missing_papers"], answer["stray_papers"]) == ([], ["F-000002"])
    answer = counting.both(house, counting.cash(), 2)
    assert answer["missing_papers"] == ["F-000002"]


def test_papers_are_compared_like_money(house: House) -> None:
    """One counter overlooked a slip: that is a difference, and the verifier looks for it."""
    counting.first(house, counting.cash(papers=["F-000001", "C-000001"]))
    assert counting.second(house, counting.cash(papers=["F-000001"]))["status"] == "variance"


def test_a_box_on_its_table_has_no_papers_yet() -> None:
    house = custody.running(builders.house())
    assert box_papers.due(house.table().pk, 1) == []
