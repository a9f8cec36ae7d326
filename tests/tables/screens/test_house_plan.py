"""The plan of a pit, where the house manager places its tables and sets the rotation."""

import re

import pytest

from tables.models import floor
from tests.builders import House, facts, snapshot
from tests.tables.screens.hands import Hands, refusal
from tests.tables.screens.test_house_people import do

PLAN = "/house/pits/P1/"


@pytest.fixture
def hana(house: House) -> Hands:
    """The house manager at her desk; BJ-01 is open, BJ-02 is closed."""
    return Hands(house).sit_down("hana")


def fields(shown: str) -> dict[str, str]:
    """The columns and rows on the page, by field."""
    return dict(re.findall(r'name="([xy]-BJ-0\d)" value="([^"]*)"', shown))


def test_the_plan_belongs_to_pits_and_tables(hana: Hands) -> None:
    hana.look(PLAN)
    assert '<a href="/house/tables/" aria-current="page">' in hana.page


def test_tables_are_placed(hana: Hands) -> None:
    shown = hana.look(PLAN).content.decode()
    assert fields(shown) == {"x-BJ-01": "1", "y-BJ-01": "1", "x-BJ-02": "2", "y-BJ-02": "1"}
    assert shown.count("not placed yet") == 2
    response = do(hana, PLAN, "places", **{"x-BJ-01": "4", "y-BJ-01": "2", "x-BJ-02": "", "y-BJ-02": ""})
    assert response.headers["Location"] == f"{PLAN}?done=places"
    shown = hana.look(f"{PLAN}?done=places").content.decode()
    assert fields(shown) == {"x-BJ-01": "4", "y-BJ-01": "2", "x-BJ-02": "1", "y-BJ-02": "3"}
    assert "The plan is drawn this way from now on." in shown
    assert facts("tables_placed") == [{"pit": "P1", "places": {"BJ-01": [4, 2]}}]


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"x-BJ-01": "1", "y-BJ-01": "1", "x-BJ-02": "1", "y-BJ-02": "1"}, "place_taken"),
        ({"x-BJ-01": "13", "y-BJ-01": "1"}, "bad_place"),
        ({"x-BJ-01": "1", "y-BJ-01": ""}, "bad_form"),
        ({"x-BJ-01": "one", "y-BJ-01": "1"}, "bad_form"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_and_kept_in_the_form(hana: Hands, keyed: dict[str, str], code: str) -> None:
    hana.look(PLAN)
    before = snapshot()
    response = do(hana, PLAN, "places", **keyed)
    assert refusal(response) == code
    assert fields(response.content.decode())["x-BJ-01"] == keyed["x-BJ-01"]
    assert snapshot() == before
    assert floor.GamingTable.objects.exclude(map_x=None).count() == 0


def test_the_rotation_is_set(hana: Hands) -> None:
    assert 'name="deal_minutes" value="60"' in hana.look(PLAN).content.decode()
    response = do(hana, PLAN, "rotation", deal_minutes="80", rest_minutes="20")
    assert response.headers["Location"] == f"{PLAN}?done=rotation"
    assert 'name="deal_minutes" value="80"' in hana.look(PLAN).content.decode()
    assert refusal(do(hana, PLAN, "rotation", deal_minutes="50", rest_minutes="20")) == "bad_rotation"
    assert facts("rotation_set") == [{"pit": "P1", "deal_minutes": 80, "rest_minutes": 20}]


def test_the_plan_is_the_house_managers(house: House, hana: Hands) -> None:
    assert hana.look("/house/pits/P9/").status_code == 404
    assert Hands(house).sit_down("petra").look(PLAN).status_code == 403
