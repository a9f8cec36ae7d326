"""Dealers come to a table and leave it (T-15, T-16, T-100)."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tables.domain.actors import Actor, Role
from tables.domain.errors import Conflict, NotAllowed, NotFound, StaleSequence
from tables.domain.table_states import RoundStatus, TableStatus
from tables.models import floor, log, staff
from tables.services import pits, staffing, taps
from tests import builders
from tests.builders import facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT = builders.AT


def tap_in(actor: Actor, table: str = "BJ-01", minutes: int = 0, **more: object) -> dict[str, object]:
    return taps.tap_in(actor=actor, at=AT + timedelta(minutes=minutes), table=table, **more)  # type: ignore[arg-type]


def test_a_dealer_taps_in() -> None:
    house = builders.house()
    answer = tap_in(house.dana)
    assert answer == {"table": "BJ-01", "dealer": "dana", "relieved": None, "seq": 2}
    assert house.state().dealer_id == house.dana.staff_id
    turn = staff.DealerTurn.objects.get()
    assert (turn.table_id, turn.staff_id, turn.tapped_in_at, turn.tapped_out_at) == (
        house.table().pk,
        house.dana.staff_id,
        AT,
        None,
    )
    assert facts("dealer_tapped_in") == [{"badge": "dana", "relieves": None}]


def test_t15_a_relief_names_both_dealers() -> None:
    house = builders.house()
    tap_in(house.dana)
    answer = tap_in(house.dev, minutes=60)
    assert (answer["dealer"], answer["relieved"]) == ("dev", "dana")
    assert facts("dealer_tapped_out") == [{"badge": "dana", "relieved_by": "dev"}]
    assert facts("dealer_tapped_in")[-1] == {"badge": "dev", "relieves": "dana"}
    types = log.Event.objects.filter(body__contains="DEMO/table").order_by("seq").values_list("type", flat=True)
    assert list(types) == ["limits_set", "dealer_tapped_in", "dealer_tapped_out", "dealer_tapped_in"]
    assert house.state().dealer_id == house.dev.staff_id
    ended = staff.DealerTurn.objects.get(staff_id=house.dana.staff_id)
    assert ended.tapped_out_at == AT + timedelta(minutes=60)


@pytest.mark.by_hand
def test_t15_a_relief_may_come_in_the_middle_of_a_round() -> None:
    house = builders.house()
    tap_in(house.dana)
    floor.TableState.objects.update(round_status=RoundStatus.IN_PLAY)
    assert tap_in(house.dev)["relieved"] == "dana"
    assert house.state().round_status == RoundStatus.IN_PLAY


@pytest.mark.by_hand
@pytest.mark.parametrize("last_day", [date(2026, 3, 3), None])
def test_t16_no_licence_valid_on_the_gaming_day(last_day: date | None) -> None:
    house = builders.house()
    staff.StaffMember.objects.filter(username="dana").update(licence_expires_on=last_day)
    with refused("licence_expired", NotAllowed):
        tap_in(house.dana)


def test_t16_the_gaming_day_counts_not_the_calendar() -> None:
    house = builders.house()
    staffing.renew_licence(actor=house.hana, at=AT, badge="dana", licence="L-1", licence_expires_on=date(2026, 3, 4))
    five_next_morning = AT + timedelta(hours=17)  # 05:00 on the 5th, still gaming day 4
    taps.tap_in(actor=house.dana, at=five_next_morning, table="BJ-01")
    taps.tap_out(actor=house.dana, at=five_next_morning, table="BJ-01")
    with refused("licence_expired", NotAllowed):
        taps.tap_in(actor=house.dana, at=five_next_morning + timedelta(hours=1), table="BJ-01")


def test_t16_the_game_must_be_signed_off() -> None:
    house = builders.house()
    staffing.revoke_sign_off(actor=house.hana, at=AT, badge="dana", game="blackjack")
    with refused("not_signed_off", NotAllowed):
        tap_in(house.dana)


@pytest.mark.parametrize("name", ["petra", "cass", "cora", "ada", "axel", "hana"])
def test_only_dealers_tap_in(name: str) -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        tap_in(house.people[name])


def test_one_table_a_dealer() -> None:
    house = builders.house(tables=("BJ-01", "BJ-02"))
    tap_in(house.dana)
    with refused("already_dealing", Conflict):
        tap_in(house.dana)
    with refused("dealing_elsewhere", Conflict):
        tap_in(house.at_table("dana", "BJ-02"), "BJ-02")
    taps.tap_out(actor=house.dana, at=AT, table="BJ-01")
    assert tap_in(house.at_table("dana", "BJ-02"), "BJ-02")["dealer"] == "dana"


def test_t100_who_supervises_the_pit_does_not_deal_there() -> None:
    house = builders.house()
    staffing.grant_role(actor=house.hana, at=AT, badge="petra", role=Role.DEALER)
    with refused("supervises_pit", Conflict):
        tap_in(house.at_table("petra"))
    pits.relieve_pit_boss(actor=house.hana, at=AT, pit="P1", badge="petra")
    assert tap_in(house.at_table("petra"))["dealer"] == "petra"
    with refused("deals_in_pit", Conflict):
        pits.assign_pit_boss(actor=house.hana, at=AT, pit="P1", badge="petra")


def test_a_terminal_is_bound_to_its_table() -> None:
    house = builders.house(tables=("BJ-01", "BJ-02"))
    elsewhere = replace(house.dana, terminal="T-2", table_id=house.table("BJ-02").pk)
    with refused("no_such_table", NotFound):
        tap_in(elsewhere)
    with refused("no_such_table", NotFound):
        taps.tap_out(actor=elsewhere, at=AT, table="BJ-01")


def test_who_takes_over_stands_at_the_tables_terminal() -> None:
    house = builders.house()
    with refused("terminal_required", NotAllowed):
        tap_in(builders.actor("dana"))
    assert tap_in(house.dana)["dealer"] == "dana"


def test_another_casinos_table_does_not_exist() -> None:
    builders.house(outsider=True)
    otto = builders.give_otto(Role.DEALER)
    with refused("no_such_table", NotFound):
        tap_in(otto)


@pytest.mark.by_hand
def test_a_retired_table_has_no_dealer() -> None:
    house = builders.house()
    floor.TableState.objects.update(status=TableStatus.RETIRED)
    with refused("table_retired", Conflict):
        tap_in(house.dana)


def test_a_stale_terminal_is_told() -> None:
    house = builders.house()
    with refused("stale_sequence", StaleSequence):
        tap_in(house.dana, expected_seq=0)
    assert tap_in(house.dana, expected_seq=1)["seq"] == 2


def test_a_dealer_leaves_between_rounds() -> None:
    house = builders.house()
    tap_in(house.dana)
    answer = taps.tap_out(actor=house.dana, at=AT, table="BJ-01")
    assert answer == {"table": "BJ-01", "dealer": None, "relieved": "dana", "seq": 3}
    assert house.state().dealer_id is None
    assert facts("dealer_tapped_out") == [{"badge": "dana", "relieved_by": None}]
    with refused("no_dealer", Conflict):
        taps.tap_out(actor=house.dana, at=AT, table="BJ-01")


@pytest.mark.by_hand
@pytest.mark.parametrize("status", [RoundStatus.BETTING, RoundStatus.IN_PLAY, RoundStatus.SETTLED])
def test_nobody_walks_away_from_a_round(status: RoundStatus) -> None:
    house = builders.house()
    tap_in(house.dana)
    floor.TableState.objects.update(round_status=status)
    with refused("round_in_play", Conflict):
        taps.tap_out(actor=house.dana, at=AT, table="BJ-01")


def test_the_boss_in_charge_may_send_a_dealer_off() -> None:
    house = builders.house()
    tap_in(house.dana)
    with refused("not_in_charge", NotAllowed):
        taps.tap_out(actor=house.dev, at=AT, table="BJ-01")
    assert taps.tap_out(actor=house.petra, at=AT, table="BJ-01")["relieved"] == "dana"


def test_a_double_press_taps_in_once() -> None:
    house = builders.house()
    first = tap_in(house.dana, key="key-0001")
    tap_in(house.dev)
    assert tap_in(house.dana, key="key-0001") == first
    assert house.state().dealer_id == house.dev.staff_id
    with refused("idempotency_key_reused", Conflict):
        taps.tap_out(actor=house.dana, at=AT, table="BJ-01", key="key-0001")
