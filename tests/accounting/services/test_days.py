"""The gaming day to its lock: what hinders it, what is frozen, and that it never opens again (T-06, T-60)."""

import hashlib
import json
from datetime import date, timedelta
from typing import Any

import pytest

from accounting.domain.days import DayState, Hindrance
from accounting.models.days import DayAdjustment, DayLock, DayTotal, ExceptionExplained
from accounting.services import certify, day_checklist, follow
from accounting.services.verify.run import verify
from tables.domain.actors import Role
from tables.domain.canonical import content_hash
from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.services import taps
from tables.services.counts import MissingBox
from tables.services.rule_packs import choose_rule_pack
from tests import builders, cages, counting, custody, days, slips
from tests.builders import House, facts
from tests.days import DAY
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return builders.house()


def kinds(house: House, day: date = DAY, hours: int = 19) -> list[str]:
    follow.follow_all(house.casino.pk)
    view = day_checklist.one(house.ada, day, days.after(house, hours))
    return [hindrance.kind for hindrance in view.hindrances]


def state(house: House, hours: int = 19) -> DayState:
    follow.follow_all(house.casino.pk)
    return day_checklist.one(house.ada, DAY, days.after(house, hours)).state


def _hindrances(house: House) -> tuple[Hindrance, ...]:
    follow.follow_all(house.casino.pk)
    return day_checklist.one(house.ada, DAY, days.after(house)).hindrances


def report(day: date = DAY) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(DayLock.objects.get(gaming_day=day).text)
    return found


def whole() -> None:
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


# ----------------------------------------------------------------------------------------------------------- checklist
def test_a_day_goes_from_open_to_locked(house: House) -> None:
    custody.running(house)
    assert kinds(house, hours=0) == ["day_not_over", "table_not_counted", "shift_not_certified"]
    assert state(house, hours=0) == DayState.OPEN
    assert (kinds(house), state(house)) == (["table_not_counted", "shift_not_certified"], DayState.OPEN)
    days.closed(house)
    assert (kinds(house), state(house)) == (["box_on_table", "shift_not_certified"], DayState.ROLLED)
    custody.remove_box(house)
    assert (kinds(house), state(house)) == (["box_not_counted", "shift_not_certified"], DayState.ROLLED)
    custody.count_box(house, {100: 100})
    assert (kinds(house), state(house)) == (["shift_not_certified"], DayState.COUNTED)
    days.certified(house)
    assert (kinds(house), state(house)) == ([], DayState.BALANCED)
    days.locked(house)
    assert (kinds(house), state(house)) == ([], DayState.LOCKED)
    whole()


def test_t08_a_table_that_was_not_counted_keeps_its_day_open_and_nothing_is_interpolated(house: House) -> None:
    custody.running(house)
    (late, *_) = day_checklist.one(house.ada, DAY, days.after(house)).hindrances
    assert (late.kind, late.table, late.period, late.shift) == ("table_not_counted", "BJ-01", 1, "day")
    with refused("day_not_ready", Conflict):
        days.locked(house)
    # Counted an hour into the next day, its money is still the old day's: the count cuts it, not the clock.
    days.closed(house, at=days.after(house))
    days.counted(house, at=days.after(house))
    days.certified(house)
    days.locked(house)
    assert report()["figures"]["tables"][0]["drop"] == 10_000


def test_a_slip_on_its_way_hinders_until_it_has_arrived(house: House) -> None:
    custody.running(house)
    slips.ask_fill(house)
    assert "slip_open" in kinds(house)
    number = slips.issue(house)["slip"]
    slips.carry(house, number)
    (found,) = [one for one in _hindrances(house) if one.kind == "slip_open"]
    assert (found.table, found.slip, found.what) == ("BJ-01", number, "fill 1 in_transit")
    slips.accept(house, number)
    assert "slip_open" not in kinds(house)


def test_t24_a_number_that_nobody_can_show_hinders(house: House) -> None:
    custody.running(house)
    for request in (1, 2, 3):
        slips.ask_fill(house, {500: 1})
        slips.issue(house, request)
    assert "number_missing" not in kinds(house)
    slips.row(house, 2).delete()
    assert [one.slip for one in _hindrances(house) if one.kind == "number_missing"] == ["F-000002"]


