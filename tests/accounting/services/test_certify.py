"""Certifying: what it refuses, what it freezes, and that a report says the same for ever (T-53, T-104)."""

import hashlib
import json
from datetime import date, timedelta
from typing import Any

import pytest

from accounting.models.reports import ShiftReport
from accounting.services import certify, follow, streams
from accounting.services.verify import papers
from tables.domain.errors import Conflict, FloorError, NotAllowed, NotFound
from tables.models.log import Event
from tests import builders, custody, dealt
from tests.accounting import forging
from tests.builders import House

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 4)


def certified(house: House, **more: Any) -> dict[str, Any]:
    """Ada certifies the day shift."""
    return certify.certify_shift(**{"actor": house.ada, "at": house.at, "gaming_day": DAY, "shift": "day", **more})


def report(version: int = 1) -> dict[str, Any]:
    """The frozen report of the day shift."""
    found: dict[str, Any] = json.loads(ShiftReport.objects.get(version=version).text)
    return found


def closed(house: House) -> House:
    """A shift of one buy-in and one round that the house won, closed on the chips that the log expects."""
    dealt.settled(house)
    dealt.press(house, {"do": "confirm_settlement"})
    custody.buy_in(house, 10_000, {2_500: 4})
    custody.close_table(house, custody.rack_of(house))
    return house


