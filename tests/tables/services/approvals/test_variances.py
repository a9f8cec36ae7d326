"""An opener that differs is explained once, by the boss in charge, and accounting takes his word (T-12)."""

from typing import Any

import pytest

from accounting.selectors import day_rows, heads, shift_rows
from accounting.services import follow
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.selectors import queue
from tables.services import alerts, approvals
from tests import builders, custody, days, pit_stages
from tests.builders import House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def explain(house: House, **more: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {"actor": house.petra, "at": house.at, "table": "BJ-01", "period": 2}
    said = {"cause": "count_error", "explanation": "a chip was counted twice"}
    return approvals.explain_opener(**{**asked, **said, **more})


def differing(short: int = 1) -> House:
    """Period 2 of BJ-01 opened with so many chips of 1.00 less than period 1 left."""
    house = custody.running(builders.house())
    custody.close_table(house, custody.rack_of(house))
    custody.open_table(house, {**custody.BANK, 100: 200 - short}, note="short")
    return house


def test_it_waits_in_the_queue_until_it_is_explained() -> None:
    house = differing()
    (item,) = queue.of_pit(house.petra, "P1", house.at)
    assert (item.kind, item.table, item.item, item.content) == (
        "variance",
        "BJ-01",
        "2",
        {"period": 2, "amount": -100},
    )
    assert [alert.kind for alert in alerts.listed(house.petra, "P1", house.at)] == ["variance"]
    told = explain(house)
    assert (told["period"], told["amount"], told["cause"]) == (2, -100, "count_error")
    (fact,) = facts("opener_variance_explained")
    assert fact["signatures"][0]["badge"] == "petra"
    assert queue.of_pit(house.petra, "P1", house.at) == []
    assert alerts.listed(house.petra, "P1", house.at) == []
    with refused("already_explained", Conflict):
        explain(house)


def test_of_a_locked_day_it_waits_no_more() -> None:
    """Whoever answers for it has signed for the day's figures; the queue is the running days' business."""
    house = differing()
    custody.close_table(house, custody.rack_of(house))
    days.counted(house, 0)
    days.explained(house, "opener_variance/BJ-01/2")
    days.certified(house)
    assert [item.item for item in queue.of_pit(house.petra, "P1", days.after(house))] == ["2"]
    days.locked(house)
    assert queue.of_pit(house.petra, "P1", days.after(house)) == []


def test_a_difference_that_is_reported_takes_the_pin() -> None:
    house = differing(short=150)
    with refused("pin_required", NotAllowed):
        explain(house)
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        explain(house, pin="000000")
    assert explain(house, pin=builders.PEOPLE["petra"][1])["amount"] == -15_000


@pytest.mark.parametrize(
    ("changes", "code", "family"),
    [
        ({"cause": "weather"}, "bad_cause", Invalid),
        ({"explanation": ""}, "bad_explanation", Invalid),
        ({"period": 1}, "no_variance", Conflict),
        ({"period": 3}, "no_such_period", NotFound),
        ({"table": "BJ-09"}, "no_such_period", NotFound),
    ],
)
def test_what_is_no_explanation(changes: dict[str, Any], code: str, family: type[Exception]) -> None:
    house = differing()
    with refused(code, family):  # type: ignore[arg-type]  # each is one of the four families
        explain(house, **changes)


def test_only_the_boss_in_charge_explains() -> None:
    house = differing()
    with refused("not_permitted", NotAllowed):
        explain(house, actor=house.cass)
    pit_stages.relieve_petra(house)
    with refused("not_in_charge", NotAllowed):
        explain(house)


def test_the_pit_s_word_settles_the_day_s_exception() -> None:
    house = differing()
    told = explain(house)
    custody.close_table(house, custody.rack_of(house))
    follow.follow_all()
    seen = heads.followed(house.casino.pk)
    own = shift_rows.of_days("DEMO", days.DAY, days.DAY, seen)
    boxes = shift_rows.boxes_of("DEMO", own, seen)
    lines = day_rows.exceptions("DEMO", house.casino.pk, days.DAY, seen, own, boxes)
    (line,) = [line for line in lines if line["kind"] == "opener_variance"]
    assert line["explained"] == {
        "seq": told["seq"],
        "cause": "count_error",
        "explanation": "a chip was counted twice",
        "by": "petra",
    }
    table = seen["DEMO/table/BJ-01"]
    before = {**seen, table.key: table._replace(seq=told["seq"] - 1)}
    lines = day_rows.exceptions("DEMO", house.casino.pk, days.DAY, before, own, boxes)
    assert [line["explained"] for line in lines if line["kind"] == "opener_variance"] == [None]
