"""The house manager places the tables of a pit and sets the rotation of its dealers."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tables.domain.errors import Invalid, NotAllowed, NotFound
from tables.models import floor
from tables.services import floor_plan
from tables.services import house as house_service
from tests import builders
from tests.builders import AT, House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return builders.house(tables=["BJ-01", "BJ-02", "BJ-03"], outsider=True)


def place(house: House, name: str = "hana", pit: str = "P1", **places: tuple[int, int]) -> dict[str, Any]:
    named = {code.replace("_", "-"): where for code, where in places.items()}
    return floor_plan.place_tables(actor=house.people[name], at=AT, pit=pit, places=named)


def placed() -> dict[str, tuple[int | None, int | None]]:
    rows = floor.GamingTable.objects.order_by("code").values_list("code", "map_x", "map_y")
    return {code: (x, y) for code, x, y in rows}


def test_tables_are_placed_and_change_places(house: House) -> None:
    answer = place(house, BJ_01=(2, 1), BJ_02=(3, 1))
    assert answer["places"] == {"BJ-01": [2, 1], "BJ-02": [3, 1]}
    place(house, BJ_01=(3, 1), BJ_02=(2, 1))
    assert placed() == {"BJ-01": (3, 1), "BJ-02": (2, 1), "BJ-03": (None, None)}
    assert facts("tables_placed") == [
        {"pit": "P1", "places": {"BJ-01": [2, 1], "BJ-02": [3, 1]}},
        {"pit": "P1", "places": {"BJ-01": [3, 1], "BJ-02": [2, 1]}},
    ]


def test_a_table_that_is_not_named_has_no_place_any_more(house: House) -> None:
    place(house, BJ_01=(2, 1), BJ_02=(3, 1))
    place(house, BJ_03=(2, 1))
    assert placed() == {"BJ-01": (None, None), "BJ-02": (None, None), "BJ-03": (2, 1)}


def test_a_repeat_places_once(house: House) -> None:
    asked: dict[str, Any] = {
        "actor": house.hana,
        "at": AT,
        "pit": "P1",
        "places": {"BJ-01": (1, 1)},
        "key": "plan-0001",
    }
    assert floor_plan.place_tables(**asked) == floor_plan.place_tables(**asked)
    assert len(facts("tables_placed")) == 1


def test_refusals_place_nothing(house: House) -> None:
    place(house, BJ_01=(2, 1))
    house_service.add_pit(actor=house.hana, at=AT, code="P2", name="Pit 2")
    with refused("bad_place", Invalid):
        place(house, BJ_01=(13, 1))
    with refused("place_taken", Invalid):
        place(house, BJ_01=(1, 1), BJ_02=(1, 1))
    with refused("no_such_table", NotFound):
        place(house, BJ_09=(1, 1))
    with refused("no_such_table", NotFound):
        place(house, pit="P2", BJ_01=(1, 1))
    with refused("no_such_pit", NotFound):
        place(house, "otto", BJ_01=(1, 1))
    assert placed()["BJ-01"] == (2, 1)


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "colin", "ada", "axel"])
def test_only_the_house_manager_arranges(house: House, name: str) -> None:
    with refused("not_permitted", NotAllowed):
        place(house, name, BJ_01=(1, 1))
    with refused("not_permitted", NotAllowed):
        floor_plan.set_rotation(actor=house.people[name], at=AT, pit="P1", deal_minutes=80, rest_minutes=20)


def test_the_database_keeps_two_tables_apart(house: House) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        floor.GamingTable.objects.filter(code__in=["BJ-01", "BJ-02"]).update(map_x=1, map_y=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        floor.GamingTable.objects.filter(code="BJ-01").update(map_x=13, map_y=1)


def test_a_pit_has_a_rotation_of_its_own(house: House) -> None:
    answer = floor_plan.set_rotation(actor=house.hana, at=AT, pit="P1", deal_minutes=80, rest_minutes=20)
    assert (answer["deal_minutes"], answer["rest_minutes"]) == (80, 20)
    row = floor.Pit.objects.get(code="P1")
    assert (row.deal_minutes, row.rest_minutes) == (80, 20)
    assert facts("rotation_set") == [{"pit": "P1", "deal_minutes": 80, "rest_minutes": 20}]
    with refused("bad_rotation", Invalid):
        floor_plan.set_rotation(actor=house.hana, at=AT, pit="P1", deal_minutes=50, rest_minutes=20)
    with refused("no_such_pit", NotFound):
        floor_plan.set_rotation(actor=house.otto, at=AT, pit="P1", deal_minutes=60, rest_minutes=20)
