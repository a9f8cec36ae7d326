"""The house's settings: facts in its stream, rows beside them, and what is refused."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.domain.house_settings import Chip
from tables.domain.table_states import TableStatus
from tables.models import floor, log, staff
from tables.models import house as house_rows
from tables.services import clock, rule_packs
from tables.services import house as service
from tests import builders
from tests.builders import facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT = builders.AT


def test_a_casino_begins_with_its_clock_streams_and_manager() -> None:
    casino = builders.casino()
    assert builders.snapshot() == {"DEMO/cage": 0, "DEMO/count": 0, "DEMO/house": 8}
    assert list(log.Event.objects.order_by("seq").values_list("type", flat=True)) == [
        "casino_registered",
        "day_start_set",
        "shift_pattern_set",
        "rule_pack_chosen",
        "staff_registered",
        "pin_set",
        "password_set",
        "role_granted",
    ]
    assert facts("day_start_set") == [{"effective_from": "2026-03-03", "starts_at": "06:00"}]
    window = clock.window(casino.pk, casino.settings_version, AT)
    assert (window.gaming_day, window.shift) == (date(2026, 3, 4), "day")
    assert set(builders.actor("hana").roles) == {"house_manager"}


def test_no_secret_stands_in_the_log() -> None:
    builders.casino()
    text = " ".join(log.Event.objects.values_list("body", flat=True))
    hana = staff.StaffMember.objects.get(username="hana")
    assert builders.PEOPLE["hana"][1] not in text
    assert builders.PASSWORD not in text
    assert hana.pin not in text
    assert hana.password not in text


def test_a_casino_is_registered_once() -> None:
    builders.casino()
    with refused("casino_exists", Conflict):
        builders.casino()


def test_a_registration_that_was_cut_off_is_finished_by_the_same_call(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off(*args: Any, **kwargs: Any) -> None:
        raise ConnectionError("the machine went away")

    with monkeypatch.context() as broken:
        broken.setattr("tables.services.staffing.write", cut_off)
        with pytest.raises(ConnectionError):
            builders.casino()
    assert builders.snapshot() == {"DEMO/cage": 0, "DEMO/count": 0, "DEMO/house": 0}
    builders.casino()
    assert builders.snapshot()["DEMO/house"] == 8
    assert house_rows.GamingDayStart.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"code": "demo"}, "bad_code"),
        ({"name": ""}, "bad_name"),
        ({"currency": "usd"}, "bad_currency"),
        ({"currency": "US"}, "bad_currency"),
        ({"currency": "U5D"}, "bad_currency"),
        ({"exponent": 5}, "bad_exponent"),
        ({"exponent": -1}, "bad_exponent"),
        ({"time_zone": "Mars/Olympus"}, "bad_time_zone"),
        ({"time_zone": "../etc/passwd"}, "bad_time_zone"),
        ({"shifts": ()}, "bad_shifts"),
        ({"shifts": (("day", time(6)), ("day", time(14)))}, "bad_shifts"),
        ({"shifts": (("day", time(6)), ("swing", time(6)))}, "bad_shifts"),
        ({"shifts": (("Day Shift", time(6)),)}, "bad_code"),
    ],
)
def test_a_casino_must_make_sense(changes: dict[str, Any], code: str) -> None:
    values: dict[str, Any] = {
        "code": "DEMO",
        "name": "Demo House",
        "currency": "USD",
        "exponent": 2,
        "time_zone": "America/Los_Angeles",
        "day_starts_at": time(6),
        "shifts": builders.SHIFTS,
        "manager": builders.person("hana"),
    }
    with refused(code, Invalid):
        service.register_casino(at=AT, **(values | changes))


def test_t03_a_new_day_start_counts_from_its_date_on() -> None:
    casino, hana = builders.casino(), builders.actor("hana")
    service.set_day_start(actor=hana, at=AT, effective_from=date(2026, 3, 6), starts_at=time(11))
    casino.refresh_from_db()
    assert casino.settings_version == 2
    ten_local = AT + timedelta(days=2) - timedelta(hours=2)
    assert clock.window(casino.pk, casino.settings_version, ten_local).gaming_day == date(2026, 3, 5)
    assert clock.window(casino.pk, casino.settings_version, AT).gaming_day == date(2026, 3, 4)
    assert facts("day_start_set")[-1] == {"effective_from": "2026-03-06", "starts_at": "11:00"}


def test_a_start_that_is_not_in_force_yet_may_be_set_again() -> None:
    builders.casino()
    hana = builders.actor("hana")
    for hour in (11, 12):
        service.set_day_start(actor=hana, at=AT, effective_from=date(2026, 3, 6), starts_at=time(hour))
    starts = house_rows.GamingDayStart.objects.filter(effective_from=date(2026, 3, 6))
    assert [start.starts_at for start in starts] == [time(12)]
    assert [data["starts_at"] for data in facts("day_start_set")] == ["06:00", "11:00", "12:00"]


def test_t03_a_new_shift_pattern_replaces_the_old_one_from_its_date_on() -> None:
    casino, hana = builders.casino(), builders.actor("hana")
    halves = (("am", time(6)), ("pm", time(18)))
    service.set_shift_pattern(actor=hana, at=AT, effective_from=date(2026, 3, 5), shifts=builders.SHIFTS)
    service.set_shift_pattern(actor=hana, at=AT, effective_from=date(2026, 3, 5), shifts=halves)
    casino.refresh_from_db()
    assert casino.settings_version == 3
    assert clock.window(casino.pk, 3, AT).shift == "day"
    assert clock.window(casino.pk, 3, AT + timedelta(days=1)).shift == "am"
    assert house_rows.ShiftStart.objects.filter(effective_from=date(2026, 3, 5)).count() == 2


@pytest.mark.parametrize("day", [date(2026, 3, 4), date(2026, 3, 3), date(2020, 1, 1)])
def test_t03_neither_the_running_day_nor_a_past_one_changes(day: date) -> None:
    builders.casino()
    hana = builders.actor("hana")
    with refused("not_in_the_future", Invalid):
        service.set_day_start(actor=hana, at=AT, effective_from=day, starts_at=time(11))
    with refused("not_in_the_future", Invalid):
        service.set_shift_pattern(actor=hana, at=AT, effective_from=day, shifts=(("whole", time(6)),))


def test_t03_no_new_start_takes_hours_from_the_running_day() -> None:
    casino, hana = builders.casino(), builders.actor("hana")
    night = datetime(2026, 3, 5, 11, tzinfo=UTC)  # 03:00 in Los Angeles, gaming day 2026-03-04
    for starts_at in (time(0), time(3)):
        with refused("not_in_the_future", Invalid):
            service.set_day_start(actor=hana, at=night, effective_from=date(2026, 3, 5), starts_at=starts_at)
    service.set_day_start(actor=hana, at=night, effective_from=date(2026, 3, 5), starts_at=time(3, 1))
    casino.refresh_from_db()
    assert clock.window(casino.pk, casino.settings_version, night).gaming_day == date(2026, 3, 4)
    minute = night + timedelta(minutes=1)
    assert clock.window(casino.pk, casino.settings_version, minute).gaming_day == date(2026, 3, 5)


@pytest.mark.parametrize(
    ("chips", "code"),
    [
        ((), "bad_denominations"),
        ((Chip(100, "#ffffff", "w"), Chip(100, "#000000", "b")), "bad_denominations"),
        ((Chip(0, "#ffffff", "w"),), "bad_amount"),
        ((Chip(100, "white", "w"),), "bad_colour"),
        ((Chip(100, "#fffff", "w"),), "bad_colour"),
        ((Chip(100, "#FFFFFF", "w"),), "bad_colour"),
        ((Chip(100, "#ffffff", ""),), "bad_letter"),
        ((Chip(100, "#ffffff", "www"),), "bad_letter"),
    ],
)
def test_chips_must_be_tellable(chips: tuple[Chip, ...], code: str) -> None:
    builders.casino()
    with refused(code, Invalid):
        service.add_chip_set(actor=builders.actor("hana"), at=AT, code="MAIN", denominations=chips)


def test_a_chip_set_is_added_once() -> None:
    house = builders.house()
    with refused("chip_set_exists", Conflict):
        service.add_chip_set(actor=house.hana, at=AT, code="MAIN", denominations=builders.CHIPS)


def test_house_rules_are_kept_whole_and_counted() -> None:
    house = builders.house()
    answer = service.add_house_rules(actor=house.hana, at=AT, game="blackjack", values={"dealer_soft_17": "hit"})
    assert (answer["game"], answer["version"]) == ("blackjack", 2)
    first, second = house_rows.HouseRules.objects.order_by("version")
    assert second.values == first.values | {"dealer_soft_17": "hit"}
    assert first.values["natural_pays"] == [3, 2]
    assert house.table().rules == first  # a table keeps the version it has


def test_t47_the_rule_pack_rounds_where_the_house_rules_do_not_say() -> None:
    house = builders.house()
    rule_packs.choose_rule_pack(actor=house.hana, at=AT, name="french-like", version=1, effective_from=AT.date())
    for values in ({}, {"rounding": "down"}, {"rounding": "up"}):
        service.add_house_rules(actor=house.hana, at=AT, game="blackjack", values=values)
    service.add_house_rules(actor=house.hana, at=AT, game="scarney", values={})
    rules = house_rows.HouseRules.objects.filter(game="blackjack").order_by("version")
    assert [row.values["rounding"] for row in rules] == ["down", "up", "down", "up"]  # the first under Nevada's pack
    assert "rounding" not in house_rows.HouseRules.objects.get(game="scarney").values


@pytest.mark.parametrize("values", [{"dealer_soft_17": "perhaps"}, {"no_such_rule": 1}, {"decks": 9}, {"decks": True}])
def test_house_rules_must_be_the_games(values: dict[str, Any]) -> None:
    house = builders.house()
    with refused("bad_house_rules", Invalid):
        service.add_house_rules(actor=house.hana, at=AT, game="blackjack", values=values)


def test_house_rules_need_a_game() -> None:
    house = builders.house()
    with refused("no_such_game", NotFound):
        service.add_house_rules(actor=house.hana, at=AT, game="faro", values={})


def test_a_pit_is_added_once() -> None:
    house = builders.house()
    with refused("pit_exists", Conflict):
        service.add_pit(actor=house.hana, at=AT, code="P1", name="Pit 1 again")


def table(**changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "code": "BJ-02",
        "pit": "P1",
        "game": "blackjack",
        "rules_version": 1,
        "spots": 7,
        "chip_set": "MAIN",
        "card_source": "reader",
        "licensed_maximum": 1_000_000,
        "par": {500: 200},
    }
    return values | changes


def test_a_table_gets_its_state_rack_and_stream() -> None:
    house = builders.house()
    assert service.add_table(actor=house.hana, at=AT, **table())["table"] == "BJ-02"
    assert house.state("BJ-02").status == TableStatus.CLOSED
    assert builders.snapshot()["DEMO/table/BJ-02"] == 0
    rack = floor.RackChips.objects.filter(table=house.table("BJ-02"))
    assert (rack.count(), rack.get(denomination=500).par, rack.get(denomination=500).count) == (7, 200, 0)


@pytest.mark.parametrize(
    ("changes", "code", "family"),
    [
        ({"code": "BJ-01"}, "table_exists", Conflict),
        ({"code": "BJ/02"}, "bad_code", Invalid),
        ({"pit": "P9"}, "no_such_pit", NotFound),
        ({"game": "faro"}, "no_such_house_rules", NotFound),
        ({"rules_version": 9}, "no_such_house_rules", NotFound),
        ({"chip_set": "OTHER"}, "no_such_chip_set", NotFound),
        ({"spots": 0}, "bad_spots", Invalid),
        ({"spots": 13}, "bad_spots", Invalid),
        ({"spots": True}, "bad_spots", Invalid),
        ({"card_source": "memory"}, "bad_source", Invalid),
        ({"licensed_maximum": 0}, "bad_amount", Invalid),
        ({"licensed_maximum": 10**12 + 1}, "bad_amount", Invalid),
        ({"par": {700: 1}}, "unknown_denomination", Invalid),
        ({"par": {500: -1}}, "bad_quantity", Invalid),
    ],
)
def test_a_table_must_make_sense(changes: dict[str, Any], code: str, family: type[FloorError]) -> None:
    house = builders.house()
    with refused(code, family):
        service.add_table(actor=house.hana, at=AT, **table(**changes))


def test_t19_par_changes_at_once_and_history_keeps_the_old_one() -> None:
    house = builders.house()
    answer = service.set_par(actor=house.hana, at=AT, table="BJ-01", par={500: 100, 100: 0})
    assert answer["par"] == {"500": 100}
    rack = floor.RackChips.objects.filter(table=house.table(), par__gt=0)
    assert {line.denomination: line.par for line in rack} == {500: 100}
    assert facts("table_added")[0]["par"] == {"100": 200, "500": 200, "2500": 160, "10000": 48}
    assert facts("par_set") == [{"par": {"500": 100}}]


def test_par_needs_known_chips_and_a_table_of_the_house() -> None:
    house = builders.house(outsider=True)
    with refused("unknown_denomination", Invalid):
        service.set_par(actor=house.hana, at=AT, table="BJ-01", par={700: 1})
    with refused("no_such_table", NotFound):
        service.set_par(actor=house.hana, at=AT, table="BJ-09", par={})
    with refused("no_such_table", NotFound):
        service.set_par(actor=house.otto, at=AT, table="BJ-01", par={})


CHANGES: list[Callable[..., Any]] = [
    lambda actor, key=None: service.set_day_start(
        actor=actor, at=AT, effective_from=date(2026, 3, 9), starts_at=time(5), key=key
    ),
    lambda actor, key=None: service.set_shift_pattern(
        actor=actor, at=AT, effective_from=date(2026, 3, 9), shifts=(("whole", time(6)),), key=key
    ),
    lambda actor, key=None: service.add_chip_set(
        actor=actor, at=AT, code="MORE", denominations=builders.CHIPS, key=key
    ),
    lambda actor, key=None: service.add_house_rules(actor=actor, at=AT, game="blackjack", values={}, key=key),
    lambda actor, key=None: service.add_pit(actor=actor, at=AT, code="P2", name="Pit 2", key=key),
    lambda actor, key=None: service.add_table(actor=actor, at=AT, key=key, **table()),
    lambda actor, key=None: service.set_par(actor=actor, at=AT, table="BJ-01", par={500: 1}, key=key),
]


@pytest.mark.parametrize("change", CHANGES)
def test_only_the_house_manager_changes_settings(change: Callable[..., Any]) -> None:
    house = builders.house()
    for name in ("dana", "petra", "cass", "cora", "ada", "axel"):
        with refused("not_permitted", NotAllowed):
            change(house.people[name])


@pytest.mark.parametrize("change", CHANGES)
def test_a_repeat_gets_the_stored_answer(change: Callable[..., Any]) -> None:
    house = builders.house()
    first = change(house.hana, key="key-0001")
    heads = builders.snapshot()
    assert change(house.hana, key="key-0001") == first
    assert builders.snapshot() == heads