def counted(house: House, total: int = 10_000) -> None:
    """The box leaves the table and is counted."""
    custody.remove_box(house)
    custody.count_box(house, {100: total // 100} if total else {})


def refused(house: House, family: type[FloorError], code: str, **more: Any) -> None:
    before = builders.snapshot()
    with pytest.raises(FloorError) as caught:
        certified(house, **more)
    assert (type(caught.value), caught.value.code) == (family, code)
    assert builders.snapshot() == before
    assert not ShiftReport.objects.exists()


@pytest.mark.parametrize("name", [name for name in builders.PEOPLE if name not in {"ada", "otto"}])
def test_only_an_accountant_certifies(name: str) -> None:
    house = closed(builders.house())
    refused(house, NotAllowed, "not_permitted", actor=house.people[name])


def test_a_shift_that_nobody_worked_is_not_found() -> None:
    house = closed(builders.house())
    refused(house, NotFound, "no_such_shift", shift="swing")
    refused(house, NotFound, "no_such_shift", gaming_day=DAY + timedelta(days=1))


def test_an_open_period_keeps_the_shift_open() -> None:
    house = custody.running(builders.house())
    refused(house, Conflict, "period_open")


def test_a_running_round_keeps_the_shift_open() -> None:
    house = dealt.in_play(builders.house())
    refused(house, Conflict, "round_in_play")


def test_t_50_before_the_count_the_report_is_preliminary_and_win_is_unknown() -> None:
    house = closed(builders.house())
    answer = certified(house)
    assert (answer["version"], answer["state"]) == (1, "preliminary")
    line = report()["figures"]["tables"][0]
    assert (line["drop"], line["win"], line["hold"], line["difference"]) == (None, None, None, None)
    assert line["chip_result"] == -6_500
    assert [e["kind"] for e in report()["exceptions"]] == ["box_on_table"]


def test_t_53_the_count_makes_a_final_version_that_names_the_one_before() -> None:
    house = closed(builders.house())
    first = certified(house)
    counted(house)
    second = certified(house)
    assert (second["version"], second["state"]) == (2, "final")
    assert report(2)["supersedes"] == first["sha256"]
    line = report(2)["figures"]["tables"][0]
    assert {name: line[name] for name in ("opener", "closer", "drop", "win", "engine_net", "difference", "handle")} == {
        "opener": 1_000_000,
        "closer": 993_500,
        "drop": 10_000,
        "win": 3_500,
        "engine_net": 3_500,
        "difference": 0,
        "handle": 3_500,
    }
    assert line["hold"] == {"numerator": 3_500, "denominator": 10_000, "percent": "35.00"}
    assert (line["rounds"], line["hands"], line["buy_ins"], line["buy_in_cash"]) == (1, 2, 1, 10_000)
    assert report(2)["exceptions"] == []


def test_nothing_new_makes_no_new_version() -> None:
    house = closed(builders.house())
    counted(house)
    first = certified(house)
    before = builders.snapshot()
    again = certified(house, at=house.at + timedelta(hours=1))
    assert (first["new"], again["new"]) == (True, False)
    assert {**again, "new": True, "seq": 0} == {**first, "seq": 0}
    assert builders.snapshot() == before
    assert ShiftReport.objects.count() == 1


def test_the_event_carries_the_hash_of_the_frozen_text() -> None:
    house = closed(builders.house())
    answer = certified(house)
    row = ShiftReport.objects.get()
    event = custody.events(house, "house")[-1]
    assert event["type"] == "shift_certified"
    assert (event["seq"], event["actor"]) == (row.seq, "ada")
    assert event["data"]["sha256"] == answer["sha256"] == hashlib.sha256(row.text.encode()).hexdigest() == row.sha256
    heads = report()["log"]["heads"]
    assert {key: head["seq"] for key, head in heads.items()} == event["data"]["heads"]
    assert heads["DEMO/table/BJ-01"]["seq"] == builders.snapshot()["DEMO/table/BJ-01"]


def test_a_short_box_is_a_variance_and_lowers_win() -> None:
    house = closed(builders.house())
    counted(house, 9_900)
    certified(house)
    line = report()["figures"]["tables"][0]
    assert (line["win"], line["engine_net"], line["difference"], line["drop_variance"]) == (3_400, 3_500, -100, -100)
    assert report()["exceptions"] == [{"kind": "drop_variance", "table": "BJ-01", "box": 1, "amount": -100}]


def test_t_54_an_empty_box_is_counted_zero() -> None:
    house = custody.running(builders.house())
    custody.close_table(house)
    counted(house, 0)
    assert certified(house)["state"] == "final"
    line = report()["figures"]["tables"][0]
    assert (line["drop"], line["win"], line["hold"]) == (0, 0, None)


def test_t_12_an_opener_variance_stands_alone() -> None:
    house = custody.running(builders.house())
    custody.close_table(house)
    short = dict(custody.BANK) | {10_000: custody.BANK[10_000] - 1}
    custody.open_table(house, short, "one black chip is missing")
    custody.close_table(house, short)
    counted(house, 0)
    certified(house)
    table = report()["figures"]["tables"][0]
    first, second = table["periods"]
    assert (first["opener"], first["closer"], first["session"]) == (1_000_000, 1_000_000, 1)
    assert (second["opener"], second["closer"], second["session"]) == (990_000, 990_000, 2)
    assert (table["win"], table["opener_variance"]) == (0, -10_000)
    assert [(e["kind"], e["amount"]) for e in report()["exceptions"]] == [("opener_variance", -10_000)]
    assert report()["tie_outs"]["opener_is_previous_closer"] == {"agree": 0, "of": 1}


def test_v_08_a_box_over_two_shifts_gives_no_win_until_the_day_is_whole() -> None:
    house = custody.running(builders.house())
    custody.buy_in(house, 5_000, {500: 10})
    swing = house.at + timedelta(hours=2)
    custody.roll_table(house, custody.rack_of(house), at=swing)
    custody.close_table(house, custody.rack_of(house), at=swing + timedelta(hours=1))
    custody.remove_box(house)
    custody.count_box(house, {5_000: 1})
    certified(house)
    day = report()["figures"]["tables"][0]
    assert (day["win"], day["drop"], day["chip_result"]) == (None, None, -5_000)
    assert report()["state"] == "final"
    certified(house, shift="swing")
    text = json.loads(ShiftReport.objects.get(shift="swing").text)
    assert text["figures"]["tables"][0]["win"] is None
    assert (text["day_to_date"]["tables"][0]["drop"], text["day_to_date"]["tables"][0]["win"]) == (5_000, 0)


def test_an_idempotency_key_gives_the_same_answer() -> None:
    house = closed(builders.house())
    first = certified(house, key="k-1")
    counted(house)
    assert certified(house, key="k-1") == first
    assert ShiftReport.objects.count() == 1


def test_t_104_a_frozen_report_says_the_same_for_ever() -> None:
    house = closed(builders.house())
    counted(house)
    certified(house)
    text = ShiftReport.objects.get().text
    swing = house.at + timedelta(hours=3)
    custody.open_table(house, custody.rack_of(house), at=swing)
    custody.buy_in(house, 5_000, {500: 10}, at=swing)
    follow.follow_all()
    assert ShiftReport.objects.get().text == text
    assert list(papers.check(streams.by_key("DEMO/house"))) == []


def test_t_108_event_and_report_are_one_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    house = closed(builders.house())
    before = builders.snapshot()

    def lost(**values: Any) -> None:
        raise RuntimeError("the row is lost")

    monkeypatch.setattr(ShiftReport.objects, "create", lost)
    with pytest.raises(RuntimeError, match="the row is lost"):
        certified(house)
    assert builders.snapshot() == before
    assert not ShiftReport.objects.exists()


def test_books_that_have_stopped_certify_nothing() -> None:
    house = closed(builders.house())
    forging.unguard()
    Event.objects.filter(type="buy_in_taken").update(hash=bytes(32))
    refused(house, Conflict, "books_stopped")


def test_books_that_another_worker_holds_up_certify_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    house = closed(builders.house())
    monkeypatch.setattr(certify, "PAUSE", 0.0)
    monkeypatch.setattr(follow, "follow_stream", lambda stream_id: 0)
    refused(house, Conflict, "books_behind")
