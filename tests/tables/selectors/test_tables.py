"""A whole pit in one query, each table as it stands."""

from dataclasses import asdict
from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from tables.domain.errors import NotFound
from tables.selectors import tables
from tables.services import limits, taps
from tests import builders, custody
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """BJ-01 is open under dana since one o'clock; BJ-02 never opened."""
    made = builders.house(tables=("BJ-01", "BJ-02"), outsider=True)
    return custody.running(made, at=made.at.replace(hour=21))


def test_an_open_table_shows_all_of_it(house: House) -> None:
    one = house.at.replace(hour=21)
    custody.buy_in(house, 50_000, {2_500: 20}, at=house.at.replace(hour=21, minute=5))
    assert asdict(tables.table(house.casino.pk, "BJ-01", house.at.replace(hour=22))) == {
        "id": house.table().pk,
        "code": "BJ-01",
        "pit": "P1",
        "game": "blackjack",
        "spots": 7,
        "card_source": "reader",
        "licensed_maximum": 1_000_000,
        "status": "open",
        "stopped_reason": "",
        "seq": 6,
        "last_activity_at": house.at.replace(hour=21, minute=5),
        "dealer": "dana",
        "dealer_name": "Dana Dealer",
        "dealing_since": one,
        "minimum": 500,
        "maximum": 50_000,
        "limits_since": house.at,
        "rack_total": 950_000,
        "rack_par": 1_000_000,
        "box": 1,
        "box_since": one,
        "period": 1,
        "session": 1,
        "gaming_day": date(2026, 3, 4),
        "shift": "swing",
        "opened_at": one,
        "opener_total": 1_000_000,
        "opener_variance": 0,
        "round_number": 0,
        "round_status": "",
    }


def test_a_table_that_never_opened_has_nothing_of_it(house: House) -> None:
    closed = tables.table(house.casino.pk, "BJ-02", house.at)
    assert (closed.status, closed.dealer, closed.period, closed.box, closed.shift) == ("closed", None, None, None, None)
    assert (closed.rack_total, closed.rack_par, closed.need) == (0, 1_000_000, 1_000_000)
    assert (closed.seq, closed.last_activity_at) == (1, house.at)


def test_limits_are_those_in_force_then(house: House) -> None:
    limits.post_limits(actor=house.petra, at=house.at.replace(hour=23), table="BJ-02", minimum=1_000, maximum=90_000)
    before, after = (tables.table(house.casino.pk, "BJ-02", house.at.replace(hour=hour)) for hour in (22, 23))
    assert (before.minimum, before.maximum, after.minimum, after.maximum) == (500, 50_000, 1_000, 90_000)


def test_a_pit_is_one_query(house: House, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        found = tables.of_pit(house.casino.pk, "P1", house.at)
    assert [view.code for view in found] == ["BJ-01", "BJ-02"]
    assert tables.of_casino(house.casino.pk, house.at) == found
    assert tables.of_pit(house.casino.pk, "P2", house.at) == []


def test_a_dealer_who_left_is_not_shown(house: House) -> None:
    taps.tap_out(actor=house.dana, at=house.at, table="BJ-01")
    shown = tables.table(house.casino.pk, "BJ-01", house.at)
    assert (shown.dealer, shown.dealer_name, shown.dealing_since) == (None, None, None)


def test_another_casinos_table_is_not_found(house: House) -> None:
    with pytest.raises(NotFound) as caught:
        tables.table(house.otto.casino_id, "BJ-01", house.at)
    assert caught.value.code == "no_such_table"
    assert tables.of_casino(house.otto.casino_id, house.at) == []
