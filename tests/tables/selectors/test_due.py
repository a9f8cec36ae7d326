"""What falls due by the rule pack: recounts of idle tables, cards to change, supervisors with too many tables."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from tables.domain.errors import NotAllowed
from tables.domain.gaming_day import Window
from tables.domain.rule_packs import shipped
from tables.domain.rule_packs.words import DropFrequency
from tables.selectors import due
from tables.selectors import house as house_reads
from tables.selectors.due import IdleTable, OldBox, OldCards
from tables.services import clock, pits, shoes, taps
from tests import builders, custody
from tests.builders import AT, GAMING_DAY, House
from tests.refusals import refused

pytestmark = pytest.mark.django_db
PACK = shipped.pack("nevada-like", 1, 2)


def day(number: int) -> date:
    """The gaming day ``number`` days after the house's."""
    return GAMING_DAY + timedelta(days=number)


def idle(house: House, number: int) -> list[IdleTable]:
    return due.idle_tables(house.petra, day(number), PACK)


def test_t14_a_table_that_stayed_closed_for_seven_gaming_days_is_recounted() -> None:
    house = builders.house()
    custody.issue_bank(house)
    custody.open_table(house)
    custody.close_table(house)
    assert idle(house, 7) == []  # six whole days lie between
    assert idle(house, 8) == [IdleTable("BJ-01", "P1", GAMING_DAY, 7)]
    assert idle(house, 30) == [IdleTable("BJ-01", "P1", GAMING_DAY, 29)]


def test_t14_opening_the_table_begins_the_days_anew() -> None:
    house = builders.house()
    custody.issue_bank(house)
    custody.open_table(house)
    custody.close_table(house)
    week = AT + timedelta(days=8)
    custody.open_table(house, at=week)
    assert idle(house, 40) == []  # open for long is another matter
    custody.close_table(house, at=week + timedelta(days=1))
    assert idle(house, 16) == []
    assert idle(house, 17) == [IdleTable("BJ-01", "P1", day(9), 7)]


def test_t14_a_bank_that_was_never_played_counts_from_its_issue() -> None:
    house = builders.house(tables=["BJ-01", "BJ-02"])
    custody.issue_bank(house)
    assert idle(house, 8) == [IdleTable("BJ-01", "P1", GAMING_DAY, 7)]  # BJ-02 has no chips


def test_t14_the_pack_says_how_many_days() -> None:
    house = builders.house()
    custody.issue_bank(house)
    strict = replace(PACK, idle_days=1)
    assert due.idle_tables(house.petra, day(1), strict) == []
    assert due.idle_tables(house.petra, day(2), strict) == [IdleTable("BJ-01", "P1", GAMING_DAY, 1)]


def test_t14_another_houses_tables_are_not_told() -> None:
    house = builders.house(outsider=True)
    custody.issue_bank(house)
    assert due.idle_tables(house.otto, day(8), PACK) == []


@pytest.mark.parametrize("name", ["dana", "cass", "colin"])
def test_what_is_due_is_for_the_pit(name: str) -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        due.idle_tables(house.people[name], GAMING_DAY, PACK)
    with refused("not_permitted", NotAllowed):
        due.old_cards(house.people[name], AT, PACK)


def shoe_in_play(house: House, at: datetime) -> None:
    """Dana and petra put a shoe of inspected cards on BJ-01."""
    shoes.receive_shoe(actor=house.dana, at=at, table="BJ-01")
    dana, petra = house.sign("dana"), house.sign("petra")
    shoes.inspect_shoe(actor=house.dana, at=at, table="BJ-01", cards=210, dealer=dana, supervisor=petra)


def test_cards_are_changed_so_many_hours_after_their_inspection() -> None:
    house = custody.running(builders.house())
    shoe_in_play(house, AT)
    early, at = AT + timedelta(hours=8, microseconds=-1), AT + timedelta(hours=8)
    assert due.old_cards(house.petra, early, PACK) == []
    assert due.old_cards(house.petra, at, PACK) == [OldCards("BJ-01", AT, at, 8)]
    assert due.old_cards(house.petra, at, replace(PACK, card_change_shoe_hours=24)) == []


