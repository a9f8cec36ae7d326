"""The rotation of dealers: how many are needed, and when who relieves whom."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.domain import rotation
from tables.domain.errors import Invalid
from tables.domain.rotation import Dealing, Relief, Rotation

START = datetime(2026, 3, 4, 14, 0, tzinfo=UTC)
END = START + timedelta(hours=8)
ROTATIONS = st.sampled_from([Rotation(60, 20), Rotation(80, 20), Rotation(40, 20), Rotation(20, 20), Rotation(90, 30)])


def at(minutes: int) -> datetime:
    return START + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("deal", "rest", "tables", "dealers"),
    [(60, 20, 12, 16), (80, 20, 12, 15), (40, 20, 12, 18), (60, 20, 13, 18), (60, 20, 1, 2), (60, 20, 0, 0)],
)
def test_v14_dealers_that_the_tables_need(deal: int, rest: int, tables: int, dealers: int) -> None:
    assert Rotation(deal, rest).dealers(tables) == dealers


@pytest.mark.parametrize(("deal", "rest"), [(60, 0), (60, 4), (20, 40), (50, 20), (245, 5), (0, 0)])
def test_a_rest_divides_the_time_of_dealing(deal: int, rest: int) -> None:
    with pytest.raises(Invalid) as caught:
        rotation.require_rotation(deal, rest)
    assert caught.value.code == "bad_rotation"


def test_the_usual_rotations_are_allowed() -> None:
    for deal, rest in ((60, 20), (80, 20), (40, 20), (240, 60)):
        rotation.require_rotation(deal, rest)


def test_a_string_from_the_start_of_its_shift() -> None:
    """Three tables, four dealers: the first is relieved after twenty minutes, and then each deals an hour."""
    dealing = [Dealing(table, who, START) for table, who in (("A", "ann"), ("B", "bob"), ("C", "cy"))]
    plan = rotation.road_map(dealing, Rotation(60, 20), START, START, at(121), {1: "dee"})
    assert plan == [
        Relief(at(20), "A", 1, "dee", "ann"),
        Relief(at(40), "B", 1, "ann", "bob"),
        Relief(at(60), "C", 1, "bob", "cy"),
        Relief(at(80), "A", 1, "cy", "dee"),
        Relief(at(100), "B", 1, "dee", "ann"),
        Relief(at(120), "C", 1, "ann", "bob"),
    ]
    assert rotation.next_reliefs(plan)["C"] == Relief(at(60), "C", 1, "bob", "cy")


def test_in_the_middle_of_a_shift_who_dealt_longest_is_relieved_first() -> None:
    dealing = [Dealing("A", "ann", at(40)), Dealing("B", "bob", at(0)), Dealing("C", "cy", at(20))]
    plan = rotation.road_map(dealing, Rotation(60, 20), START, at(50), at(101))
    assert [(relief.at, relief.table, relief.comes) for relief in plan] == [
        (at(60), "B", None),
        (at(80), "C", "bob"),
        (at(100), "A", "cy"),
    ]


def test_the_plan_stands_still_while_it_is_kept() -> None:
    dealing = [Dealing(table, table.lower(), START) for table in "ABC"]
    first = rotation.road_map(dealing, Rotation(60, 20), START, START, END, {1: "dee"})
    kept = [Dealing("A", "dee", at(20)), *dealing[1:]]
    assert rotation.road_map(kept, Rotation(60, 20), START, at(21), END, {1: "a"}) == first[1:]


def test_a_short_string_rests_longer() -> None:
    """One table and two dealers: each deals his whole hour."""
    plan = rotation.road_map([Dealing("A", "ann", START)], Rotation(60, 20), START, START, at(121), {1: "bob"})
    assert [(relief.at, relief.comes) for relief in plan] == [(at(60), "bob"), (at(120), "ann")]
    later = rotation.road_map([Dealing("A", "bob", at(60))], Rotation(60, 20), START, at(65), at(121), {1: "ann"})
    assert later == plan[1:]


def test_a_dealer_who_came_between_two_marks_leaves_before_his_time_is_over() -> None:
    plan = rotation.road_map([Dealing("A", "ann", at(7))], Rotation(60, 20), START, at(8), at(101))
    assert [relief.at for relief in plan] == [at(60)]


def test_who_is_overdue_and_a_table_without_a_dealer_come_first() -> None:
    dealing = [Dealing("A", "ann", at(60)), Dealing("B", None, None), Dealing("C", "cy", START)]
    plan = rotation.road_map(dealing, Rotation(60, 20), START, at(90), at(141))
    assert [(relief.at, relief.table) for relief in plan] == [(at(100), "C"), (at(120), "B"), (at(140), "A")]


def test_without_tables_or_after_the_shift_nobody_is_relieved() -> None:
    assert rotation.road_map([], Rotation(60, 20), START, START, END) == []
    assert rotation.road_map([Dealing("A", "ann", START)], Rotation(60, 20), START, END, END) == []


@given(tables=st.integers(1, 15), turning=ROTATIONS)
def test_nobody_deals_longer_than_the_rotation_nor_rests_shorter(tables: int, turning: Rotation) -> None:
    dealing = [Dealing(f"T{number:02}", f"d{number}", START) for number in range(tables)]
    resting = {number: f"r{number}" for number in range(1, len(dealing) + 1)}
    spells: dict[str, list[tuple[datetime, datetime]]] = defaultdict(list)
    since = {one.table: (one.dealer, START) for one in dealing}
    for relief in rotation.road_map(dealing, turning, START, START, END, resting):
        leaves, began = since[relief.table]
        assert relief.leaves == leaves
        spells[str(leaves)].append((began, relief.at))
        since[relief.table] = (relief.comes, relief.at)
    for turns in spells.values():
        assert all(end - begin <= timedelta(minutes=turning.deal) for begin, end in turns)
        rests = [later[0] - earlier[1] for earlier, later in pairwise(turns)]
        assert all(rest >= timedelta(minutes=turning.rest) for rest in rests)
