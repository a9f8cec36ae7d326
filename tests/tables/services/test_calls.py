"""Calling the floor: the dealer from his table, a pit boss from anywhere; nothing else changes."""

import dataclasses

import pytest

from tables.domain.errors import Invalid, NotAllowed, NotFound
from tables.models import log
from tables.services import calls
from tests import builders, custody, dealt
from tests.builders import House
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return custody.running(builders.house(outsider=True))


def call(house: House, name: str, reason: str = "a dispute on spot 3", **more: object) -> dict[str, object]:
    asked = {"actor": house.people[name], "at": house.at, "table": "BJ-01", "reason": reason}
    return calls.call_floor(**{**asked, **more})  # type: ignore[arg-type]


def test_a_call_is_recorded_with_its_reason(house: House) -> None:
    answer = call(house, "dana")
    event = custody.events(house)[-1]
    assert (event["type"], event["actor"]) == ("floor_called", "dana")
    assert event["data"] == {"reason": "a dispute on spot 3", "round": None}
    assert answer == {"table": "BJ-01", "reason": "a dispute on spot 3", "round": None, "seq": event["seq"]}


def test_a_call_names_the_newest_round() -> None:
    house = dealt.in_play(builders.house())
    assert call(house, "petra")["round"] == 1


def test_a_repeat_calls_once(house: House) -> None:
    first = call(house, "dana", key="call-0001")
    assert call(house, "dana", key="call-0001") == first
    assert log.Event.objects.filter(type="floor_called").count() == 1


def test_who_may_not_call(house: House) -> None:
    with refused("not_dealing", NotAllowed):
        call(house, "dev")
    for name in ("cass", "colin", "ada", "axel", "hana"):
        with refused("not_permitted", NotAllowed):
            call(house, name)


def test_nobody_calls_at_another_table(house: House) -> None:
    elsewhere = dataclasses.replace(house.petra, terminal_id=9, terminal="T-9", table_id=house.table().pk + 1)
    with refused("no_such_table", NotFound):
        call(house, "petra", actor=elsewhere)
    with refused("no_such_table", NotFound):
        call(house, "petra", table="BJ-77")


@pytest.mark.parametrize("reason", ["", "  ", "a\nb", "x" * 241, "a\u202eb"])
def test_a_reason_is_a_readable_line(reason: str, house: House) -> None:
    with refused("bad_reason", Invalid):
        call(house, "dana", reason)