def test_new_cards_begin_the_hours_anew() -> None:
    house = custody.running(builders.house())
    shoe_in_play(house, AT)
    late = AT + timedelta(hours=9)
    shoes.retire_shoe(actor=house.dana, at=late, table="BJ-01")
    assert due.old_cards(house.petra, late, PACK) == []
    shoes.receive_shoe(actor=house.dana, at=late, table="BJ-01")
    assert due.old_cards(house.petra, late, PACK) == []  # received, not in use: the old inspection is not theirs


def test_cards_of_a_closed_table_wait_for_nobody() -> None:
    house = custody.running(builders.house())
    shoe_in_play(house, AT)
    custody.close_table(house)
    assert due.old_cards(house.petra, AT + timedelta(days=2), PACK) == []


def test_t18_more_tables_than_one_supervisor_may_have() -> None:
    house = builders.house(tables=["BJ-01", "BJ-02", "BJ-03"])
    for code in ("BJ-01", "BJ-02"):
        custody.issue_bank(house, table=code)
        taps.tap_in(actor=house.at_table("dana", code), at=AT, table=code)
        custody.open_table(house, table=code)
        taps.tap_out(actor=house.at_table("dana", code), at=AT, table=code)
    assert due.crowded(house.casino.pk, replace(PACK, floor_supervisor_span=2)) == []
    narrow = replace(PACK, floor_supervisor_span=1)
    assert due.crowded(house.casino.pk, narrow) == [("petra", 2)]
    pits.relieve_pit_boss(actor=house.hana, at=AT, pit="P1", badge="petra")
    assert due.crowded(house.casino.pk, narrow) == []


def test_one_or_two_decks_are_held_in_the_hand_and_changed_sooner() -> None:
    house = custody.running(builders.house(rules={"decks": 2}))
    shoes.receive_shoe(actor=house.dana, at=AT, table="BJ-01")
    dana, petra = house.sign("dana"), house.sign("petra")
    shoes.inspect_shoe(actor=house.dana, at=AT, table="BJ-01", cards=106, dealer=dana, supervisor=petra)
    at = AT + timedelta(hours=2)
    assert due.old_cards(house.petra, at - timedelta(microseconds=1), PACK) == []
    assert due.old_cards(house.petra, at, PACK) == [OldCards("BJ-01", AT, at, 2)]


def box_due(house: House, days: int, hours: int, frequency: DropFrequency) -> list[OldBox]:
    """What is due so many gaming days and hours after noon of the first, by a pack with this frequency."""
    now = shift_at(house, AT + timedelta(days=days, hours=hours))
    return due.old_boxes(house.casino.pk, now, replace(PACK, drop_frequency=frequency))


def shift_at(house: House, at: datetime) -> Window:
    return clock.window(house.casino.pk, house_reads.of(house.hana).settings_version, at)


@pytest.mark.parametrize(
    ("frequency", "days", "hours", "late"),
    [
        # the day begins at 06:00, its shifts at 06:00, 14:00 and 22:00; the box was placed at noon
        (DropFrequency.EACH_SHIFT, 0, 1, False),
        (DropFrequency.EACH_SHIFT, 0, 2, True),
        (DropFrequency.EACH_DAY, 0, 17, False),
        (DropFrequency.EACH_DAY, 0, 18, True),
        (DropFrequency.EVERY_TWO_DAYS, 1, 17, False),
        (DropFrequency.EVERY_TWO_DAYS, 1, 18, True),
    ],
)
def test_a_box_that_stays_longer_than_the_pack_allows_is_listed(
    frequency: DropFrequency, days: int, hours: int, late: bool
) -> None:
    house = custody.running(builders.house(outsider=True))
    assert box_due(house, days, hours, frequency) == ([OldBox("BJ-01", 1, AT)] if late else [])


def test_a_box_that_was_taken_is_not_listed_and_an_open_table_needs_no_closing() -> None:
    house = custody.running(builders.house())
    later = AT + timedelta(hours=19)
    custody.roll_table(house, custody.rack_of(house), at=later, removal=custody.removal(house))
    assert box_due(house, 0, 19, DropFrequency.EACH_DAY) == []


def test_another_houses_boxes_are_not_told() -> None:
    house = custody.running(builders.house(outsider=True))
    assert due.old_boxes(house.otto.casino_id, shift_at(house, AT + timedelta(days=9)), PACK) == []