def test_an_unclosed_count_and_a_box_that_it_missed_hinder(house: House) -> None:
    days.played(house)
    custody.remove_box(house)
    counting.open_count(house)
    assert [one.what for one in _hindrances(house) if one.kind == "count_not_closed"] == ["1"]
    counting.close(house, missing=[MissingBox("BJ-01", 1, "left in the pit")], at=days.after(house))
    assert [(one.kind, one.box) for one in _hindrances(house) if one.box] == [("box_missing", 1)]


def test_a_count_of_the_next_morning_hinders_the_day_of_its_boxes(house: House) -> None:
    """The count is dated by its own clock, and still has yesterday's boxes."""
    days.played(house)
    custody.remove_box(house)
    morning = days.after(house)
    counting.in_count(house, at=morning)
    counting.both(house, counting.cash({100: 100}), at=morning)
    assert [one.what for one in _hindrances(house) if one.kind == "count_not_closed"] == ["1"]
    counting.close_when_done(house, 1, morning)
    assert "count_not_closed" not in kinds(house)


def test_t21_chips_lost_on_the_way_and_a_cage_that_was_short_have_to_be_explained(house: House) -> None:
    custody.running(house)
    number = slips.issued_credit(house, {2_500: 20})
    slips.count_out(house, number, {2_500: 20})
    slips.receive(house, number, {2_500: 19}, "one quarter short")
    place = dict(slips.in_cage(house))
    place[2_500] -= 2
    cages.count(house, cages.counted({"MAIN": place}, {}, "two quarters short"))
    found = {one.exception: (one.amount, one.who) for one in _hindrances(house) if one.exception}
    seq = builders.snapshot()["DEMO/cage"]
    assert found == {
        f"transit_variance/{number}": (-2_500, (Role.CASHIER,)),
        f"cage_variance/cage-{seq}-chips": (-5_000, (Role.CASHIER,)),
    }
    for name in found:
        days.explained(house, name, "cass")
    assert not [one for one in _hindrances(house) if one.exception]


def test_a_day_of_which_the_books_know_too_little_waits(house: House) -> None:
    days.ready(house)
    taps.tap_out(actor=house.dana, at=house.at, table="BJ-01")
    found = day_checklist.one(house.ada, DAY, days.after(house)).hindrances
    assert [(hindrance.kind, hindrance.what) for hindrance in found] == [("books_behind", "DEMO/table/BJ-01 1")]


# ---------------------------------------------------------------------------------------------------------- explaining
def test_a_variance_has_to_be_explained_by_whoever_answers_for_it(house: House) -> None:
    days.played(house, note="25.00 short", lost=1)
    days.counted(house)
    days.certified(house)
    (open_one,) = day_checklist.one(house.ada, DAY, days.after(house)).hindrances
    assert open_one.as_data() == {
        "kind": "closer_difference",
        "table": "BJ-01",
        "period": 1,
        "amount": -2_500,
        "exception": "closer_difference/BJ-01/1",
        "who": ["pit_boss"],
    }
    with refused("day_not_ready", Conflict):
        days.locked(house)
    with refused("role_not_held", NotAllowed):
        days.explained(house, open_one.exception, "cass")
    answer = days.explained(house, open_one.exception)
    assert (answer["exception"], answer["amount"], answer["cause"]) == (open_one.exception, -2_500, "count_error")
    (event,) = facts("exception_explained")
    assert [signature["badge"] for signature in event["signatures"]] == ["petra"]
    days.locked(house)
    (told,) = report()["exceptions"]
    assert told["explained"] == {
        "seq": ExceptionExplained.objects.get().seq,
        "cause": "count_error",
        "explanation": "a chip lay under the rack's edge",
        "by": "petra",
    }
    whole()


@pytest.mark.parametrize(
    ("more", "family", "code"),
    [
        ({"cause": "bad luck"}, Invalid, "bad_cause"),
        ({"explanation": ""}, Invalid, "bad_explanation"),
        ({"explanation": "x" * 1_001}, Invalid, "bad_explanation"),
        ({"exception": "closer_difference/BJ-01/2"}, NotFound, "no_such_exception"),
        ({"gaming_day": DAY + days.NEXT}, NotFound, "no_such_exception"),
    ],
)
def test_what_is_no_explanation(house: House, more: dict[str, Any], family: type[FloorError], code: str) -> None:
    days.played(house, note="25.00 short", lost=1)
    follow.follow_all(house.casino.pk)
    with refused(code, family):
        days.explained(house, **{"exception": "closer_difference/BJ-01/1", **more})


