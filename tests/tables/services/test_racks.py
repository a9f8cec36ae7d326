"""The rack moves by known movements only, all of one or nothing of it."""

from dataclasses import replace

import pytest
from django.db import IntegrityError
from pytest_django import DjangoAssertNumQueries

from tables.domain import chips
from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models import floor
from tables.selectors import racks as rack_reads
from tables.services import racks, taps
from tests import builders, custody
from tests.builders import House
from tests.custody import BANK, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A house whose table has its bank."""
    made = builders.house()
    custody.issue_bank(made)
    return made


@pytest.mark.by_hand
def test_a_movement_changes_just_its_lines(house: House) -> None:
    racks.move_rack(house.table().pk, {100: 5, 2_500: -160, 500: 0})
    assert custody.rack_of(house) == {100: 205, 500: 200, 10_000: 48}


def test_an_empty_movement_asks_the_database_nothing(
    house: House, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table_id = house.table().pk
    with django_assert_num_queries(0):
        racks.move_rack(table_id, {100: 0})
    assert custody.rack_of(house) == BANK


@pytest.mark.by_hand
def test_a_movement_is_one_statement(house: House, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    table_id = house.table().pk
    with django_assert_num_queries(1):
        racks.move_rack(table_id, {100: 1, 500: 1, 2_500: -1, 10_000: -1})


def test_a_line_that_would_fall_below_zero_stops_all_of_it(house: House) -> None:
    with refused(house, Conflict, "rack_short", denomination=2_500), custody.atomic():
        racks.move_rack(house.table().pk, {100: 5, 2_500: -161})


@pytest.mark.by_hand
def test_the_last_chip_may_go(house: House) -> None:
    racks.move_rack(house.table().pk, chips.less({}, BANK))
    assert custody.rack_of(house) == {}


def test_t34_no_line_is_made_for_an_unknown_chip(house: House) -> None:
    with refused(house, Invalid, "unknown_denomination", denomination=2_000), custody.atomic():
        racks.move_rack(house.table().pk, {2_000: 4, 100: -1})


def test_an_unknown_chip_is_named_before_a_short_line(house: House) -> None:
    with refused(house, Invalid, "unknown_denomination", denomination=2_000), custody.atomic():
        racks.move_rack(house.table().pk, {100: -500, 2_000: 4})


@pytest.mark.by_hand
def test_one_table_does_not_move_anothers_rack() -> None:
    house = builders.house(tables=("BJ-01", "BJ-02"))
    custody.issue_bank(house)
    custody.issue_bank(house, table="BJ-02")
    racks.move_rack(house.table("BJ-02").pk, {100: -200})
    assert custody.rack_of(house) == BANK
    assert custody.rack_of(house, "BJ-02") == {500: 200, 2_500: 160, 10_000: 48}


@pytest.mark.by_hand
def test_what_was_counted_becomes_the_rack(house: House) -> None:
    counted = {100: 190, 500: 200, 2_500: 161, 10_000: 48, 50_000: 1}
    assert racks.become_counted(house.table().pk, counted) == {100: -10, 2_500: 1, 50_000: 1}
    assert custody.rack_of(house) == counted
    assert racks.holding(house.table().pk) == counted


# ------------------------------------------------------------------------------------------------------------- reading
@pytest.mark.by_hand
def test_v03_need_is_par_less_rack(house: House) -> None:
    racks.move_rack(house.table().pk, {2_500: -10, 10_000: -5})
    rack = rack_reads.rack(house.petra, "BJ-01")
    assert (rack.total, rack.par, rack.need) == (925_000, 1_000_000, 75_000)
    assert {line.denomination: line.need for line in rack.lines} == {
        50: 0, 100: 0, 500: 0, 2_500: 10, 10_000: 5, 50_000: 0, 100_000: 0,
    }  # fmt: skip


@pytest.mark.by_hand
def test_t32_a_rack_above_par_may_still_need_small_chips(house: House) -> None:
    racks.move_rack(house.table().pk, {500: -150, 10_000: 10})
    rack = rack_reads.rack(house.petra, "BJ-01")
    assert rack.need == -25_000
    assert [line.need for line in rack.lines if line.denomination in (500, 10_000)] == [150, -10]


@pytest.mark.by_hand
def test_t34_a_retired_chip_shows_only_where_it_still_lies(house: House) -> None:
    house.table().chip_set.denominations.filter(value__in=(500, 50_000)).update(retired=True)
    assert rack_reads.countable(house.table().pk) == (50, 100, 500, 2_500, 10_000, 100_000)
    assert rack_reads.in_use(house.table().chip_set_id) == (50, 100, 2_500, 10_000, 100_000)


def test_the_database_itself_keeps_a_rack_from_going_below_zero(house: House) -> None:
    with pytest.raises(IntegrityError, match="rack_never_negative"), custody.atomic():
        floor.RackChips.objects.filter(table=house.table(), denomination=100).update(count=-1)


def test_the_rack_is_shown_to_its_dealer_and_the_floor_only(house: House) -> None:
    assert rack_reads.rack(house.petra, "BJ-01").seq == 2
    custody.open_table(house)
    taps.tap_in(actor=house.dana, at=house.at, table="BJ-01")
    assert rack_reads.rack(house.dana, "BJ-01").total == custody.BANK_TOTAL
    with pytest.raises(NotAllowed) as caught:
        rack_reads.rack(replace(house.dev, roles=frozenset({Role.INTEGRATOR})), "BJ-01")
    assert caught.value.code == "not_your_view"
    with pytest.raises(NotFound) as missing:
        rack_reads.rack(builders.actor("dev"), "BJ-01")
    assert missing.value.code == "no_such_table"
