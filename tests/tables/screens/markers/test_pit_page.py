"""Markers and cash at the pit's page: what lies here and is late, a buy-in put right, a player identified."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from tables.domain import chips
from tables.models.log import Event
from tests import builders, custody, markers, slips
from tests.builders import House
from tests.markers import PATRON
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db
PIT = "/pit/P1/"
WRONG, RIGHT = {10_000: 12}, {10_000: 1, 2_500: 8}
"""1,200.00 was keyed, 300.00 was there."""


@pytest.fixture
def petra(house: House) -> Hands:
    """The pit boss in charge, at her desk."""
    return Hands(house).sit_down("petra")


def text(hands: Hands, query: str = "") -> str:
    """The page as text without tags."""
    hands.look(f"{PIT}{query}")
    return " ".join(re.sub(r"<[^>]+>", " ", hands.page).split())


def correction(seq: int, right: dict[int, int] | None = None, **more: str) -> dict[str, Any]:
    """What it really was, signed by petra and sam."""
    right = RIGHT if right is None else right
    holding = {f"chips-{value}": str(count) for value, count in right.items()}
    asked = {"table": "BJ-01", "work": "correct", "corrects": str(seq), "reason": "keyed twice", **holding}
    asked |= {"cash_amount": str(chips.value(right) // 100), **signing(boss="petra", second="sam")}
    return {**asked, **more}


def identified() -> list[dict[str, Any]]:
    """What was said of who somebody was."""
    return [json.loads(row.body)["data"] for row in Event.objects.filter(type="patron_identified")]


def test_open_markers_of_a_table_are_listed(petra: Hands) -> None:
    slip = markers.issued(petra.house)
    shown = text(petra, "?table=BJ-01")
    assert f"{slip} Pat Seven 500 owed 0 min" in shown
    assert slip not in text(petra, "?table=BJ-02")


def test_markers_of_an_earlier_day_need_the_boss(house: House) -> None:
    slip = markers.issued(house)
    assert "Markers of an earlier day" not in text(Hands(house).sit_down("petra"))
    with time_machine.travel(builders.AT + timedelta(days=1), tick=False):
        later = Hands(house).sit_down("petra")
        shown = text(later, "?table=BJ-01")
        assert f"BJ-01 Markers of an earlier day still lie here: hand them over to the cage: {slip}" in shown
        assert f"{slip} Pat Seven 500 owed ▲ of 2026-03-04, due in the cage" in shown
        markers.transfer(house, {slip: 50_000}, at=builders.AT + timedelta(days=1))
        assert "Markers of an earlier day" not in text(later)


def test_a_buy_in_is_put_right(petra: Hands) -> None:
    house = petra.house
    rack = custody.rack_of(house)
    seq = custody.buy_in(house, 120_000, WRONG)["seq"]
    assert "12:00 · Seat 3 · 1,200" in text(petra, "?table=BJ-01&work=correct")
    response = petra.press(f"{PIT}correct", correction(seq), swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, PIT)
    assert custody.rack_of(house) == chips.less(rack, RIGHT)
    (fact,) = custody.facts(house, "buy_in_corrected")
    assert (fact["corrects"], fact["cash"], fact["reason"]) == (seq, -90_000, "keyed twice")
    assert "12:00 · Seat 3 · 300 (keyed 1,200)" in text(petra, "?table=BJ-01&work=correct")


def test_only_buy_ins_since_the_opener_are_offered(petra: Hands) -> None:
    assert "Nobody has bought in since the opener." in text(petra, "?table=BJ-01&work=correct")
    assert "Nobody has bought in since the opener." in text(petra, "?table=BJ-02&work=correct")


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        ({"corrects": ""}, "bad_form", "Choose the buy-in."),
        ({"corrects": "1"}, "no_such_buy_in", "There is no such buy-in at this table."),
        ({"cash_amount": "299"}, "total_mismatch", "The chips are not worth the amount keyed."),
        ({"reason": ""}, "bad_form", "Say in a few words why."),
        ({"second_badge": "petra", "second_pin": builders.PEOPLE["petra"][1]}, "role_not_held", "does not hold"),
        ({"chips-2500": "0", "chips-10000": "12", "cash_amount": "1200"}, "nothing_to_correct", "what was keyed"),
    ],
)
def test_a_refused_correction_changes_nothing(petra: Hands, more: dict[str, str], code: str, words: str) -> None:
    seq = custody.buy_in(petra.house, 120_000, WRONG)["seq"]
    petra.look(f"{PIT}?table=BJ-01&work=correct")
    assert refusal(petra.press(f"{PIT}correct", correction(seq) | more, swap=False)) == code
    assert words in petra.page
    assert builders.PEOPLE["sam"][1] not in petra.page
    assert custody.facts(petra.house, "buy_in_corrected") == []


def test_a_player_is_identified_for_the_day(petra: Hands) -> None:
    markers.with_credit(petra.house)
    custody.buy_in(petra.house, 120_000, WRONG)
    petra.look(f"{PIT}?table=BJ-01&work=identify")
    assert '<option value="seat 3">' in petra.page
    keyed = {"table": "BJ-01", "work": "identify", "known_as": "seat 3", "patron_code": PATRON}
    assert petra.press(f"{PIT}identify", keyed, swap=False).headers["Location"] == PIT
    (said,) = identified()
    assert (said["known_as"], said["place"], said["patron"]) == ("seat 3", "BJ-01", PATRON)
    assert (said["since"], said["until"]) == ("2026-03-04T14:00:00.000000Z", "2026-03-05T14:00:00.000000Z")


def test_times_are_those_of_the_house_past_midnight(petra: Hands) -> None:
    markers.with_credit(petra.house)
    petra.look(f"{PIT}?table=BJ-01&work=identify")
    keyed = {"table": "BJ-01", "work": "identify", "known_as": "S3", "patron_code": PATRON}
    petra.press(f"{PIT}identify", {**keyed, "since": "11:30", "until": "01:15"}, swap=False)
    (said,) = identified()
    assert (said["since"], said["until"]) == ("2026-03-04T19:30:00.000000Z", "2026-03-05T09:15:00.000000Z")


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        ({"known_as": ""}, "bad_form", "Say whom the table or the cage calls so."),
        ({"patron_code": "P-9"}, "no_such_patron", "No patron has this code."),
        ({"since": "25:00"}, "bad_form", "Key a time such as 21:30."),
        ({"since": "13:00"}, "bad_span", "These times cannot be"),
        ({"known_as": PATRON}, "same_patron", "This is already his code."),
        ({"table": "BJ-99"}, "no_such_place", "There is no such table."),
    ],
)
def test_a_refused_identity_is_not_written(petra: Hands, more: dict[str, str], code: str, words: str) -> None:
    markers.with_credit(petra.house)
    petra.look(f"{PIT}?table=BJ-01&work=identify")
    keyed = {"table": "BJ-01", "work": "identify", "known_as": "S3", "patron_code": PATRON, **more}
    assert refusal(petra.press(f"{PIT}identify", keyed, swap=False)) == code
    assert words in petra.page
    assert identified() == []


@pytest.mark.parametrize("name", ["axel", "hana"])
def test_who_is_no_boss_only_looks(house: House, name: str) -> None:
    seq = custody.buy_in(house, 120_000, WRONG)["seq"]
    slip = markers.issued(house)
    hands = Hands(house).sit_down(name)
    assert slip in text(hands, "?table=BJ-01&work=")
    assert refusal(hands.press(f"{PIT}correct", correction(seq, key="k" * 12), swap=False)) == "not_permitted"
    keyed = {"key": "k" * 12, "table": "BJ-01", "known_as": "S3", "patron_code": PATRON}
    assert refusal(hands.press(f"{PIT}identify", keyed, swap=False)) == "not_permitted"
    assert (custody.facts(house, "buy_in_corrected"), identified()) == ([], [])


def test_chips_that_are_on_the_way_for_long_need_the_boss_and_the_cage(house: House) -> None:
    slip = slips.carried_fill(house)
    with time_machine.travel(builders.AT + timedelta(minutes=45), tick=False):
        assert f"BJ-01 Chips are on their way for too long: {slip}" in text(Hands(house).sit_down("petra"))
        cass = Hands(house).sit_down("cass")
        cass.look("/cage/")
        assert "BJ-01: chips have been on the way for 45 min." in cass.page
        assert f'href="/slips/{slip}/"' in cass.page


def test_the_cage_is_told_of_markers_that_were_due(house: House) -> None:
    slip = markers.issued(house)
    with time_machine.travel(builders.AT + timedelta(days=1), tick=False):
        cass = Hands(house).sit_down("cass")
        cass.look("/cage/")
        assert "BJ-01: markers of an earlier day still lie in the pit." in cass.page
        assert slip in cass.page