# -------------------------------------------------------------------------------------------------------------- locking
def test_a_lock_freezes_the_report_and_seals_the_log(house: House) -> None:
    days.ready(house)
    answer = days.locked(house)
    row = DayLock.objects.get()
    assert hashlib.sha256(row.text.encode()).hexdigest() == row.sha256 == answer["sha256"]
    told = json.loads(row.text)
    assert content_hash(told["log"]["heads"]) == told["log"]["root"] == answer["root"]
    (event,) = facts("day_locked")
    assert event["heads"] == {key: head["seq"] for key, head in told["log"]["heads"].items()}
    assert [(s["badge"], s["role"]) for s in event["signatures"]] == [("ada", "accountant"), ("hana", "house_manager")]
    assert (event["previous"], answer["previous"], row.previous) == (None, None, "")
    assert [(shift["shift"], shift["certified"]["state"]) for shift in told["shifts"]] == [("day", "final")]
    assert told["exceptions"] == told["adjustments"] == []
    # Nothing was bet: the chips that left the rack are the cash in the box, and the house won nothing.
    house_line = next(line for line in told["to_date"]["year"] if line["kind"] == "house")
    assert (house_line["drop"], house_line["chip_result"], house_line["win"]) == (10_000, -10_000, 0)
    assert house_line["hold"] == {"numerator": 0, "denominator": 10_000, "percent": "0.00"}
    whole()


@pytest.mark.parametrize("name", [name for name in builders.PEOPLE if name not in {"ada", "otto"}])
def test_only_an_accountant_locks(house: House, name: str) -> None:
    with refused("not_permitted", NotAllowed):
        days.locked(house, actor=house.people[name])


@pytest.mark.parametrize(("second", "code"), [("petra", "role_not_held"), ("ada", "role_not_held")])
def test_the_second_signature_is_of_another_department(house: House, second: str, code: str) -> None:
    days.ready(house)
    with refused(code, NotAllowed):
        days.locked(house, second=house.sign(second))
    assert not DayLock.objects.exists()


def test_an_auditor_may_be_the_second(house: House) -> None:
    days.ready(house)
    days.locked(house, second=house.sign("axel"))
    assert DayLock.objects.get().seconded_by == "axel"


def test_t60_a_day_is_locked_once_and_only_when_over(house: House) -> None:
    days.ready(house)
    with refused("day_not_ready", Conflict):
        days.locked(house, at=house.at)
    with refused("no_such_day", NotFound):
        days.locked(house, gaming_day=DAY - days.NEXT)
    first = days.locked(house, key="key-00000001")
    assert days.locked(house, key="key-00000001") == first
    with refused("day_locked", Conflict):
        days.locked(house)


def test_each_lock_names_the_one_before_and_days_come_in_order(house: House) -> None:
    days.ready(house)
    morning = days.after(house)
    custody.open_table(house, custody.rack_of(house), at=morning)
    days.closed(house, at=morning)
    days.counted(house, box=2, at=morning)
    days.certified(house, DAY + days.NEXT, at=morning)
    evening = morning + days.NEXT
    follow.follow_all(house.casino.pk)
    found = day_checklist.one(house.ada, DAY + days.NEXT, evening).hindrances
    assert [(hindrance.kind, hindrance.what) for hindrance in found] == [("earlier_day_open", "2026-03-04")]
    first = days.locked(house, at=evening)
    second = days.locked(house, gaming_day=DAY + days.NEXT, at=evening)
    assert second["previous"] == {"gaming_day": "2026-03-04", "root": first["root"], "sha256": first["sha256"]}
    month = DayTotal.objects.get(gaming_day=DAY + days.NEXT, span="month", kind="table")
    assert (month.box, month.opener, month.closer) == (20_000, 1_990_000, 1_970_000)
    whole()


