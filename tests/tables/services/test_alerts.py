"""An alert that somebody has seen stays listed with his name until it is over."""

from datetime import timedelta
from typing import Any

import pytest

from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.models import log
from tables.services import alerts, calls, limits
from tests import builders, custody, dealt, pit_stages
from tests.builders import House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
CALLED = "2026-03-04T20:00:00.000000Z"


@pytest.fixture
def house() -> House:
    """Dana has called."""
    house = custody.running(builders.house())
    calls.call_floor(actor=house.dana, at=house.at, table="BJ-01", reason="Dispute over a hand")
    return house


def acknowledge(house: House, **more: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {"actor": house.petra, "at": house.at, "table": "BJ-01", "alert": "call", "mark": CALLED}
    return alerts.acknowledge_alert(**{**asked, **more})


def listed(house: House, at: Any = None) -> list[tuple[str, str, str]]:
    return [(it.kind, it.mark, it.seen_by) for it in alerts.listed(house.petra, "P1", at or house.at)]


def test_it_is_recorded_and_stays_listed_with_the_name(house: House) -> None:
    assert listed(house) == [("call", CALLED, "")]
    table = log.Stream.objects.get(key="DEMO/table/BJ-01").head_seq
    told = acknowledge(house)
    assert told == {"pit": "P1", "table": "BJ-01", "alert": "call", "mark": CALLED, "by": "petra", "seq": told["seq"]}
    assert facts("alert_acknowledged") == [{"pit": "P1", "table": "BJ-01", "alert": "call", "mark": CALLED}]
    assert listed(house) == [("call", CALLED, "Petra Pit Boss")]
    assert log.Stream.objects.get(key="DEMO/table/BJ-01").head_seq == table
    limits.post_limits(actor=house.petra, at=house.at, table="BJ-01", minimum=500, maximum=60_000)
    assert listed(house) == []


def test_the_next_call_is_another_alert(house: House) -> None:
    acknowledge(house)
    later = house.at + timedelta(minutes=1)
    calls.call_floor(actor=house.dana, at=later, table="BJ-01", reason="Again")
    assert listed(house, later) == [("call", "2026-03-04T20:01:00.000000Z", "")]


def test_it_is_acknowledged_once_and_while_it_lasts(house: House) -> None:
    acknowledge(house)
    with refused("already_acknowledged", Conflict):
        acknowledge(house)
    for over in ({"mark": "2026-03-04T19:00:00.000000Z"}, {"alert": "idle"}):
        with refused("no_such_alert", NotFound):
            acknowledge(house, **over)


def test_a_repeated_press_gets_the_same_answer(house: House) -> None:
    assert acknowledge(house, key="petra-saw-it") == acknowledge(house, key="petra-saw-it")


def test_only_the_boss_in_charge_acknowledges(house: House) -> None:
    with refused("not_permitted", NotAllowed):
        acknowledge(house, actor=house.dana)
    with refused("no_such_table", NotFound):
        acknowledge(house, table="BJ-09")
    pit_stages.relieve_petra(house)
    with refused("not_in_charge", NotAllowed):
        acknowledge(house)


def test_a_round_that_waits_to_be_paid_stays_the_same_alert() -> None:
    house = dealt.settled(builders.house())
    late = house.at + timedelta(minutes=3)
    assert listed(house, late) == [("settlement", "1", "")]
    acknowledge(house, at=late, alert="settlement", mark="1")
    assert listed(house, late) == [("settlement", "1", "Petra Pit Boss")]


def test_who_may_not_read_the_pit_sees_no_alerts(house: House) -> None:
    with refused("not_permitted", NotAllowed):
        alerts.listed(house.dana, "P1", house.at)
    with refused("no_such_pit", NotFound):
        alerts.listed(house.petra, "P9", house.at)
