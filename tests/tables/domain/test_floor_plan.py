"""Places on a pit's plan: what may stand where, and where a table is drawn that nobody placed."""

import pytest

from tables.domain import floor_plan
from tables.domain.errors import Invalid
from tables.domain.floor_plan import Cell


def test_a_table_that_was_never_placed_stands_below_the_others() -> None:
    codes = ["A", "B", "C", "D", "E", "F"]
    assert floor_plan.laid_out(codes, {}) == {
        "A": (1, 1),
        "B": (2, 1),
        "C": (3, 1),
        "D": (4, 1),
        "E": (1, 2),
        "F": (2, 2),
    }
    assert floor_plan.laid_out(["A", "B", "C"], {"B": (7, 12)}) == {"A": (1, 13), "B": (7, 12), "C": (2, 13)}


def test_a_place_of_a_table_that_is_not_asked_for_takes_no_room() -> None:
    assert floor_plan.laid_out(["A"], {"B": (1, 5)}) == {"A": (1, 1)}


def test_empty_columns_and_rows_are_drawn_as_aisles() -> None:
    assert floor_plan.drawn({"A": (3, 4), "B": (4, 4), "C": (9, 4), "D": (3, 6)}) == {
        "A": Cell(1, 1, aisle_left=False, aisle_above=False),
        "B": Cell(2, 1, aisle_left=False, aisle_above=False),
        "C": Cell(3, 1, aisle_left=True, aisle_above=False),
        "D": Cell(1, 2, aisle_left=False, aisle_above=True),
    }
    assert floor_plan.drawn({}) == {}


@pytest.mark.parametrize("place", [(0, 1), (1, 0), (13, 1), (1, 13)])
def test_a_place_is_on_the_plan(place: tuple[int, int]) -> None:
    with pytest.raises(Invalid) as caught:
        floor_plan.require_places({"A": place})
    assert (caught.value.code, caught.value.detail) == ("bad_place", {"table": "A", "most": 12})


def test_a_place_has_one_table() -> None:
    floor_plan.require_places({"A": (1, 1), "B": (12, 12)})
    with pytest.raises(Invalid) as caught:
        floor_plan.require_places({"B": (1, 2), "A": (1, 2)})
    assert (caught.value.code, caught.value.detail) == ("place_taken", {"table": "B", "other": "A"})