# ------------------------------------------------------------------------------------------------------- after the lock
def test_t60_a_locked_day_takes_no_new_report_and_no_explanation(house: House) -> None:
    days.played(house, note="25.00 short", lost=1)
    days.counted(house)
    days.certified(house)
    days.explained(house, "closer_difference/BJ-01/1")
    days.locked(house)
    with refused("day_locked", Conflict):
        days.explained(house, "closer_difference/BJ-01/1")
    assert days.certified(house)["new"] is False  # nothing new is to be said, so the newest version is told again


def test_t06_t60_a_late_entry_is_refused_for_the_locked_day(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of a locked day can be left to count; were there a box, counting it would be refused."""
    days.played(house)
    custody.remove_box(house)
    monkeypatch.setattr(day_checklist, "hindrances", lambda *_: [])
    days.locked(house)
    counting.open_count(house, at=days.after(house))
    with refused("day_locked", Conflict):
        counting.accept(house, at=days.after(house))
    with pytest.raises(Conflict, match="day_locked"):
        certify.certify_shift(actor=house.ada, at=days.after(house), gaming_day=DAY, shift="day")


def test_t06_t60_later_knowledge_is_an_adjustment_of_the_open_day_with_two_approvals(house: House) -> None:
    days.ready(house)
    lock = days.locked(house)
    answer = days.adjusted(house)
    assert (answer["gaming_day"], answer["made_on"]) == ("2026-03-04", "2026-03-05")
    row = DayAdjustment.objects.get()
    assert (row.made_by, row.approved_by, row.amount) == ("ada", "hana", 10_000)
    assert DayLock.objects.get().sha256 == lock["sha256"]
    evening = days.after(house) + days.NEXT
    days.locked(house, gaming_day=DAY + days.NEXT, at=evening)
    told = report(DAY + days.NEXT)
    (line,) = told["adjustments"]
    assert (line["gaming_day"], line["effect"]) == ("2026-03-04", {"drop": 10_000, "win": 10_000, "rake": 0})
    month = next(line for line in told["to_date"]["month"] if line["kind"] == "table")
    assert (month["drop"], month["win"], month["adjusted"]) == (10_000, 0, {"drop": 10_000, "win": 10_000, "rake": 0})
    whole()


@pytest.mark.parametrize(
    ("more", "family", "code"),
    [
        ({"figure": "win"}, Invalid, "bad_figure"),
        ({"amount": 0}, Invalid, "bad_amount"),
        ({"reason": ""}, Invalid, "bad_reason"),
        ({"table": "BJ-99"}, NotFound, "no_such_table"),
        ({"gaming_day": DAY + days.NEXT}, Conflict, "day_not_locked"),
    ],
)
def test_t60_what_is_no_adjustment(house: House, more: dict[str, Any], family: type[FloorError], code: str) -> None:
    days.ready(house)
    days.locked(house)
    with refused(code, family):
        days.adjusted(house, **more)
    assert not DayAdjustment.objects.exists()


def test_an_adjustment_needs_two_persons_of_two_departments(house: House) -> None:
    days.ready(house)
    days.locked(house)
    for second in ("ada", "petra"):
        with refused("role_not_held", NotAllowed):
            days.adjusted(house, second=house.sign(second))
    custody.also(house, "ada", Role.AUDITOR)
    with refused("same_person", NotAllowed):
        days.adjusted(house, second=house.sign("ada"))


def test_the_list_has_waiting_days_first(house: House) -> None:
    days.ready(house)
    days.locked(house)
    custody.open_table(house, custody.rack_of(house), at=days.after(house))
    found = day_checklist.days(house.ada, days.after(house) + timedelta(minutes=5))
    assert [(view.gaming_day, view.state) for view in found] == [
        (DAY + days.NEXT, DayState.OPEN),
        (DAY, DayState.LOCKED),
    ]
    for name in ("dana", "petra", "cass", "cora", "sam"):
        with refused("not_permitted", NotAllowed):
            day_checklist.days(house.people[name], house.at)


def test_the_rule_pack_says_who_seconds_a_lock(house: House) -> None:
    """French-like: the house manager, and nobody else."""
    choose_rule_pack(actor=house.hana, at=house.at, name="french-like", version=1, effective_from=DAY)
    days.ready(house)
    with refused("role_not_held", NotAllowed):
        days.locked(house, second=house.sign("axel"))
    assert DayLock.objects.count() == 0
    days.certified(house)
    days.locked(house)
    assert DayLock.objects.get().seconded_by == "hana"
