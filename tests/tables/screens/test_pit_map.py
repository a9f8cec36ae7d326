"""The floor map of a pit in both its forms, and the page of its dealers' rotation."""

import re
from datetime import timedelta

import pytest
import time_machine

from tables.services import calls, floor_plan, staffing, taps
from tests import builders, custody
from tests.builders import House
from tests.tables.screens.hands import Hands

PIT, ROTATION = "/pit/P1/", "/pit/P1/rotation/"


@pytest.fixture
def petra(house: House) -> Hands:
    """The pit boss in charge, at her desk."""
    return Hands(house).sit_down("petra")


def text(part: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


def cells(shown: str) -> list[tuple[str, str]]:
    """Where each table is drawn: its classes and its code."""
    found = re.findall(r'<div role="listitem" class="([^"]*)">.*?<h3>(.*?)</h3>', shown, re.DOTALL)
    return [(classes, code) for classes, code in found]


def rows(shown: str) -> list[str]:
    """The rows of the list."""
    return [text(row) for row in re.findall(r"<tr.*?</tr>", shown, re.DOTALL)[1:]]


def test_tables_stand_where_the_house_put_them(petra: Hands) -> None:
    assert cells(petra.look(PIT).content.decode()) == [("x1 y1", "BJ-01"), ("x2 y1", "BJ-02")]
    places = {"BJ-01": (9, 5), "BJ-02": (3, 3)}
    floor_plan.place_tables(actor=petra.house.hana, at=builders.AT, pit="P1", places=places)
    assert cells(petra.look(PIT).content.decode()) == [("x1 y1", "BJ-02"), ("x2 y2 aisle-left aisle-above", "BJ-01")]


def test_the_list_has_exceptions_first_and_is_remembered(petra: Hands) -> None:
    house = petra.house
    calls.call_floor(actor=house.petra, at=house.at, table="BJ-02", reason="Please")
    assert rows(petra.look(f"{PIT}?form=list").content.decode()) == [
        "BJ-02 ○ closed The dealer calls 5–500 0/7 – – 0 10,000 – nobody deals",
        "BJ-01 ● open 5–500 0/7 – 0 10,000 0 – Dana Dealer 0 min, relief 13:00",
    ]
    assert len(rows(petra.look(PIT).content.decode())) == 2
    assert len(rows(petra.look(f"{PIT}?part=board").content.decode())) == 2
    assert len(cells(petra.look(f"{PIT}?form=map").content.decode())) == 2
    assert len(cells(petra.look(f"{PIT}?form=rubbish").content.decode())) == 2


def test_a_fill_in_an_hour_is_foretold(petra: Hands) -> None:
    custody.buy_in(petra.house, 50_000, {10_000: 5})
    with time_machine.travel(builders.AT + timedelta(minutes=30), tick=False):
        shown = text(petra.look(PIT).content.decode())
    assert "rack 9,500 e par 10,000 need 500 in 1 h 1,500 e" in shown


def test_a_relief_that_is_late_is_told_by_the_pits_own_rotation(petra: Hands) -> None:
    late = builders.AT + timedelta(minutes=61)
    with time_machine.travel(late, tick=False):
        assert "Relief is due: Dana Dealer 1 h 01" in text(petra.look(PIT).content.decode())
    house = petra.house
    floor_plan.set_rotation(actor=house.hana, at=builders.AT, pit="P1", deal_minutes=80, rest_minutes=20)
    with time_machine.travel(late, tick=False):
        shown = text(petra.look(PIT).content.decode())
    assert "Relief is due" not in shown
    assert "Dana Dealer 1 h 01, relief 13:20" in shown


def test_who_deals_and_who_may_relieve(petra: Hands) -> None:
    house = petra.house
    staffing.revoke_sign_off(actor=house.hana, at=house.at, badge="dev", game="blackjack")
    shown = petra.look(ROTATION).content.decode()
    assert rows(shown)[0] == "BJ-01 Dana Dealer 0 min 13:00 13:00 a relief dealer"
    assert "Dev Dealer dev not dealt in this shift ▲ not signed off" in text(shown)
    assert "1 open table needs 2 dealers" in text(shown)
    assert "13:00 BJ-01 a relief dealer Dana Dealer 1" in text(shown)
    assert "Petra Pit Boss 0 min" in text(shown)


def test_the_road_map_names_who_rests(petra: Hands) -> None:
    taps.tap_in(actor=petra.house.dev, at=builders.AT + timedelta(minutes=20), table="BJ-01")
    with time_machine.travel(builders.AT + timedelta(minutes=30), tick=False):
        shown = text(petra.look(ROTATION).content.decode())
    assert "13:20 BJ-01 Dana Dealer Dev Dealer 1" in shown
    assert "Dana Dealer dana 10 min ✓ may deal" in shown


def test_the_rotation_refreshes_alone_and_is_for_the_pit(house: House, petra: Hands) -> None:
    part = petra.look(f"{ROTATION}?part=rotation", HX_Request="true").content.decode()
    assert part.lstrip().startswith('<div id="rotation"')
    assert petra.look("/pit/P9/rotation/").status_code == 404
    assert Hands(house).sit_down("cass").look(ROTATION).status_code == 403
