"""Choosing a rule pack: from today on at the earliest, by the house manager, and the log holds every value."""

from collections.abc import Callable
from datetime import date, time, timedelta
from typing import Any

import pytest

from accounting.services.verify import run
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.rule_packs import forms, shipped
from tables.models.rule_packs import RulePackChoice
from tables.selectors import rule_packs as reads
from tables.services.house import register_casino
from tables.services.house_stream import house_entry
from tables.services.rule_packs import choose_rule_pack, of
from tests import builders
from tests.builders import AT, GAMING_DAY, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
TOMORROW = GAMING_DAY + timedelta(days=1)


def test_the_choice_stands_in_the_log_with_every_value() -> None:
    house = builders.house()
    answer = choose_rule_pack(actor=house.hana, at=AT, name="french-like", version=1, effective_from=TOMORROW)
    told = {"pack": "french-like", "version": 1, "effective_from": "2026-03-05"}
    assert answer == {**told, "seq": builders.snapshot()["DEMO/house"]}
    assert facts("rule_pack_chosen")[-1] == {**told, "values": forms.dump(shipped.pack("french-like", 1, 2))}


def test_a_currency_without_cents_has_amounts_without_cents() -> None:
    register_casino(
        at=AT,
        code="EDO",
        name="Edo House",
        currency="JPY",
        exponent=0,
        time_zone="Asia/Tokyo",
        day_starts_at=time(6),
        shifts=builders.SHIFTS,
        manager=builders.person("otto"),
        rule_pack=("new-jersey-like", 1),
    )
    row = RulePackChoice.objects.get(casino__code="EDO")
    assert (row.values["variance_report_from"], row.values["ctr_above"]) == (26, 10_000)


def test_a_casino_is_not_registered_without_a_pack() -> None:
    with refused("no_such_pack", NotFound):
        register_casino(
            at=AT,
            code="EDO",
            name="Edo House",
            currency="JPY",
            exponent=0,
            time_zone="Asia/Tokyo",
            day_starts_at=time(6),
            shifts=builders.SHIFTS,
            manager=builders.person("otto"),
            rule_pack=("utah-like", 1),
        )


def test_t03_today_is_the_earliest_day_and_past_days_keep_theirs() -> None:
    house = builders.house()
    for day in (GAMING_DAY - timedelta(days=1), date(2020, 1, 1)):
        with refused("day_is_over", Invalid):
            choose_rule_pack(actor=house.hana, at=AT, name="french-like", version=1, effective_from=day)
    choose_rule_pack(actor=house.hana, at=AT, name="french-like", version=1, effective_from=GAMING_DAY)
    assert reads.in_force(house.casino.pk, GAMING_DAY).name == "french-like"
    assert reads.in_force(house.casino.pk, GAMING_DAY - timedelta(days=1)).name == "nevada-like"


def test_t01_today_is_the_gaming_day_not_the_calendars() -> None:
    house = builders.house()
    small_hours = AT + timedelta(hours=14)  # 02:00 in Los Angeles on 2026-03-05, gaming day 2026-03-04
    choose_rule_pack(actor=house.hana, at=small_hours, name="french-like", version=1, effective_from=GAMING_DAY)
    assert reads.in_force(house.casino.pk, GAMING_DAY).name == "french-like"


def test_the_last_choice_for_a_day_stands() -> None:
    house = builders.house()
    for name in ("french-like", "new-jersey-like"):
        choose_rule_pack(actor=house.hana, at=AT, name=name, version=1, effective_from=TOMORROW)
    assert [row.name for row in RulePackChoice.objects.filter(effective_from=TOMORROW)] == ["new-jersey-like"]
    assert len(facts("rule_pack_chosen")) == 3


@pytest.mark.parametrize(("name", "version"), [("nevada-like", 2), ("utah-like", 1)])
def test_there_is_no_other_pack(name: str, version: int) -> None:
    house = builders.house()
    with refused("no_such_pack", NotFound):
        choose_rule_pack(actor=house.hana, at=AT, name=name, version=version, effective_from=TOMORROW)


@pytest.mark.parametrize("who", ["dana", "petra", "cass", "colin", "ada", "axel"])
def test_only_the_house_manager_chooses(who: str) -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        choose_rule_pack(actor=house.people[who], at=AT, name="french-like", version=1, effective_from=TOMORROW)


def test_a_repeat_chooses_once() -> None:
    house = builders.house()
    asked: dict[str, Any] = {"name": "french-like", "version": 1, "effective_from": TOMORROW, "key": "choice-0001"}
    first = choose_rule_pack(actor=house.hana, at=AT, **asked)
    assert choose_rule_pack(actor=house.hana, at=AT, **asked) == first
    assert len(facts("rule_pack_chosen")) == 2
    with refused("idempotency_key_reused", Conflict):
        choose_rule_pack(actor=house.hana, at=AT, **asked | {"version": 1, "effective_from": GAMING_DAY})


def test_an_entry_has_the_pack_of_its_day() -> None:
    house = builders.house()
    choose_rule_pack(actor=house.hana, at=AT, name="french-like", version=1, effective_from=TOMORROW)
    names = []
    for at in (AT, AT + timedelta(days=1)):
        with house_entry(actor=house.hana, at=at, request={}) as entry:
            names.append(of(entry).name)
    assert names == ["nevada-like", "french-like"]


Change = Callable[[RulePackChoice], None]


def _rename(row: RulePackChoice) -> None:
    row.name = "french-like"
    row.save(update_fields=["name"])


def _older(row: RulePackChoice) -> None:
    row.version = 2
    row.save(update_fields=["version"])


def _milder(row: RulePackChoice) -> None:
    row.values = row.values | {"variance_report_from": 999_999}
    row.save(update_fields=["values"])


def _earlier(row: RulePackChoice) -> None:
    row.effective_from = date(2026, 1, 1)
    row.save(update_fields=["effective_from"])


def _gone(row: RulePackChoice) -> None:
    row.delete()


def _one_more(row: RulePackChoice) -> None:
    row.pk, row.effective_from = None, date(2026, 1, 1)
    row.save(force_insert=True)


@pytest.mark.by_hand
@pytest.mark.parametrize("change", [_rename, _older, _milder, _earlier, _gone, _one_more])
def test_a_pack_that_was_not_chosen_is_found(change: Change) -> None:
    house = builders.house()
    change(RulePackChoice.objects.get(casino=house.casino))
    found = [str(finding) for finding in run.verify(["DEMO/house"]).findings]
    assert found
    assert all("rule pack" in finding for finding in found)
