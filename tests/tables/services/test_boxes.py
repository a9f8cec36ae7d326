"""Drop boxes leave the table by two counters who are independent of the pit, and cover whole periods."""

from datetime import timedelta

import pytest

from tables.domain import canonical, papers
from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.table_states import BoxStatus, TableStatus
from tables.models import periods
from tables.services import pits, staffing, taps
from tables.services.boxes import BoxRemoval
from tables.services.signatures import SignatureRequest
from tests import builders, counting, custody
from tests.builders import House
from tests.custody import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A house whose table is open."""
    made = builders.house()
    custody.issue_bank(made)
    custody.open_table(made)
    return made


def boxes_of(house: House) -> list[tuple[int, str]]:
    rows = periods.DropBox.objects.filter(table=house.table()).order_by("number")
    return list(rows.values_list("number", "status"))


def test_a_closed_tables_box_is_taken_and_none_is_left(house: House) -> None:
    custody.close_table(house)
    assert custody.remove_box(house) == {"table": "BJ-01", "box": 1, "periods": [1], "seq": 6}
    assert boxes_of(house) == [(1, BoxStatus.REMOVED)]
    assert house.state().box_id is None
    (removed,) = custody.facts(house, "box_removed")
    assert (removed["box"], removed["periods"]) == (1, [1])
    assert [(signed["badge"], signed["role"]) for signed in removed["signatures"]] == [
        ("colin", "counter"),
        ("cora", "counter"),
    ]
    content = canonical.content_hash(papers.box_removal("DEMO", "BJ-01", 1, ""))
    assert {signed["content"] for signed in removed["signatures"]} == {content}


def test_the_next_opening_places_an_empty_box(house: House) -> None:
    custody.close_table(house)
    custody.remove_box(house)
    assert custody.open_table(house)["box"] == 2
    assert boxes_of(house) == [(1, BoxStatus.REMOVED), (2, BoxStatus.ON_TABLE)]


def test_v08_a_box_a_day_covers_all_shifts_of_it(house: House) -> None:
    custody.roll_table(house, at=house.at.replace(hour=22))
    custody.roll_table(house, at=house.at.replace(day=5, hour=6))
    answer = custody.roll_table(house, at=house.at.replace(day=5, hour=14), removal=custody.removal(house))
    assert (answer["closed"]["shift"], answer["opened"]["gaming_day"], answer["opened"]["box"]) == (
        "grave",
        "2026-03-05",
        2,
    )
    assert custody.facts(house, "box_removed")[0]["periods"] == [1, 2, 3]
    by_box = periods.BankPeriod.objects.order_by("number").values_list("number", "shift", "box__number")
    assert list(by_box) == [(1, "day", 1), (2, "swing", 1), (3, "grave", 1), (4, "day", 2)]


def test_a_box_a_shift_covers_one_period(house: House) -> None:
    for number in (1, 2, 3):
        custody.roll_table(house, removal=custody.removal(house, number))
    assert [removed["periods"] for removed in custody.facts(house, "box_removed")] == [[1], [2], [3]]
    assert house.state().status == TableStatus.OPEN
    assert boxes_of(house) == [(1, "removed"), (2, "removed"), (3, "removed"), (4, "on_table")]


def test_at_an_open_table_the_count_comes_first_and_the_new_opener_last(house: House) -> None:
    custody.roll_table(house, removal=custody.removal(house))
    assert [event["type"] for event in custody.events(house)][-4:] == [
        "table_closed",
        "box_removed",
        "box_placed",
        "table_opened",
    ]


# ------------------------------------------------------------------------------------------------------------ refusals
def test_a_box_does_not_leave_in_the_middle_of_a_period(house: House) -> None:
    with refused(house, Conflict, "period_open", state="open"):
        custody.remove_box(house)


def test_a_box_leaves_once(house: House) -> None:
    custody.close_table(house)
    custody.remove_box(house)
    with refused(house, Conflict, "box_not_on_table", box=1):
        custody.remove_box(house)


def test_an_unknown_box_is_not_found(house: House) -> None:
    custody.close_table(house)
    with refused(house, NotFound, "no_such_box"):
        custody.remove_box(house, 2)


def test_a_roll_with_the_wrong_box_is_refused_whole(house: House) -> None:
    with refused(house, NotFound, "no_such_box"):
        custody.roll_table(house, removal=custody.removal(house, 2))


def test_two_different_counters_take_the_box(house: House) -> None:
    custody.close_table(house)
    with refused(house, NotAllowed, "same_person"):
        custody.remove_box(house, removal=BoxRemoval(1, (house.sign("colin"), house.sign("colin"))))


def test_a_cashier_is_no_counter(house: House) -> None:
    custody.close_table(house)
    with refused(house, NotAllowed, "role_not_held", role="counter"):
        custody.remove_box(house, removal=BoxRemoval(1, (house.sign("colin"), house.sign("cass"))))


def test_who_deals_in_the_pit_does_not_take_its_boxes() -> None:
    house = builders.house(tables=("BJ-01", "BJ-02"))
    custody.also(house, "cora", Role.DEALER)
    staffing.sign_off_game(actor=house.hana, at=house.at, badge="cora", game="blackjack")
    taps.tap_in(actor=builders.actor("cora", builders.terminal_of("BJ-02")), at=house.at, table="BJ-02")
    custody.open_table(house, {})
    custody.close_table(house, {})
    with refused(house, NotAllowed, "not_independent", badge="cora"):
        custody.remove_box(house)


def test_who_supervised_the_pit_while_the_box_was_there_does_not_take_it(house: House) -> None:
    custody.also(house, "cora", Role.PIT_BOSS)
    pits.assign_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="cora")
    custody.close_table(house)
    with refused(house, NotAllowed, "not_independent", badge="cora"):
        custody.remove_box(house)
    later = house.at + timedelta(hours=1)
    pits.relieve_pit_boss(actor=house.hana, at=later, pit="P1", badge="cora")
    with refused(house, NotAllowed, "not_independent", badge="cora"):
        custody.remove_box(house, at=later)
    custody.remove_box(house, at=later, removal=BoxRemoval(1, _two_more_counters(house)))
    custody.open_table(house, at=later)
    custody.close_table(house, at=later)
    assert custody.remove_box(house, box=2, at=later)["periods"] == [2]


def test_who_dealt_into_the_box_neither_takes_nor_counts_it(house: House) -> None:
    taps.tap_in(actor=house.dana, at=house.at, table="BJ-01")
    custody.also(house, "dana", Role.COUNTER)
    later = house.at + timedelta(hours=1)
    taps.tap_out(actor=house.dana, at=later, table="BJ-01")
    custody.close_table(house)
    both = (house.sign("dana"), house.sign("cora"))
    with refused(house, NotAllowed, "not_independent", badge="dana"):
        custody.remove_box(house, at=later, removal=BoxRemoval(1, both))
    custody.remove_box(house, at=later)
    counting.open_count(house, ("dana", "cora"), at=later)
    with refused(house, NotAllowed, "not_independent", badge="dana"):
        counting.accept(house, at=later, counter=house.sign("cora"))


def _two_more_counters(house: House) -> tuple[SignatureRequest, SignatureRequest]:
    pin = "735519"
    for name in ("cyd", "clio"):
        person = staffing.NewPerson(badge=name, name=name.title(), username=name, pin=pin, own_secrets=True)
        staffing.register_staff(actor=house.hana, at=house.at, person=person, roles=[Role.COUNTER])
    return SignatureRequest("cyd", pin), SignatureRequest("clio", pin)


def test_t100_who_counts_the_rack_does_not_take_the_box(house: House) -> None:
    custody.also(house, "cora", Role.DEALER)
    with refused(house, NotAllowed, "same_person"):
        custody.roll_table(house, dealer=house.sign("cora"), removal=custody.removal(house))


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "ada", "axel", "hana"])
def test_only_a_counter_takes_a_box(house: House, name: str) -> None:
    custody.close_table(house)
    with refused(house, NotAllowed, "not_permitted", permission="remove_box"):
        custody.remove_box(house, actor=builders.actor(name))


def test_a_removal_repeated_happens_once(house: House) -> None:
    custody.close_table(house)
    assert custody.remove_box(house, key="r1") == custody.remove_box(house, key="r1")
    assert len(custody.facts(house, "box_removed")) == 1


def test_a_roll_under_the_same_key_with_another_box_is_a_conflict(house: House) -> None:
    custody.roll_table(house, key="r1", removal=custody.removal(house))
    with refused(house, Conflict, "idempotency_key_reused"):
        custody.roll_table(house, key="r1", removal=custody.removal(house, 2))


def test_an_emergency_drop_says_why(house: House) -> None:
    """A box that is full before its time leaves by a roll; the label, the row and the log say why."""
    custody.roll_table(house, removal=custody.removal(house, emergency="the box was full"))
    (removed,) = custody.facts(house, "box_removed")
    assert removed["emergency"] == "the box was full"
    content = canonical.content_hash(papers.box_removal("DEMO", "BJ-01", 1, "the box was full"))
    assert {signed["content"] for signed in removed["signatures"]} == {content}
    assert list(periods.DropBox.objects.order_by("number").values_list("emergency", flat=True)) == [
        "the box was full",
        "",
    ]


def test_why_must_be_readable(house: House) -> None:
    custody.close_table(house)
    with refused(house, Invalid, "bad_reason"):
        custody.remove_box(house, removal=custody.removal(house, emergency="full\nand broken"))
